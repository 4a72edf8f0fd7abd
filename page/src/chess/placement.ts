// Where pieces stand: FEN placements, occupancies, and how two placements differ. No rules of chess: the daemon knows those.

/** a1 … h8. */
export type Square = string;
/** A letter of FEN: "K" is White's king, "k" Black's. */
export type Man = string;
export type Placement = Map<Square, Man>;

const kFiles = "abcdefgh";

export const kSquares: readonly Square[] = Array.from(
  { length: 64 },
  (_, i) => `${kFiles[i % 8]}${(i >> 3) + 1}`,
);

export function placementOf(fen: string): Placement {
  const men: Placement = new Map();
  let rank = 8;
  for (const row of (fen.split(" ")[0] ?? "").split("/")) {
    let file = 0;
    for (const letter of row) {
      if (letter >= "1" && letter <= "8") file += Number(letter);
      else men.set(`${kFiles[file++]}${rank}`, letter);
    }
    rank--;
  }
  return men;
}

/** The first field of a FEN. */
export function fenOf(men: Placement): string {
  const rows: string[] = [];
  for (let rank = 8; rank >= 1; rank--) {
    let row = "";
    let empty = 0;
    for (const file of kFiles) {
      const man = men.get(file + rank);
      if (man === undefined) {
        empty++;
        continue;
      }
      row += (empty > 0 ? empty : "") + man;
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
  men: Placement;
  /** The record has a piece here, the sensors see none: it is in somebody's hand, or gone. */
  missing: Square[];
  /** The sensors see a piece where the record has none. */
  unknown: Square[];
}

export function sensed(fen: string, occupied: string): Sensed {
  const record = placementOf(fen);
  const seen = squaresOf(occupied);
  const men: Placement = new Map();
  const missing: Square[] = [];
  for (const [square, man] of record) {
    if (seen.has(square)) men.set(square, man);
    else missing.push(square);
  }
  const unknown = [...seen].filter((square) => !record.has(square));
  const [from, to] = [missing[0], unknown[0]];
  // One piece went away and one came: the same one, or at least nobody can tell.
  if (missing.length === 1 && unknown.length === 1 && from && to) {
    men.set(to, record.get(from) as Man);
    return { men, missing: [], unknown: [] };
  }
  return { men, missing, unknown };
}

/** What a person has to do with the pieces so that one position becomes the other. */
export type Step =
  | { what: "move"; man: Man; from: Square; to: Square }
  | { what: "put"; man: Man; to: Square }
  /** Without `man`: the sensors see that something stands there, and no more. */
  | { what: "remove"; man?: Man; from: Square }
  | { what: "exchange"; man: Man; to: Square };

export function stepsBetween(now: Sensed, wanted: Placement): Step[] {
  const surplus: { square: Square; man?: Man }[] = now.unknown
    .filter((square) => !wanted.has(square))
    .map((square) => ({ square }));
  const lacking: { square: Square; man: Man }[] = [];
  const steps: Step[] = [];
  for (const [square, man] of now.men)
    if (!wanted.has(square)) surplus.push({ square, man });
    else if (wanted.get(square) !== man) lacking.push({ square, man: wanted.get(square) as Man });
  const occupied = new Set([...now.men.keys(), ...now.unknown]);
  for (const [square, man] of wanted) if (!occupied.has(square)) lacking.push({ square, man });

  for (const { square, man } of lacking) {
    const i = surplus.findIndex((s) => s.man === man);
    if (i >= 0) {
      steps.push({ what: "move", man, from: surplus[i]?.square as Square, to: square });
      surplus.splice(i, 1);
    } else {
      steps.push({ what: occupied.has(square) ? "exchange" : "put", man, to: square });
    }
  }
  for (const { square, man } of surplus)
    steps.push({ what: "remove", from: square, ...(man === undefined ? {} : { man }) });
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
  const men = placementOf(fen);
  const [from, to, promotion] = [uci.slice(0, 2), uci.slice(2, 4), uci.slice(4)];
  const man = men.get(from)?.toUpperCase() ?? "";
  if (man === "K" && from[0] === "e" && (to[0] === "g" || to[0] === "c") && from[1] === to[1])
    return to[0] === "g" ? "O-O" : "O-O-O";
  const letter = man === "P" ? "" : man;
  return `${letter}${from}${men.has(to) ? "x" : "-"}${to}${promotion ? `=${promotion.toUpperCase()}` : ""}`;
}
