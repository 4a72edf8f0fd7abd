// What this screen remembers about itself. Nothing here is known to the daemon.
import { effect, type Signal, signal } from "@preact/signals";

function remembered<T extends string>(key: string, initial: T): Signal<T> {
  const name = `jadoube.${key}`;
  let stored: string | null = null;
  try {
    stored = localStorage.getItem(name);
  } catch {
    // Storage may be switched off; then a setting lasts as long as the page.
  }
  const value = signal<T>((stored as T | null) ?? initial);
  effect(() => {
    try {
      localStorage.setItem(name, value.value);
    } catch {
      // As above.
    }
  });
  return value;
}

export const settings = {
  theme: remembered<"dark" | "light" | "system">("theme", "dark"),
  /** A language's code; empty: as the browser asks. */
  language: remembered<string>("language", ""),
  keys: remembered<"on" | "off">("keys", "on"),
  /** The least grade that is heard. */
  soundFrom: remembered<"A" | "B" | "C">("soundFrom", "B"),
  notify: remembered<"on" | "off">("notify", "off"),
  /** Big screens do not go dark. */
  awake: remembered<"on" | "off">("awake", "on"),
  vibrate: remembered<"on" | "off">("vibrate", "on"),
};

const light = window.matchMedia("(prefers-color-scheme: light)");
const systemIsLight = signal(light.matches);
light.addEventListener("change", (event) => {
  systemIsLight.value = event.matches;
});

effect(() => {
  const { value } = settings.theme;
  const theme = value === "system" ? (systemIsLight.value ? "light" : "dark") : value;
  document.documentElement.dataset.theme = theme;
});
