import type { Window } from "../../page/src/api/types";
import { anchored, clockText, logTime, momentText, remaining, windowLeft } from "../../page/src/hall/time";
import { aBoard, anAlert } from "./boards";

describe("A clock", () => {
  const clocks = { white_ms: 60_000, black_ms: 30_000, running: "white" as const, t_us: 5_000_000 };

  it("ticks only for the side whose time runs", () => {
    expect(remaining(clocks, "white", 15_000_000)).toBe(50_000);
    expect(remaining(clocks, "black", 15_000_000)).toBe(30_000);
  });
  it("never shows more than was read, even if the message was quicker than the log", () => {
    expect(remaining(clocks, "white", 4_000_000)).toBe(60_000);
  });
  it("stops at nought until the board says more", () => {
    expect(remaining(clocks, "white", 500_000_000)).toBe(0);
  });
  it("shows a time below nought that the board has reported", () => {
    expect(remaining({ ...clocks, white_ms: -3_000 }, "white", 15_000_000)).toBe(-3_000);
  });
  it("counts a started second as a whole one", () => {
    expect([59_001, 60_000, 1, 0, 3_600_000, 3_599_500].map(clockText)).toEqual([
      "1:00",
      "1:00",
      "0:01",
      "0:00",
      "1:00:00",
      "1:00:00",
    ]);
  });
  it("gives moments of the log with tenths", () => {
    expect([0, 266_720_994, 3_661_900_000].map(momentText)).toEqual(["0:00.0", "4:26.7", "1:01:01.9"]);
  });
});

describe("Log time", () => {
  it("goes on at the pace of the page's own clock between two updates", () => {
    const anchor = anchored(undefined, 10_000_000, 1000, false);
    expect(logTime(anchor, 3000)).toBe(12_000_000);
  });
  it("learns how fast simulated games are", () => {
    let anchor = anchored(undefined, 0, 0, true);
    for (let at = 100; at <= 4000; at += 100) anchor = anchored(anchor, at * 8 * 1000, at, true);
    expect(logTime(anchor, 5000)).toBeCloseTo(40_000_000, -5);
  });
  it("begins anew when the log does", () => {
    const anchor = anchored({ t_us: 9_000_000, at: 0, rate: 4, mark: { t_us: 0, at: 0 } }, 0, 50, true);
    expect(logTime(anchor, 1050)).toBe(1_000_000);
  });
});

describe("A window", () => {
  it("counts down to a moment of the log, and no further than nought", () => {
    const alert = anAlert(1, "a", { window: "W-NONE" }, { window_ends_us: 90_000_000 });
    expect(windowLeft(alert, undefined, 60_000_000)).toEqual({ what: "time", ms: 30_000 });
    expect(windowLeft(alert, undefined, 95_000_000)).toEqual({ what: "time", ms: 0 });
  });
  it("of ten moves counts what both have completed", () => {
    const alert = anAlert(1, "a", { window: "W-10" });
    expect(windowLeft(alert, aBoard("a", { ply: 5 }), 0)).toEqual({ what: "moves", left: 8 });
    expect(windowLeft(alert, aBoard("a", { ply: 40 }), 0)).toEqual({ what: "moves", left: 0 });
  });
  it("of any number of moves is counted", () => {
    const left = (window: Window) => windowLeft(anAlert(1, "a", { window }), aBoard("a", { ply: 5 }), 0);
    expect(left("W-20")).toEqual({ what: "moves", left: 18 });
    expect(left("W-B7")).toEqual({ what: "moves", left: 5 });
    expect(left("W-GAME")).toEqual({ what: "event" });
  });
  it("that ends with what a player does cannot be counted down, but says from the first moment who it is", () => {
    const alert = anAlert(1, "a", { window: "W-OPPMOVE", side: "white" });
    expect(windowLeft(alert, aBoard("a"), 0)).toEqual({ what: "move", of: "black", inHand: false });
    expect(windowLeft(anAlert(1, "a", { window: "W-TOUCH", side: "black" }), aBoard("a"), 0)).toEqual({
      what: "touch",
      of: "white",
      inHand: false,
    });
    // Where nobody in particular is at fault, whoever moves next ends it.
    expect(windowLeft(anAlert(1, "a", { window: "W-OPPMOVE" }), aBoard("a"), 0)).toEqual({ what: "event" });
  });
  it("is about to close when a piece of that player is up", () => {
    const g8IsUp = aBoard("a", { occupied: "bfff00000000ffff" });
    const about = (squares: string[], own = {}) =>
      windowLeft(anAlert(1, "a", { window: "W-OPPMOVE", side: "white", squares }, own), g8IsUp, 0);
    expect(about([])).toEqual({ what: "move", of: "black", inHand: true });
    expect(about(["g8"])).toMatchObject({ inHand: false });
    expect(about([], { past: true })).toMatchObject({ inHand: false });
    const e2IsUp = aBoard("a", { occupied: "ffff00000000efff" });
    const alert = anAlert(1, "a", { window: "W-OPPMOVE", side: "white" });
    expect(windowLeft(alert, e2IsUp, 0)).toMatchObject({ inHand: false });
    expect(windowLeft(alert, { ...g8IsUp, link: "lost" }, 0)).toMatchObject({ inHand: false });
    // The moment itself comes before it, once it is known.
    expect(windowLeft({ ...alert, window_ends_us: 5_000_000 }, g8IsUp, 0)).toEqual({
      what: "time",
      ms: 5000,
    });
  });
  it("is not open where no limit is stated, or the matter is closed", () => {
    expect(windowLeft(anAlert(1, "a", { window: "W-NONE" }), aBoard("a"), 0).what).toBe("none");
    expect(windowLeft(anAlert(1, "a", {}, { status: "closed" }), aBoard("a"), 0).what).toBe("none");
  });
});
