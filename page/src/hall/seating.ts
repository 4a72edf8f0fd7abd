// The map of the hall: which cells it has, and where tables can go.
import type { Seat } from "../api/types";

/** What is sent may have at most this many steps each way. */
export const kMostSteps = 99;

export interface Cells {
  left: number;
  top: number;
  columns: number;
  rows: number;
}

/** To look at: as much as the tables take. */
export function cellsOf(seats: Seat[]): Cells {
  if (seats.length === 0) return { left: 0, top: 0, columns: 1, rows: 1 };
  const xs = seats.map(({ x }) => x);
  const ys = seats.map(({ y }) => y);
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  return { left, top, columns: Math.max(...xs) - left + 1, rows: Math.max(...ys) - top + 1 };
}

/** To arrange: with room for one more each way. */
export function cellsToArrange(seats: Seat[]): Cells {
  const taken = cellsOf(seats);
  const end = (from: number, n: number, least: number) =>
    Math.min(kMostSteps + 1, Math.max(least, from + n + 1));
  return {
    left: 0,
    top: 0,
    columns: end(taken.left, taken.columns, 8),
    rows: end(taken.top, taken.rows, 5),
  };
}

/** Free places for tables, row by row. */
export function inRows(seats: Seat[], numbers: number[], columns: number): Seat[] {
  const taken = new Set(seats.map(({ x, y }) => `${x} ${y}`));
  const placed: Seat[] = [];
  let cell = 0;
  for (const number of [...numbers].sort((a, b) => a - b)) {
    while (taken.has(`${cell % columns} ${Math.floor(cell / columns)}`)) cell++;
    const y = Math.floor(cell / columns);
    if (y > kMostSteps) break;
    placed.push({ number, x: cell % columns, y });
    cell++;
  }
  return placed;
}
