// The language of the page: what was chosen, else the one that the daemon is set to, else what the browser asks for,
// else English. What the daemon says is in the daemon's own.
import { computed, effect } from "@preact/signals";
import { server } from "../hall/hall";
import { settings } from "../hall/settings";
import { da } from "./da";
import { en, type Texts } from "./en";
import { is } from "./is";

export const languages = { en, da, is } satisfies Record<string, Texts>;
export type Language = keyof typeof languages;

const isLanguage = (code: string): code is Language => code in languages;

function preferred(): Language {
  for (const wish of navigator.languages) {
    const code = wish.slice(0, 2);
    if (isLanguage(code)) return code;
  }
  return "en";
}

/** In which the daemon says what it finds, rules and answers. */
export const daemonLanguage = computed<Language>(() => {
  const code = server.value?.language ?? "";
  return isLanguage(code) ? code : "en";
});

export const language = computed<Language>(() => {
  const chosen = settings.language.value;
  if (isLanguage(chosen)) return chosen;
  return daemonLanguage.value === "en" ? preferred() : daemonLanguage.value;
});

/** The words to use. Reading it in a view makes the view follow the language. */
export const texts = computed<Texts>(() => languages[language.value]);

effect(() => {
  document.documentElement.lang = language.value;
});
