// Pairings of a round, and which board stands at which table.
import { useState } from "preact/hooks";
import * as client from "../api/client";
import { allBoards, server } from "../hall/hall";
import { byNumber } from "../hall/order";
import { daemonLanguage, texts } from "../texts";
import { NumberField } from "./EntryPanel";
import { StartRound } from "./StartRound";
import { tableName } from "./Tile";

/** A list of sentences of the daemon's; nothing if there are none. */
function Sentences({ title, list }: { title: string; list: string[] }) {
  if (list.length === 0) return null;
  return (
    <>
      <h2>{title}</h2>
      <ul class="sentences" lang={daemonLanguage.value}>
        {list.map((each) => (
          <li key={each}>{each}</li>
        ))}
      </ul>
    </>
  );
}

/** What the pairings would change, table by table. */
function PreviewTable({ preview }: { preview: client.Preview }) {
  const t = texts.value.event;
  return (
    <table class="pairings">
      <thead>
        <tr>
          <th scope="col">{t.columns.table}</th>
          <th scope="col">{t.columns.white}</th>
          <th scope="col">{t.columns.black}</th>
          <th scope="col">{t.columns.change}</th>
        </tr>
      </thead>
      <tbody>
        {preview.pairings.map((each) => (
          <tr key={each.number} class={each.change === "running" ? "doubtful" : ""}>
            <td>{each.number}</td>
            <td>
              <bdi>{each.white}</bdi>
            </td>
            <td>
              <bdi>{each.black}</bdi>
            </td>
            <td>
              {each.change ? t.changes[each.change] : t.noBoard}
              {each.change !== "same" && each.was_white && (
                <span class="was">
                  {t.was} <bdi>{each.was_white}</bdi> – <bdi>{each.was_black}</bdi>
                </span>
              )}
              {each.result && <span class="was">{each.result}</span>}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function PreviewOf({ preview }: { preview: client.Preview }) {
  const t = texts.value.event;
  const running = preview.pairings.filter((each) => each.change === "running").length;
  return (
    <>
      <p class="good">
        {preview.event && <bdi>{preview.event}, </bdi>}
        {t.preview(preview.pairings.length, preview.round ?? 0)}
      </p>
      {running > 0 && <p class="bad">{t.running(running)}</p>}
      <Sentences title={t.problems} list={preview.problems} />
      <Sentences title={t.doubts} list={preview.doubts} />
      {preview.byes.length > 0 && (
        <p>
          {t.byes} <bdi>{preview.byes.join("; ")}</bdi>
        </p>
      )}
      {preview.idle.length > 0 && (
        <p>
          {t.idle} {preview.idle.join(", ")}
        </p>
      )}
      {preview.gone.length > 0 && (
        <p>
          {t.gone} {preview.gone.map((each) => each.number).join(", ")}
        </p>
      )}
      <PreviewTable preview={preview} />
    </>
  );
}

function Pairings() {
  const t = texts.value;
  const [text, setText] = useState("");
  const [file, setFile] = useState<File>();
  const [round, setRound] = useState(String(server.value?.round ?? 1));
  const [start, setStart] = useState("");
  const [preview, setPreview] = useState<client.Preview>();
  const [taken, setTaken] = useState<client.Pairings>();
  const [fault, setFault] = useState("");
  const sent = () => [file ?? text, Number(round), start.trim()] as const;
  /** What was looked at is no longer what would be taken. */
  const changed = () => {
    setPreview(undefined);
    setTaken(undefined);
    setFault("");
  };
  return (
    <form
      onSubmit={async (event) => {
        event.preventDefault();
        changed();
        const answer = await client.previewTournament(...sent());
        setFault(answer.ok ? "" : answer.text);
        setPreview(answer.ok ? answer.value : undefined);
      }}
    >
      <p>{t.event.explain}</p>
      {/* The browser's own button speaks the browser's language. */}
      <label class="file">
        <input
          class="unseen"
          type="file"
          accept=".trf,.trfx,.txt,.csv,text/plain,text/csv"
          onChange={(event) => {
            const chosen = event.currentTarget.files?.[0];
            if (!chosen) return;
            changed();
            setText("");
            setFile(chosen);
          }}
        />
        <span class="as-button">{t.event.file}</span> <bdi>{file?.name}</bdi>
      </label>
      <label class="field">
        {t.event.paste}
        <textarea
          rows={file ? 2 : 8}
          required={!file}
          value={text}
          onInput={(event) => {
            changed();
            setFile(undefined);
            setText(event.currentTarget.value);
          }}
        />
      </label>
      <label class="field">
        {t.event.round}
        <input
          type="number"
          min="1"
          max="99"
          required
          value={round}
          onInput={(event) => {
            changed();
            setRound(event.currentTarget.value);
          }}
        />
      </label>
      <label class="field">
        {t.event.start}
        <input
          value={start}
          aria-describedby="start-hint"
          onInput={(event) => {
            changed();
            setStart(event.currentTarget.value);
          }}
        />
      </label>
      <p id="start-hint" class="hint">
        {t.event.startHint}
      </p>
      <button type="submit" class={preview ? "" : "primary"}>
        {t.event.look}
      </button>
      <div role="status">
        {fault && (
          <p class="bad">
            {t.event.failed} <span lang={daemonLanguage.value}>{fault}</span>
          </p>
        )}
        {taken && (
          <>
            <p class="good">
              {t.event.result(taken.pairings.length)} <a href="#/round">{t.round.title}</a>
            </p>
            <StartRound
              round={taken.round ?? 0}
              tables={taken.pairings.filter((each) => !each.result).map((each) => each.number)}
            />
            <Sentences title={t.event.problems} list={taken.problems} />
          </>
        )}
        {preview && <PreviewOf preview={preview} />}
      </div>
      {preview && (
        <div class="choice">
          <button
            type="button"
            class="primary"
            onClick={async () => {
              const answer = await client.tournament(...sent());
              changed();
              setFault(answer.ok ? "" : answer.text);
              setTaken(answer.ok ? answer.value : undefined);
            }}
          >
            {t.event.send}
          </button>
          <button type="button" onClick={changed}>
            {t.event.leave}
          </button>
        </div>
      )}
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
