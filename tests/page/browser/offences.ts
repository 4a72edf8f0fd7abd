// Games in which White makes illegal moves and presses, as the logs that boards leave behind.

type Step = { from: string; to: string };

const squareBit = (square: string) =>
  1n << BigInt(square.charCodeAt(0) - "a".charCodeAt(0) + 8 * (Number(square[1]) - 1));

export interface Game {
  board: string;
  white: string;
  black: string;
  law: string;
  moves: string;
}

/** 2. Ra3 leaps over a2, 4. Rh3 over h2. */
export const twoOffences = (board: string): Game => ({
  board,
  white: "Eiríksdóttir, Una",
  black: "Hansen, Freja",
  law: "fide-2023-std",
  moves: "e2e4 e7e5 a1a3 a7a6 g1f3 b8c6 h1h3",
});

/** Nobody has answered 2. Ra3, and an arbiter may act only as long as nobody does. */
export const unanswered = (board: string): Game => ({
  board,
  white: "Thomsen, Ida",
  black: "Ólafsson, Kári",
  law: "fide-2023-rapid-A5",
  moves: "e2e4 e7e5 a1a3",
});

/** Lines of a scan log (docs/scanlog.md): every piece is lifted, put down 0.4 s later, and the clock pressed after 0.5 s. */
export function logOf({ board, white, black, law, moves }: Game, start: Date): string {
  const steps: Step[] = moves.split(" ").map((move) => ({ from: move.slice(0, 2), to: move.slice(2, 4) }));
  const lines: object[] = [
    {
      type: "header",
      format: "jadoube-scanlog",
      version: 1,
      board: { id: board, model: "simulated", senses: "presence" },
      game: { white, black, time_control: "5400+30" },
      law,
      utc_start: start.toISOString(),
    },
  ];
  let t = 0;
  let occupied = 0xffff00000000ffffn;
  const left = { white: 5_400_000, black: 5_400_000 };
  const scan = () => lines.push({ type: "scan", t_us: t, occupied: occupied.toString(16).padStart(16, "0") });
  const clock = (running: string) =>
    lines.push({ type: "clock", t_us: t, white_ms: left.white, black_ms: left.black, running });
  scan();
  clock("none");
  t += 3e6;
  clock("white");
  steps.forEach(({ from, to }, i) => {
    const [mover, other] = i % 2 === 0 ? (["white", "black"] as const) : (["black", "white"] as const);
    t += 4e6;
    occupied ^= squareBit(from);
    scan();
    t += 0.4e6;
    occupied |= squareBit(to);
    scan();
    t += 0.5e6;
    left[mover] += 30_000 - 5_000;
    clock(other);
  });
  t += 3e6;
  scan();
  return `${lines.map((line) => JSON.stringify(line)).join("\n")}\n`;
}
