// What was found on a board, and what the law has the arbiter do about it.

import type { Alert, Board } from "../api/types";
import { longMove } from "../chess/placement";
import { mayAct } from "../hall/hall";
import { withLawNames } from "../hall/laws";
import { rulingOf } from "../hall/order";
import { clockText, momentText } from "../hall/time";
import { daemonLanguage, language, languages, texts } from "../texts";
import { acknowledge, Handed, timeOfDay, WindowLeft } from "./AlertList";
import { Badge, kindName, stateName } from "./Badge";
import { openEntry, openNote, openRetraction } from "./EntryPanel";
import { openHandover } from "./Handover";
import { Icon } from "./Icon";
import { whyWords } from "./whyWords";

/** So many moves are shown one by one; more are "any of them". */
const kFewMoves = 8;

function MustPlay({ alert }: { alert: Alert }) {
  const t = texts.value;
  const { must_play, reinstate_fen } = alert.finding.advice;
  if (!must_play || must_play.length === 0 || !reinstate_fen) return null;
  const moves = must_play.map((uci) => longMove(reinstate_fen, uci));
  return (
    <div class="must-play">
      <dt>{t.finding.mustPlay}</dt>
      <dd>
        {moves.length <= kFewMoves ? (
          <ul class="move-choices">
            {moves.map((move) => (
              <li key={move}>{move}</li>
            ))}
          </ul>
        ) : (
          <details>
            <summary>{t.finding.mustPlayAny(moves.length)}</summary>
            <ul class="move-choices">
              {moves.map((move) => (
                <li key={move}>{move}</li>
              ))}
            </ul>
          </details>
        )}
      </dd>
    </div>
  );
}

function ClockTable({ alert }: { alert: Alert }) {
  const t = texts.value;
  const proposals = alert.finding.advice.clocks ?? [];
  if (proposals.length === 0) return null;
  return (
    <table class="proposals">
      <caption>{t.finding.clocks}</caption>
      <thead>
        <tr>
          <td />
          <th scope="col">{t.side.white}</th>
          <th scope="col">{t.side.black}</th>
        </tr>
      </thead>
      <tbody>
        {proposals.map((p, i) => (
          <tr key={`${p.white_ms} ${p.black_ms} ${p.why}`} class={i === 0 ? "proposed" : ""}>
            <th scope="row">
              {i === 0 ? t.finding.proposal : t.finding.alternative}{" "}
              <span class="why">{whyWords(p.why)}</span>
            </th>
            <td class="number">{clockText(p.white_ms)}</td>
            <td class="number">{clockText(p.black_ms)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The daemon's sentence without what stands beside it anyway: the position as a board, many moves as a list. */
function shortened(text: string): string {
  const { daemon } = languages[daemonLanguage.value];
  return text
    .replace(/\b(?:[KQRBNPkqrbnp1-8]+\/){7}[KQRBNPkqrbnp1-8]+ [wb] \S+ \S+ \d+ \d+/g, daemon.positionShown)
    .replace(new RegExp(`${daemon.mustPlayOneOf} ([^.;]+)`, "g"), (whole, list: string) => {
      const moves = list.split(", ").length;
      return moves > kFewMoves ? daemon.mustPlayOneOfMoves(moves) : whole;
    });
}

/** What the law has one do, in the language of the page, if the daemon speaks another one; empty where it has no words for all of it. */
function actionWords({ actions, finding }: Alert): string {
  if (language.value === daemonLanguage.value) return "";
  const { action } = texts.value.finding;
  // How much time that is, the table of clock times says, and whether this law gives any.
  const said = actions.filter(
    (each) => each !== "none" && (each !== "penalty" || (finding.advice.clocks ?? []).length > 0),
  );
  if (said.length === 0 || !said.every((each) => action[each])) return "";
  const words = said.map((each) => action[each]).join("; ");
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
}

/** What has happened, and what to do: before everything else. */
function First({ alert }: { alert: Alert }) {
  const t = texts.value;
  const { parts } = alert;
  const inWords = actionWords(alert);
  return (
    <>
      <p class="fact" lang={daemonLanguage.value}>
        {parts.note && <em>{parts.note} </em>}
        {parts.fact}
      </p>
      {parts.to_do && (
        <dl class="ruling">
          <div class="to-do">
            <dt>{t.finding.toDo}</dt>
            {inWords && <dd class="in-words">{inWords}</dd>}
            <dd lang={daemonLanguage.value}>{shortened(parts.to_do)}</dd>
          </div>
        </dl>
      )}
    </>
  );
}

function Details({ alert }: { alert: Alert }) {
  const t = texts.value;
  const { finding, parts } = alert;
  const { evidence } = finding;
  const rows: [string, string][] = [
    [t.finding.offence, parts.offence],
    [t.finding.left, parts.left],
    [t.finding.rule, withLawNames(parts.rule)],
  ];
  const mustPlay = MustPlay({ alert });
  return (
    <>
      {(mustPlay || rows.some(([, text]) => text)) && (
        <dl class="ruling">
          {mustPlay}
          {rows.map(
            ([name, text]) =>
              text && (
                <div key={name}>
                  <dt>{name}</dt>
                  <dd lang={daemonLanguage.value}>{text}</dd>
                </div>
              ),
          )}
        </dl>
      )}
      <ClockTable alert={alert} />
      <p class="evidence">
        {t.grade[finding.grade]}.{" "}
        {t.finding.evidence(momentText(evidence.from_us), momentText(evidence.to_us))}
        {finding.squares.length > 0 && ` · ${t.finding.touched}: ${finding.squares.join(", ")}`}
        {finding.attackers &&
          finding.attackers.length > 0 &&
          ` · ${t.finding.attackers}: ${finding.attackers.join(", ")}`}
      </p>
    </>
  );
}

/** The other findings of this game, and those of earlier ones, folded. */
function Others(props: { alerts: Alert[]; shown: Alert | undefined; onChoose: (id: number) => void }) {
  const t = texts.value;
  const { alerts, shown } = props;
  const tab = (alert: Alert) => (
    <button
      key={alert.id}
      type="button"
      class={`${alert.status}${rulingOf(alert, alerts) ? " part" : ""}`}
      aria-pressed={alert.id === shown?.id}
      onClick={() => props.onChoose(alert.id)}
    >
      {alert.finding.ply > 0 && `${Math.ceil(alert.finding.ply / 2)}. `}
      {kindName(alert.finding.kind)}
      {(alert.over || alert.status === "closed") && (
        <span class="tab-state"> · {stateName(alert).split(":")[0]}</span>
      )}
    </button>
  );
  const here = alerts.filter((alert) => !alert.past);
  const earlier = alerts.filter((alert) => alert.past);
  return (
    <>
      {(here.length > 1 || (here.length === 1 && !shown)) && (
        <nav class="finding-tabs" aria-label={t.finding.several}>
          {here.map(tab)}
        </nav>
      )}
      {earlier.length > 0 && (
        <details class="earlier" open={shown?.past === true}>
          <summary>{t.rest.past(earlier.length)}</summary>
          <nav class="finding-tabs" aria-label={t.rest.past(earlier.length)}>
            {earlier.map(tab)}
          </nav>
        </details>
      )}
    </>
  );
}

/** What an arbiter does about the finding. */
function Foot({ board, shown }: { board: Board; shown: Alert }) {
  if (!mayAct.value) return null;
  const t = texts.value;
  return (
    <>
      <Decisions board={board} shown={shown} />
      {/* What is closed and of an earlier game the daemon has put away. */}
      {(shown.status !== "closed" || !shown.past) && (
        <div class="finding-beside">
          <Handed alert={shown} />
          {shown.status !== "closed" && (
            <button type="button" onClick={() => openHandover(shown)}>
              {t.hand.title} …
            </button>
          )}
          <button type="button" onClick={() => openNote(board, shown)}>
            {t.enter.actions.note} …
          </button>
        </div>
      )}
    </>
  );
}

function Decisions({ board, shown }: { board: Board; shown: Alert }) {
  const t = texts.value;
  const isDecided = ["confirmed", "dismissed"].includes(shown.finding.state);
  if (shown.status === "closed" && !shown.over) {
    const seenBy = shown.acknowledged_by;
    const isRetractable = !shown.past && isDecided;
    if (!seenBy && !isRetractable) return null;
    return (
      <div class="finding-foot">
        {seenBy && (
          <span class="seen-to">✓ {t.alerts.sawTo(seenBy, timeOfDay(shown.acknowledged_utc ?? ""))}</span>
        )}
        {isRetractable && (
          <button type="button" onClick={() => openRetraction(board, shown)}>
            {t.enter.actions.retract} …
          </button>
        )}
      </div>
    );
  }
  if (shown.over)
    return (
      <div class="finding-foot">
        <button type="button" class="acknowledge" onClick={() => acknowledge(shown)}>
          {t.alerts.noted}
        </button>
      </div>
    );
  return (
    <div class="finding-foot">
      {shown.status === "open" ? (
        <button type="button" class="acknowledge" onClick={() => acknowledge(shown)}>
          {t.alerts.acknowledge}
        </button>
      ) : (
        <>
          <span class="seen-to">
            ✓ {t.alerts.acknowledged(shown.acknowledged_by ?? "?", timeOfDay(shown.acknowledged_utc ?? ""))}
          </span>
          <button type="button" onClick={() => openRetraction(board, shown, "acknowledgement")}>
            {t.enter.actions.retract} …
          </button>
        </>
      )}
      {!shown.past && (
        <>
          <button type="button" class="primary" onClick={() => openEntry("confirm", board, shown)}>
            {t.finding.confirm}
          </button>
          <button type="button" onClick={() => openEntry("dismiss", board, shown)}>
            {t.finding.dismiss}
          </button>
        </>
      )}
    </div>
  );
}

export function FindingPanel(props: {
  board: Board;
  alerts: Alert[];
  shown: Alert | undefined;
  onChoose: (id: number) => void;
}) {
  const t = texts.value;
  const { shown, board } = props;
  if (!shown)
    return (
      <div class="finding">
        <p class="empty">{t.finding.none}</p>
        <Others {...props} />
      </div>
    );
  const { finding } = shown;
  const over = shown.over || shown.status === "closed";
  return (
    <article class={`finding ${shown.status}`} data-authority={finding.authority}>
      <div class="finding-head">
        <Badge finding={finding} large />
        <h2>
          {kindName(finding.kind)}
          {finding.side && <span class="by"> · {t.side[finding.side]}</span>}
        </h2>
        {over ? <span class="over">{stateName(shown)}</span> : <WindowLeft alert={shown} />}
        {shown.past && <span class="past">{t.alerts.past}</span>}
        {shown.secret && (
          <span class="secret">
            <Icon name="hush" /> {t.alerts.secret}
          </span>
        )}
        {!over && finding.advice.offence_number !== undefined && finding.advice.offence_number > 0 && (
          <span class="offence">{t.alerts.offence(finding.advice.offence_number)}</span>
        )}
      </div>
      <First alert={shown} />
      <Foot board={board} shown={shown} />
      <Details alert={shown} />
      <Others {...props} />
    </article>
  );
}
