// The moves of the game, with the clocks after each.
import { useEffect, useRef, useState } from "preact/hooks";
import * as client from "../api/client";
import type { Board, Message, Move } from "../api/types";
import { isUnlawful, moveName } from "../chess/placement";
import { clockText } from "../hall/time";
import { texts } from "../texts";

function Cell({ move }: { move: Move | undefined }) {
  const t = texts.value;
  if (!move) return <td />;
  const unlawful = isUnlawful(move);
  const clock = move.side === "white" ? move.white_ms : move.black_ms;
  return (
    <td class={`${move.certainty}${move.completed ? "" : " pending"}${unlawful ? " unlawful" : ""}`}>
      <span class="san">{moveName(move)}</span>
      {unlawful && <span class="unseen">, {t.moves.unlawful}</span>}
      {move.certainty === "open" && <abbr title={t.board.openMove}> ~</abbr>}
      {clock !== undefined && <span class="move-clock">{clockText(clock)}</span>}
      {move.alternatives.length > 0 && (
        <span class="alternatives">{t.moves.alternatives(move.alternatives.join(", "))}</span>
      )}
    </td>
  );
}

export function MoveList({
  board,
  follow,
}: {
  board: Board;
  follow: (w: (message: Message) => void) => () => void;
}) {
  const t = texts.value;
  const [moves, setMoves] = useState<Move[]>([]);
  const end = useRef<HTMLDivElement>(null);

  useEffect(() => {
    let current = true;
    let asked: number | undefined;
    const ask = () => {
      asked = undefined;
      void client.moves(board.id).then((answer) => {
        if (current && answer.ok) setMoves(answer.value.moves);
      });
    };
    ask();
    // A line of the game may be one of several at once; and one may have been missed while the link was down.
    const stop = follow((message) => {
      const concerns =
        message.type === "snapshot" ||
        (message.type === "line" &&
          message.board === board.id &&
          ["move", "revise", "game"].includes(message.line.type));
      if (concerns) asked ??= window.setTimeout(ask, 150);
    });
    return () => {
      current = false;
      window.clearTimeout(asked);
      stop();
    };
    // A game that has caught up has its moves.
  }, [board.id, board.catching_up]);

  useEffect(() => {
    const box = end.current;
    if (box) box.scrollTop = box.scrollHeight;
  }, [moves.length]);

  const rows: [number, Move | undefined, Move | undefined][] = [];
  for (const move of moves) {
    const number = Math.ceil(move.ply / 2);
    const last = rows[rows.length - 1];
    if (move.ply % 2 === 1 || !last || last[0] !== number)
      rows.push([number, move.ply % 2 === 1 ? move : undefined, move.ply % 2 === 1 ? undefined : move]);
    else last[2] = move;
  }
  return (
    <div class="moves">
      <h2 id="moves-title">
        {t.moves.title}
        <a class="pgn" href={client.pgnAddress(board.id)} download>
          {t.board.pgn}
        </a>
      </h2>
      {rows.length === 0 && <p class="empty">{t.moves.none}</p>}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <div class="moves-scroll" ref={end} tabIndex={0} role="region" aria-labelledby="moves-title">
        <table>
          <thead class="unseen">
            <tr>
              <th scope="col">#</th>
              <th scope="col">{t.side.white}</th>
              <th scope="col">{t.side.black}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(([number, white, black]) => (
              <tr key={number}>
                <th scope="row">{number}.</th>
                <Cell move={white} />
                <Cell move={black} />
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}
