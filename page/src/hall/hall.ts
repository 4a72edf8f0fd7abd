// What this page knows of the hall: the messages of the daemon folded into boards and alerts.
// Every board and the list of alerts is a signal of its own, so that one move redraws one board.
import { computed, type Signal, signal } from "@preact/signals";
import type { Alert, Board, Message, Role, Server } from "../api/types";
import { byNeed, compareAlerts, needsPerson } from "./order";
import { type Anchor, anchored, logTime } from "./time";

/** Loss of the connection: since when, in the page's own clock and on the wall. */
export interface Loss {
  at: number;
  wall: Date;
}

/** The name of our token: under it we stand in the log, and alerts are handed to us. */
export const me = signal("");
export const role = signal<Role | undefined>(undefined);
export const server = signal<Server | undefined>(undefined);
export const loss = signal<Loss | undefined>(undefined);

/** By id; the map itself changes only when boards come or go. */
const boards = signal<ReadonlyMap<string, Signal<Board>>>(new Map());
export const alerts = signal<ReadonlyMap<number, Alert>>(new Map());

export const board = (id: string): Signal<Board> | undefined => boards.value.get(id);

export const allBoards = computed(() => [...boards.value.values()].map((b) => b.value));

/** Ids in order of need. A new array only if the order has changed. */
let lastOrder: string[] = [];
export const order = computed(() => {
  const ids = byNeed(allBoards.value).map((b) => b.id);
  if (ids.length === lastOrder.length && ids.every((id, i) => id === lastOrder[i])) return lastOrder;
  lastOrder = ids;
  return ids;
});

export const openAlerts = computed(() => [...alerts.value.values()].sort(compareAlerts));
export const alertsOf = (id: string) => openAlerts.value.filter((alert) => alert.board === id);

/** Ids of the boards for which somebody is to get up. */
export const needing = computed(
  () =>
    new Set(allBoards.value.filter((each) => needsPerson(each, alertsOf(each.id))).map((each) => each.id)),
);

/** Names of those who have said that they are at the board. */
export const whoIsAt = (id: string): string[] =>
  (server.value?.at_boards ?? []).filter(({ board }) => board === id).map(({ name }) => name);

export const mayAct = computed(() => role.value === "arbiter" || role.value === "admin");

// ---- log time

const anchors = new Map<string, Anchor>();

/** Log time of a board now, in µs; it stands still while nothing is heard from the daemon. */
export function logNow(id: string, now = performance.now()): number {
  const anchor = anchors.get(id);
  return anchor ? logTime(anchor, loss.peek()?.at ?? now) : 0;
}

/** Ticks five times a second; what counts down reads it. */
export const tick = signal(0);
window.setInterval(() => {
  if (document.visibilityState === "visible") tick.value = performance.now();
}, 200);

// ---- what the daemon says

type Watcher = (message: Message) => void;
const watchers = new Set<Watcher>();
/** For views that follow a board closely: every message, until the returned function is called. */
export function follow(watcher: Watcher): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

function takeBoard(next: Board) {
  anchors.set(
    next.id,
    anchored(anchors.get(next.id), next.t_us, performance.now(), server.peek()?.simulated ?? false),
  );
  const known = boards.peek().get(next.id);
  if (known) known.value = next;
  else boards.value = new Map(boards.peek()).set(next.id, signal(next));
}

function takeAlert(next: Alert) {
  const changed = new Map(alerts.peek());
  if (next.status === "closed") changed.delete(next.id);
  else changed.set(next.id, next);
  alerts.value = changed;
}

/** Boards are told up to ten times a second each: they are taken in once for each picture that is drawn. */
const waiting = new Map<string, Board>();
let drawing = false;
function soon(next: Board) {
  waiting.set(next.id, next);
  if (drawing) return;
  drawing = true;
  const draw = () => {
    drawing = false;
    for (const each of waiting.values()) takeBoard(each);
    waiting.clear();
  };
  // A page in the background draws nothing, but must still know.
  if (document.visibilityState === "visible") requestAnimationFrame(draw);
  else window.setTimeout(draw, 250);
}

export function take(message: Message) {
  switch (message.type) {
    case "snapshot": {
      waiting.clear();
      role.value = message.role;
      server.value = message.server;
      const gone = new Set(boards.peek().keys());
      for (const each of message.boards) {
        gone.delete(each.id);
        takeBoard(each);
      }
      if (gone.size > 0) boards.value = new Map([...boards.peek()].filter(([id]) => !gone.has(id)));
      alerts.value = new Map(message.alerts.map((alert) => [alert.id, alert]));
      break;
    }
    case "board":
      soon(message.board);
      break;
    case "alert":
      takeAlert(message.alert);
      break;
    case "forgotten":
      waiting.delete(message.board);
      boards.value = new Map([...boards.peek()].filter(([id]) => id !== message.board));
      break;
    case "server":
      server.value = message.server;
      break;
    default:
  }
  for (const watcher of watchers) watcher(message);
}
