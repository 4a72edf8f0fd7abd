// Sound and vibration: silent until somebody arms it, made on the spot, and never about what players must not learn.
import { effect, signal } from "@preact/signals";
import type { Alert } from "../api/types";
import { alerts } from "./hall";
import { isLive } from "./order";
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

export function testTone() {
  tone(0, 660, 0.25);
}

/** Must be called from a click or a key: browsers allow sound only then. */
export async function arm() {
  audio ??= new AudioContext();
  await audio.resume();
  armed.value = audio.state === "running";
  if (armed.value) testTone();
}

export function disarm() {
  armed.value = false;
  void audio?.suspend();
}

export const mayBeHeard = (alert: Alert) => alert.status === "open" && isLive(alert) && !alert.secret;
const isUrgent = (alert: Alert) => alert.finding.authority === "MUST" || alert.finding.authority === "AUTO";

function sound(urgent: boolean) {
  if (urgent) {
    tone(0, 660, 0.18);
    tone(0.24, 880, 0.28);
  } else {
    tone(0, 520, 0.22);
  }
  if (settings.vibrate.value === "on") navigator.vibrate?.(urgent ? [180, 90, 180] : [120]);
}

/** What must be seen to is repeated until somebody does. */
const kReminder = 20_000;

const heard = new Set<number>();
effect(() => {
  const news = [...alerts.value.values()].filter((alert) => mayBeHeard(alert) && !heard.has(alert.id));
  for (const alert of news) heard.add(alert.id);
  // What was open before is no news: only what comes after arming is heard.
  if (armed.peek() && news.length > 0) sound(news.some(isUrgent));
});

window.setInterval(() => {
  if (!armed.value) return;
  if ([...alerts.value.values()].some((alert) => mayBeHeard(alert) && isUrgent(alert))) sound(true);
}, kReminder);
