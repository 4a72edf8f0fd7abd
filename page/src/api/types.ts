// What the daemon says, as docs/api.md describes it. Members that may be absent are absent for the role `hall`, or because
// they do not apply.

export type Side = "white" | "black";
export type Role = "hall" | "viewer" | "arbiter" | "admin";
export type Grade = "A" | "B" | "C";
export type Authority = "MUST" | "CLAIM" | "MUST/CLAIM" | "SILENT" | "JUDGE" | "AUTO";
export type Window = "W-GAME" | "W-OPPMOVE" | "W-TOUCH" | "W-NONE" | `W-${number}` | `W-B${number}`;

export interface Clocks {
  white_ms: number;
  black_ms: number;
  running?: Side;
  flag?: Side;
  /** When they were read, in log time. */
  t_us: number;
}

export interface LastMove {
  ply: number;
  uci: string;
  san: string;
  certainty: "certain" | "likely" | "open";
  completed: boolean;
}

export interface Board {
  id: string;
  number?: number;
  /** After a start its log is being heard again: what is said of the game is not what it is. */
  catching_up?: boolean;
  /** At a centre: whose board it is, and that this hall is not connected: all of this is how it was. */
  hall?: string;
  hall_is_away?: boolean;
  model: string;
  senses: "presence" | "colour" | "identity";
  link: "up" | "lost";
  law: string;
  white?: string;
  black?: string;
  time_control?: string;
  variant?: "chess960";
  /** Of Chess960: the number of the start position, 0 to 959, if it has one. */
  start_number?: number;
  game: "setup" | "started" | "paused" | "over";
  result?: string;
  /** The record: where the pieces should be. */
  fen: string;
  /** What the sensors show, in the frame of the game. */
  occupied: string;
  white_is_near: boolean;
  side_to_move?: Side;
  last_move?: LastMove;
  ply?: number;
  /** When an arbiter has started its round, in log time. */
  opened_us?: number;
  clocks?: Clocks;
  /** Log time when this was said. */
  t_us: number;
  utc_start: string;
  need: number;
  alerts?: number[];
  scans_per_s: number;
  last_change_us: number;
}

export interface ClockProposal {
  white_ms: number;
  black_ms: number;
  why: string;
}

export interface Finding {
  id: number;
  kind: string;
  state: "opened" | "updated" | "withdrawn" | "closed" | "confirmed" | "dismissed";
  side?: Side;
  ply: number;
  grade: Grade;
  authority?: Authority;
  window?: Window;
  law?: string;
  article?: string;
  row?: string;
  /** Number of the first finding that springs from the same act. */
  event?: number;
  /** Number of the finding that rules in its place. */
  governed_by?: number;
  squares: string[];
  reason?: string;
  attackers?: string[];
  evidence: { from_us: number; to_us: number; before_fen: string; occupied: string };
  advice: {
    text: string;
    reinstate_fen?: string;
    to_move?: Side;
    must_play?: string[];
    clocks?: ClockProposal[];
    offence_number?: number;
  };
}

export interface Alert {
  id: number;
  board: string;
  log: string;
  opened_utc: string;
  closed_utc?: string;
  status: "open" | "acknowledged" | "closed";
  acknowledged_by?: string;
  acknowledged_utc?: string;
  /** The disk took nothing, and has not got the acknowledgement yet. */
  acknowledged_in_memory?: boolean;
  remark?: string;
  /** Whose it is, until somebody says that he sees to it. */
  handed_to?: string;
  handed_by?: string;
  handed_utc?: string;
  finding: Finding;
  parts: Record<"note" | "fact" | "to_do" | "clocks" | "offence" | "window" | "rule" | "left", string>;
  actions: string[];
  /** It is about an earlier game on this board: nothing can be entered about it any more. */
  past?: boolean;
  /** It is no longer so, and nobody has acknowledged it: there is something to read, and nothing to do. */
  over?: boolean;
  /** Must not be seen or heard by the players. */
  secret: boolean;
  window_ends_us?: number;
  history: { utc: string; by: string; what: string }[];
}

/** Where a table stands, in steps from the hall's upper left corner. */
export interface Seat {
  number: number;
  x: number;
  y: number;
}

/** Somebody is at a board, until then at most. */
export interface AtBoard {
  name: string;
  board: string;
  since_utc: string;
  until_utc: string;
}

export interface Server {
  version: string;
  started_utc: string;
  now_utc: string;
  simulated: boolean;
  /** In which the daemon's sentences are: "en", "da" … */
  language?: string;
  event?: string;
  round?: number;
  /** Logs that are still to be heard again after a start, of all that are. */
  catching_up?: { logs: number; of: number };
  warnings: string[];
  at_boards?: AtBoard[];
  map: Seat[];
  /** Of logs that were found damaged or short, until somebody has noted it. */
  repairs?: string[];
  disk_ok: boolean;
}

export interface Snapshot {
  type: "snapshot";
  seq: number;
  role: Role;
  server: Server;
  boards: Board[];
  alerts: Alert[];
}

export type Message =
  | Snapshot
  | { type: "board"; seq: number; board: Board }
  | { type: "alert"; seq: number; alert: Alert }
  | { type: "forgotten"; seq: number; board: string }
  | { type: "server"; seq: number; server: Server }
  | { type: "line"; seq: number; board: string; line: { type: string } }
  | { type: "scan"; seq: number; board: string; t_us: number; occupied: string }
  | { type: "press"; seq: number; board: string; t_us: number; side: Side }
  | { type: "pong"; n: number };

export interface Move {
  ply: number;
  side: Side;
  uci: string;
  san: string;
  fen: string;
  certainty: "certain" | "likely" | "open";
  alternatives: string[];
  completed: boolean;
  t_us: number;
  white_ms?: number;
  black_ms?: number;
}

export type TimelineEvent = { t_us: number } & (
  | { what: "lift" | "place"; square: string; occupied: string }
  | { what: "press"; side: Side }
  | { what: "clock"; white_ms: number; black_ms: number; running?: Side | "none" }
  | { what: "move"; ply: number; uci: string; san: string; fen: string }
  | { what: "finding"; id: number; kind: string; state: string; grade: Grade }
  | { what: "link"; state: string }
  | { what: "arbiter"; action: string; text?: string }
  | { what: "game"; state: string }
);

export interface Timeline {
  board: string;
  from_us: number;
  to_us: number;
  truncated: boolean;
  start: { occupied: string; fen: string; clocks?: Omit<Clocks, "t_us"> };
  events: TimelineEvent[];
}

export interface AuditEntry {
  id: number;
  utc: string;
  by: string;
  role: string;
  what: string;
  /** That of `what`, if it is the one that was asked for; else it is the daemon's. */
  language?: string;
  board?: string;
  alert?: number;
}

export interface Law {
  id: string;
  name: string;
}

export interface Token {
  id: number;
  name: string;
  role: Role;
  created_utc: string;
  last_used_utc?: string;
}

/** What follows from something an arbiter entered. */
export interface Reply {
  accepted: boolean;
  text: string;
  clocks?: ClockProposal[];
}

/** An `arbiter` record of docs/scanlog.md without type and time. */
export type Entry = { action: string } & Record<string, string | number>;
