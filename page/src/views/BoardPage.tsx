// One board: what was found and what to do, the boards side by side with the video referee, moves, entries, the log.
import { useEffect, useMemo, useState } from "preact/hooks";
import * as client from "../api/client";
import type { Alert, Board } from "../api/types";
import { watchClosely } from "../hall/connection";
import { alertsOf, board as boardOf, follow, mayAct, role, whoIsAt } from "../hall/hall";
import { lawName } from "../hall/laws";
import { toWall } from "../hall/route";
import { daemonLanguage, texts } from "../texts";
import { Dialog } from "./Dialog";
import { EntryPanel } from "./EntryPanel";
import { FindingPanel } from "./FindingPanel";
import { History } from "./History";
import { Icon } from "./Icon";
import { MoveList } from "./MoveList";
import { tableName } from "./Tile";
import { VideoReferee } from "./VideoReferee";

/** Findings of this game that are over, for looking back. */
function useClosed(id: string, open: Alert[]): Alert[] {
  const [closed, setClosed] = useState<Alert[]>([]);
  const which = open.map((alert) => alert.id).join();
  useEffect(() => {
    let current = true;
    void client.findings(id).then((answer) => {
      if (current && answer.ok) setClosed(answer.value.findings.filter((alert) => alert.status === "closed"));
    });
    return () => {
      current = false;
    };
  }, [id, which]);
  return closed;
}

/**
 * What was closed while somebody read it. Of a game that is over the daemon puts it away at once; who reads it goes on doing so,
 * and has no other finding under the finger.
 */
function useClosedMeanwhile(chosen: number | undefined): Alert[] {
  const [told, setTold] = useState<Alert | undefined>(undefined);
  useEffect(
    () =>
      follow((message) => {
        if (message.type === "alert" && message.alert.id === chosen && message.alert.status === "closed")
          setTold(message.alert);
      }),
    [chosen],
  );
  return told && told.id === chosen ? [told] : [];
}

/** A board that is gone leaves the wall, if the administrator means it. */
function Forget({ id }: { id: string }) {
  const t = texts.value;
  const [asked, setAsked] = useState(false);
  const [fault, setFault] = useState("");
  async function forget() {
    const answer = await client.forget(id);
    if (!answer.ok) return setFault(answer.text);
    location.hash = toWall;
  }
  return (
    <>
      <button type="button" onClick={() => setAsked(true)}>
        {t.board.forget} …
      </button>
      {asked && (
        <Dialog title={t.board.forget} onClose={() => setAsked(false)}>
          <p>{t.board.forgetExplain}</p>
          {fault && (
            <p class="bad" role="alert">
              {t.enter.refused} <span lang={daemonLanguage.value}>{fault}</span>
            </p>
          )}
          <div class="dialog-foot">
            <button type="button" class="primary" onClick={forget}>
              {t.board.forget}
            </button>
            <button type="button" data-harmless="true" onClick={() => setAsked(false)}>
              {t.enter.cancel}
            </button>
          </div>
        </Dialog>
      )}
    </>
  );
}

/** Who is at this board. */
function There({ id }: { id: string }) {
  const there = whoIsAt(id);
  if (there.length === 0) return null;
  return (
    <span class="there">
      <Icon name="person" /> {texts.value.there.here}: <bdi>{there.join(", ")}</bdi>
    </span>
  );
}

/** "Chess960 342"; nothing where ordinary chess is played. */
const startOf = (board: Board) =>
  board.variant === "chess960"
    ? ["Chess960", board.start_number].filter((each) => each !== undefined).join(" ")
    : undefined;

export function BoardPage({ id, alert: wanted }: { id: string; alert?: number }) {
  const t = texts.value;
  const board = boardOf(id)?.value;
  const open = alertsOf(id);
  const closed = useClosed(id, open);
  const [chosen, setChosen] = useState<number | undefined>(wanted);
  useEffect(() => setChosen(wanted), [wanted, id]);
  useEffect(() => watchClosely(id), [id]);
  const meanwhile = useClosedMeanwhile(chosen);

  const all = useMemo(() => {
    const newestFirst = [...open, ...meanwhile, ...closed];
    return newestFirst.filter((alert, i) => newestFirst.findIndex((each) => each.id === alert.id) === i);
  }, [open, meanwhile, closed]);
  const thisGame = all.filter((alert) => !alert.past);
  const shown = all.find((alert) => alert.id === chosen) ?? open.find((alert) => !alert.past);

  if (!board)
    return (
      <main id="content" class="board-page" tabIndex={-1}>
        <p class="empty">{t.board.gone}</p>
        <a href={toWall}>{t.board.back}</a>
      </main>
    );

  const facts: [string, string | undefined][] = [
    [t.board.law, lawName(board.law)],
    [t.board.timeControl, board.time_control],
    [t.board.start, startOf(board)],
    [t.board.model, `${board.model} · ${board.id}`],
  ];
  return (
    <main id="content" class="board-page" tabIndex={-1}>
      <div class="board-head">
        <a class="back" href={toWall}>
          ← {t.board.back}
        </a>
        <h1>
          {tableName(board, id)}
          <span class="names">
            {board.white ?? t.side.white} – {board.black ?? t.side.black}
          </span>
        </h1>
        {board.hall_is_away && <strong class="link-lost">⚠ {t.board.hallAway}</strong>}
        {board.link === "lost" && <strong class="link-lost">⚠ {t.board.linkLost}</strong>}
        <span class={`game-state ${board.game}`}>
          {board.catching_up
            ? t.board.catchingUp
            : [t.board.game[board.game], board.result].filter(Boolean).join(" ")}
        </span>
        <There id={id} />
      </div>
      {board.catching_up && (
        <p class="banner" role="status">
          {t.board.catchingUpExplain}
        </p>
      )}
      <div class="board-columns">
        <section class="finding-column" aria-label={t.finding.title}>
          <FindingPanel board={board} alerts={all} shown={shown} onChoose={setChosen} />
        </section>
        <VideoReferee key={id} board={board} alert={shown} />
        {mayAct.value && !board.catching_up && <EntryPanel board={board} alert={shown} />}
        <div class="moves-column">
          <dl class="facts">
            {facts.map(
              ([name, value]) =>
                value && (
                  <div key={name}>
                    <dt>{name}</dt>
                    <dd>{value}</dd>
                  </div>
                ),
            )}
          </dl>
          {board.link === "lost" && role.value === "admin" && <Forget id={id} />}
          <MoveList board={board} follow={follow} />
          <History board={id} alerts={thisGame} since={board.utc_start} />
        </div>
      </div>
    </main>
  );
}
