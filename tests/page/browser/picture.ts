// Makes the picture of README.md anew: `npm run picture` in page/, with the program as it was built. Hands made of software
// play a game on a board made of software until Black moves a piece that is pinned; docs/page.png is what the arbiter sees then.
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { chromium } from "playwright-core";

const root = join(__dirname, "../../..");
const program = process.env.JADOUBE ?? join(root, "build/release/jadoube");
const folder = mkdtempSync(join(tmpdir(), "jadoube-picture-"));
const children: ChildProcess[] = [];

/** Starts the program, and gives the first line that it says. */
async function start(...options: string[]): Promise<string> {
  const child = spawn(program, options, { stdio: ["pipe", "pipe", "inherit"] });
  children.push(child);
  if (!child.stdout) throw new Error("nothing can be heard");
  for await (const line of createInterface({ input: child.stdout })) return line;
  throw new Error(`jadoube ${options.join(" ")} has ended`);
}

const kMoves =
  "e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 e1g1 g8f6 d2d3 d7d6 c1g5 h7h6 g5f6 d8f6 b1c3 c6d4 c3d5 f6d8 c4b5 c8g4";

try {
  const port = await start("virtual-board", "--model", "dgt", "--number", "12", "--hands");
  writeFileSync(join(folder, "jadoube.toml"), `[boards]\nusb = false\nas = ["${port}=dgt"]\n`);
  const [address, token] = (
    await start(
      "serve",
      "--listen",
      "127.0.0.1:0",
      "--data",
      folder,
      "--config",
      join(folder, "jadoube.toml"),
    )
  ).split("#token=") as [string, string];
  const ask = async (method: string, target: string, body: string, type = "application/json") => {
    const headers = { Authorization: `Bearer ${token}`, "Content-Type": type };
    const response = await fetch(`${address}api/v1/${target}`, { method, headers, body });
    if (!response.ok) throw new Error(`${target}: ${await response.text()}`);
    return response.json();
  };
  const until = async (
    what: string,
    good: (board: { id: string; alerts: number[]; ply: number }) => boolean,
  ) => {
    for (let i = 0; i < 600; i++) {
      const { boards } = await (
        await fetch(`${address}api/v1/snapshot`, { headers: { Authorization: `Bearer ${token}` } })
      ).json();
      if (boards.length === 1 && good(boards[0])) return boards[0].id as string;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    throw new Error(`no ${what} in a minute`);
  };
  const board = await until("board", () => true);
  await ask("PUT", `boards/${board}/number`, '{"number":12}');
  await ask(
    "POST",
    "tournament?round=3",
    "board;white;black;law;time_control\n12;Eiríksdóttir, Una;Hansen, Freja;fide-2023-std;5400+30\n",
    "text/csv",
  );
  const moves = kMoves.split(" ");
  const hands = children[0]?.stdin;
  hands?.write("!B 2s\n");
  for (const [i, move] of moves.entries()) {
    const lifts = move === "e1g1" ? "-e1 +g1 -h1 +f1" : move;
    hands?.write(`${lifts} 0.3s ${i % 2 ? "!B" : "!W"} 1s\n`);
  }
  await until("illegal move", ({ alerts, ply }) => ply === moves.length && alerts.length > 0);

  const browser = await chromium.launch({
    executablePath: process.env.JADOUBE_CHROMIUM ?? "/usr/bin/chromium",
    args: process.getuid?.() === 0 ? ["--no-sandbox"] : [],
  });
  try {
    const context = await browser.newContext({
      viewport: { width: 1200, height: 640 },
      locale: "en-GB",
      colorScheme: "dark",
      reducedMotion: "reduce",
    });
    const page = await context.newPage();
    await page.goto(
      `${address}#token=${(await ask("POST", "tokens", '{"name":"Anna","role":"arbiter"}')).token}`,
    );
    await page.waitForSelector(".tile");
    await page.goto(`${address}#/board/${board}`);
    await page.locator(".finding h2").waitFor();
    await page.waitForSelector(".strip");
    await page.screenshot({ path: join(root, "docs/page.png") });
  } finally {
    await browser.close();
  }
} finally {
  for (const child of children) child.kill("SIGINT");
  rmSync(folder, { recursive: true, force: true });
}
