// Boards and alerts with what a test is about, and something sensible for the rest.
import type { Alert, Board, Finding } from "../../page/src/api/types";

export const kStart = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

export const aBoard = (id: string, own: Partial<Board> = {}): Board => ({
  id,
  model: "a board",
  senses: "presence",
  link: "up",
  law: "fide-2023-std",
  game: "started",
  fen: kStart,
  occupied: "ffff00000000ffff",
  white_is_near: true,
  ply: 0,
  t_us: 0,
  utc_start: "2026-01-01T10:00:00.000Z",
  need: 0,
  alerts: [],
  scans_per_s: 25,
  last_change_us: 0,
  ...own,
});

export const aFinding = (own: Partial<Finding> = {}): Finding => ({
  id: 1,
  kind: "illegal_move",
  state: "opened",
  ply: 20,
  grade: "A",
  authority: "MUST",
  window: "W-GAME",
  squares: [],
  evidence: { from_us: 0, to_us: 0, before_fen: kStart, occupied: "ffff00000000ffff" },
  advice: { text: "" },
  ...own,
});

export const anAlert = (
  id: number,
  board: string,
  finding: Partial<Finding> = {},
  own: Partial<Alert> = {},
): Alert => ({
  id,
  board,
  log: "a log",
  opened_utc: "2026-01-01T10:00:00.000Z",
  status: "open",
  finding: aFinding(finding),
  parts: { note: "", fact: "", to_do: "", clocks: "", offence: "", window: "", rule: "", left: "" },
  actions: [],
  secret: false,
  history: [],
  ...own,
});
