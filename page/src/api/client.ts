// Requests. Each answers with what was asked for, or with one sentence saying why not.
import type { Alert, AuditEntry, Board, Entry, Law, Move, Reply, Role, Seat, Timeline, Token } from "./types";

export type Answer<T> = { ok: true; value: T } | { ok: false; status: number; text: string };

/** The page's words for a kind of refusal; none: those that came with it are to be read. */
let refusalWords = (_kind: string | undefined): string | undefined => undefined;
export function sayRefusalsWith(words: typeof refusalWords) {
  refusalWords = words;
}

const base = "api/v1";

async function ask<T>(
  method: string,
  path: string,
  body?: string | Blob,
  type = "application/json",
): Promise<Answer<T>> {
  try {
    const response = await fetch(`${base}/${path}`, {
      method,
      ...(body === undefined ? {} : { body, headers: { "Content-Type": type } }),
      credentials: "same-origin",
    });
    const text = await response.text();
    const value = text === "" ? {} : JSON.parse(text);
    if (response.ok) return { ok: true, value };
    const said = value.error?.text ?? response.statusText;
    return { ok: false, status: response.status, text: refusalWords(value.error?.kind) ?? said };
  } catch {
    return { ok: false, status: 0, text: refusalWords("unreachable") ?? "" };
  }
}

const json = JSON.stringify;
const of = (board: string) => `boards/${encodeURIComponent(board)}`;

export interface Session {
  role: Role;
  name: string;
}

export const session = () => ask<Session>("GET", "session");
export const logIn = (token: string) => ask<Session>("POST", "session", json({ token }));
export const logOut = () => ask<unknown>("DELETE", "session");

export const moves = (board: string) =>
  ask<{ start_fen: string; moves: Move[] }>("GET", `${of(board)}/moves`);
export const findings = (board: string) => ask<{ findings: Alert[] }>("GET", `${of(board)}/findings`);
/** `alert`: of the log that this alert is about; 0: of the present one. */
export const timeline = (board: string, from_us: number, to_us: number, alert: number) =>
  ask<Timeline>(
    "GET",
    `${of(board)}/timeline?from_us=${Math.round(from_us)}&to_us=${Math.round(to_us)}${alert ? `&alert=${alert}` : ""}`,
  );
export const pgnAddress = (board: string) => `${base}/${of(board)}/pgn`;

export const enter = (board: string, entry: Entry) => ask<Reply>("POST", `${of(board)}/arbiter`, json(entry));
export const number = (board: string, number: number) =>
  ask<Board>("PUT", `${of(board)}/number`, json({ number }));
export const forget = (board: string) => ask<unknown>("DELETE", of(board));
export const acknowledge = (alert: number, remark: string) =>
  ask<Alert>("POST", `alerts/${alert}/acknowledge`, json({ remark }));

export const retractAcknowledgement = (alert: number, reason: string) =>
  ask<Alert>("POST", `alerts/${alert}/retract`, json({ reason }));
/** `to` empty: nobody's any more. */
export const hand = (alert: number, to: string, remark: string) =>
  ask<Alert>("POST", `alerts/${alert}/hand`, json({ to, remark }));
export const addNote = (alert: number, text: string) =>
  ask<Alert>("POST", `alerts/${alert}/note`, json({ text }));
export const people = () => ask<{ people: { name: string; role: Role }[] }>("GET", "people");
/** Empty: at none any more. */
export const attend = (board: string) => ask<unknown>("PUT", "people/me/board", json({ board }));
export const placeTable = ({ number, x, y }: Seat) => ask<unknown>("PUT", `map/${number}`, json({ x, y }));
export const takeOffMap = (number: number) => ask<unknown>("DELETE", `map/${number}`);
export const acknowledgeAll = (kind: string) =>
  ask<{ acknowledged: number }>("POST", "alerts/acknowledge", json({ kind }));
export const noteRepairs = () => ask<{ noted: number }>("POST", "repairs/acknowledge", json({}));

export const laws = () => ask<{ laws: Law[] }>("GET", "laws");

export interface Pairing {
  number: number;
  white: string;
  black: string;
  result?: string;
  start?: string;
}
export interface Pairings {
  event?: string;
  round?: number;
  pairings: Pairing[];
  problems: string[];
  doubts: string[];
  byes: string[];
}
/** What pairings would change; absent members: the table has no board. */
export interface Preview extends Pairings {
  pairings: (Pairing & {
    board?: string;
    change?: "same" | "new" | "running";
    was_white?: string;
    was_black?: string;
  })[];
  gone: Pairing[];
  idle: number[];
}
const tournamentAddress = (round: number, start: string) =>
  `tournament?round=${round}${start ? `&start=${encodeURIComponent(start)}` : ""}`;
/** The file as it is: what code its letters are in, the daemon finds out. */
export type PairingText = string | Blob;
/** `start`: where games begin whose pairing does not say it; empty: as the daemon has it. */
export const tournament = (text: PairingText, round: number, start: string) =>
  ask<Pairings>("POST", tournamentAddress(round, start), text, "text/plain");
export const previewTournament = (text: PairingText, round: number, start: string) =>
  ask<Preview>("POST", `${tournamentAddress(round, start)}&dry_run=1`, text, "text/plain");
export interface Note {
  utc: string;
  by: string;
  text: string;
}
export interface RoundNow {
  event: string;
  round: number;
  tables: {
    number: number;
    white: string;
    black: string;
    result: string;
    board?: string;
    log?: string;
    plies?: number;
    /** SHA-256 of the last seal of the log. */
    digest?: string;
    notes?: Note[];
  }[];
  incidents: {
    number: number;
    board: string;
    alert: number;
    opened_utc: string;
    move: number;
    kind: string;
    grade?: string;
    state?: string;
    fact?: string;
    rule?: string;
    seen_by?: string;
    remark?: string;
    notes?: Note[];
  }[];
}
export const round = () => ask<RoundNow>("GET", "round/round.json");
/** Where games are open now, were before, and are not yet. */
export interface RoundStart {
  round: number;
  opened: { number: number; board: string }[];
  before: number[];
  waiting: {
    number: number;
    white: string;
    black: string;
    board?: string;
    why: string;
    text: string;
    squares?: string[];
  }[];
}
export const startRound = (round: number) => ask<RoundStart>("POST", "round/start", json({ round }));
export const roundAddress = (file: string) => `${base}/round/${file}`;
export const evidenceAddress = (board: string, log: string) =>
  `${base}/${of(board)}/evidence?log=${encodeURIComponent(log)}`;
/** In `language`, what can be said in it. */
export const audit = (before: number, limit: number, language: string) =>
  ask<{ entries: AuditEntry[] }>("GET", `audit?before=${before}&limit=${limit}&language=${language}`);

export const tokens = () => ask<{ tokens: Token[] }>("GET", "tokens");
export const makeToken = (name: string, role: Role) =>
  ask<{ id: number; token: string }>("POST", "tokens", json({ name, role }));
export const revokeToken = (id: number) => ask<unknown>("DELETE", `tokens/${id}`);
