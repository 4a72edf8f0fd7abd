// The record of a few minutes as a film: what is on the board at any moment of a timeline.
import type { Clocks, Side, Timeline, TimelineEvent } from "../api/types";

/** One picture: everything that holds from its moment until the next event. */
export interface Frame {
  t_us: number;
  occupied: string;
  fen: string;
  clocks?: Clocks;
  linkLost: boolean;
  /** The event that made it; none for the first. */
  event?: TimelineEvent;
}

/** The frames of a timeline, one for its start and one for each event. */
export function film(timeline: Timeline): Frame[] {
  const { start, from_us } = timeline;
  let frame: Frame = {
    t_us: from_us,
    occupied: start.occupied,
    fen: start.fen,
    linkLost: false,
    ...(start.clocks ? { clocks: { ...start.clocks, t_us: from_us } } : {}),
  };
  const frames = [frame];
  for (const event of timeline.events) {
    frame = { ...frame, ...changeOf(event), t_us: event.t_us, event };
    frames.push(frame);
  }
  return frames;
}

function changeOf(event: TimelineEvent): Partial<Frame> {
  switch (event.what) {
    case "lift":
    case "place":
      return { occupied: event.occupied };
    case "clock": {
      const { white_ms, black_ms, running, t_us } = event;
      const side = running === "white" || running === "black" ? running : undefined;
      return { clocks: { white_ms, black_ms, t_us, ...(side ? { running: side } : {}) } };
    }
    case "move":
      return { fen: event.fen };
    case "link":
      return { linkLost: event.state === "lost" };
    default:
      return {};
  }
}

/** Index of the frame that holds at `t_us`. */
export function frameAt(frames: Frame[], t_us: number): number {
  let [low, high] = [0, frames.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((frames[middle] as Frame).t_us <= t_us) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** What people step through: hands, presses, moves and findings, not every reading of the clock. */
export const isStep = (event: TimelineEvent | undefined) => event !== undefined && event.what !== "clock";

/** Moment of the next step after `t_us` (`by` 1) or the one before it (-1). */
export function stepFrom(frames: Frame[], t_us: number, by: 1 | -1): number | undefined {
  if (by === 1) return frames.find((f) => f.t_us > t_us && isStep(f.event))?.t_us;
  for (let i = frames.length - 1; i >= 0; i--) {
    const frame = frames[i] as Frame;
    if (frame.t_us < t_us && isStep(frame.event)) return frame.t_us;
  }
  return undefined;
}

/** How long a picture with something new in it draws attention to it, in µs. */
const kFresh = 900_000;

/** The last thing at or before `t_us` that people step through, with all that happened in the same moment. */
export function lastSteps(frames: Frame[], t_us: number): TimelineEvent[] {
  const steps: TimelineEvent[] = [];
  for (let i = frameAt(frames, t_us); i > 0; i--) {
    const { event } = frames[i] as Frame;
    if (!event || !isStep(event)) continue;
    if (steps[0] && event.t_us < steps[0].t_us) break;
    steps.unshift(event);
  }
  return steps;
}

/** Squares and buttons that were touched just before `t_us`. */
export function touchedAt(
  frames: Frame[],
  t_us: number,
): { lifts: string[]; places: string[]; press?: Side } {
  const touched: { lifts: string[]; places: string[]; press?: Side } = { lifts: [], places: [] };
  for (let i = frameAt(frames, t_us); i > 0; i--) {
    const { event, t_us: when } = frames[i] as Frame;
    if (when < t_us - kFresh || !event) break;
    if (event.what === "lift") touched.lifts.push(event.square);
    if (event.what === "place") touched.places.push(event.square);
    if (event.what === "press") touched.press ??= event.side;
  }
  return touched;
}

/** Nobody wants to watch a player think: pauses longer than this are passed over, in µs. */
const kLongestPause = 2_500_000;

/** Where playback stands `elapsed_ms` later. `skip` passes over long pauses. */
export function advance(
  frames: Frame[],
  t_us: number,
  elapsed_ms: number,
  speed: number,
  skip: boolean,
): number {
  const next = t_us + elapsed_ms * 1000 * speed;
  if (!skip) return next;
  const before = frames[frameAt(frames, t_us)] as Frame;
  const coming = stepFrom(frames, t_us, 1);
  if (coming === undefined) return next;
  const quiet = t_us - before.t_us > kLongestPause / 2 || !isStep(before.event);
  return quiet && coming - next > kLongestPause / 2 ? coming - kLongestPause / 2 : next;
}
