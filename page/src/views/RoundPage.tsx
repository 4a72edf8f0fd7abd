// The round: is it ready to begin, what has come of it, what happened; as files, and to be printed.
import { useEffect, useState } from "preact/hooks";
import * as client from "../api/client";
import { allBoards } from "../hall/hall";
import { withLawNames } from "../hall/laws";
import { unready } from "../hall/ready";
import { toBoard } from "../hall/route";
import { daemonLanguage, dayAndTime, texts } from "../texts";
import { StartRound } from "./StartRound";

/** Tables that somebody has to go to before the round begins. */
function Readiness({ round }: { round: client.RoundNow }) {
  const t = texts.value.round;
  const boards = allBoards.value;
  const withClocks = boards.some((board) => board.clocks);
  const waiting = round.tables.flatMap((table) => {
    if (table.result !== "*") return [];
    const board = boards.find((each) => each.number === table.number);
    const why = unready(board, withClocks);
    return why ? [{ table, board, why }] : [];
  });
  return (
    <section class="no-print">
      <StartRound
        round={round.round}
        tables={round.tables.filter((each) => each.result === "*").map((each) => each.number)}
      />
      <h2>{waiting.length > 0 ? `${t.notReady} (${waiting.length})` : t.ready}</h2>
      {waiting.length === 0 && <p class="good">{t.allReady}</p>}
      <ul class="sentences">
        {waiting.map(({ table, board, why }) => (
          <li key={table.number}>
            <strong>{board ? <a href={toBoard(board.id)}>{table.number}</a> : table.number}</strong>{" "}
            <bdi>{table.white}</bdi> – <bdi>{table.black}</bdi>: {t.why[why]}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Results({ round }: { round: client.RoundNow }) {
  const t = texts.value.round;
  return (
    <table class="pairings results">
      <thead>
        <tr>
          <th scope="col">{t.columns.table}</th>
          <th scope="col">{t.columns.white}</th>
          <th scope="col">{t.columns.result}</th>
          <th scope="col">{t.columns.black}</th>
          <th scope="col" class="no-print">
            {t.columns.evidence}
          </th>
        </tr>
      </thead>
      <tbody>
        {round.tables.map((table) => (
          <tr key={table.number}>
            <td>{table.number}</td>
            <td>
              <bdi>{table.white}</bdi>
            </td>
            <td>{table.result}</td>
            <td>
              <bdi>{table.black}</bdi>
              <Notes notes={table.notes} />
            </td>
            <td class="no-print">
              {table.board && table.log && (
                <a href={client.evidenceAddress(table.board, table.log)} download>
                  {t.evidence}
                  <span class="unseen"> {table.number}</span>
                </a>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Notes({ notes }: { notes: client.Note[] | undefined }) {
  return (
    <>
      {notes?.map((note) => (
        <span key={`${note.utc} ${note.text}`} class="note">
          <bdi>{note.by}</bdi>: <bdi>{note.text}</bdi>
        </span>
      ))}
    </>
  );
}

function Incidents({ round }: { round: client.RoundNow }) {
  const t = texts.value;
  const c = t.round.columns;
  if (round.incidents.length === 0) return <p>{t.round.noIncidents}</p>;
  return (
    <table class="pairings incidents">
      <thead>
        <tr>
          <th scope="col">{c.table}</th>
          <th scope="col">{c.when}</th>
          <th scope="col">{c.what}</th>
          <th scope="col">{c.seen}</th>
        </tr>
      </thead>
      <tbody>
        {round.incidents.map((each) => (
          <tr key={each.alert}>
            <td>{each.number}</td>
            <td>
              <time dateTime={each.opened_utc}>{dayAndTime(new Date(each.opened_utc))}</time>
              {each.move > 0 && (
                <span class="was">
                  {c.move} {each.move}
                </span>
              )}
            </td>
            <td>
              <a href={toBoard(each.board, each.alert)}>{t.kind[each.kind] ?? each.kind}</a>
              {each.state && ` (${(t.state as Record<string, string>)[each.state] ?? each.state})`}
              <span class="was" lang={daemonLanguage.value}>
                {each.fact} {withLawNames(each.rule ?? "")}
              </span>
              <Notes notes={each.notes} />
            </td>
            <td>
              <bdi>{each.seen_by}</bdi> <bdi>{each.remark}</bdi>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** On paper only: whoever has the sheet can tell whether a log is what it was. */
function Digests({ round }: { round: client.RoundNow }) {
  const t = texts.value.round;
  const sealed = round.tables.filter((table) => table.digest);
  if (sealed.length === 0) return null;
  return (
    <section class="only-print">
      <h2>{t.digests}</h2>
      <p>{t.digestsExplain}</p>
      <table class="pairings digests">
        <thead>
          <tr>
            <th scope="col">{t.columns.table}</th>
            <th scope="col">{t.columns.log}, SHA-256</th>
          </tr>
        </thead>
        <tbody>
          {sealed.map((table) => (
            <tr key={table.number}>
              <td>{table.number}</td>
              <td>
                {table.board}/{table.log}
                <code>{table.digest}</code>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

export function RoundPage() {
  const t = texts.value.round;
  const [round, setRound] = useState<client.RoundNow>();
  const [fault, setFault] = useState<{ status: number; text: string }>();
  async function load() {
    const answer = await client.round();
    setFault(answer.ok ? undefined : answer);
    if (answer.ok) setRound(answer.value);
  }
  useEffect(() => void load(), []);
  const files: [string, string][] = [
    ["games.pgn", t.games],
    ["results.csv", t.results],
    ["results.trf", t.trf],
    ["incidents.csv", t.incidentsFile],
  ];
  return (
    <main id="content" class="page" tabIndex={-1}>
      <h1>
        {round ? texts.value.app.round(round.round) : t.title}
        {round?.event && (
          <span class="names">
            <bdi>{round.event}</bdi>
          </span>
        )}
      </h1>
      {fault && (
        <p class={fault.status === 404 ? "empty" : "bad"} role="alert">
          {fault.status === 404 ? t.none : `${t.failed} ${fault.text}`}
        </p>
      )}
      {!round && !fault && <p role="status">{t.fetch}</p>}
      {round && (
        <>
          <div class="choice no-print">
            <button type="button" onClick={() => void load()}>
              {t.refresh}
            </button>
            <button type="button" onClick={() => window.print()}>
              {t.print}
            </button>
          </div>
          <Readiness round={round} />
          <section class="no-print">
            <h2>{t.files}</h2>
            <ul class="files">
              {files.map(([file, label]) => (
                <li key={file}>
                  <a href={client.roundAddress(file)} download>
                    {label}
                  </a>
                </li>
              ))}
            </ul>
          </section>
          <section>
            <h2>{t.tables}</h2>
            <Results round={round} />
          </section>
          <section>
            <h2>{t.incidents}</h2>
            <Incidents round={round} />
          </section>
          <Digests round={round} />
        </>
      )}
    </main>
  );
}
