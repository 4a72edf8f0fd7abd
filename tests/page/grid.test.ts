import { gridFor, pagesOf } from "../../page/src/hall/grid";
import { cellsOf, cellsToArrange, inRows } from "../../page/src/hall/seating";

describe("A screen that nobody scrolls", () => {
  it("has room for forty boards at 1080p, and makes few as large as can be", () => {
    const forty = gridFor(40, 1910, 980);
    expect(forty.columns * forty.rows).toBeGreaterThanOrEqual(40);
    expect(forty.square).toBeGreaterThanOrEqual(96);
    expect(gridFor(4, 1910, 980).square).toBeGreaterThan(2 * forty.square);
  });
  it("shows what there is room for, however small it is", () => {
    for (const [width, height] of [
      [320, 500],
      [100, 100],
    ] as const) {
      const { columns, rows, square } = gridFor(40, width, height);
      expect(columns * rows).toBeGreaterThanOrEqual(1);
      expect(square).toBeGreaterThan(0);
    }
  });
  it("has those that need a person on every page, and each of the others on one", () => {
    const numbers = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => from + i);
    expect(pagesOf([1], [2, 3], 3)).toEqual([[1, 2, 3]]);
    const pages = pagesOf([1, 2], numbers(3, 100), 40);
    expect(pages.every((page) => page[0] === 1 && page[1] === 2 && page.length <= 40)).toBe(true);
    expect(new Set(pages.flat()).size).toBe(99);
    // When half the hall needs a person they turn, too.
    expect(new Set(pagesOf(numbers(0, 60), numbers(60, 100), 40).flat()).size).toBe(100);
  });
});

describe("The map of the hall", () => {
  const seats = [
    { number: 1, x: 2, y: 3 },
    { number: 2, x: 4, y: 3 },
  ];
  it("is as large as the tables need, and has room to arrange them", () => {
    expect(cellsOf(seats)).toEqual({ left: 2, top: 3, columns: 3, rows: 1 });
    expect(cellsOf([])).toEqual({ left: 0, top: 0, columns: 1, rows: 1 });
    expect(cellsToArrange(seats)).toEqual({ left: 0, top: 0, columns: 8, rows: 5 });
    expect(cellsToArrange([{ number: 1, x: 99, y: 99 }])).toEqual({
      left: 0,
      top: 0,
      columns: 100,
      rows: 100,
    });
  });
  it("puts tables in rows where nothing stands", () => {
    expect(inRows([{ number: 9, x: 1, y: 0 }], [3, 1, 2], 2)).toEqual([
      { number: 1, x: 0, y: 0 },
      { number: 2, x: 0, y: 1 },
      { number: 3, x: 1, y: 1 },
    ]);
  });
});
