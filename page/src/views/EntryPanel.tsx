// What an arbiter enters: buttons, and the dialog with what belongs to each.
import { signal } from "@preact/signals";
import { useEffect, useState } from "preact/hooks";
import { type Action, decides, entryOf, fieldsOf, initialValues, offeredActions } from "../actions/entries";
import * as client from "../api/client";
import type { Alert, Board, Reply } from "../api/types";
import { mayAct, me, whoIsAt } from "../hall/hall";
import { clockText } from "../hall/time";
import { daemonLanguage, texts } from "../texts";
import { kindName } from "./Badge";
import { Dialog } from "./Dialog";
import { EntryField } from "./EntryField";
import { commands } from "./keys";
import { complain, tell } from "./Notice";
import { whyWords } from "./whyWords";

interface Entering {
  action: Action;
  board: Board;
  alert: Alert | undefined;
  /** Of what is taken back: whether it is that somebody sees to the alert, or when it was entered; else the decision. Of a note:
   * that it is about the alert. */
  of?: "acknowledgement" | "alert" | number;
}
const entering = signal<Entering | undefined>(undefined);

/** Counts what was entered from here. */
export const entered = signal(0);

export function openEntry(action: Action, board: Board, alert: Alert | undefined) {
  entering.value = { action, board, alert };
}

export function openNote(board: Board, alert: Alert) {
  entering.value = { action: "note", board, alert, of: "alert" };
}

/** Of the decision on a finding, or that somebody sees to it. */
export function openRetraction(board: Board, alert: Alert, of?: "acknowledgement") {
  entering.value = { action: "retract", board, alert, ...(of && { of }) };
}

/** Microseconds: a log may have more to tell than fits into one answer. */
const kSoFarBack = 3600e6;

/** What can be taken back by when it was entered; when that was, the log says. */
type Retractable = "result" | "set_position" | "pairing";
async function openEntryRetraction(board: Board, action: Retractable) {
  const answer = await client.timeline(board.id, Math.max(0, board.t_us - kSoFarBack), board.t_us, 0);
  const entries = answer.ok
    ? answer.value.events.filter((event) => event.what === "arbiter" && event.action === action)
    : [];
  const last = entries[entries.length - 1];
  if (!answer.ok) return complain(`${texts.peek().enter.refused} ${answer.text}`);
  if (!last) return complain(texts.peek().enter.nothingEntered[action]);
  entering.value = { action: "retract", board, alert: undefined, of: last.t_us };
}

/** What the daemon says to an entry, where there is more to read than "entered". */
function ReplyView({ reply }: { reply: Reply }) {
  const t = texts.value;
  return (
    <div class="reply">
      <p lang={daemonLanguage.value}>{reply.text || t.enter.done}</p>
      {reply.clocks && reply.clocks.length > 0 && (
        <ul>
          {reply.clocks.map((p) => (
            <li key={`${p.white_ms} ${p.black_ms} ${p.why}`}>
              {t.side.white} <b>{clockText(p.white_ms)}</b>, {t.side.black} <b>{clockText(p.black_ms)}</b>{" "}
              <span>{whyWords(p.why)}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

const mustBeRead = (action: Action, { text, clocks }: Reply) =>
  action === "claim" || text.includes("\n") || (clocks !== undefined && clocks.length > 0);

function EntryDialog({ action, board, alert, of }: Entering) {
  const t = texts.value;
  const [values, setValues] = useState(initialValues(action, board, alert));
  const [fault, setFault] = useState("");
  const [reply, setReply] = useState<Reply>();
  const [busy, setBusy] = useState(false);
  const close = () => {
    entering.value = undefined;
  };
  const aboutFinding =
    action === "confirm" ||
    action === "dismiss" ||
    ((action === "retract" || of === "alert") && alert !== undefined);
  const fields = fieldsOf[action];
  const offence = alert?.finding.advice.offence_number ?? 0;

  async function send(event: Event) {
    event.preventDefault();
    const entry = entryOf(action, values);
    if (aboutFinding && alert) entry.finding = alert.finding.id;
    if (typeof of === "number") entry.entered_us = of;
    setBusy(true);
    if (alert && (of === "acknowledgement" || of === "alert")) {
      const taken =
        of === "alert"
          ? await client.addNote(alert.id, values.text ?? "")
          : await client.retractAcknowledgement(alert.id, values.reason ?? "");
      setBusy(false);
      if (!taken.ok) return setFault(taken.text);
      entered.value++;
      return close();
    }
    const answer = await client.enter(board.id, entry);
    setBusy(false);
    if (!answer.ok) return setFault(answer.text);
    entered.value++;
    // A few words fly by at the edge; what has to be copied to a clock or an envelope stays until it has been read.
    if (mustBeRead(action, answer.value)) return setReply(answer.value);
    tell(`${t.enter.actions[action]}: ${answer.value.text || t.enter.done}`);
    close();
  }

  return (
    <Dialog title={t.enter.actions[action]} onClose={close} wide={action === "set_position"}>
      {reply ? (
        <>
          <ReplyView reply={reply} />
          <div class="dialog-foot">
            <button type="button" class="primary" onClick={close}>
              {t.enter.close}
            </button>
          </div>
        </>
      ) : (
        <form onSubmit={send}>
          <p>{t.enter.explain[action]}</p>
          {aboutFinding && alert && (
            <p class="about">
              <strong>{kindName(alert.finding.kind)}</strong>
              {alert.finding.side && ` · ${t.side[alert.finding.side]}`}
              {action === "confirm" && alert.finding.side && offence > 0 && (
                <>
                  <br />
                  {t.enter.thenOffence(offence, t.side[alert.finding.side])}{" "}
                  <span lang={daemonLanguage.value}>{alert.parts.offence}</span>
                </>
              )}
            </p>
          )}
          {fields.map((field) => (
            <EntryField
              key={field.name}
              field={field}
              values={values}
              board={board}
              reinstate={alert?.finding.advice.reinstate_fen}
              onChange={(changed) => setValues({ ...values, ...changed })}
            />
          ))}
          {fault && (
            <p class="bad" role="alert">
              {t.enter.refused} <span lang={daemonLanguage.value}>{fault}</span>
            </p>
          )}
          <div class="dialog-foot">
            <button type="submit" class="primary" disabled={busy}>
              {aboutFinding || action === "retract" ? t.enter.actions[action] : t.enter.send}
            </button>
            <button type="button" data-harmless={decides(action)} onClick={close}>
              {t.enter.cancel}
            </button>
          </div>
        </form>
      )}
    </Dialog>
  );
}

export function Entering() {
  const now = entering.value;
  return now ? <EntryDialog key={now.action} {...now} /> : null;
}

/** "I am at this table", for the others to see. */
function Attend({ id }: { id: string }) {
  const t = texts.value;
  const isMe = whoIsAt(id).includes(me.value);
  return (
    <button
      type="button"
      aria-pressed={isMe}
      onClick={async () => {
        const answer = await client.attend(isMe ? "" : id);
        if (!answer.ok) complain(`${t.enter.refused} ${answer.text}`);
      }}
    >
      {isMe ? t.there.leave : t.there.come}
    </button>
  );
}

/** The first of the actions are what is entered at most games. */
const kOften = 6;

export function EntryPanel({ board, alert }: { board: Board; alert: Alert | undefined }) {
  const t = texts.value;
  useEffect(() => {
    if (!alert || alert.over || alert.status === "closed" || !mayAct.value) return;
    return commands({
      confirm: () => openEntry("confirm", board, alert),
      dismiss: () => openEntry("dismiss", board, alert),
    });
  });
  const fits = (action: Action) => {
    if (action === "pause") return board.game === "started";
    if (action === "resume") return board.game === "paused";
    return true;
  };
  const offered = offeredActions.filter(fits);
  const button = (action: Action) => (
    <button key={action} type="button" onClick={() => openEntry(action, board, alert)}>
      {t.enter.actions[action]} …
    </button>
  );
  const takeBack = (action: Retractable) => (
    <button type="button" onClick={() => openEntryRetraction(board, action)}>
      {t.enter.takeBack[action]} …
    </button>
  );
  return (
    <section class="entries" aria-labelledby="entries-title">
      <h2 id="entries-title">{t.enter.title}</h2>
      <div class="entry-buttons">
        <Attend id={board.id} />
        {offered.slice(0, kOften).map(button)}
        {board.game === "over" && takeBack("result")}
      </div>
      <details>
        <summary>{t.enter.more}</summary>
        <div class="entry-buttons">
          {offered.slice(kOften).map(button)}
          {takeBack("set_position")}
          {takeBack("pairing")}
          <NumberField board={board} />
        </div>
      </details>
    </section>
  );
}

export function NumberField({ board }: { board: Board }) {
  const t = texts.value;
  return (
    <form
      class="number-form"
      onSubmit={async (event) => {
        event.preventDefault();
        const input = event.currentTarget.elements.namedItem("number") as HTMLInputElement;
        const answer = await client.number(board.id, Number(input.value));
        tell(answer.ok ? `${t.board.number}: ${input.value}` : `${t.enter.refused} ${answer.text}`);
      }}
    >
      <label>
        {t.board.number}
        <input
          name="number"
          type="number"
          min="0"
          max="9999"
          required
          defaultValue={String(board.number ?? "")}
          key={board.number}
        />
      </label>
      <button type="submit">{t.event.save}</button>
    </form>
  );
}
