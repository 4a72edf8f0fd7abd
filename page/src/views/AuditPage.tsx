// Everything that people have done, newest first.
import { useEffect, useState } from "preact/hooks";
import * as client from "../api/client";
import type { AuditEntry } from "../api/types";
import { board } from "../hall/hall";
import { toBoard } from "../hall/route";
import { daemonLanguage, dayAndTime, texts } from "../texts";
import { tableName } from "./Tile";

const kPage = 100;

export function AuditPage() {
  const t = texts.value;
  const [entries, setEntries] = useState<AuditEntry[]>([]);
  const [more, setMore] = useState(false);
  const [fault, setFault] = useState("");
  async function load(before: number, old: AuditEntry[]) {
    const answer = await client.audit(before, kPage);
    setFault(answer.ok ? "" : answer.text);
    if (!answer.ok) return;
    setEntries([...old, ...answer.value.entries]);
    setMore(answer.value.entries.length === kPage);
  }
  useEffect(() => void load(0, []), []);
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
            {entries.map((entry) => (
              <tr key={entry.id}>
                <td>
                  <time dateTime={entry.utc}>{dayAndTime(new Date(entry.utc))}</time>
                </td>
                <td>{entry.by}</td>
                <td>
                  {entry.board && (
                    <a href={toBoard(entry.board, entry.alert)}>
                      {tableName(board(entry.board)?.value, entry.board)}
                    </a>
                  )}
                </td>
                <td lang={daemonLanguage.value}>{entry.what}</td>
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
