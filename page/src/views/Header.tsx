// The bar at the top: where one is, whether the daemon is there, sound.
import * as client from "../api/client";
import { board, loss, mayAct, needing, order, role, server, tick } from "../hall/hall";
import { go, route, toBoard, toWall } from "../hall/route";
import { arm, armed, disarm, playGrade } from "../hall/sound";
import { clockText } from "../hall/time";
import { daemonLanguage, texts, timeOf } from "../texts";
import { helpShown } from "./Help";
import { Icon } from "./Icon";
import { complain } from "./Notice";

function Sound() {
  const t = texts.value;
  if (!armed.value)
    return (
      <button type="button" class="sound" onClick={() => void arm()} title={t.sound.explain}>
        <Icon name="silent" /> {t.sound.arm}
      </button>
    );
  return (
    <span class="sound-on">
      <button type="button" class="sound on" aria-pressed="true" onClick={disarm} title={t.sound.armed}>
        <Icon name="sound" /> {t.sound.disarm}
      </button>
      <button type="button" class="sound" onClick={() => playGrade("A")}>
        {t.sound.test}
      </button>
    </span>
  );
}

/** Table number → board page. */
function FindTable() {
  const t = texts.value;
  return (
    <form
      class="find"
      onSubmit={(event) => {
        event.preventDefault();
        const input = event.currentTarget.elements.namedItem("table") as HTMLInputElement;
        const wanted = input.value.trim();
        const id = order.value.find(
          (each) => each === wanted || String(board(each)?.value.number) === wanted,
        );
        if (!id) return;
        input.value = "";
        input.blur();
        go(toBoard(id));
      }}
    >
      <input
        id="find-table"
        name="table"
        inputMode="numeric"
        autocomplete="off"
        placeholder={t.wall.find}
        aria-label={t.wall.find}
      />
    </form>
  );
}

export function Header() {
  const t = texts.value;
  const { page } = route.value;
  const known = server.value;
  const open = needing.value.size;
  const link = (to: string, at: string, label: string) => (
    <a href={to} aria-current={page === at ? "page" : undefined}>
      {label}
    </a>
  );
  return (
    <header class="bar">
      <button type="button" class="skip" onClick={() => document.getElementById("content")?.focus()}>
        {t.nav.skip}
      </button>
      <span class="brand">
        <strong>Jadoube</strong>
        <span class="event">
          {known?.event ?? (known?.simulated ? t.app.simulated : "")}
          {known?.round !== undefined && ` · ${t.app.round(known.round)}`}
        </span>
      </span>
      {role.value !== "hall" && (
        <nav aria-label={t.nav.main}>
          {link(toWall, "wall", open > 0 ? `${t.nav.wall} (${open})` : t.nav.wall)}
          {link("#/map", "map", t.nav.map)}
          {mayAct.value && link("#/event", "event", t.nav.event)}
          {link("#/round", "round", t.nav.round)}
          {mayAct.value && link("#/audit", "audit", t.nav.audit)}
          {role.value === "admin" && link("#/tokens", "tokens", t.nav.tokens)}
          {link("#/settings", "settings", t.nav.settings)}
        </nav>
      )}
      {known?.catching_up && (
        <span class="catching-up" role="status">
          {t.app.catchingUp(known.catching_up.of - known.catching_up.logs, known.catching_up.of)}
        </span>
      )}
      <span class="bar-right">
        {role.value !== "hall" && <FindTable />}
        {role.value !== "hall" && <Sound />}
        {role.value !== "hall" && (
          <button
            type="button"
            class="help-button"
            aria-label={t.nav.help}
            onClick={() => {
              helpShown.value = true;
            }}
          >
            ?
          </button>
        )}
        {role.value && <span class="role">{t.app.roles[role.value]}</span>}
        {role.value === "hall" && (
          <button
            type="button"
            class="quiet"
            onClick={() => void client.logOut().then(() => location.reload())}
          >
            {t.nav.logOut}
          </button>
        )}
      </span>
    </header>
  );
}

/** Logs that were repaired, in one line that opens; forty boards had a power cut at once. */
function Repairs({ repairs }: { repairs: string[] }) {
  const t = texts.value;
  async function note() {
    const answer = await client.noteRepairs();
    if (!answer.ok) complain(`${t.enter.refused} ${answer.text}`);
  }
  return (
    <div class="banner repairs">
      <details>
        <summary>{t.app.repairs(repairs.length)}</summary>
        <ul lang={daemonLanguage.value}>
          {repairs.map((repair) => (
            <li key={repair}>{repair}</li>
          ))}
        </ul>
      </details>
      {mayAct.value && (
        <button type="button" onClick={note}>
          {t.alerts.noted}
        </button>
      )}
    </div>
  );
}

/** What everybody must see: the connection is gone, the disk is full, … */
export function Banners() {
  const t = texts.value;
  const lost = loss.value;
  const known = server.value;
  if (lost) tick.value;
  const ago = lost ? clockText(performance.now() - lost.at) : "";
  return (
    <>
      {lost && (
        <p class="banner lost" role="alert">
          <span aria-hidden="true">⚠ </span>
          {t.link.lost(timeOf(lost.wall))}
          <span class="ago" aria-hidden="true">
            {" "}
            {ago}
          </span>{" "}
          {t.link.retry}
        </p>
      )}
      {known && !known.disk_ok && (
        <p class="banner bad" role="alert">
          ⚠ {t.app.disk}
        </p>
      )}
      {known?.repairs && known.repairs.length > 0 && <Repairs repairs={known.repairs} />}
      {role.value !== "hall" && known && known.warnings.length > 0 && (
        <details class="banner">
          <summary>{t.app.warnings(known.warnings.length)}</summary>
          <ul lang={daemonLanguage.value}>
            {known.warnings.map((warning) => (
              <li key={warning}>{warning}</li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}
