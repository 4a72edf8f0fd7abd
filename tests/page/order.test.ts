import type { Alert } from "../../page/src/api/types";
import {
  byNeed,
  byNumber,
  compareAlerts,
  groupByBoard,
  isNews,
  needsPerson,
  partsOf,
  restByBoard,
  rulingOf,
  sensorStates,
  severalAtOnce,
} from "../../page/src/hall/order";
import { aBoard, anAlert } from "./boards";

describe("Alerts of a kind", () => {
  const lost = (id: number, board: string, status: "open" | "acknowledged" = "open") =>
    anAlert(id, board, { kind: "link_lost" }, { status });
  it("have a button for all of them if they have come at several boards", () => {
    expect(severalAtOnce([lost(1, "a"), lost(2, "b"), lost(3, "c"), anAlert(4, "d")])).toEqual([
      { kind: "link_lost", count: 3 },
    ]);
    expect(severalAtOnce([lost(1, "a"), lost(2, "b"), lost(3, "b")])).toEqual([]);
    expect(severalAtOnce([anAlert(1, "a"), anAlert(2, "b"), anAlert(3, "c")]), "each is looked at").toEqual(
      [],
    );
    expect(severalAtOnce([lost(1, "a"), lost(2, "b"), lost(3, "c", "acknowledged")])).toEqual([]);
  });
});

describe("An event", () => {
  const part = (own: Partial<Alert> = {}) => anAlert(2, "a", { id: 12, governed_by: 11 }, own);
  const ruling = (own: Partial<Alert> = {}) => anAlert(1, "a", { id: 11 }, own);
  const stand = (alerts: Alert[]) =>
    groupByBoard(alerts).map((group) => group.alerts.map((alert) => alert.id));

  it("is one alert: what does not rule stands under what does", () => {
    const alerts = [part(), ruling(), anAlert(3, "b", { id: 11 })];
    expect(stand(alerts)).toEqual([[1], [3]]);
    expect(partsOf(ruling(), alerts).map((alert) => alert.id)).toEqual([2]);
    expect(partsOf(alerts[2] as Alert, alerts)).toEqual([]);
    expect(rulingOf(part(), alerts)?.id).toBe(1);
    expect(isNews(part()), "no sound of its own").toBe(false);
    expect(needsPerson(aBoard("a"), [part()])).toBe(false);
    expect(needsPerson(aBoard("a"), [part(), ruling()])).toBe(true);
  });
  it("hides nothing when its ruling is closed, or is that of another game", () => {
    expect(stand([part(), ruling({ status: "closed" })])).toEqual([[2, 1]]);
    expect(stand([part(), ruling({ log: "an earlier log" })])).toEqual([[1, 2]]);
    expect(stand([part()])).toEqual([[2]]);
  });
});

describe("Boards", () => {
  const boards = [
    aBoard("c", { number: 10 }),
    aBoard("a", { number: 2, need: 5 }),
    aBoard("dgt-10"),
    aBoard("b", { number: 9 }),
    aBoard("dgt-9"),
    aBoard("d", { number: 30, need: 200 }),
  ];

  it("stand in order of need, and among equals in order of tables, those without a number last", () => {
    expect(byNeed(boards).map((b) => b.id)).toEqual(["d", "a", "b", "c", "dgt-9", "dgt-10"]);
  });
  it("stand in order of tables where need must not be seen", () => {
    expect(byNumber(boards).map((b) => b.id)).toEqual(["a", "b", "c", "d", "dgt-9", "dgt-10"]);
  });
  it("need nobody for a suspicion, what may not be spoken of, or what somebody sees to", () => {
    const board = aBoard("a");
    expect(needsPerson(board, [])).toBe(false);
    expect(needsPerson(board, [anAlert(1, "a", { authority: "SILENT" })])).toBe(false);
    expect(needsPerson(board, [anAlert(1, "a", { grade: "C" })])).toBe(false);
    expect(needsPerson(board, [anAlert(1, "a", {}, { status: "acknowledged" })])).toBe(false);
    expect(needsPerson(board, [anAlert(1, "a")])).toBe(true);
    expect(needsPerson(aBoard("a", { link: "lost" }), [])).toBe(true);
    const seen = anAlert(1, "a", { kind: "link_lost" }, { status: "acknowledged" });
    expect(needsPerson(aBoard("a", { link: "lost" }), [seen])).toBe(false);
    expect(needsPerson(board, [anAlert(1, "a", { kind: "sensor_fault" })])).toBe(false);
  });
});

describe("Alerts", () => {
  it("come first if nobody sees to them, then by who may act, then by grade, then by age", () => {
    const alerts = [
      anAlert(1, "a", { authority: "JUDGE" }),
      anAlert(2, "a", { authority: "MUST", grade: "B" }),
      anAlert(3, "a", { authority: "MUST" }, { status: "acknowledged" }),
      anAlert(4, "a", { authority: "MUST", grade: "A" }),
      anAlert(5, "a", { authority: "MUST", grade: "A" }),
    ];
    expect(alerts.sort(compareAlerts).map((a) => a.id)).toEqual([4, 5, 2, 1, 3]);
  });
  it("come after all others if they are suspicions or of sensors", () => {
    const alerts = [
      anAlert(1, "a", { kind: "sensor_fault", authority: "JUDGE" }),
      anAlert(2, "a", { authority: "MUST", grade: "C" }),
      anAlert(3, "a", { authority: "JUDGE", grade: "B" }),
      anAlert(4, "a", { authority: "MUST" }, { past: true }),
    ];
    expect(alerts.sort(compareAlerts).map((a) => a.id)).toEqual([3, 2, 1, 4]);
  });
  it("that nobody need get up for are one line for each board, this game's before earlier ones", () => {
    const rests = restByBoard([
      anAlert(1, "a", {}, { past: true }),
      anAlert(2, "a", {}, { past: true, over: true }),
      anAlert(3, "b", {}, { over: true }),
      anAlert(4, "c", { grade: "C" }),
      anAlert(5, "c", { kind: "sensor_fault" }),
      anAlert(6, "d"),
    ]);
    expect(rests.map(({ board, watched, over, past }) => [board, watched, over, past])).toEqual([
      ["c", 1, 0, 0],
      ["b", 0, 1, 0],
      ["a", 0, 0, 2],
    ]);
  });
  it("of sensors are a state of the board, as long as it lasts", () => {
    const states = sensorStates([
      anAlert(1, "a", { kind: "sensor_fault", squares: ["h5"] }),
      anAlert(2, "a", { kind: "sensor_fault", squares: ["g4", "h5"] }, { status: "acknowledged" }),
      anAlert(3, "b", { kind: "sensor_fault", squares: ["a1"] }, { over: true }),
      anAlert(4, "b", { kind: "sensor_fault", squares: ["a1"] }, { past: true }),
    ]);
    expect(states.map(({ board, squares, open }) => [board, squares, open.map((a) => a.id)])).toEqual([
      ["a", ["g4", "h5"], [1]],
    ]);
  });
  it("are grouped by board at the place of the most urgent one", () => {
    const groups = groupByBoard([
      anAlert(1, "calm", { authority: "JUDGE" }),
      anAlert(2, "urgent", { authority: "SILENT" }),
      anAlert(3, "urgent", { authority: "MUST" }),
    ]);
    expect(groups.map((g) => [g.board, g.alerts.map((a) => a.id)])).toEqual([
      ["urgent", [3, 2]],
      ["calm", [1]],
    ]);
  });
});
