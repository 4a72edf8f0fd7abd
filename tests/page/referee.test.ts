import type { Timeline } from "../../page/src/api/types";
import { advance, film, frameAt, lastSteps, stepFrom, touchedAt } from "../../page/src/hall/referee";
import { kStart } from "./boards";

const after = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
const timeline: Timeline = {
  board: "a",
  from_us: 10e6,
  to_us: 40e6,
  truncated: false,
  start: {
    occupied: "ffff00000000ffff",
    fen: kStart,
    clocks: { white_ms: 60_000, black_ms: 60_000, running: "white" },
  },
  events: [
    { t_us: 12.0e6, what: "lift", square: "e2", occupied: "ffff00000000efff" },
    { t_us: 12.4e6, what: "place", square: "e4", occupied: "ffff00001000efff" },
    { t_us: 12.5e6, what: "move", ply: 1, uci: "e2e4", san: "e4", fen: after },
    { t_us: 13.0e6, what: "press", side: "white" },
    { t_us: 13.0e6, what: "clock", white_ms: 57_000, black_ms: 60_000, running: "black" },
    { t_us: 35.0e6, what: "link", state: "lost" },
  ],
};
const frames = film(timeline);
const at = (t_us: number) => frames[frameAt(frames, t_us)];

describe("The film", () => {
  it("begins with what the timeline starts with", () => {
    expect(at(10e6)).toMatchObject({ occupied: "ffff00000000ffff", fen: kStart, linkLost: false });
    expect(at(0)?.t_us).toBe(10e6);
  });
  it("shows every event from its moment on", () => {
    expect(at(11.99e6)?.occupied).toBe("ffff00000000ffff");
    expect(at(12.0e6)?.occupied).toBe("ffff00000000efff");
    expect(at(12.45e6)).toMatchObject({ occupied: "ffff00001000efff", fen: kStart });
    expect(at(12.5e6)).toMatchObject({ occupied: "ffff00001000efff", fen: after });
  });
  it("knows which clock ran, and since when", () => {
    expect(at(12e6)?.clocks).toEqual({ white_ms: 60_000, black_ms: 60_000, running: "white", t_us: 10e6 });
    expect(at(14e6)?.clocks).toEqual({ white_ms: 57_000, black_ms: 60_000, running: "black", t_us: 13e6 });
  });
  it("remembers that the link is lost", () => {
    expect(at(36e6)?.linkLost).toBe(true);
  });
  it("is stepped through by hands, presses and moves, not by readings of the clock", () => {
    expect(stepFrom(frames, 10e6, 1)).toBe(12.0e6);
    expect(stepFrom(frames, 12.5e6, 1)).toBe(13.0e6);
    expect(stepFrom(frames, 13.0e6, 1)).toBe(35.0e6);
    expect(stepFrom(frames, 35.0e6, 1)).toBeUndefined();
    expect(stepFrom(frames, 13.0e6, -1)).toBe(12.5e6);
    expect(stepFrom(frames, 12.0e6, -1)).toBeUndefined();
  });
  it("names the last of these, however many readings of the clock follow", () => {
    expect(lastSteps(frames, 20e6)).toEqual([timeline.events[3]]);
    expect(lastSteps(frames, 12.45e6)).toEqual([timeline.events[1]]);
    expect(lastSteps(frames, 11e6)).toEqual([]);
  });
  it("names all that happened in one moment", () => {
    const events = timeline.events.map((event) => ({ ...event, t_us: Math.max(event.t_us, 12.4e6) }));
    expect(lastSteps(film({ ...timeline, events }), 12.4e6).map((event) => event.what)).toEqual([
      "lift",
      "place",
    ]);
  });
  it("points at what was touched just before, and forgets it soon", () => {
    expect(touchedAt(frames, 12.6e6)).toEqual({ lifts: ["e2"], places: ["e4"] });
    expect(touchedAt(frames, 13.1e6)).toEqual({ lifts: [], places: ["e4"], press: "white" });
    expect(touchedAt(frames, 20e6)).toEqual({ lifts: [], places: [] });
  });
  it("plays as fast as asked", () => {
    expect(advance(frames, 12e6, 100, 0.25, false)).toBe(12.025e6);
    expect(advance(frames, 12e6, 100, 4, false)).toBe(12.4e6);
  });
  it("passes over a long pause, but leaves a breath before what comes", () => {
    const next = advance(frames, 20e6, 16, 1, true);
    expect(next).toBeGreaterThan(30e6);
    expect(next).toBeLessThan(35e6);
    expect(advance(frames, 12.1e6, 16, 1, true)).toBeCloseTo(12.116e6);
  });
});
