// An alert is handed to a colleague, and the colleague is told.
import { effect, signal } from "@preact/signals";
import { useEffect, useState } from "preact/hooks";
import * as client from "../api/client";
import type { Alert } from "../api/types";
import { alerts, board, me } from "../hall/hall";
import { notify } from "../hall/notify";
import { isLive } from "../hall/order";
import { toBoard } from "../hall/route";
import { mayBeHeard, soundHanded } from "../hall/sound";
import { daemonLanguage, texts } from "../texts";
import { kindName } from "./Badge";
import { Dialog } from "./Dialog";
import { tell } from "./Notice";
import { tableName } from "./Tile";

/** In letters, as for a reason. */
const kLongest = 160;

const handing = signal<Alert | undefined>(undefined);
export function openHandover(alert: Alert) {
  handing.value = alert;
}

function HandoverDialog({ alert }: { alert: Alert }) {
  const t = texts.value;
  const [names, setNames] = useState<string[]>();
  const [to, setTo] = useState<string>();
  const [remark, setRemark] = useState("");
  const [fault, setFault] = useState("");
  useEffect(() => {
    void client.people().then((answer) => {
      setNames(answer.ok ? answer.value.people.map(({ name }) => name) : []);
      if (!answer.ok) setFault(answer.text);
    });
  }, []);
  const close = () => {
    handing.value = undefined;
  };
  const choices = [
    ...(names ?? []).filter((name) => name !== alert.handed_to),
    ...(alert.handed_to ? [""] : []),
  ];
  return (
    <Dialog title={t.hand.title} onClose={close}>
      <form
        onSubmit={async (event) => {
          event.preventDefault();
          if (to === undefined) return;
          const answer = await client.hand(alert.id, to, remark.trim());
          if (!answer.ok) return setFault(answer.text);
          tell(to ? t.hand.done(to) : t.hand.doneNobody);
          close();
        }}
      >
        <p>{t.hand.explain}</p>
        <p class="about">
          <strong>{kindName(alert.finding.kind)}</strong> ·{" "}
          {tableName(board(alert.board)?.value, alert.board)}
        </p>
        {names === undefined && <p role="status">{t.app.loading}</p>}
        {names && choices.length === 0 && <p class="empty">{t.hand.alone}</p>}
        {choices.length > 0 && (
          <fieldset class="choice">
            <legend>{t.hand.to}</legend>
            {choices.map((name) => (
              <label key={name} class={to === name ? "chosen" : ""}>
                <input type="radio" name="to" required checked={to === name} onChange={() => setTo(name)} />
                <bdi>{name === "" ? t.hand.nobody : name === me.value ? t.hand.me(name) : name}</bdi>
              </label>
            ))}
          </fieldset>
        )}
        <label class="field">
          {t.hand.remark}
          <input
            maxLength={kLongest}
            value={remark}
            onInput={(event) => setRemark(event.currentTarget.value)}
          />
        </label>
        {fault && (
          <p class="bad" role="alert">
            {t.enter.refused} <span lang={daemonLanguage.value}>{fault}</span>
          </p>
        )}
        <div class="dialog-foot">
          <button type="submit" class="primary" disabled={to === undefined}>
            {t.hand.title}
          </button>
          <button type="button" onClick={close}>
            {t.enter.cancel}
          </button>
        </div>
      </form>
    </Dialog>
  );
}

export function Handover() {
  const alert = handing.value;
  return alert ? <HandoverDialog key={alert.id} alert={alert} /> : null;
}

// ---- being told

const table = (alert: Alert) => tableName(board(alert.board)?.peek(), alert.board);

/** What we were told of: an alert can be handed to us more than once. */
const toldHanded = new Set<string>();
effect(() => {
  for (const alert of alerts.value.values()) {
    if (me.value === "" || alert.handed_to !== me.value || alert.handed_by === me.value) continue;
    const key = `${alert.id} ${alert.handed_utc}`;
    if (toldHanded.has(key)) continue;
    toldHanded.add(key);
    const t = texts.peek();
    const words = t.alerts.handsYou(alert.handed_by ?? "?", table(alert), kindName(alert.finding.kind));
    tell(words);
    soundHanded(alert);
    void notify(
      words,
      t.authority[alert.finding.authority ?? "JUDGE"],
      `handed ${alert.id}`,
      toBoard(alert.board, alert.id),
    );
  }
});

const notified = new Set<number>();
let begun = false;
effect(() => {
  const t = texts.peek();
  const news = [...alerts.value.values()].filter((alert) => !notified.has(alert.id));
  for (const alert of news) notified.add(alert.id);
  // What was open when the page was opened is no news.
  if (begun)
    for (const alert of news.filter((each) => isLive(each) && mayBeHeard(each)))
      void notify(
        `${table(alert)}: ${kindName(alert.finding.kind)}`,
        t.authority[alert.finding.authority ?? "JUDGE"],
        `alert ${alert.id}`,
        toBoard(alert.board, alert.id),
      );
  begun ||= alerts.value.size > 0;
});
