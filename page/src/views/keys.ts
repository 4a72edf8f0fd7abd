// The keyboard: one table of commands, of which each view fills in its own.
import { settings } from "../hall/settings";

export interface Commands {
  help: () => void;
  find: () => void;
  next: () => void;
  previous: () => void;
  acknowledge: () => void;
  wall: () => void;
  confirm: () => void;
  dismiss: () => void;
  playEvidence: () => void;
  toggle: () => void;
  stepBack: () => void;
  stepForward: () => void;
  slower: () => void;
  faster: () => void;
  live: () => void;
  sound: () => void;
}

const byKey: Record<string, keyof Commands> = {
  "?": "help",
  g: "find",
  "/": "find",
  j: "next",
  k: "previous",
  a: "acknowledge",
  u: "wall",
  c: "confirm",
  d: "dismiss",
  e: "playEvidence",
  " ": "toggle",
  ArrowLeft: "stepBack",
  ArrowRight: "stepForward",
  "<": "slower",
  ">": "faster",
  l: "live",
  s: "sound",
};

let offered: Partial<Commands>[] = [];

/** Offers commands until the returned function is called; those offered last win. */
export function commands(mine: Partial<Commands>): () => void {
  offered = [mine, ...offered];
  return () => {
    offered = offered.filter((each) => each !== mine);
  };
}

/** Keys belong to whatever is being typed into or pressed. */
function isTaken(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return true;
  const target = event.target as HTMLElement;
  if (target.closest("input, select, textarea, dialog, [role=grid]")) return true;
  return event.key === " " && target.closest("button, a, summary") !== null;
}

export function listenToKeys() {
  window.addEventListener("keydown", (event) => {
    if (settings.keys.value === "off" || isTaken(event)) return;
    const name = byKey[event.key];
    const run = name && offered.find((each) => each[name])?.[name];
    if (!run) return;
    event.preventDefault();
    run();
  });
}
