// Pairings of a round, and which board stands at which table.
import { useState } from "preact/hooks";
import * as client from "../api/client";
import { allBoards, server } from "../hall/hall";
import { byNumber } from "../hall/order";
import { daemonLanguage, texts } from "../texts";
import { NumberField } from "./EntryPanel";
import { tableName } from "./Tile";

function Pairings() {
  const t = texts.value;
  const [text, setText] = useState("");
  const [file, setFile] = useState("");
  const [round, setRound] = useState(String(server.value?.round ?? 1));
  const [start, setStart] = useState("");
  const [taken, setTaken] = useState<client.Pairings>();
  const [fault, setFault] = useState("");
  return (
    <form
      onSubmit={async (event) => {
        event.preventDefault();
        const answer = await client.tournament(text, Number(round), start.trim());
        setFault(answer.ok ? "" : answer.text);
        setTaken(answer.ok ? answer.value : undefined);
      }}
    >
      <p>{t.event.explain}</p>
      {/* The browser's own button speaks the browser's language. */}
      <label class="file">
        <input
          class="unseen"
          type="file"
          accept=".trf,.trfx,.txt,.csv,text/plain,text/csv"
          onChange={async (event) => {
            const file = event.currentTarget.files?.[0];
            if (!file) return;
            setText(await file.text());
            setFile(file.name);
          }}
        />
        <span class="as-button">{t.event.file}</span> {file}
      </label>
      <label class="field">
        {t.event.paste}
        <textarea rows={8} required value={text} onInput={(event) => setText(event.currentTarget.value)} />
      </label>
      <label class="field">
        {t.event.round}
        <input
          type="number"
          min="1"
          max="99"
          required
          value={round}
          onInput={(event) => setRound(event.currentTarget.value)}
        />
      </label>
      <label class="field">
        {t.event.start}
        <input
          value={start}
          aria-describedby="start-hint"
          onInput={(event) => setStart(event.currentTarget.value)}
        />
      </label>
      <p id="start-hint" class="hint">
        {t.event.startHint}
      </p>
      <button type="submit" class="primary">
        {t.event.send}
      </button>
      <div role="status">
        {fault && (
          <p class="bad">
            {t.event.failed} <span lang={daemonLanguage.value}>{fault}</span>
          </p>
        )}
        {taken && (
          <>
            <p class="good">{t.event.result(taken.pairings.length)}</p>
            {taken.problems.length > 0 && (
              <>
                <h3>{t.event.problems}</h3>
                <ul lang={daemonLanguage.value}>
                  {taken.problems.map((problem) => (
                    <li key={problem}>{problem}</li>
                  ))}
                </ul>
              </>
            )}
          </>
        )}
      </div>
    </form>
  );
}

export function EventPage() {
  const t = texts.value;
  return (
    <main id="content" class="page" tabIndex={-1}>
      <h1>{t.event.title}</h1>
      <Pairings />
      <section>
        <h2>{t.event.numbers}</h2>
        <ul class="number-list">
          {byNumber(allBoards.value).map((board) => (
            <li key={board.id}>
              <span>
                <strong>{tableName(board, board.id)}</strong> {board.id} · {board.white ?? "–"} –{" "}
                {board.black ?? "–"}
              </span>
              <NumberField board={board} />
            </li>
          ))}
        </ul>
      </section>
    </main>
  );
}
