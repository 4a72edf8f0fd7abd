// Searching what was done, and writing it out.
import type { AuditEntry } from "../api/types";

export type AuditKind = "" | "alert" | "board" | "other";
export interface AuditWish {
  /** Words that all stand somewhere in the entry. */
  text: string;
  /** A board's name, or its table number. */
  place: string;
  kind: AuditKind;
}

const kindOf = (entry: AuditEntry): AuditKind =>
  entry.alert !== undefined ? "alert" : entry.board ? "board" : "other";

/** `tableOf` gives the table number of a board, if it has one. */
export function wanted(
  entries: AuditEntry[],
  wish: AuditWish,
  tableOf: (board: string) => number | undefined,
): AuditEntry[] {
  const words = wish.text.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  const place = wish.place.trim().toLocaleLowerCase();
  return entries.filter((entry) => {
    if (wish.kind !== "" && kindOf(entry) !== wish.kind) return false;
    const table = entry.board === undefined ? undefined : tableOf(entry.board);
    if (place !== "" && String(table) !== place && entry.board?.toLocaleLowerCase() !== place) return false;
    const all = [entry.utc, entry.by, entry.board, table, entry.what].join(" ").toLocaleLowerCase();
    return words.every((word) => all.includes(word));
  });
}

const cell = (text: string) => (/[;"\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** As the program's own tables: semicolons, RFC 4180, UTF-8 with its mark. */
export function toCsv(entries: AuditEntry[], tableOf: (board: string) => number | undefined): string {
  const rows = entries.map((entry) => [
    entry.utc,
    entry.by,
    entry.role,
    String(entry.board === undefined ? "" : (tableOf(entry.board) ?? "")),
    entry.board ?? "",
    String(entry.alert ?? ""),
    entry.what,
  ]);
  return `\ufeff${[["utc", "by", "role", "table", "board", "alert", "what"], ...rows]
    .map((row) => row.map(cell).join(";"))
    .join("\r\n")}\r\n`;
}

export const toJsonLines = (entries: AuditEntry[]): string =>
  entries.map((entry) => `${JSON.stringify(entry)}\n`).join("");
