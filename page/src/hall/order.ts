// In which order things are shown: whom it concerns most comes first, and nothing jumps about without a reason.
import type { Alert, Board } from "../api/types";

export const byTable = (a: Board, b: Board) =>
  (a.number ?? Number.POSITIVE_INFINITY) - (b.number ?? Number.POSITIVE_INFINITY) ||
  a.id.localeCompare(b.id, "en", { numeric: true });

export function byNeed(boards: Board[]): Board[] {
  return [...boards].sort((a, b) => b.need - a.need || byTable(a, b));
}

/**
 * Is somebody to get up for this board? Not for a suspicion, an earlier game, what is no longer so, what may not be spoken of, or what
 * somebody sees to.
 */
export function needsPerson(board: Board, alerts: Alert[]): boolean {
  return (
    board.link === "lost" ||
    alerts.some(
      (alert) =>
        isNews(alert) && !alert.past && alert.finding.authority !== "SILENT" && alert.finding.grade !== "C",
    )
  );
}

/** Another finding of the same event rules in its place: it has no orders of its own. */
const isGoverned = (alert: Alert) => alert.finding.governed_by !== undefined;

/** The alert of the finding that rules in this one's place, while that one is not closed. */
export const rulingOf = (alert: Alert, alerts: Alert[]): Alert | undefined =>
  alerts.find(
    (other) =>
      other.board === alert.board &&
      other.log === alert.log &&
      other.status !== "closed" &&
      other.finding.id === alert.finding.governed_by,
  );

/** What is part of the event that it rules. */
export const partsOf = (alert: Alert, alerts: Alert[]): Alert[] =>
  alerts.filter((part) => rulingOf(part, alerts)?.id === alert.id);

/** Nobody sees to it yet, and there is something to see to. */
export const isNews = (alert: Alert) => alert.status === "open" && !alert.over && !isGoverned(alert);

export function byNumber(boards: Board[]): Board[] {
  return [...boards].sort(byTable);
}

const kAuthorities = ["MUST", "AUTO", "MUST/CLAIM", "CLAIM", "JUDGE", "SILENT"];

/** Smaller is more urgent: not acknowledged first, then what is still so, then this game, then who may act, then how sure it is, then the older one. */
export function compareAlerts(a: Alert, b: Alert): number {
  const rank = (x: Alert) => kAuthorities.indexOf(x.finding.authority ?? "JUDGE");
  return (
    Number(a.status !== "open") - Number(b.status !== "open") ||
    Number(a.over ?? false) - Number(b.over ?? false) ||
    Number(a.past ?? false) - Number(b.past ?? false) ||
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
