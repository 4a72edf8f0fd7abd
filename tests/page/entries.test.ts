import {
  decides,
  entryOf,
  fieldsOf,
  initialValues,
  millisecondsOf,
  offeredActions,
} from "../../page/src/actions/entries";
import { aBoard, anAlert } from "./boards";

describe("An entry", () => {
  it("leaves out what was not filled in", () => {
    expect(entryOf("pairing", { white: "Ann", black: "", white_sits: "" })).toEqual({
      action: "pairing",
      white: "Ann",
    });
  });
  it("that takes something back says why, and has a button beside what it takes back alone", () => {
    expect(entryOf("retract", { reason: "the wrong board" })).toEqual({
      action: "retract",
      reason: "the wrong board",
    });
    expect(offeredActions).not.toContain("retract");
  });
  it("that decides something is not made by Enter alone", () => {
    for (const action of ["confirm", "dismiss", "result", "adjourn", "new_game", "retract"] as const)
      expect(decides(action)).toBe(true);
    for (const action of ["pause", "seen", "set_position"] as const) expect(decides(action)).toBe(false);
  });
  it("has clock times in milliseconds, if any", () => {
    expect(
      entryOf("set_position", { fen: "8/8/8/8/8/8/8/8 w - - 0 1", white_ms: "1:02:03", black_ms: "" }),
    ).toEqual({
      action: "set_position",
      fen: "8/8/8/8/8/8/8/8 w - - 0 1",
      white_ms: 3_723_000,
    });
  });
  it("begins with the opponent as the claimant, and the position to go back to", () => {
    const alert = anAlert(1, "a", {
      side: "white",
      advice: { text: "", reinstate_fen: "8/8/8/8/8/8/8/k1K5 w - - 0 1" },
    });
    expect(initialValues("claim", aBoard("a"), alert).side).toBe("black");
    expect(initialValues("set_position", aBoard("a"), alert).fen).toBe("8/8/8/8/8/8/8/k1K5 w - - 0 1");
  });
  it("fills in every field that it has", () => {
    for (const [action, fields] of Object.entries(fieldsOf))
      expect(
        Object.keys(initialValues(action as keyof typeof fieldsOf, aBoard("a"), undefined)).sort(),
      ).toEqual(fields.map((field) => field.name).sort());
  });
  it("reads times as people write them, and nothing else", () => {
    expect(["45", "12:34", "1:02:03", " 0:07 "].map(millisecondsOf)).toEqual([
      45_000, 754_000, 3_723_000, 7_000,
    ]);
    expect(["", "1:70", "12:", "a", "1:2:3:4", "-1"].map(millisecondsOf)).toEqual(Array(6).fill(undefined));
  });
});
