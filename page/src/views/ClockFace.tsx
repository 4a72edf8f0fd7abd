// Both clocks of a board, ticking between two readings.
import type { Board, Clocks, Side } from "../api/types";
import { logNow, tick } from "../hall/hall";
import { clockText, remaining } from "../hall/time";
import { texts } from "../texts";

/** `at`: the log time to show; absent: now. */
export function ClockFace({
  side,
  clocks,
  board,
  at,
}: {
  side: Side;
  clocks: Clocks;
  board: string;
  at?: number;
}) {
  const running = clocks.running === side;
  if (running && at === undefined) tick.value;
  const ms = remaining(clocks, side, at ?? logNow(board));
  return (
    <span class={`clock${running ? " running" : ""}${ms < 20_000 ? " short" : ""}`}>
      {running && <span class="running-mark" aria-hidden="true" />}
      <span class="clock-time">{clockText(ms)}</span>
      {running && <span class="unseen"> {texts.value.board.clockRunning}</span>}
      {clocks.flag === side && <span class="flag"> ⚑ {texts.value.board.flag}</span>}
    </span>
  );
}

/** "Carlsen" of "Carlsen, Magnus", for where there is little room. */
const familyName = (name: string) => name.split(",")[0] ?? name;

function standing(clocks: Clocks | undefined): Clocks | undefined {
  if (!clocks) return undefined;
  const { running: _, ...rest } = clocks;
  return rest;
}

/** One player: name, whether it is his turn, clock. */
export function PlayerLine(props: {
  side: Side;
  board: Board;
  clocks?: Clocks;
  at?: number;
  short?: boolean;
}) {
  const { side, board, at } = props;
  const t = texts.value;
  const shown = props.clocks ?? board.clocks;
  // What an unplugged board's clock shows by now nobody knows.
  const clocks = (board.link === "lost" || board.hall_is_away) && at === undefined ? standing(shown) : shown;
  const name = board[side] ?? t.board.unknownPlayer;
  return (
    <div class={`player ${side}${board.side_to_move === side ? " to-move" : ""}`}>
      <span class={`disc ${side}`} role="img" aria-label={t.side[side]} />
      <span class="name">{props.short ? familyName(name) : name}</span>
      {clocks && (
        <ClockFace side={side} clocks={clocks} board={board.id} {...(at === undefined ? {} : { at })} />
      )}
    </div>
  );
}
