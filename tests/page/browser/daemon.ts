// The whole program: its daemon with simulated boards, and a board that comes out of a log from before.
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { appendFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { logOf, twoOffences, unanswered } from "./offences";

const root = join(__dirname, "../../..");
const program = process.env.JADOUBE ?? join(root, "build/release/jadoube");

/** The board on which White has made two illegal moves. */
export const kTable = "table-12";
/** The one on which Black has not answered it yet. */
export const kOpenTable = "table-13";

/** A law that is not built in. */
export const kLaw = { id: "club-blitz", name: "Blitz of the club" };

const freePort = () =>
  new Promise<number>((resolve, reject) => {
    const server = createServer();
    server.on("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() =>
        typeof address === "object" && address ? resolve(address.port) : reject(new Error("no port")),
      );
    });
  });

export class Daemon {
  #boards: number;
  #speed: number;
  /** With so many simulated boards, which play so many times as fast as people. */
  constructor(boards = 24, speed = 8) {
    this.#boards = boards;
    this.#speed = speed;
  }

  #data = mkdtempSync(join(tmpdir(), "jadoube-page-"));
  #child: ChildProcess | undefined;
  #port = 0;
  /** "http://127.0.0.1:PORT/", and the token of the administrator. */
  address = "";
  token = "";

  async start() {
    this.#port ||= await this.#prepare();
    const child = spawn(
      program,
      [
        "serve",
        "--data",
        this.#data,
        "--listen",
        `127.0.0.1:${this.#port}`,
        "--simulate",
        String(this.#boards),
        "--speed",
        String(this.#speed),
        "--config",
        join(this.#data, "jadoube.toml"),
      ],
      { stdio: ["ignore", "pipe", "pipe"] },
    );
    this.#child = child;
    let said = "";
    const hear = (chunk: Buffer) => {
      said += chunk.toString();
    };
    child.stdout?.on("data", hear);
    child.stderr?.on("data", hear);
    const address = `http://127.0.0.1:${this.#port}/`;
    const isUp = () =>
      fetch(`${address}healthz`).then(
        (response) => response.ok,
        () => false,
      );
    for (let i = 0; !(await isUp()); i++) {
      if (child.exitCode !== null || i > 200) throw new Error(`jadoube serve does not come up: ${said}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    // The address is told once the daemon listens, the token with it when it is new.
    this.address = address;
    if (this.token) return;
    for (let i = 0; i < 40 && !this.token; i++) {
      this.token = /#token=(\S+)/.exec(said)?.[1] ?? "";
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    if (!this.token) throw new Error(`jadoube serve tells no token: ${said}`);
  }

  async #prepare() {
    for (const game of [twoOffences(kTable), unanswered(kOpenTable)]) {
      const folder = join(this.#data, "boards", game.board);
      mkdirSync(folder, { recursive: true });
      const text = join(this.#data, `${game.board}.scanlog.jsonl`);
      writeFileSync(text, logOf(game, new Date(Date.now() - 60_000)));
      execFileSync(program, ["convert", text, join(folder, "0001.jscan")]);
    }
    // What a crash in the midst of writing leaves behind.
    appendFileSync(join(this.#data, "boards", kTable, "0001.jscan"), "\x17\x2a");
    mkdirSync(join(this.#data, "laws"));
    writeFileSync(
      join(this.#data, "laws", `${kLaw.id}.toml`),
      `id = "${kLaw.id}"\nbased_on = "fide-2023-blitz-B2"\nname = "${kLaw.name}"\n`,
    );
    writeFileSync(join(this.#data, "jadoube.toml"), `[hall]\nlaw_folder = "${join(this.#data, "laws")}"\n`);
    return freePort();
  }

  /** Takes the daemon away as a power cut would; `start` brings it back with what was on the disk. */
  async kill() {
    const child = this.#child;
    if (!child || child.exitCode !== null) return;
    const gone = new Promise((resolve) => child.once("exit", resolve));
    child.kill("SIGKILL");
    await gone;
  }

  async close() {
    await this.kill();
    rmSync(this.#data, { recursive: true, force: true });
  }

  /** How many games every simulated board has begun at least. */
  rounds(): number {
    const boards = join(this.#data, "boards");
    const simulated = readdirSync(boards).filter((name) => name.startsWith("sim-"));
    if (simulated.length < this.#boards) return 0;
    return Math.min(
      ...simulated.map(
        (name) => readdirSync(join(boards, name)).filter((log) => log.endsWith(".jscan")).length,
      ),
    );
  }

  async newToken(name: string, role: string): Promise<string> {
    const response = await fetch(`${this.address}api/v1/tokens`, {
      method: "POST",
      headers: { Authorization: `Bearer ${this.token}`, "Content-Type": "application/json" },
      body: JSON.stringify({ name, role }),
    });
    if (!response.ok) throw new Error(await response.text());
    return (await response.json()).token;
  }
}
