// Log time here and now, clocks that tick between two readings, and how long a window stays open.
import type { Alert, Board, Clocks, Side, Window } from "../api/types";
import { placementOf, squaresOf } from "../chess/placement";

/** What is known of a board's log time: at `at` (ms of this page's own clock) it was `t_us`. */
export interface Anchor {
  t_us: number;
  at: number;
  /** Log seconds in a second; other than 1 only where games are simulated. */
  rate: number;
  /** From where the rate is measured. */
  mark: { t_us: number; at: number };
}

/** Updates closer together than this tell nothing about the rate, in ms. */
const kRateSpan = 1_500;

export function anchored(old: Anchor | undefined, t_us: number, at: number, simulated: boolean): Anchor {
  const here = { t_us, at };
  if (!old || !simulated || t_us < old.t_us) return { ...here, rate: 1, mark: here };
  const { mark } = old;
  if (at - mark.at < kRateSpan) return { ...here, rate: old.rate, mark };
  return { ...here, rate: (t_us - mark.t_us) / 1000 / (at - mark.at), mark: here };
}

/** Log time in µs at `now`, in ms of the page's clock. */
export const logTime = (anchor: Anchor, now: number) => anchor.t_us + (now - anchor.at) * 1000 * anchor.rate;

/** What the clock of `side` shows at log time `t_us`. */
export function remaining(clocks: Clocks, side: Side, t_us: number): number {
  const shown = side === "white" ? clocks.white_ms : clocks.black_ms;
  if (clocks.running !== side) return shown;
  // The board is heard later than it speaks: never show more than it said, and do not run below zero unseen.
  return Math.max(Math.min(shown, 0), shown - Math.max(0, t_us - clocks.t_us) / 1000);
}

/** 1:02:03, 12:34, 0:09; a started second counts as a whole one, as chess clocks show it. */
export function clockText(ms: number): string {
  const s = Math.max(0, Math.ceil(ms / 1000 - 1e-6));
  const two = (n: number) => String(n).padStart(2, "0");
  const [h, m] = [Math.floor(s / 3600), Math.floor(s / 60) % 60];
  return `${ms < 0 ? "-" : ""}${h > 0 ? `${h}:${two(m)}` : m}:${two(s % 60)}`;
}

/** A moment of the log with tenths: 4:26.7. */
export function momentText(t_us: number): string {
  const tenths = Math.max(0, Math.floor(t_us / 100_000));
  const s = Math.floor(tenths / 10);
  const two = (n: number) => String(n).padStart(2, "0");
  const [h, m] = [Math.floor(s / 3600), Math.floor(s / 60) % 60];
  return `${h > 0 ? `${h}:${two(m)}` : m}:${two(s % 60)}.${tenths % 10}`;
}

export type WindowLeft =
  | { what: "time"; ms: number }
  | { what: "moves"; left: number }
  /** Until this player has moved, or touches a piece; `inHand`: one of theirs is up already. */
  | { what: "move" | "touch"; of: Side; inHand: boolean }
  /** Until something else happens that nobody can count down to. */
  | { what: "event" }
  | { what: "none" };

/** After how many moves a window closes, of each player or of Black; none: it is no window of moves. */
export function movesOf(window: Window): { moves: number; ofBlack: boolean } | undefined {
  const found = /^W-(B?)(\d+)$/.exec(window);
  return found ? { moves: Number(found[2]), ofBlack: found[1] === "B" } : undefined;
}

/** A piece of `side` is not where the record has it, and that is not what was found. */
function inHand(board: Board, side: Side, found: readonly string[]): boolean {
  const seen = squaresOf(board.occupied);
  return [...placementOf(board.fen)].some(
    ([square, piece]) =>
      (piece < "a" ? "white" : "black") === side && !seen.has(square) && !found.includes(square),
  );
}

/** How long something can still be done about it. */
export function windowLeft(alert: Alert, board: Board | undefined, t_us: number): WindowLeft {
  const window = alert.finding.window;
  if (alert.over || alert.status === "closed") return { what: "none" };
  if (alert.window_ends_us !== undefined)
    return { what: "time", ms: Math.max(0, (alert.window_ends_us - t_us) / 1000) };
  if (window === undefined || window === "W-NONE") return { what: "none" };
  const { side, squares } = alert.finding;
  if (side && (window === "W-OPPMOVE" || window === "W-TOUCH")) {
    const of = side === "white" ? "black" : "white";
    // Of a board whose link is lost the last that was seen may be long past.
    const sees = board !== undefined && !alert.past && board.link === "up";
    return {
      what: window === "W-TOUCH" ? "touch" : "move",
      of,
      inHand: sees && inHand(board, of, squares),
    };
  }
  const counted = movesOf(window);
  if (counted === undefined || board?.ply === undefined) return { what: "event" };
  // Both must have completed that many; Black's last one ends it.
  return { what: "moves", left: Math.max(0, counted.moves - Math.floor(board.ply / 2)) };
}
