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

/** One player: name, whether it is his turn, clock. */
export function PlayerLine({
  side,
  board,
  clocks,
  at,
}: {
  side: Side;
  board: Board;
  clocks?: Clocks;
  at?: number;
}) {
  const t = texts.value;
  const shown = clocks ?? board.clocks;
  return (
    <div class={`player ${side}${board.side_to_move === side ? " to-move" : ""}`}>
      <span class={`disc ${side}`} role="img" aria-label={t.side[side]} />
      <span class="name">{board[side] ?? t.board.unknownPlayer}</span>
      {shown && (
        <ClockFace side={side} clocks={shown} board={board.id} {...(at === undefined ? {} : { at })} />
      )}
    </div>
  );
}
