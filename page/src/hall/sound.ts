// Sound and vibration: silent until somebody arms it, made on the spot, and never about what players must not learn.
import { effect, signal } from "@preact/signals";
import type { Alert, Grade } from "../api/types";
import { alerts } from "./hall";
import { isLive, isOfSensors } from "./order";
import { settings } from "./settings";

export const armed = signal(false);
let audio: AudioContext | undefined;

/** One soft tone: `start` and `length` in seconds from now, `pitch` in Hz. */
function tone(start: number, pitch: number, length: number) {
  if (!audio) return;
  const at = audio.currentTime + start;
  const source = audio.createOscillator();
  const level = audio.createGain();
  source.type = "sine";
  source.frequency.value = pitch;
  // Flanks of a few hundredths, so that it does not click.
  level.gain.setValueAtTime(0, at);
  level.gain.linearRampToValueAtTime(0.35, at + 0.03);
  level.gain.setValueAtTime(0.35, at + length - 0.06);
  level.gain.linearRampToValueAtTime(0, at + length);
  source.connect(level).connect(audio.destination);
  source.start(at);
  source.stop(at + length);
}

/** By grade, what is established most urgently: start, pitch and length of each tone. */
const kTones: Record<Grade, [number, number, number][]> = {
  A: [
    [0, 660, 0.16],
    [0.2, 880, 0.16],
    [0.4, 1100, 0.28],
  ],
  B: [
    [0, 660, 0.18],
    [0.24, 520, 0.26],
  ],
  C: [[0, 390, 0.16]],
};

/** Three grades that nobody takes for each other, with the eyes on a board. */
export function playGrade(grade: Grade) {
  for (const [start, pitch, length] of kTones[grade]) tone(start, pitch, length);
}

/** Must be called from a click or a key: browsers allow sound only then. */
export async function arm() {
  audio ??= new AudioContext();
  await audio.resume();
  armed.value = audio.state === "running";
  if (armed.value) playGrade("B");
}

export function disarm() {
  armed.value = false;
  void audio?.suspend();
}

export const mayBeHeard = (alert: Alert) => alert.status === "open" && isLive(alert) && !alert.secret;
const isUrgent = (alert: Alert) => alert.finding.authority === "MUST" || alert.finding.authority === "AUTO";

/** Suspicions too, if they are asked for: never about an earlier game, or what players must not learn. */
const isHeard = (alert: Alert) =>
  alert.status === "open" &&
  !alert.secret &&
  !alert.over &&
  !alert.past &&
  !isOfSensors(alert) &&
  alert.finding.authority !== "SILENT" &&
  alert.finding.grade <= settings.soundFrom.value;

function sound(of: Alert[]) {
  const worst = of.map((alert) => alert.finding.grade).sort()[0];
  if (!worst) return;
  playGrade(worst);
  if (settings.vibrate.value === "on") navigator.vibrate?.(of.some(isUrgent) ? [180, 90, 180] : [120]);
}

/** What somebody has handed us is heard whatever it is. */
export function soundHanded(alert: Alert) {
  if (armed.peek()) sound([alert]);
}

/** What must be seen to is repeated until somebody does. */
const kReminder = 20_000;

const heard = new Set<number>();
effect(() => {
  const news = [...alerts.value.values()].filter((alert) => isHeard(alert) && !heard.has(alert.id));
  for (const alert of news) heard.add(alert.id);
  // What was open before is no news: only what comes after arming is heard.
  if (armed.peek()) sound(news);
});

window.setInterval(() => {
  if (armed.value) sound([...alerts.value.values()].filter((alert) => isHeard(alert) && isUrgent(alert)));
}, kReminder);
