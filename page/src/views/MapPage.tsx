// The map of the hall: where the tables stand, which of them need a person, and who is where. Whoever may act can move them,
// with the pointer or with the keyboard; what is moved is moved for all.
import type { JSX } from "preact";
import { useRef, useState } from "preact/hooks";
import * as client from "../api/client";
import type { Board, Seat } from "../api/types";
import { alertsOf, allBoards, mayAct, needing, server, whoIsAt } from "../hall/hall";
import { toBoard } from "../hall/route";
import { type Cells, cellsOf, cellsToArrange, inRows } from "../hall/seating";
import { texts } from "../texts";
import { Badge, kindName } from "./Badge";
import { Icon } from "./Icon";
import { complain } from "./Notice";

type Cell = { x: number; y: number };

const numbered = (number: number): Board | undefined =>
  allBoards.value.find((board) => board.number === number);

const style = (cells: Cells, { x, y }: Cell): JSX.CSSProperties => ({
  gridColumn: String(x - cells.left + 1),
  gridRow: String(y - cells.top + 1),
});
const size = (cells: Cells) => ({ "--columns": String(cells.columns), "--rows": String(cells.rows) });

function stateOf(board: Board | undefined): string {
  const t = texts.value;
  if (!board) return t.event.noBoard;
  if (board.link === "lost") return t.board.linkLost;
  return [t.board.game[board.game], board.result].filter(Boolean).join(" ");
}

/** One table to look at. */
function Table({ seat, cells }: { seat: Seat; cells: Cells }) {
  const board = numbered(seat.number);
  const worst = board && alertsOf(board.id).find((alert) => !alert.over && !alert.past);
  const needs = board !== undefined && needing.value.has(board.id);
  const there = board ? whoIsAt(board.id) : [];
  const inside = (
    <>
      <b class="seat-number">{seat.number}</b>
      {needs && worst && <Badge finding={worst.finding} />}
      <span class="seat-state">{needs && worst ? kindName(worst.finding.kind) : stateOf(board)}</span>
      {there.length > 0 && (
        <span class="there">
          <Icon name="person" /> <bdi>{there.join(", ")}</bdi>
        </span>
      )}
    </>
  );
  return (
    <li
      class={`seat${needs ? " needs" : ""}${board ? ` game-${board.game}` : " empty-seat"}`}
      style={style(cells, seat)}
      data-authority={needs ? (worst?.finding.authority ?? "JUDGE") : undefined}
    >
      {board ? <a href={toBoard(board.id, needs ? worst?.id : undefined)}>{inside}</a> : inside}
    </li>
  );
}

async function place(seat: Seat) {
  const answer = await client.placeTable(seat);
  if (!answer.ok) complain(`${texts.peek().map.failed} ${answer.text}`);
}
async function takeOff(number: number) {
  const answer = await client.takeOffMap(number);
  if (!answer.ok) complain(`${texts.peek().map.failed} ${answer.text}`);
}

/** A table in hand: with the keyboard until it is put down, with the pointer until that is let go. */
interface Held {
  number: number;
  /** None: beside the map. */
  at: Cell | undefined;
}

function Arrange({ seats, loose }: { seats: Seat[]; loose: number[] }) {
  const t = texts.value.map;
  const grid = useRef<HTMLUListElement>(null);
  const [held, setHeld] = useState<Held>();
  const [said, setSaid] = useState("");
  /** The pointer has moved since it was pressed: the click that follows is none. */
  const dragged = useRef(false);
  const cells = cellsToArrange(seats);
  const seatOf = (number: number) => seats.find((seat) => seat.number === number);

  function cellAt(event: PointerEvent | MouseEvent): Cell | undefined {
    const box = grid.current?.getBoundingClientRect();
    if (!box) return undefined;
    const x = Math.floor(((event.clientX - box.left) / box.width) * cells.columns);
    const y = Math.floor(((event.clientY - box.top) / box.height) * cells.rows);
    return x >= 0 && y >= 0 && x < cells.columns && y < cells.rows ? { x, y } : undefined;
  }
  function take(number: number) {
    const seat = seatOf(number);
    setHeld({ number, at: seat ?? { x: 0, y: 0 } });
    setSaid(t.taken(number));
  }
  function put(number: number, at: Cell | undefined) {
    setHeld(undefined);
    const seat = seatOf(number);
    if (at?.x === seat?.x && at?.y === seat?.y) return;
    setSaid(at ? t.put(number, at.x + 1, at.y + 1) : t.off(number));
    void (at ? place({ number, ...at }) : takeOff(number));
  }
  function onKey(event: KeyboardEvent, number: number) {
    dragged.current = false;
    if (!held || held.number !== number) return;
    const steps: Record<string, [number, number]> = {
      ArrowLeft: [-1, 0],
      ArrowRight: [1, 0],
      ArrowUp: [0, -1],
      ArrowDown: [0, 1],
    };
    const step = steps[event.key];
    if (step) {
      const at = {
        x: Math.min(Math.max((held.at?.x ?? 0) + step[0], 0), cells.columns - 1),
        y: Math.min(Math.max((held.at?.y ?? 0) + step[1], 0), cells.rows - 1),
      };
      setHeld({ number, at });
      setSaid(t.over(at.x + 1, at.y + 1));
    } else if (event.key === "Delete" || event.key === "Backspace") {
      put(number, undefined);
    } else if (event.key === "Escape") {
      setHeld(undefined);
      setSaid(t.left(number));
    } else return;
    event.preventDefault();
  }
  const table = (number: number, cell: Cell | undefined) => (
    <button
      type="button"
      class="seat-number"
      aria-pressed={held?.number === number}
      aria-label={cell ? t.tableAt(number, cell.x + 1, cell.y + 1) : t.tableBeside(number)}
      onKeyDown={(event) => onKey(event, number)}
      onBlur={() => held?.number === number && !dragged.current && setHeld(undefined)}
      onClick={() => {
        if (dragged.current) return;
        if (held?.number === number) put(number, held.at);
        else take(number);
      }}
      onPointerDown={(event) => {
        dragged.current = false;
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={(event) => {
        if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
        const at = cellAt(event);
        const from = held?.number === number ? held.at : seatOf(number);
        if (at?.x === from?.x && at?.y === from?.y) return;
        dragged.current = true;
        setHeld({ number, at });
      }}
      onPointerUp={() => dragged.current && held?.number === number && put(number, held.at)}
      onPointerCancel={() => setHeld(undefined)}
    >
      {number}
    </button>
  );
  // A table in hand stays where it was, and keeps the keyboard and the pointer; where it would go stands a shadow of it.
  const isHeld = (number: number) => held?.number === number;
  return (
    <>
      <p>{t.explain}</p>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: with the keyboard a table is put down by its own button */}
      <ul
        ref={grid}
        class="hall-map arranging"
        style={size(cells)}
        onClick={(event) => {
          const at = cellAt(event);
          if (held && at && event.target === grid.current) put(held.number, at);
        }}
      >
        {seats.map((seat) => (
          <li
            key={seat.number}
            class={`seat${isHeld(seat.number) ? " held" : ""}`}
            style={style(cells, seat)}
          >
            {table(seat.number, seat)}
          </li>
        ))}
        {held?.at && (
          <li key="shadow" class="seat shadow" style={style(cells, held.at)} aria-hidden="true">
            {held.number}
          </li>
        )}
      </ul>
      <section class="beside-map" aria-labelledby="beside-map">
        <h2 id="beside-map">{t.beside}</h2>
        {loose.length === 0 && <p class="empty">{t.allPlaced}</p>}
        <ul class="loose">
          {loose.map((number) => (
            <li key={number} class={`seat${isHeld(number) ? " held" : ""}`}>
              {table(number, undefined)}
            </li>
          ))}
        </ul>
        {loose.length > 1 && (
          <button
            type="button"
            onClick={async () => {
              for (const seat of inRows(seats, loose, cells.columns)) await place(seat);
            }}
          >
            {t.rows}
          </button>
        )}
      </section>
      <p class="unseen" role="status">
        {said}
      </p>
    </>
  );
}

export function MapPage() {
  const t = texts.value.map;
  const [arranging, setArranging] = useState(false);
  const seats = server.value?.map ?? [];
  const placed = new Set(seats.map(({ number }) => number));
  const loose = allBoards.value
    .flatMap(({ number }) => (number && !placed.has(number) ? [number] : []))
    .sort((a, b) => a - b);
  const nameless = allBoards.value.filter(({ number }) => !number).length;
  const cells = cellsOf(seats);
  const urgent = needing.value.size;
  return (
    <main id="content" class="page map-page" tabIndex={-1}>
      <h1>{t.title}</h1>
      <div class="choice">
        {mayAct.value && (
          <button type="button" aria-pressed={arranging} onClick={() => setArranging(!arranging)}>
            {arranging ? t.done : t.arrange}
          </button>
        )}
        {!arranging && (
          <strong class={urgent > 0 ? "bad" : "good"}>
            {urgent > 0 ? texts.value.wall.needing(urgent) : texts.value.wall.calm}
          </strong>
        )}
      </div>
      {arranging ? (
        <Arrange seats={seats} loose={loose} />
      ) : seats.length === 0 ? (
        <p class="empty">{t.none}</p>
      ) : (
        <ul class="hall-map" style={size(cells)}>
          {[...seats]
            .sort((a, b) => a.number - b.number)
            .map((seat) => (
              <Table key={seat.number} seat={seat} cells={cells} />
            ))}
        </ul>
      )}
      {!arranging && seats.length > 0 && loose.length > 0 && (
        <p>
          {t.beside}: {loose.join(", ")}
        </p>
      )}
      {nameless > 0 && mayAct.value && <p class="hint">{t.nameless(nameless)}</p>}
    </main>
  );
}
