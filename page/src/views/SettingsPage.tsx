// How this screen behaves.
import type { Signal } from "@preact/signals";
import * as client from "../api/client";
import { askToNotify, canNotify, isNotifying, permission } from "../hall/notify";
import { settings } from "../hall/settings";
import { arm, armed, playGrade } from "../hall/sound";
import { language, languages, texts } from "../texts";

function Choice<T extends string>(props: { label: string; setting: Signal<T>; choices: [T, string][] }) {
  return (
    <fieldset class="choice">
      <legend>{props.label}</legend>
      {props.choices.map(([value, words]) => (
        <label key={value} class={props.setting.value === value ? "chosen" : ""}>
          <input
            type="radio"
            name={props.label}
            checked={props.setting.value === value}
            onChange={() => {
              props.setting.value = value;
            }}
          />
          {words}
        </label>
      ))}
    </fieldset>
  );
}

/** Permission is asked for when somebody wants it, and not before. */
function Notifications() {
  const t = texts.value.notify;
  return (
    <section>
      <h2>{t.title}</h2>
      <p>{t.explain}</p>
      {!canNotify && <p class="hint">{t.insecure}</p>}
      {canNotify && permission.value === "denied" && <p class="hint">{t.denied}</p>}
      {canNotify && permission.value !== "denied" && (
        <button
          type="button"
          aria-pressed={isNotifying()}
          onClick={() => {
            if (isNotifying()) settings.notify.value = "off";
            else void askToNotify();
          }}
        >
          {isNotifying() ? t.off : t.on}
        </button>
      )}
    </section>
  );
}

/** What each grade sounds like: sound is on from then on. */
function Tones() {
  const t = texts.value;
  return (
    <div class="choice">
      {(["A", "B", "C"] as const).map((grade) => (
        <button
          key={grade}
          type="button"
          onClick={async () => {
            if (!armed.value) await arm();
            playGrade(grade);
          }}
        >
          {t.sound.hear(grade)}
        </button>
      ))}
    </div>
  );
}

export function SettingsPage() {
  const t = texts.value;
  const s = t.settings;
  const onOff: ["on" | "off", string][] = [
    ["on", s.on],
    ["off", s.off],
  ];
  // Shown as chosen even if it is only what the browser asks for.
  if (settings.language.value === "") settings.language.value = language.value;
  return (
    <main id="content" class="page" tabIndex={-1}>
      <h1>{s.title}</h1>
      <Choice
        label={s.theme}
        setting={settings.theme}
        choices={[
          ["dark", s.themes.dark],
          ["light", s.themes.light],
          ["system", s.themes.system],
        ]}
      />
      <Choice
        label={s.language}
        setting={settings.language}
        choices={Object.entries(languages).map(([code, words]) => [code, words.language])}
      />
      <Choice label={s.keys} setting={settings.keys} choices={onOff} />
      <Choice label={t.sound.vibrate} setting={settings.vibrate} choices={onOff} />
      <Choice
        label={t.sound.from}
        setting={settings.soundFrom}
        choices={(["A", "B", "C"] as const).map((grade) => [grade, t.sound.grades[grade]])}
      />
      <Tones />
      <p>{t.sound.explain}</p>
      <Choice label={s.awake} setting={settings.awake} choices={onOff} />
      <Notifications />
      <button type="button" onClick={() => void client.logOut().then(() => location.reload())}>
        {t.nav.logOut}
      </button>
    </main>
  );
}
