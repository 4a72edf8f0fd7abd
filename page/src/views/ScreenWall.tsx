// The wall on a screen that nobody touches: as many boards as fit, without scrolling; what does not fit follows page by page.
import { useEffect, useRef, useState } from "preact/hooks";
import { stayAwake } from "../hall/awake";
import { gridFor, pagesOf } from "../hall/grid";
import { board, needing, order, role } from "../hall/hall";
import { byTable } from "../hall/order";
import { toWall } from "../hall/route";
import { texts } from "../texts";
import { commands } from "./keys";
import { Tile } from "./Tile";

/** How long a page stays, in ms. */
const kTurn = 12_000;

/** By table: players look for theirs, and in a hall must not see which boards need the arbiter. */
function compareTables(a: string, b: string): number {
  const [first, second] = [board(a)?.peek(), board(b)?.peek()];
  return first && second ? byTable(first, second) : 0;
}

function useSize() {
  const element = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState({ width: 0, height: 0 });
  useEffect(() => {
    if (!element.current) return;
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setSize({ width: entry.contentRect.width, height: entry.contentRect.height });
    });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, []);
  return { element, ...size };
}

export function ScreenWall() {
  const t = texts.value;
  const forHall = role.value === "hall";
  const { element, width, height } = useSize();
  const [at, setAt] = useState(0);
  const [stopped, setStopped] = useState(false);
  useEffect(() => stayAwake(), []);

  const ids = [...order.value].sort(compareTables);
  const urgent = forHall ? [] : ids.filter((id) => needing.value.has(id));
  const grid = gridFor(ids.length, width, height);
  const pages = pagesOf(
    urgent,
    ids.filter((id) => !urgent.includes(id)),
    grid.columns * grid.rows,
  );
  const page = at % Math.max(1, pages.length);
  const turn = (by: number) => setAt((page + by + pages.length) % Math.max(1, pages.length));
  const turns = pages.length > 1 && !stopped;
  useEffect(() => {
    if (!turns) return;
    const timer = window.setInterval(() => setAt((old) => old + 1), kTurn);
    return () => window.clearInterval(timer);
  }, [turns, page]);
  useEffect(() =>
    commands({
      toggle: () => setStopped(!stopped),
      stepBack: () => turn(-1),
      stepForward: () => turn(1),
    }),
  );

  return (
    <main id="content" class={`screen-page${forHall ? " hall-screen" : ""}`} tabIndex={-1}>
      <h1 class="unseen">{t.wall.title}</h1>
      {ids.length === 0 && <p class="empty">{t.wall.none}</p>}
      <div class="screen-room" ref={element}>
        {width > 0 && (
          <ul
            class="wall screen"
            style={{
              "--columns": String(grid.columns),
              "--rows": String(grid.rows),
              "--square": `${grid.square}px`,
            }}
          >
            {(pages[page] ?? []).map((id) => (
              <Tile key={id} id={id} level={2} />
            ))}
          </ul>
        )}
      </div>
      {(pages.length > 1 || !forHall) && (
        <div class="screen-foot">
          {!forHall && <a href={toWall}>{t.screen.leave}</a>}
          {urgent.length > 0 && <strong class="bad">{t.wall.needing(urgent.length)}</strong>}
          {pages.length > 1 && (
            <span class="turning">
              <button type="button" aria-label={t.screen.previous} onClick={() => turn(-1)}>
                ◀
              </button>
              <span>{t.screen.page(page + 1, pages.length)}</span>
              <button type="button" aria-label={t.screen.next} onClick={() => turn(1)}>
                ▶
              </button>
              <button type="button" aria-pressed={stopped} onClick={() => setStopped(!stopped)}>
                {t.screen.stop}
              </button>
            </span>
          )}
        </div>
      )}
    </main>
  );
}
