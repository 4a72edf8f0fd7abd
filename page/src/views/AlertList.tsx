// Alerts, grouped by board, each until somebody says that he sees to it, or that he has read that it is over.
import { signal } from "@preact/signals";
import { useState } from "preact/hooks";
import * as client from "../api/client";
import type { Alert, Window } from "../api/types";
import { board as boardOf, logNow, mayAct, me, openAlerts, tick } from "../hall/hall";
import {
  groupByBoard,
  isLive,
  isOf,
  isOfSensors,
  partsOf,
  type Rest,
  restByBoard,
  rulingOf,
  type SensorState,
  sensorStates,
  severalAtOnce,
} from "../hall/order";
import { toBoard } from "../hall/route";
import { clockText, movesOf, windowLeft } from "../hall/time";
import { daemonLanguage, texts, timeOf } from "../texts";
import { Badge, kindName, stateName } from "./Badge";
import { Icon } from "./Icon";
import { complain } from "./Notice";
import { shortId, tableName } from "./Tile";

/** With what is part of its event. */
export async function acknowledge(alert: Alert) {
  const parts = partsOf(alert, openAlerts.peek()).filter((part) => part.status === "open");
  for (const each of [alert, ...parts]) {
    const answer = await client.acknowledge(each.id, "");
    if (!answer.ok) return complain(`${texts.value.enter.refused} ${answer.text}`);
  }
}

/** Only what is ours to see to. */
const onlyMine = signal(false);
const mine = () => openAlerts.value.filter((each) => isOf(each, me.value));
const listed = () => (onlyMine.value ? mine() : openAlerts.value);

function Whose() {
  const t = texts.value;
  if (!mayAct.value) return null;
  return (
    <button
      type="button"
      class="whose"
      aria-pressed={onlyMine.value}
      onClick={() => {
        onlyMine.value = !onlyMine.value;
      }}
    >
      {t.alerts.mine(mine().length)}
    </button>
  );
}

/** Whose an alert is, as long as he has not said that he sees to it. */
export function Handed({ alert }: { alert: Alert }) {
  if (!alert.handed_to) return null;
  const t = texts.value.alerts;
  return (
    <span class={`handed${alert.handed_to === me.value ? " mine" : ""}`}>
      <Icon name="person" />{" "}
      <bdi>
        {alert.handed_to === me.value
          ? t.handedToYou(alert.handed_by ?? "?")
          : t.handed(alert.handed_to, alert.handed_by ?? "?")}
      </bdi>
    </span>
  );
}

export const timeOfDay = (utc: string) => timeOf(new Date(utc));

function windowWords(window: Window): string {
  const words = texts.value.window;
  const counted = movesOf(window);
  if (counted) return counted.ofBlack ? words.blackMoves(counted.moves) : words.moves(counted.moves);
  return words[window as Exclude<keyof typeof words, "moves" | "blackMoves">];
}

/** Until when something can be done; counts down where that can be counted, and says who ends it where he can. */
export function WindowLeft({ alert }: { alert: Alert }) {
  const t = texts.value;
  const board = boardOf(alert.board)?.value;
  if (alert.window_ends_us !== undefined) tick.value;
  const left = windowLeft(alert, board, logNow(alert.board));
  const { window } = alert.finding;
  const words = window ? windowWords(window) : "";
  switch (left.what) {
    case "time":
      return (
        <span class={`window counting${left.ms < 15_000 ? " short" : ""}`} title={words}>
          <Icon name="timer" /> {left.ms > 0 ? t.windowLeft(clockText(left.ms)) : t.windowClosing}
        </span>
      );
    case "moves":
      return (
        <span class="window" title={words}>
          <Icon name="timer" /> {t.windowMoves(left.left)}
        </span>
      );
    case "move":
    case "touch":
      return (
        <span class={`window${left.inHand ? " counting short" : ""}`} title={words}>
          {left.inHand && <Icon name="timer" />} {t.windowUntil[left.what](t.side[left.of])}
          {left.inHand && `: ${t.windowInHand}`}
        </span>
      );
    case "event":
      return <span class="window">{words}</span>;
    case "none":
      return null;
  }
}

/** Findings of the event that it rules. */
function Parts({ alert }: { alert: Alert }) {
  const parts = partsOf(alert, openAlerts.value);
  if (parts.length === 0) return null;
  return (
    <p class="parts">
      {texts.value.alerts.parts}:{" "}
      {parts.map((part, i) => (
        <>
          {i > 0 && ", "}
          <a href={toBoard(part.board, part.id)}>{kindName(part.finding.kind)}</a>
        </>
      ))}
    </p>
  );
}

function Card({ alert }: { alert: Alert }) {
  const t = texts.value;
  const { finding } = alert;
  return (
    <li
      class={`alert ${alert.over ? "over" : alert.status} grade-${finding.grade}`}
      data-authority={finding.authority}
    >
      {!alert.over && <Badge finding={finding} />}
      <a class="alert-link" href={toBoard(alert.board, alert.id)} data-alert={alert.id}>
        {kindName(finding.kind)}
        {finding.side && <span class="by"> · {t.side[finding.side]}</span>}
      </a>
      {alert.over && (
        <span class="no-more">
          {t.alerts.over}: {stateName(alert)}
        </span>
      )}
      {alert.past && <span class="past">{t.alerts.past}</span>}
      {alert.secret && (
        <span class="secret">
          <Icon name="hush" /> {t.alerts.secret}
        </span>
      )}
      <p class="fact" lang={daemonLanguage.value}>
        {alert.parts.fact}
      </p>
      <Parts alert={alert} />
      <div class="alert-foot">
        {!alert.over && finding.advice.offence_number !== undefined && finding.advice.offence_number > 0 && (
          <span class="offence">{t.alerts.offence(finding.advice.offence_number)}</span>
        )}
        <WindowLeft alert={alert} />
        <Handed alert={alert} />
        {alert.status === "acknowledged" ? (
          <span class="seen-to">
            ✓ {t.alerts.acknowledged(alert.acknowledged_by ?? "?", timeOfDay(alert.acknowledged_utc ?? ""))}
            {alert.acknowledged_in_memory && <strong class="in-memory"> ⚠ {t.alerts.inMemory}</strong>}
          </span>
        ) : (
          mayAct.value && (
            <button type="button" class="acknowledge" onClick={() => acknowledge(alert)}>
              {alert.over ? t.alerts.noted : t.alerts.acknowledge}
            </button>
          )
        )}
      </div>
    </li>
  );
}

/** Those of a board that are no longer so, or of earlier games, all at once. */
function Noted({ alerts }: { alerts: Alert[] }) {
  const t = texts.value;
  const done = alerts.filter((alert) => (alert.over || alert.past) && alert.status === "open");
  if (done.length < 2 || !mayAct.value) return null;
  return (
    <button type="button" class="noted" onClick={() => done.forEach(acknowledge)}>
      {t.alerts.allNoted(done.length)}
    </button>
  );
}

/** What a board has besides: a line that opens. */
function RestOfBoard({ rest }: { rest: Rest }) {
  const t = texts.value;
  const [opened, setOpened] = useState(false);
  const counts: [number, (n: number) => string][] = [
    [rest.watched, t.rest.watched],
    [rest.over, t.rest.over],
    [rest.past, t.rest.past],
  ];
  return (
    <li>
      <details onToggle={(event) => setOpened(event.currentTarget.open)}>
        <summary>
          <b>{tableName(boardOf(rest.board)?.value, rest.board)}</b>{" "}
          {counts.flatMap(([n, words]) => (n > 0 ? [words(n)] : [])).join(" · ")}
        </summary>
        {opened && (
          <>
            <ul>
              {rest.alerts.map((alert) => (
                <Card key={alert.id} alert={alert} />
              ))}
            </ul>
            <Noted alerts={rest.alerts} />
          </>
        )}
      </details>
    </li>
  );
}

function Sensors({ state }: { state: SensorState }) {
  const t = texts.value;
  const board = boardOf(state.board)?.value;
  return (
    <li class="sensors">
      <span>
        <a href={toBoard(state.board)}>{tableName(board, state.board)}</a> {state.squares.join(", ")}
      </span>
      {state.open.length > 0 && mayAct.value && (
        <button type="button" onClick={() => state.open.forEach(acknowledge)}>
          {t.alerts.noted}
        </button>
      )}
    </li>
  );
}

/** What nobody need get up for: a line for each board. */
export function RestList() {
  const t = texts.value;
  const rests = restByBoard(listed());
  const sensors = onlyMine.value ? [] : sensorStates(openAlerts.value);
  if (rests.length + sensors.length === 0) return null;
  return (
    <aside class="rest" aria-label={t.rest.title}>
      {rests.length > 0 && (
        <>
          <h2>{t.rest.title}</h2>
          <ul>
            {rests.map((rest) => (
              <RestOfBoard key={rest.board} rest={rest} />
            ))}
          </ul>
        </>
      )}
      {sensors.length > 0 && (
        <>
          <h2>{t.rest.sensors}</h2>
          <AllOfAKind alerts={openAlerts.value.filter(isOfSensors)} />
          <ul>
            {sensors.map((state) => (
              <Sensors key={state.board} state={state} />
            ))}
          </ul>
        </>
      )}
    </aside>
  );
}

async function acknowledgeKind(kind: string) {
  const answer = await client.acknowledgeAll(kind);
  if (!answer.ok) complain(`${texts.value.enter.refused} ${answer.text}`);
}

/** Kinds that have come at several boards at once, each with one button for all of them. */
function AllOfAKind({ alerts }: { alerts: Alert[] }) {
  const t = texts.value;
  const kinds = severalAtOnce(alerts);
  if (kinds.length === 0 || !mayAct.value) return null;
  return (
    <div class="of-a-kind">
      {kinds.map(({ kind, count }) => (
        <button key={kind} type="button" class="noted" onClick={() => acknowledgeKind(kind)}>
          {t.alerts.allOfAKind(count, kindName(kind))}
        </button>
      ))}
    </div>
  );
}

export function AlertList() {
  const t = texts.value;
  const groups = groupByBoard(listed().filter((each) => isLive(each) && !rulingOf(each, openAlerts.value)));
  const standing = groups.reduce((sum, { alerts }) => sum + alerts.length, 0);
  return (
    <aside class="alerts" aria-labelledby="alerts-title">
      <h2 id="alerts-title">
        {t.alerts.title} {standing > 0 && <span class="count">{standing}</span>}
      </h2>
      <Whose />
      {groups.length === 0 && <p class="empty">{onlyMine.value ? t.alerts.noneMine : t.alerts.none}</p>}
      <AllOfAKind alerts={openAlerts.value.filter((each) => !isOfSensors(each))} />
      {groups.map(({ board, alerts }) => {
        const known = boardOf(board)?.value;
        return (
          <section key={board} class="alert-group" aria-label={tableName(known, board)}>
            <h3>
              <span class={`table${known?.number ? "" : " id"}`}>
                {known?.number ?? shortId(board, known)}
              </span>
              {known?.hall && <span class="of-hall"> {known.hall}</span>}
              <span class="names">
                {known?.white ?? ""} – {known?.black ?? ""}
              </span>
            </h3>
            <ul>
              {alerts.map((alert) => (
                <Card key={alert.id} alert={alert} />
              ))}
            </ul>
          </section>
        );
      })}
    </aside>
  );
}
