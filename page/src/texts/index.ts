// The language of the page: what was chosen, else what the browser asks for, else English.
import { computed, effect } from "@preact/signals";
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

export const language = computed<Language>(() => {
  const chosen = settings.language.value;
  return isLanguage(chosen) ? chosen : preferred();
});

/** The words to use. Reading it in a view makes the view follow the language. */
export const texts = computed<Texts>(() => languages[language.value]);

effect(() => {
  document.documentElement.lang = language.value;
});
