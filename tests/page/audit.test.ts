import type { AuditEntry } from "../../page/src/api/types";
import { toCsv, toJsonLines, wanted } from "../../page/src/hall/audit";

const entry = (id: number, more: Partial<AuditEntry>): AuditEntry => ({
  id,
  utc: "2026-05-01T15:00:00.000Z",
  by: "desk",
  role: "arbiter",
  what: "something",
  ...more,
});
const entries = [
  entry(1, { what: "confirmed finding 7", board: "dgt-1", alert: 7 }),
  entry(2, { what: 'table 12; "quoted"', board: "dgt-2" }),
  entry(3, { what: "made token 3", by: "Anna" }),
];
const tableOf = (board: string) => (board === "dgt-2" ? 12 : undefined);
const ids = (text: string, place = "", kind: "" | "alert" | "board" | "other" = "") =>
  wanted(entries, { text, place, kind }, tableOf).map((each) => each.id);

describe("The log", () => {
  it("is searched by words that all stand in an entry, large or small", () => {
    expect(ids("")).toEqual([1, 2, 3]);
    expect(ids("FINDING confirmed")).toEqual([1]);
    expect(ids("anna")).toEqual([3]);
    expect(ids("anna finding")).toEqual([]);
  });
  it("is filtered by table number or board, and by kind", () => {
    expect(ids("", "12")).toEqual([2]);
    expect(ids("", "1")).toEqual([]);
    expect(ids("", " DGT-1 ")).toEqual([1]);
    expect(ids("", "", "alert")).toEqual([1]);
    expect(ids("", "", "board")).toEqual([2]);
    expect(ids("", "", "other")).toEqual([3]);
  });
  it("becomes a table and lines of JSON", () => {
    expect(toCsv(entries.slice(1, 2), tableOf)).toBe(
      '\ufeffutc;by;role;table;board;alert;what\r\n2026-05-01T15:00:00.000Z;desk;arbiter;12;dgt-2;;"table 12; ""quoted"""\r\n',
    );
    expect(
      toJsonLines(entries)
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line)),
    ).toEqual(entries);
  });
});
