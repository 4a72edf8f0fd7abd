// Everything that people have done, newest first.
import { useEffect, useState } from "preact/hooks";
import * as client from "../api/client";
import type { AuditEntry } from "../api/types";
import { type AuditKind, type AuditWish, toCsv, toJsonLines, wanted } from "../hall/audit";
import { board } from "../hall/hall";
import { toBoard } from "../hall/route";
import { daemonLanguage, dayAndTime, language, texts } from "../texts";
import { tableName } from "./Tile";

const kPage = 500;
const kKinds: AuditKind[] = ["alert", "board", "other"];

const tableOf = (id: string) => board(id)?.peek().number;

function save(name: string, type: string, text: string) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

function Filter({ wish, onChange }: { wish: AuditWish; onChange: (wish: AuditWish) => void }) {
  const t = texts.value.log;
  return (
    <search class="log-filter no-print">
      <label class="field">
        {t.search}
        <input
          type="search"
          value={wish.text}
          onInput={(event) => onChange({ ...wish, text: event.currentTarget.value })}
        />
      </label>
      <label class="field">
        {t.table}
        <input
          value={wish.place}
          onInput={(event) => onChange({ ...wish, place: event.currentTarget.value })}
        />
      </label>
      <label class="field">
        {t.kind}
        <select
          value={wish.kind}
          onChange={(event) => onChange({ ...wish, kind: event.currentTarget.value as AuditKind })}
        >
          <option value="">{t.all}</option>
          {kKinds.map((kind) => (
            <option key={kind} value={kind}>
              {t.kinds[kind as keyof typeof t.kinds]}
            </option>
          ))}
        </select>
      </label>
    </search>
  );
}

export function AuditPage() {
  const t = texts.value;
  const [entries, setEntries] = useState<AuditEntry[]>([]);
  const [more, setMore] = useState(false);
  const [fault, setFault] = useState("");
  const [wish, setWish] = useState<AuditWish>({ text: "", place: "", kind: "" });
  const shown = wanted(entries, wish, tableOf);
  /** A file has everything that was done, not what happens to be on the page. */
  async function everything(): Promise<AuditEntry[] | undefined> {
    const all = [...entries];
    for (let goOn = more; goOn; ) {
      const answer = await client.audit(all[all.length - 1]?.id ?? 0, kPage, language.value);
      setFault(answer.ok ? "" : answer.text);
      if (!answer.ok) return undefined;
      all.push(...answer.value.entries);
      goOn = answer.value.entries.length === kPage;
    }
    setEntries(all);
    setMore(false);
    return wanted(all, wish, tableOf);
  }
  async function saveAs(name: string, type: string, write: (all: AuditEntry[]) => string) {
    const all = await everything();
    if (all) save(name, type, write(all));
  }
  async function load(before: number, old: AuditEntry[]) {
    const answer = await client.audit(before, kPage, language.value);
    setFault(answer.ok ? "" : answer.text);
    if (!answer.ok) return;
    setEntries([...old, ...answer.value.entries]);
    setMore(answer.value.entries.length === kPage);
  }
  useEffect(() => void load(0, []), [language.value]);
  return (
    <main id="content" class="page" tabIndex={-1}>
      <h1>{t.log.title}</h1>
      {fault && (
        <p class="bad" role="alert">
          {t.log.failed} <span lang={daemonLanguage.value}>{fault}</span>
        </p>
      )}
      {entries.length === 0 && !fault && <p class="empty">{t.log.none}</p>}
      {entries.length > 0 && (
        <>
          <Filter wish={wish} onChange={setWish} />
          <div class="choice no-print">
            <button
              type="button"
              onClick={() => void saveAs("log.csv", "text/csv", (all) => toCsv(all, tableOf))}
            >
              {t.log.csv}
            </button>
            <button type="button" onClick={() => void saveAs("log.jsonl", "application/jsonl", toJsonLines)}>
              {t.log.jsonl}
            </button>
            <button type="button" onClick={() => window.print()}>
              {t.log.print}
            </button>
            {more && (
              <button type="button" onClick={() => void everything()}>
                {t.log.everything}
              </button>
            )}
          </div>
          <p role="status">{t.log.found(shown.length, entries.length)}</p>
        </>
      )}
      {shown.length > 0 && (
        <table class="audit">
          <thead>
            <tr>
              <th scope="col">{t.log.columns.when}</th>
              <th scope="col">{t.log.columns.who}</th>
              <th scope="col">{t.log.columns.where}</th>
              <th scope="col">{t.log.columns.what}</th>
            </tr>
          </thead>
          <tbody>
            {shown.map((entry) => (
              <tr key={entry.id}>
                <td>
                  <time dateTime={entry.utc}>{dayAndTime(new Date(entry.utc))}</time>
                </td>
                <td>
                  <bdi>{entry.by}</bdi>
                </td>
                <td>
                  {entry.board && (
                    <a href={toBoard(entry.board, entry.alert)}>
                      {tableName(board(entry.board)?.value, entry.board)}
                    </a>
                  )}
                </td>
                <td lang={entry.language ?? daemonLanguage.value}>
                  <bdi>{entry.what}</bdi>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {more && (
        <button type="button" onClick={() => void load(entries[entries.length - 1]?.id ?? 0, entries)}>
          {t.log.older}
        </button>
      )}
    </main>
  );
}
