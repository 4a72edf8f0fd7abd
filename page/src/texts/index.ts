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

/** How days and times are written in it; without the language's own rules at least in hours up to 23. */
const locales: Record<Language, string> = { en: "en-GB", da: "da-DK", is: "is-IS" };
export const dayAndTime = (at: Date) => at.toLocaleString(locales[language.value], { hourCycle: "h23" });
export const timeOf = (at: Date) =>
  at.toLocaleTimeString(locales[language.value], {
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
    hourCycle: "h23",
  });

/** The words to use. Reading it in a view makes the view follow the language. */
export const texts = computed<Texts>(() => languages[language.value]);

/** A refusal of the server's own, which does not speak the hall's languages; none: the hall has refused it, and does. */
export function refusal(kind: string | undefined): string | undefined {
  const refusals: Record<string, string> = texts.value.refusals;
  return kind !== undefined && Object.hasOwn(refusals, kind) ? refusals[kind] : undefined;
}

effect(() => {
  document.documentElement.lang = language.value;
});
