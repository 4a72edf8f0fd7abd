// Which castlings a position can still have, and where games of Chess960 begin. What may be castled when, the daemon knows.
import { fenOf, type Piece, type Placement, type Square } from "./placement";

const kFiles = "abcdefgh";

/** A castling right as a FEN of the daemon writes it: K, Q, k, q, or the file of the rook where only Chess960 castles. */
export interface Right {
  letter: string;
  side: "white" | "black";
  wing: "O-O" | "O-O-O";
}

/** The position is one of Chess960 if the board's game is, or if its rights say so. */
export const castlesAnywhere = (variant: string | undefined, rights: string) =>
  variant === "chess960" || /[a-h]/i.test(rights);

/** The rights that kings and rooks where they stand allow. Of two rooks on one side it is that of `rights`, else the outer one. */
export function rightsPossible(pieces: Placement, rights: string, anywhere: boolean): Right[] {
  const found: Right[] = [];
  for (const side of ["white", "black"] as const) {
    const rank = side === "white" ? "1" : "8";
    const own = (letter: string): Piece => (side === "white" ? letter.toUpperCase() : letter);
    const king = [...kFiles].findIndex((file) => pieces.get(file + rank) === own("k"));
    if (king < 0 || (!anywhere && king !== 4)) continue;
    const rooks = [...kFiles].map((_, i) => i).filter((i) => pieces.get(`${kFiles[i]}${rank}`) === own("r"));
    const letterOf = (rook: number, ordinary: string) =>
      king === 4 && rook === (ordinary === "k" ? 7 : 0) ? own(ordinary) : own(kFiles[rook] as string);
    for (const [wing, ordinary] of [
      ["O-O", "k"],
      ["O-O-O", "q"],
    ] as const) {
      const outer = rooks.filter((rook) => (ordinary === "k" ? rook > king : rook < king));
      if (ordinary === "k") outer.reverse();
      const rook = outer.find((each) => rights.includes(letterOf(each, ordinary))) ?? outer[0];
      if (rook === undefined) continue;
      const letter = letterOf(rook, ordinary);
      if (anywhere || letter === own(ordinary)) found.push({ letter, side, wing });
    }
  }
  return found;
}

/** Start position 0 … 959 of Chess960 as a FEN, in the numbering of Scharnagl. */
export function chess960Start(number: number): string {
  const rank: (string | undefined)[] = Array(8).fill(undefined);
  let left = number;
  const next = (ways: number) => {
    const way = left % ways;
    left = Math.floor(left / ways);
    return way;
  };
  const putOnFree = (nth: number, piece: string) => {
    const free = rank.flatMap((each, i) => (each === undefined ? [i] : []));
    rank[free[nth] as number] = piece;
  };
  rank[2 * next(4) + 1] = "b";
  rank[2 * next(4)] = "b";
  putOnFree(next(6), "q");
  // The ten ways in which two knights can share five squares.
  const knights = [0, 1, 2, 3].flatMap((one) =>
    [1, 2, 3, 4].filter((other) => other > one).map((other) => [one, other]),
  );
  const [first, second] = knights[left] as [number, number];
  putOnFree(second, "n");
  putOnFree(first, "n");
  for (const piece of "rkr") putOnFree(0, piece);
  const pieces: Placement = new Map<Square, Piece>();
  rank.forEach((piece, i) => {
    const file = kFiles[i] as string;
    pieces.set(`${file}1`, (piece as string).toUpperCase());
    pieces.set(`${file}2`, "P");
    pieces.set(`${file}7`, "p");
    pieces.set(`${file}8`, piece as string);
  });
  const rights = rightsPossible(pieces, "", true).map(({ letter }) => letter);
  return `${fenOf(pieces)} w ${rights.join("")} - 0 1`;
}
