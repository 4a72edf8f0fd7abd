// One press opens the games of the round at all tables; where somebody has to go first is told.
import { useState } from "preact/hooks";
import * as client from "../api/client";
import { allBoards, mayAct } from "../hall/hall";
import { toBoard } from "../hall/route";
import { daemonLanguage, texts } from "../texts";

function Waiting({ waiting }: { waiting: client.RoundStart["waiting"] }) {
  const t = texts.value.round;
  return (
    <ul class="sentences">
      {waiting.map((each) => (
        <li key={each.number}>
          <strong>{each.board ? <a href={toBoard(each.board)}>{each.number}</a> : each.number}</strong>{" "}
          <bdi>{each.white}</bdi> – <bdi>{each.black}</bdi>:{" "}
          {t.startWhy[each.why] ?? <span lang={daemonLanguage.value}>{each.text}</span>}
          {each.squares && ` (${each.squares.join(", ")})`}
        </li>
      ))}
    </ul>
  );
}

/** `tables`: those of the round that are played. */
export function StartRound({ round, tables }: { round: number; tables: number[] }) {
  const t = texts.value.round;
  const [busy, setBusy] = useState(false);
  const [said, setSaid] = useState<client.RoundStart>();
  const [fault, setFault] = useState("");
  if (!mayAct.value) return null;
  const open = allBoards.value.filter(
    (board) =>
      board.number !== undefined &&
      tables.includes(board.number) &&
      (board.opened_us !== undefined || board.game === "started" || board.game === "paused"),
  ).length;
  return (
    <div class="start-round no-print">
      <div class="choice">
        <button
          type="button"
          class="primary"
          disabled={busy || tables.length === 0}
          onClick={async () => {
            setBusy(true);
            const answer = await client.startRound(round);
            setBusy(false);
            setFault(answer.ok ? "" : answer.text);
            setSaid(answer.ok ? answer.value : undefined);
          }}
        >
          {t.start(round)}
        </button>
        <span>{t.open(open, tables.length)}</span>
      </div>
      <div role="status">
        {fault && (
          <p class="bad">
            {t.notStarted} <span lang={daemonLanguage.value}>{fault}</span>
          </p>
        )}
        {said && <p class="good">{t.opened(said.opened.length)}</p>}
        {said && said.waiting.length > 0 && (
          <>
            <p class="bad">{t.waiting(said.waiting.length)}</p>
            <Waiting waiting={said.waiting} />
          </>
        )}
      </div>
    </div>
  );
}
