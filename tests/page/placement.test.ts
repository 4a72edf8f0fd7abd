import {
  fenOf,
  kSquares,
  longMove,
  moveName,
  placementOf,
  sensed,
  squaresOf,
  squaresTouched,
  stepsBetween,
} from "../../page/src/chess/placement";
import { kStart } from "./boards";

/** The 16 hex digits of some squares. */
const hex = (squares: Iterable<string>) => {
  let bits = 0n;
  for (const square of squares) bits |= 1n << BigInt(kSquares.indexOf(square));
  return bits.toString(16).padStart(16, "0");
};

describe("A placement", () => {
  it("is read from a FEN and written as one", () => {
    for (const fen of [
      kStart,
      "8/8/8/8/8/8/8/8 w - -",
      "r1bq1rk1/p2nbppp/1pp1p3/3p3n/2PP1B2/5NP1/PPQNPPBP/R4RK1 w - - 2 11",
    ])
      expect(fenOf(placementOf(fen))).toBe(fen.split(" ")[0]);
  });
  it("has bit 0 of an occupancy for a1 and bit 63 for h8", () => {
    expect([...squaresOf("0000000000000001")]).toEqual(["a1"]);
    expect([...squaresOf("8000000000000000")]).toEqual(["h8"]);
    expect(squaresOf("ffff00000000ffff")).toEqual(new Set(placementOf(kStart).keys()));
  });
});

describe("What stands on the board", () => {
  const all = new Set(placementOf(kStart).keys());
  const without = (...squares: string[]) => [...all].filter((s) => !squares.includes(s));

  it("is the record if the sensors agree", () => {
    expect(sensed(kStart, hex(all))).toEqual({ pieces: placementOf(kStart), missing: [], unknown: [] });
  });
  it("has a piece missing while it is in the air", () => {
    const now = sensed(kStart, hex(without("e2")));
    expect([now.missing, now.unknown, now.pieces.has("e2")]).toEqual([["e2"], [], false]);
  });
  it("shows a piece on its new square before the record knows of the move", () => {
    const now = sensed(kStart, hex([...without("e2"), "e4"]));
    expect([now.missing, now.unknown, now.pieces.get("e4")]).toEqual([[], [], "P"]);
  });
  it("does not guess which of two pieces went where", () => {
    const now = sensed(kStart, hex([...without("e2", "d2"), "e4", "d4"]));
    expect([now.missing.sort(), now.unknown.sort()]).toEqual([
      ["d2", "e2"],
      ["d4", "e4"],
    ]);
  });
});

describe("What has to be put right", () => {
  const start = placementOf(kStart);

  it("is nothing if all stands as it should", () => {
    expect(stepsBetween({ pieces: start, missing: [], unknown: [] }, start)).toEqual([]);
  });
  it("is a piece's way back", () => {
    const now = sensed(
      "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b - - 0 1",
      hex([...start.keys()].filter((s) => s !== "e2").concat("e4")),
    );
    expect(stepsBetween(now, start)).toEqual([{ what: "move", piece: "P", from: "e4", to: "e2" }]);
  });
  it("is what was taken, put back under its taker", () => {
    // White's knight has taken a pawn on e5.
    const after = "rnbqkbnr/pppp1ppp/8/4N3/8/8/PPPPPPPP/RNBQKB1R b KQkq - 0 1";
    const before = placementOf("rnbqkbnr/pppp1ppp/8/4p3/8/5N2/PPPPPPPP/RNBQKB1R w KQkq - 0 1");
    const steps = stepsBetween({ pieces: placementOf(after), missing: [], unknown: [] }, before);
    expect(steps).toContainEqual({ what: "exchange", piece: "p", to: "e5" });
    expect(squaresTouched(steps)).toEqual(new Set(["e5", "f3"]));
  });
  it("is to take away what nobody can name, if nothing should stand there", () => {
    const now = sensed(kStart, hex([...start.keys(), "e5"]));
    expect(stepsBetween(now, start)).toEqual([{ what: "remove", from: "e5" }]);
  });
  it("leaves alone what nobody can name where something should stand", () => {
    const wanted = placementOf("rnbqkbnr/pppppppp/8/4P3/8/8/PPPPPPPP/RNBQKBNR w - - 0 1");
    expect(stepsBetween(sensed(kStart, hex([...start.keys(), "e5"])), wanted)).toEqual([]);
  });
});

describe("A move without rules", () => {
  it("is marked where no rule allows it", () => {
    expect(moveName({ uci: "a1a3", san: "a1a3" })).toBe("a1-a3 ✗");
    expect(moveName({ uci: "g1f3", san: "Nf3" })).toBe("Nf3");
  });
  it("names piece, squares, capture, castling and promotion", () => {
    const fen = "r3k3/1P6/8/3p4/4N3/8/8/4K2R w K - 0 1";
    expect(["e4d6", "b7a8q", "e1g1", "b7b8r"].map((uci) => longMove(fen, uci))).toEqual([
      "Ne4-d6",
      "b7xa8=Q",
      "O-O",
      "b7-b8=R",
    ]);
  });
});
