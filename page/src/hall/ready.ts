// Whether a board is ready for its game to begin.
import type { Board } from "../api/types";
import { placementOf, squaresOf } from "../chess/placement";

export type Unready = "noBoard" | "catchingUp" | "lost" | "old" | "pieces" | "clock";

/** Nothing: it is ready, or a game goes on. `others` have clocks: then one that is not heard is missed. */
export function unready(board: Board | undefined, othersHaveClocks: boolean): Unready | undefined {
  if (!board) return "noBoard";
  if (board.catching_up) return "catchingUp";
  if (board.link === "lost") return "lost";
  if (board.game === "over") return "old";
  if (board.game !== "setup") return undefined;
  const wanted = placementOf(board.fen);
  const there = squaresOf(board.occupied);
  if (wanted.size !== there.size || [...there].some((square) => !wanted.has(square))) return "pieces";
  return othersHaveClocks && !board.clocks ? "clock" : undefined;
}
