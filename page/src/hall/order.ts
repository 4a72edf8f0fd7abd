// In which order things are shown: whom it concerns most comes first, and nothing jumps about without a reason.
import type { Alert, Board } from "../api/types";

export const byTable = (a: Board, b: Board) =>
  (a.number ?? Number.POSITIVE_INFINITY) - (b.number ?? Number.POSITIVE_INFINITY) ||
  a.id.localeCompare(b.id, "en", { numeric: true });

export function byNeed(boards: Board[]): Board[] {
  return [...boards].sort((a, b) => b.need - a.need || byTable(a, b));
}

/** Whoever sees to it, or is to. */
export const isOf = (alert: Alert, name: string) =>
  name !== "" && (alert.handed_to ?? alert.acknowledged_by) === name;

/** What the matter is with sensors is a state of the board, for the technician. */
export const isOfSensors = (alert: Alert) => alert.finding.kind === "sensor_fault";

/**
 * Is it about the game that is played, established, and to be done something about? Not a suspicion, an earlier game, what is no
 * longer so, or what may not be spoken of.
 */
export const isLive = (alert: Alert) =>
  !alert.over &&
  !alert.past &&
  !isOfSensors(alert) &&
  alert.finding.authority !== "SILENT" &&
  alert.finding.grade !== "C";

/** Is somebody to get up for this board? For what is live, unless somebody sees to it, and for a board that is gone, likewise. */
export function needsPerson(board: Board, alerts: Alert[]): boolean {
  return (
    (board.link === "lost" &&
      !alerts.some(
        (alert) => isLive(alert) && alert.finding.kind === "link_lost" && alert.status === "acknowledged",
      )) ||
    alerts.some((alert) => isNews(alert) && isLive(alert))
  );
}

/** Another finding of the same event rules in its place: it has no orders of its own. */
const isGoverned = (alert: Alert) => alert.finding.governed_by !== undefined;

/** The alert of the finding that rules in this one's place, while that one is not closed. */
export const rulingOf = (alert: Alert, alerts: Alert[]): Alert | undefined =>
  isGoverned(alert)
    ? alerts.find(
        (other) =>
          other.board === alert.board &&
          other.log === alert.log &&
          other.status !== "closed" &&
          other.finding.id === alert.finding.governed_by,
      )
    : undefined;

/** What is part of the event that it rules. */
export const partsOf = (alert: Alert, alerts: Alert[]): Alert[] =>
  alerts.filter((part) => rulingOf(part, alerts)?.id === alert.id);

/** Nobody sees to it yet, and there is something to see to. */
export const isNews = (alert: Alert) => alert.status === "open" && !alert.over && !isGoverned(alert);

export function byNumber(boards: Board[]): Board[] {
  return [...boards].sort(byTable);
}

const kAuthorities = ["MUST", "AUTO", "MUST/CLAIM", "CLAIM", "JUDGE", "SILENT"];

/**
 * Smaller is more urgent: not acknowledged first, then what is still so, then this game, then games before sensors, then what is more than a
 * suspicion, then who may act, then how sure it is, then the older one.
 */
export function compareAlerts(a: Alert, b: Alert): number {
  const rank = (x: Alert) => kAuthorities.indexOf(x.finding.authority ?? "JUDGE");
  return (
    Number(a.status !== "open") - Number(b.status !== "open") ||
    Number(a.over ?? false) - Number(b.over ?? false) ||
    Number(a.past ?? false) - Number(b.past ?? false) ||
    Number(isOfSensors(a)) - Number(isOfSensors(b)) ||
    Number(a.finding.grade === "C") - Number(b.finding.grade === "C") ||
    rank(a) - rank(b) ||
    a.finding.grade.localeCompare(b.finding.grade) ||
    a.id - b.id
  );
}

export interface Group {
  board: string;
  alerts: Alert[];
}

/** Alerts of a board stand together, at the place of the most urgent of them; what is part of an event under its ruling. */
export function groupByBoard(alerts: Alert[]): Group[] {
  const groups = new Map<string, Alert[]>();
  for (const alert of alerts.filter((each) => !rulingOf(each, alerts)).sort(compareAlerts)) {
    const group = groups.get(alert.board);
    if (group) group.push(alert);
    else groups.set(alert.board, [alert]);
  }
  return [...groups].map(([board, alerts]) => ({ board, alerts }));
}

/** What a board still has that nobody need get up for, or that is no longer so: one line. */
export interface Rest {
  board: string;
  /** Most urgent first. */
  alerts: Alert[];
  /** Suspicions of the game that is played, and what may not be spoken of. */
  watched: number;
  over: number;
  past: number;
}

/** The boards' rests: those with something of the game that is played first, then those of what is no longer so. */
export function restByBoard(alerts: Alert[]): Rest[] {
  const kept = alerts.filter((each) => !isLive(each) && !isOfSensors(each));
  return groupByBoard(kept)
    .map(({ board, alerts }) => {
      const past = alerts.filter((each) => each.past).length;
      const over = alerts.filter((each) => each.over && !each.past).length;
      return { board, alerts, watched: alerts.length - past - over, over, past };
    })
    .sort((a, b) => Number(b.watched > 0) - Number(a.watched > 0) || Number(b.over > 0) - Number(a.over > 0));
}

export interface SensorState {
  board: string;
  squares: string[];
  /** Of these faults, what nobody has acknowledged yet. */
  open: Alert[];
}

/** Boards on which sensors fail now, with the squares. */
export function sensorStates(alerts: Alert[]): SensorState[] {
  const now = alerts.filter((each) => isOfSensors(each) && !each.over && !each.past);
  return groupByBoard(now).map(({ board, alerts }) => ({
    board,
    squares: [...new Set(alerts.flatMap((each) => each.finding.squares))].sort(),
    open: alerts.filter((each) => each.status === "open"),
  }));
}

/** Boards that one kind must have come at before it has a button of its own. */
const kSeveral = 3;
/** What is wrong with the equipment. What is wrong with a game has to be looked at one by one. */
const kOfEquipment = ["link_lost", "sensor_fault"];

/** Kinds of which nobody has acknowledged an alert yet, at so many boards that one by one would take long. */
export function severalAtOnce(alerts: Alert[]): { kind: string; count: number }[] {
  const open = alerts.filter((alert) => alert.status === "open");
  return kOfEquipment.flatMap((kind) => {
    const these = open.filter((alert) => alert.finding.kind === kind);
    return new Set(these.map((alert) => alert.board)).size < kSeveral ? [] : [{ kind, count: these.length }];
  });
}
