// What was done at this board, and by whom; newest first.
import { useEffect, useState } from "preact/hooks";
import * as client from "../api/client";
import type { Alert, AuditEntry } from "../api/types";
import { mayAct } from "../hall/hall";
import { daemonLanguage, language, texts } from "../texts";
import { timeOfDay } from "./AlertList";
import { kindName } from "./Badge";
import { entered } from "./EntryPanel";

/** So far back, over all boards. */
const kEntries = 300;
/** In the history of an alert, the daemon itself goes by this name. */
const kProgram = "jadoube";

interface Line {
  utc: string;
  about: string;
  what: string;
  language?: string | undefined;
  by: string;
}

/** What people have done at this board, for those who may read the audit trail. */
function useAudit(board: string, changed: unknown): AuditEntry[] | undefined {
  const [entries, setEntries] = useState<AuditEntry[]>();
  const may = mayAct.value;
  useEffect(() => {
    if (!may) return;
    let current = true;
    void client.audit(0, kEntries, language.value).then((answer) => {
      if (current && answer.ok) setEntries(answer.value.entries.filter((entry) => entry.board === board));
    });
    return () => {
      current = false;
    };
  }, [board, may, changed, language.value]);
  return entries;
}

/** Of the game that is played: since `since`. */
export function History({ board, alerts, since }: { board: string; alerts: Alert[]; since: string }) {
  const t = texts.value;
  const told = alerts.flatMap((alert) =>
    alert.history.map((entry): Line => ({ ...entry, about: kindName(alert.finding.kind) })),
  );
  const audit = useAudit(board, `${told.length} ${entered.value}`);
  // What people did about an alert stands in both.
  const lines = audit
    ? [
        ...told.filter((line) => line.by === kProgram),
        ...audit
          .filter(({ utc }) => utc >= since)
          .map(({ utc, by, what, language }): Line => ({ utc, by, what, language, about: "" })),
      ]
    : told;
  lines.sort((a, b) => b.utc.localeCompare(a.utc));
  return (
    <section class="history" aria-labelledby="history-title">
      <h2 id="history-title">{t.finding.history}</h2>
      {lines.length === 0 && <p class="empty">{t.log.none}</p>}
      <ol>
        {lines.map((line, i) => (
          <li key={`${line.utc} ${i}`}>
            <time dateTime={line.utc}>{timeOfDay(line.utc)}</time>{" "}
            <span>
              {line.about && `${line.about}: `}
              <span lang={line.language ?? daemonLanguage.value}>{line.what}</span>
              {line.by !== kProgram && <strong class="by"> · {line.by}</strong>}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
