// How this screen behaves.
import type { Signal } from "@preact/signals";
import * as client from "../api/client";
import { settings } from "../hall/settings";
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
      <p>{t.sound.explain}</p>
      <button type="button" onClick={() => void client.logOut().then(() => location.reload())}>
        {t.nav.logOut}
      </button>
    </main>
  );
}
