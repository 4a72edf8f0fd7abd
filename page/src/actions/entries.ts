// What an arbiter can enter: one `arbiter` record of docs/scanlog.md each, and the fields that it takes.
import type { Alert, Board } from "../api/types";

export type Action =
  | "confirm"
  | "dismiss"
  | "pause"
  | "resume"
  | "claim"
  | "seen"
  | "set_position"
  | "result"
  | "declare"
  | "count_started"
  | "adjourn"
  | "law"
  | "pairing"
  | "new_game"
  | "retract"
  | "note";

export type Field =
  | { name: "side"; as: "side" }
  | { name: "what"; as: "claim" }
  | { name: "square"; as: "square" }
  | { name: "piece"; as: "piece" | "promotion" }
  | { name: "result"; as: "result" }
  | { name: "id"; as: "law" }
  | { name: "white" | "black"; as: "player" }
  | { name: "white_sits"; as: "sits" }
  | { name: "reason"; as: "reason" }
  | { name: "text"; as: "note" }
  | { name: "fen"; as: "position" };

/** In the order in which they are offered. Those that are about one finding or entry have their own buttons. */
export const fieldsOf: Record<Action, Field[]> = {
  confirm: [],
  dismiss: [],
  pause: [],
  resume: [],
  set_position: [{ name: "fen", as: "position" }],
  claim: [
    { name: "side", as: "side" },
    { name: "what", as: "claim" },
  ],
  seen: [
    { name: "square", as: "square" },
    { name: "piece", as: "piece" },
  ],
  result: [{ name: "result", as: "result" }],
  declare: [
    { name: "side", as: "side" },
    { name: "piece", as: "promotion" },
  ],
  count_started: [{ name: "side", as: "side" }],
  adjourn: [],
  law: [{ name: "id", as: "law" }],
  pairing: [
    { name: "white", as: "player" },
    { name: "black", as: "player" },
    { name: "white_sits", as: "sits" },
  ],
  new_game: [],
  retract: [{ name: "reason", as: "reason" }],
  note: [{ name: "text", as: "note" }],
};

export const offeredActions = (Object.keys(fieldsOf) as Action[]).filter(
  (action) => action !== "confirm" && action !== "dismiss" && action !== "retract",
);

/** What counts at once and cannot be seen on the board: Enter alone must not do it. */
export const decides = (action: Action) =>
  ["confirm", "dismiss", "result", "adjourn", "new_game", "retract"].includes(action);

export const results = ["1-0", "1/2-1/2", "0-1"];

/** What a form begins with: what is likeliest from the finding and the board. */
export function initialValues(
  action: Action,
  board: Board,
  alert: Alert | undefined,
): Record<string, string> {
  const finding = alert?.finding;
  const other = (side: string | undefined) => (side === "white" ? "black" : "white");
  switch (action) {
    case "claim":
      // A claim comes from the opponent of whoever is at fault.
      return {
        side: finding?.side ? other(finding.side) : (board.side_to_move ?? "white"),
        what: "irregularity",
      };
    case "seen":
      return { square: finding?.squares[0] ?? "e8", piece: "q" };
    case "declare":
      return { side: finding?.side ?? board.side_to_move ?? "white", piece: "q" };
    case "count_started":
      return { side: board.side_to_move ?? "white" };
    case "result":
      return { result: "" };
    case "retract":
      return { reason: "" };
    case "note":
      return { text: "" };
    case "law":
      return { id: board.law };
    case "pairing":
      return { white: board.white ?? "", black: board.black ?? "", white_sits: "" };
    case "set_position":
      return { fen: finding?.advice.reinstate_fen ?? board.fen };
    default:
      return {};
  }
}

/** What the record of a form is; fields left empty are left out. */
export function entryOf(
  action: Action,
  values: Record<string, string>,
): Record<string, string | number> & { action: string } {
  const entry: Record<string, string | number> & { action: string } = { action };
  for (const [name, value] of Object.entries(values)) if (value !== "") entry[name] = value;
  for (const name of ["white_ms", "black_ms"]) {
    const ms = millisecondsOf(values[name] ?? "");
    if (ms === undefined) delete entry[name];
    else entry[name] = ms;
  }
  return entry;
}

/** "1:02:03", "12:34" or "45" as milliseconds. */
export function millisecondsOf(text: string): number | undefined {
  if (!/^\d+(:[0-5]?\d){0,2}$/.test(text.trim())) return undefined;
  return (
    text
      .trim()
      .split(":")
      .reduce((sum, part) => sum * 60 + Number(part), 0) * 1000
  );
}
