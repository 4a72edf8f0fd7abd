// The page before a hall that is made up: as many boards as a test needs, at once, and the same every time.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import type { Alert, AtBoard, Board, Message, Role, Seat, Server } from "../../../page/src/api/types";

const dist = join(__dirname, "../../../page/dist");
/** Nobody listens there. Browsers take it for secure. */
export const kAddress = "http://127.0.0.1:9/";
/** As server/response.cpp has it. */
const kPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; media-src 'self'; " +
  "connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

export const launch = () =>
  chromium.launch({
    executablePath: process.env.JADOUBE_CHROMIUM ?? "/usr/bin/chromium",
    args: process.getuid?.() === 0 ? ["--no-sandbox"] : [],
  });

/** What is asked of the daemon and not answered here is answered with nothing in it. */
export interface Canned {
  role?: Role;
  name?: string;
  boards?: Board[];
  alerts?: Alert[];
  map?: Seat[];
  at_boards?: AtBoard[];
  /** By path, "GET people": what is answered. */
  answers?: Record<string, unknown>;
}

const kTypes: Record<string, string> = {
  html: "text/html; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  css: "text/css; charset=utf-8",
  svg: "image/svg+xml",
  png: "image/png",
  webmanifest: "application/manifest+json",
};

export class Hall {
  /** "POST alerts/7/hand {…}", in the order in which they were asked. */
  readonly asked: string[] = [];
  #seq = 1;
  #send: ((text: string) => void)[] = [];
  #server: Server;

  private constructor(
    readonly page: Page,
    private canned: Canned,
  ) {
    this.#server = {
      version: "0",
      started_utc: "2026-11-21T10:00:00.000Z",
      now_utc: "2026-11-21T10:00:00.000Z",
      simulated: false,
      language: "en",
      event: "Reykjavik Open",
      round: 9,
      warnings: [],
      map: canned.map ?? [],
      at_boards: canned.at_boards ?? [],
      disk_ok: true,
    };
  }

  static async open(browser: Browser, canned: Canned, context?: BrowserContext): Promise<Hall> {
    const own = context ?? (await browser.newContext({ locale: "en-GB", reducedMotion: "reduce" }));
    const page = await own.newPage();
    const hall = new Hall(page, canned);
    await page.route(`${kAddress}**`, async (route) => {
      const request = route.request();
      const path = new URL(request.url()).pathname.slice(1);
      if (path.startsWith("api/v1/")) {
        const asked = `${request.method()} ${path.slice(7)}`;
        if (request.method() !== "GET") hall.asked.push(`${asked} ${request.postData() ?? ""}`.trim());
        await route.fulfill({ contentType: "application/json", body: JSON.stringify(hall.#answer(asked)) });
        return;
      }
      const file = path === "" ? "index.html" : path;
      await route.fulfill({
        contentType: kTypes[file.split(".").pop() ?? ""] ?? "application/octet-stream",
        headers: { "Content-Security-Policy": kPolicy },
        body: readFileSync(join(dist, file)),
      });
    });
    await page.routeWebSocket(/api\/v1\/live$/, (socket) => {
      hall.#send.push((text) => socket.send(text));
      socket.onMessage((text) => {
        const { ping } = JSON.parse(String(text));
        if (ping !== undefined) socket.send(JSON.stringify({ type: "pong", n: ping }));
      });
      socket.send(JSON.stringify(hall.#snapshot()));
    });
    return hall;
  }

  async goto(where: string) {
    await this.page.goto(`${kAddress}#/${where}`);
    await this.page.locator("header.bar").waitFor();
  }

  /** Something has changed: everybody is told. */
  tell(message: { type: "alert"; alert: Alert } | { type: "board"; board: Board }) {
    this.#say({ ...message, seq: ++this.#seq });
  }
  tellServer(changed: Partial<Server>) {
    this.#server = { ...this.#server, ...changed };
    this.#say({ type: "server", seq: ++this.#seq, server: this.#server });
  }

  #say(message: Message) {
    for (const send of this.#send) send(JSON.stringify(message));
  }
  #snapshot(): Message {
    const { role = "arbiter", boards = [], alerts = [] } = this.canned;
    return { type: "snapshot", seq: this.#seq, role, server: this.#server, boards, alerts };
  }
  #answer(asked: string): unknown {
    const { role = "arbiter", name = "Anna", answers = {} } = this.canned;
    if (asked in answers) return answers[asked];
    if (asked === "GET session") return { role, name };
    if (asked.endsWith("/findings")) return { findings: [] };
    if (asked.endsWith("/moves")) return { start_fen: "", moves: [] };
    if (asked === "GET audit") return { entries: [] };
    if (asked === "GET laws") return { laws: [{ id: "fide-2023-std", name: "FIDE Laws of Chess 2023" }] };
    if (asked.endsWith("/timeline"))
      return {
        board: "",
        from_us: 0,
        to_us: 0,
        truncated: false,
        start: { occupied: "0", fen: "" },
        events: [],
      };
    return {};
  }
}
