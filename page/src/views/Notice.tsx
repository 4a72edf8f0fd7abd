// What has just been answered or refused, and what a screen reader should say.
import { effect, signal } from "@preact/signals";
import { alerts, board } from "../hall/hall";
import { mayBeHeard } from "../hall/sound";
import { daemonLanguage, texts } from "../texts";
import { kindName } from "./Badge";
import { tableName } from "./Tile";

interface Notice {
  text: string;
  bad: boolean;
}
const notice = signal<Notice | undefined>(undefined);
let timer: number | undefined;

function show(text: string, bad: boolean) {
  notice.value = { text, bad };
  window.clearTimeout(timer);
  timer = window.setTimeout(() => dismiss(), bad ? 15_000 : 8_000);
}
const dismiss = () => {
  notice.value = undefined;
};

export const tell = (text: string) => show(text, false);
export const complain = (text: string) => show(text, true);

export function Notices() {
  const shown = notice.value;
  return (
    <div class="notices" role="status">
      {shown && (
        <p class={shown.bad ? "bad" : "good"}>
          <span lang={daemonLanguage.value}>{shown.text}</span>
          <button type="button" aria-label={texts.value.enter.close} onClick={dismiss}>
            ✕
          </button>
        </p>
      )}
    </div>
  );
}

// ---- spoken

const spoken = signal("");
const said = new Set<number>();
effect(() => {
  const t = texts.value;
  const news = [...alerts.value.values()].filter((alert) => alert.status === "open" && !said.has(alert.id));
  for (const alert of news) said.add(alert.id);
  // Somebody near a player may hear the screen reader.
  const sentences = news
    .filter(mayBeHeard)
    .map(({ finding, board: id }) =>
      t.alerts.newAlert(
        kindName(finding.kind),
        tableName(board(id)?.peek(), id),
        t.authority[finding.authority ?? "JUDGE"],
      ),
    );
  if (sentences.length > 0) spoken.value = sentences.join(" ");
});

/** New alerts, spoken as they come. */
export function Spoken() {
  return (
    <div class="unseen" role="log" aria-live="assertive" aria-atomic="true">
      {spoken.value}
    </div>
  );
}
