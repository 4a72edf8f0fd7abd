// What was done about this board's findings, and by whom; newest first.
import type { Alert } from "../api/types";
import { texts } from "../texts";
import { timeOfDay } from "./AlertList";
import { kindName } from "./Badge";

export function History({ alerts }: { alerts: Alert[] }) {
  const t = texts.value;
  const entries = alerts
    .flatMap((alert) => alert.history.map((entry) => ({ ...entry, kind: alert.finding.kind })))
    .sort((a, b) => b.utc.localeCompare(a.utc));
  return (
    <section class="history" aria-labelledby="history-title">
      <h2 id="history-title">{t.finding.history}</h2>
      {entries.length === 0 && <p class="empty">{t.log.none}</p>}
      <ol>
        {entries.map((entry, i) => (
          <li key={`${entry.utc} ${i}`}>
            <time dateTime={entry.utc}>{timeOfDay(entry.utc)}</time>{" "}
            <span>
              {kindName(entry.kind)}: <span lang="en">{entry.what}</span>
              {entry.by && <span class="by"> · {entry.by}</span>}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
