// Where pieces stand: FEN placements, occupancies, and how two placements differ. No rules of chess: the daemon knows those.

/** a1 … h8. */
export type Square = string;
/** A letter of FEN: "K" is White's king, "k" Black's. */
export type Piece = string;
export type Placement = Map<Square, Piece>;

const kFiles = "abcdefgh";

export const kSquares: readonly Square[] = Array.from(
  { length: 64 },
  (_, i) => `${kFiles[i % 8]}${(i >> 3) + 1}`,
);

export function placementOf(fen: string): Placement {
  const pieces: Placement = new Map();
  let rank = 8;
  for (const row of (fen.split(" ")[0] ?? "").split("/")) {
    let file = 0;
    for (const letter of row) {
      if (letter >= "1" && letter <= "8") file += Number(letter);
      else pieces.set(`${kFiles[file++]}${rank}`, letter);
    }
    rank--;
  }
  return pieces;
}

/** The first field of a FEN. */
export function fenOf(pieces: Placement): string {
  const rows: string[] = [];
  for (let rank = 8; rank >= 1; rank--) {
    let row = "";
    let empty = 0;
    for (const file of kFiles) {
      const piece = pieces.get(file + rank);
      if (piece === undefined) {
        empty++;
        continue;
      }
      row += (empty > 0 ? empty : "") + piece;
      empty = 0;
    }
    rows.push(row + (empty > 0 ? empty : ""));
  }
  return rows.join("/");
}

/** The squares of 16 hex digits, bit 0 for a1. */
export function squaresOf(occupied: string): Set<Square> {
  const squares = new Set<Square>();
  for (let i = 0; i < 64; i++) {
    const digit = Number.parseInt(occupied[15 - (i >> 2)] ?? "0", 16);
    if ((digit >> (i & 3)) & 1) squares.add(kSquares[i] as Square);
  }
  return squares;
}

/** What stands on the board, as far as the record and the sensors together can say. */
export interface Sensed {
  /** Pieces of the record that stand where they should, and one whose new square is beyond doubt. */
  pieces: Placement;
  /** The record has a piece here, the sensors see none: it is in somebody's hand, or gone. */
  missing: Square[];
  /** The sensors see a piece where the record has none. */
  unknown: Square[];
}

export function sensed(fen: string, occupied: string): Sensed {
  const record = placementOf(fen);
  const seen = squaresOf(occupied);
  const pieces: Placement = new Map();
  const missing: Square[] = [];
  for (const [square, piece] of record) {
    if (seen.has(square)) pieces.set(square, piece);
    else missing.push(square);
  }
  const unknown = [...seen].filter((square) => !record.has(square));
  const [from, to] = [missing[0], unknown[0]];
  // One piece went away and one came: the same one, or at least nobody can tell.
  if (missing.length === 1 && unknown.length === 1 && from && to) {
    pieces.set(to, record.get(from) as Piece);
    return { pieces, missing: [], unknown: [] };
  }
  return { pieces, missing, unknown };
}

/** What a person has to do with the pieces so that one position becomes the other. */
export type Step =
  | { what: "move"; piece: Piece; from: Square; to: Square }
  | { what: "put"; piece: Piece; to: Square }
  /** Without `piece`: the sensors see that something stands there, and no more. */
  | { what: "remove"; piece?: Piece; from: Square }
  | { what: "exchange"; piece: Piece; to: Square };

export function stepsBetween(now: Sensed, wanted: Placement): Step[] {
  const surplus: { square: Square; piece?: Piece }[] = now.unknown
    .filter((square) => !wanted.has(square))
    .map((square) => ({ square }));
  const lacking: { square: Square; piece: Piece }[] = [];
  const steps: Step[] = [];
  for (const [square, piece] of now.pieces)
    if (!wanted.has(square)) surplus.push({ square, piece });
    else if (wanted.get(square) !== piece) lacking.push({ square, piece: wanted.get(square) as Piece });
  const occupied = new Set([...now.pieces.keys(), ...now.unknown]);
  for (const [square, piece] of wanted) if (!occupied.has(square)) lacking.push({ square, piece });

  for (const { square, piece } of lacking) {
    const i = surplus.findIndex((s) => s.piece === piece);
    if (i >= 0) {
      steps.push({ what: "move", piece, from: surplus[i]?.square as Square, to: square });
      surplus.splice(i, 1);
    } else {
      steps.push({ what: occupied.has(square) ? "exchange" : "put", piece, to: square });
    }
  }
  for (const { square, piece } of surplus)
    steps.push({ what: "remove", from: square, ...(piece === undefined ? {} : { piece }) });
  // A piece that goes elsewhere makes room, so moves come last only where they land on a square to be cleared.
  return steps;
}

/** The squares that a list of steps touches. */
export function squaresTouched(steps: Step[]): Set<Square> {
  const squares = new Set<Square>();
  for (const step of steps) {
    if ("from" in step) squares.add(step.from);
    if ("to" in step) squares.add(step.to);
  }
  return squares;
}

/** A move that no rule allows has its two squares for a name (docs/findings.md). */
export const isUnlawful = (move: { uci: string; san: string }) => move.san === move.uci;

/** The move as a list of moves has it: "Nf3", or "a1-a3 ✗". */
export const moveName = (move: { uci: string; san: string }) =>
  isUnlawful(move) ? `${move.uci.slice(0, 2)}-${move.uci.slice(2)} ✗` : move.san;

/** "f3e5" in `fen` as people write it when no rules are at hand: "Nf3-e5". */
export function longMove(fen: string, uci: string): string {
  const pieces = placementOf(fen);
  const [from, to, promotion] = [uci.slice(0, 2), uci.slice(2, 4), uci.slice(4)];
  const piece = pieces.get(from)?.toUpperCase() ?? "";
  const other = pieces.get(to);
  // Where only Chess960 castles, a king goes to the square of his rook.
  if (piece === "K" && other === (pieces.get(from) === "K" ? "R" : "r")) return to > from ? "O-O" : "O-O-O";
  if (piece === "K" && from[0] === "e" && (to[0] === "g" || to[0] === "c") && from[1] === to[1])
    return to[0] === "g" ? "O-O" : "O-O-O";
  const letter = piece === "P" ? "" : piece;
  return `${letter}${from}${pieces.has(to) ? "x" : "-"}${to}${promotion ? `=${promotion.toUpperCase()}` : ""}`;
}
