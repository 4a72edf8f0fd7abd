// How many boards fit on a screen that nobody scrolls, and which are on which page of it.

export interface Grid {
  columns: number;
  rows: number;
  /** Side of a board, in px. */
  square: number;
}

/** Of a tile: what stands above and below its board, and beside it. */
const kAbove = 74;
const kBeside = 104;
/** A smaller board cannot be made out from the other end of a room. */
const kLeastSquare = 96;

/** On what is no screen for it. */
const kTiny = 32;

const squareOf = (columns: number, rows: number, width: number, height: number) =>
  Math.max(kTiny, Math.floor(Math.min(height / rows - kAbove, width / columns - kBeside)));

/** The grid for so many boards, or for as many as a page can have, with the boards as large as can be. */
export function gridFor(count: number, width: number, height: number): Grid {
  const most = {
    columns: Math.max(1, Math.floor(width / (kLeastSquare + kBeside))),
    rows: Math.max(1, Math.floor(height / (kLeastSquare + kAbove))),
  };
  const shown = Math.max(1, Math.min(count, most.columns * most.rows));
  let best: Grid | undefined;
  for (let columns = 1; columns <= most.columns; columns++) {
    const rows = Math.ceil(shown / columns);
    const square = squareOf(columns, rows, width, height);
    if (rows <= most.rows && (!best || square > best.square)) best = { columns, rows, square };
  }
  return best ?? { ...most, square: squareOf(most.columns, most.rows, width, height) };
}

/** Those that need a person are on every page, as far as half of it; the others turn. */
export function pagesOf<T>(first: T[], others: T[], perPage: number): T[][] {
  if (first.length + others.length <= perPage) return [[...first, ...others]];
  const pinned = first.slice(0, Math.max(1, Math.floor(perPage / 2)));
  const turning = [...first.slice(pinned.length), ...others];
  const room = Math.max(1, perPage - pinned.length);
  const pages: T[][] = [];
  for (let i = 0; i < turning.length; i += room) pages.push([...pinned, ...turning.slice(i, i + room)]);
  return pages;
}
