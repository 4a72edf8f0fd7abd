// Large halls, several arbiters, big screens and the map, before a hall that is made up. Pictures: build/screenshots/screens/.
import { mkdirSync, readFileSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import type { Alert, Board, Seat } from "../../../page/src/api/types";
import { aBoard, anAlert } from "../boards";
import { type Canned, Hall, launch } from "./canned";
import { isLong, kLooks, kWidths } from "./often";

const pictures = join(__dirname, "../../../build/screenshots/screens");
const axe = readFileSync(
  createRequire(join(__dirname, "../../../page/package.json")).resolve("axe-core/axe.min.js"),
  "utf8",
);
let browser: Browser;
beforeAll(async () => {
  mkdirSync(pictures, { recursive: true });
  browser = await launch();
});
afterAll(async () => browser?.close());

const kPlayed = [
  "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3",
  "rnbqkb1r/pp2pppp/2p2n2/3p4/2PP4/5N2/PP2PPPP/RNBQKB1R w KQkq - 2 4",
  "8/5pk1/6p1/7p/R6P/6P1/r4PK1/8 b - - 3 41",
];
const kNames = [
  "Guðrún Þorsteinsdóttir",
  "Sørensen, Bo",
  "Ng, Li",
  "Ingibjörg Edda Birgisdóttir",
  "Alexandersen, Alexander",
];

const aHall = (count: number): Board[] =>
  Array.from({ length: count }, (_, i) =>
    aBoard(`dgt-${String(i + 1).padStart(5, "0")}`, {
      number: i + 1,
      white: kNames[i % kNames.length] as string,
      black: kNames[(i + 2) % kNames.length] as string,
      fen: kPlayed[i % kPlayed.length] as string,
      side_to_move: i % 3 === 2 ? "black" : "white",
      ply: 40 + i,
      clocks: { white_ms: 4_000_000 - 7_000 * i, black_ms: 3_600_000, running: "white", t_us: 0 },
      last_move: { ply: 40 + i, uci: "g1f3", san: "Nf3", certainty: "certain", completed: true },
      ...(i % 13 === 12 ? { game: "over", result: "1-0" } : {}),
      ...(i === 20 ? { link: "lost" as const } : {}),
    }),
  );
const told = {
  fact: "White moved the pawn from a2 to a3 and left his king in check from h4.",
  to_do: "Step in.",
};
const someAlerts = (count: number): Alert[] =>
  [3, 8, 17, 61, 99]
    .filter((table) => table <= count)
    .map((table, i) =>
      anAlert(
        100 + i,
        `dgt-${String(table).padStart(5, "0")}`,
        i % 2 === 0
          ? { squares: ["a2", "a3"], side: "white" }
          : { kind: "displaced", grade: "B", authority: "CLAIM", squares: ["e4"], side: "black" },
        { parts: { ...anAlert(0, "").parts, ...told } },
      ),
    );
const hallOf = (count: number, own: Partial<Canned> = {}): Canned => ({
  boards: aHall(count),
  alerts: someAlerts(count),
  at_boards: [{ name: "Bo", board: "dgt-00008", since_utc: "", until_utc: "" }],
  answers: {
    "GET people": {
      people: [{ name: "Anna" }, { name: "Bo" }].map((each) => ({ ...each, role: "arbiter" })),
    },
  },
  ...own,
});
const inRows = (count: number, columns: number): Seat[] =>
  Array.from({ length: count }, (_, i) => ({
    number: i + 1,
    x: i % columns,
    y: Math.floor(i / columns) * 2,
  }));

async function set(page: Page, theme: string, language: string) {
  await page.evaluate(
    ([theme, language]) => {
      localStorage.setItem("jadoube.theme", theme as string);
      localStorage.setItem("jadoube.language", language as string);
    },
    [theme, language],
  );
  await page.reload();
  await page.locator("header.bar").waitFor();
}
const scrolls = (page: Page) =>
  page.evaluate(() => {
    const { scrollWidth, scrollHeight } = document.documentElement;
    return [scrollWidth - window.innerWidth, scrollHeight - window.innerHeight].map((n) => Math.max(0, n));
  });
/** Tiles of which something lies outside. */
const cutOff = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll(".wall.screen .tile")].flatMap((tile) => {
      const box = tile.getBoundingClientRect();
      const parts = [...tile.querySelectorAll(".player, .ground, .tile-head, .badge, .kind, .there")];
      return parts.flatMap((part) => {
        const at = part.getBoundingClientRect();
        const out = at.bottom > box.bottom + 1 || at.right > box.right + 1 || at.top < box.top - 1;
        return out ? [`${tile.querySelector(".table")?.textContent}: ${part.className}`] : [];
      });
    }),
  );
async function violations(page: Page): Promise<string[]> {
  // As axe is no part of the page, its policy does not let it in.
  await page.evaluate(axe);
  const found = await page.evaluate(() =>
    // biome-ignore lint/suspicious/noExplicitAny: axe has put itself there
    (window as any).axe.run(document, {
      runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    }),
  );
  return found.violations.map(
    (each: { id: string; nodes: { target: string[]; failureSummary: string }[] }) =>
      `${each.id}: ${each.nodes[0]?.target.join(" ")} ${each.nodes[0]?.failureSummary}`,
  );
}

describe("A wall that nobody touches", () => {
  for (const count of [12, 40, 120])
    it(`shows ${count} boards at 1080p without scrolling`, async () => {
      const hall = await Hall.open(browser, hallOf(count));
      const { page } = hall;
      await page.setViewportSize({ width: 1920, height: 1080 });
      await hall.goto("screen");
      for (const theme of isLong || count === 40 ? ["dark", "light"] : ["dark"]) {
        await set(page, theme, theme === "dark" ? "en" : "is");
        await page.locator(".wall.screen cg-board piece").first().waitFor();
        expect(await scrolls(page)).toEqual([0, 0]);
        expect(await cutOff(page)).toEqual([]);
        await page.screenshot({ path: join(pictures, `screen-${count}-${theme}.png`) });
      }
      const shown = await page.locator(".wall.screen .tile").count();
      expect(shown).toBe(count <= 40 ? count : shown);
      expect(shown).toBeGreaterThanOrEqual(Math.min(count, 40));
      if (count === 12) expect(await violations(page)).toEqual([]);
      await page.context().close();
    });

  it("turns its pages by itself, with what needs a person on each, and stays when it is told to", async () => {
    const hall = await Hall.open(browser, hallOf(120));
    const { page } = hall;
    await page.setViewportSize({ width: 1920, height: 1080 });
    await page.clock.install();
    await hall.goto("screen");
    const tables = () => page.locator(".wall.screen .table").allTextContents();
    await page.locator(".turning").waitFor();
    const seen = new Set<string>();
    for (let i = 0; i < 3; i++) {
      const now = await tables();
      expect(now.slice(0, 2)).toEqual(["3", "8"]);
      for (const each of now) seen.add(each);
      await page.clock.runFor(12_100);
    }
    expect(seen.size).toBe(120);
    const before = await tables();
    await page.keyboard.press(" ");
    await page.clock.runFor(60_000);
    expect(await tables()).toEqual(before);
    await page.keyboard.press("ArrowRight");
    expect(await tables()).not.toEqual(before);
    await page.context().close();
  });

  it("tells players nothing of alerts, nor a screen reader beside them", async () => {
    const hall = await Hall.open(browser, hallOf(40, { role: "hall", alerts: [] }));
    const { page } = hall;
    await page.setViewportSize({ width: 1920, height: 1080 });
    await hall.goto("");
    await page.locator(".hall-screen cg-board piece").first().waitFor();
    expect(await page.locator("#page").innerText()).not.toMatch(/alert|needs|nothing/i);
    expect(await page.locator("#page").textContent()).not.toMatch(/alert|needs|nothing/i);
    await page.screenshot({ path: join(pictures, "hall-40.png") });
    expect(await violations(page)).toEqual([]);
    await page.context().close();
  });
});

describe("The wall at the desk", () => {
  it("has no holes between the boards that need a person", async () => {
    for (const [needing, width] of [
      [1, 1280],
      [2, 1280],
      [3, 1920],
      [3, 820],
    ] as const) {
      const hall = await Hall.open(browser, hallOf(17, { alerts: someAlerts(17).slice(0, needing) }));
      const { page } = hall;
      await page.setViewportSize({ width, height: 1000 });
      await hall.goto("");
      await page
        .locator(".wall.urgent .tile")
        .nth(needing - 1)
        .waitFor();
      const gaps = await page.locator(".wall.urgent .tile").evaluateAll((tiles) =>
        tiles.slice(1).map((tile, i) => {
          const [left, right] = [tiles[i], tile].map((each) => each?.getBoundingClientRect());
          return left?.top === right?.top
            ? (right?.left ?? 0) - (left?.right ?? 0)
            : Number.POSITIVE_INFINITY;
        }),
      );
      for (const gap of gaps) expect(gap, `${needing} at ${width}`).toBeLessThan(24);
      await page.screenshot({ path: join(pictures, `wall-${needing}-${width}.png`) });
      await page.context().close();
    }
  });
});

describe("The map of the hall", () => {
  it("fits, in three languages, both themes, on a phone and at the desk", async () => {
    const hall = await Hall.open(browser, hallOf(40, { map: inRows(38, 8) }));
    const { page } = hall;
    await hall.goto("map");
    for (const [language, theme] of kLooks) {
      await set(page, theme, language);
      for (const width of kWidths) {
        await page.setViewportSize({ width, height: width < 1000 ? 844 : 800 });
        expect((await scrolls(page))[0], `${language} ${theme} ${width}`).toBe(0);
        await page.screenshot({ path: join(pictures, `map-${width}-${language}-${theme}.png`) });
      }
      await page.locator(".map-page .choice button").click();
      await page.screenshot({ path: join(pictures, `map-arrange-${language}-${theme}.png`) });
      if (language !== "is") expect(await violations(page)).toEqual([]);
      await page.locator(".map-page .choice button").click();
      if (language !== "is") expect(await violations(page)).toEqual([]);
    }
    await page.context().close();
  });

  it("takes tables by the pointer and by the keyboard", async () => {
    const hall = await Hall.open(browser, hallOf(6, { map: inRows(4, 4) }));
    const { page } = hall;
    await page.setViewportSize({ width: 1280, height: 800 });
    await hall.goto("map");
    await page.getByRole("button", { name: "Arrange the tables" }).click();
    const grid = await page.locator(".hall-map").boundingBox();
    const from = await page.getByRole("button", { name: /^Table 2,/ }).boundingBox();
    if (!grid || !from) throw new Error("nothing to drag");
    const step = { x: grid.width / 8, y: grid.height / 5 };
    await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
    await page.mouse.down();
    await page.mouse.move(grid.x + 5.5 * step.x, grid.y + 3.5 * step.y, { steps: 6 });
    await page.mouse.up();
    await expect.poll(() => hall.asked).toEqual(['PUT map/2 {"x":5,"y":3}']);
    // Table 5 is beside the map.
    await page.getByRole("button", { name: "Table 5, beside the map" }).focus();
    for (const key of ["Enter", "ArrowRight", "ArrowDown", "ArrowDown", "Enter"])
      await page.keyboard.press(key);
    await expect.poll(() => hall.asked.slice(1)).toEqual(['PUT map/5 {"x":1,"y":2}']);
    await page.getByRole("button", { name: /^Table 1,/ }).focus();
    for (const key of ["Enter", "ArrowRight", "Escape"]) await page.keyboard.press(key);
    for (const key of ["Enter", "Delete"]) await page.keyboard.press(key);
    await expect.poll(() => hall.asked.slice(2)).toEqual(["DELETE map/1"]);
    await page.context().close();
  });
});

describe("Several arbiters", () => {
  it("hand alerts to each other, and whoever gets one is told", async () => {
    const anna = await Hall.open(browser, hallOf(12));
    const bo = await Hall.open(browser, hallOf(12, { name: "Bo" }));
    await anna.goto("board/dgt-00003/100");
    await bo.goto("");
    await anna.page.getByRole("button", { name: "Hand over …" }).click();
    await anna.page.getByLabel("Bo", { exact: true }).check();
    await anna.page.getByLabel("What there is to know").fill("the players wait");
    expect(await violations(anna.page)).toEqual([]);
    await anna.page.screenshot({ path: join(pictures, "handover.png") });
    await anna.page.getByRole("button", { name: "Hand over", exact: true }).click();
    await expect
      .poll(() => anna.asked)
      .toEqual(['POST alerts/100/hand {"to":"Bo","remark":"the players wait"}']);
    const handed = {
      ...(someAlerts(12)[0] as Alert),
      handed_to: "Bo",
      handed_by: "Anna",
      handed_utc: "2026-01-01T10:01:00.000Z",
    };
    for (const hall of [anna, bo]) hall.tell({ type: "alert", alert: handed });
    await bo.page.getByText("Anna hands you: Table 3, Illegal move.").waitFor();
    await bo.page.getByRole("button", { name: "Mine (1)" }).click();
    expect(await bo.page.locator(".alerts .alert").count()).toBe(1);
    await bo.page.screenshot({ path: join(pictures, "mine.png") });
    expect(await violations(bo.page)).toEqual([]);
    await anna.page.getByText("Handed to Bo by Anna").waitFor();
    for (const hall of [anna, bo]) await hall.page.context().close();
  });

  it("say where they are, and note what there is to say", async () => {
    const hall = await Hall.open(browser, hallOf(12));
    const { page } = hall;
    await hall.goto("board/dgt-00003/100");
    await page.getByRole("button", { name: "I am at this table" }).click();
    await expect.poll(() => hall.asked).toEqual(['PUT people/me/board {"board":"dgt-00003"}']);
    hall.tellServer({ at_boards: [{ name: "Anna", board: "dgt-00003", since_utc: "", until_utc: "" }] });
    await page.getByRole("button", { name: "I have left this table" }).waitFor();
    await page.locator(".finding").getByRole("button", { name: "Note …" }).click();
    await page.getByLabel("What there is to say").fill("White was told");
    expect(await violations(page)).toEqual([]);
    await page.getByRole("button", { name: "Note", exact: true }).click();
    await expect.poll(() => hall.asked.slice(1)).toEqual(['POST alerts/100/note {"text":"White was told"}']);
    await page.getByText("FIDE Laws of Chess 2023").waitFor();
    await page.context().close();
  });

  it("keep the finding they read before them when it is closed meanwhile, with who has seen to it", async () => {
    const board = "dgt-00003";
    const [read, other] = [anAlert(100, board), anAlert(101, board, { id: 2, kind: "displaced" })];
    const hall = await Hall.open(browser, hallOf(12, { alerts: [read, other] }));
    const finding = hall.page.locator(".finding");
    await hall.goto(`board/${board}/100`);
    await finding.locator(".acknowledge").waitFor();
    // The players have put up the next game: what the daemon still tells of this one is that it is closed.
    const seen = { acknowledged_by: "Bo", acknowledged_utc: "2026-01-01T10:01:00.000Z" };
    hall.tell({ type: "alert", alert: { ...read, ...seen, status: "closed", past: true } });
    await finding.getByText("Bo saw to it at").waitFor();
    expect(await finding.locator("h2").textContent()).toBe("Illegal move");
    expect(await finding.locator(".over").textContent()).toBe("closed: nothing can be done any more");
    expect(await finding.locator(".acknowledge").count()).toBe(0);
    expect(await violations(hall.page)).toEqual([]);
    await hall.page.context().close();
  });

  it("need at most three actions for an alert, on a phone and with the keyboard", async () => {
    const hall = await Hall.open(browser, hallOf(40));
    const { page } = hall;
    await page.setViewportSize({ width: 390, height: 844 });
    await hall.goto("");
    // 1: what is wrong where; 2: I see to it.
    await page.locator("a[data-alert]").first().click();
    const seeToIt = page.locator(".finding-foot .acknowledge");
    await seeToIt.waitFor();
    const box = await seeToIt.boundingBox();
    expect((box?.y ?? 9999) + (box?.height ?? 0)).toBeLessThan(844);
    await page.screenshot({ path: join(pictures, "phone-finding.png") });
    await seeToIt.click();
    await expect.poll(() => hall.asked).toEqual(['POST alerts/100/acknowledge {"remark":""}']);
    await page.setViewportSize({ width: 1280, height: 800 });
    await hall.goto("");
    await page.locator("a[data-alert]").first().waitFor();
    for (const key of ["j", "Enter", "a"]) {
      await page.keyboard.press(key);
      await page.waitForTimeout(100);
    }
    await expect.poll(() => hall.asked.length).toBe(2);
    await page.context().close();
  });
});

describe("A page in the background", () => {
  it("asks for leave to notify only when a button is pressed, and then tells of new alerts", async () => {
    const context = await browser.newContext({ locale: "en-GB" });
    await context.addInitScript(() => {
      const shown: string[] = [];
      let asked = 0;
      class Notification {
        static permission = "default";
        static requestPermission = async () => {
          asked++;
          Notification.permission = "granted";
          return "granted";
        };
        constructor(title: string, { body }: { body: string }) {
          shown.push(`${title} / ${body}`);
        }
      }
      Object.assign(window, { Notification, shown, asked: () => asked });
      Object.defineProperty(navigator.serviceWorker, "register", { value: async () => undefined });
    });
    const hall = await Hall.open(browser, hallOf(12), context);
    const { page } = hall;
    await hall.goto("settings");
    const state = () => page.evaluate(() => (window as unknown as { asked: () => number }).asked());
    expect(await state()).toBe(0);
    await page.getByRole("button", { name: "Notify me" }).click();
    await page.getByRole("button", { name: "Notify me no longer" }).waitFor();
    expect(await state()).toBe(1);
    await page.evaluate(() =>
      Object.defineProperty(document, "visibilityState", { value: "hidden", configurable: true }),
    );
    const parts = anAlert(0, "").parts;
    hall.tell({ type: "alert", alert: anAlert(200, "dgt-00005", {}, { parts }) });
    hall.tell({ type: "alert", alert: anAlert(201, "dgt-00006", {}, { parts, secret: true }) });
    hall.tell({ type: "alert", alert: anAlert(202, "dgt-00007", { grade: "C" }, { parts }) });
    const shown = () => page.evaluate(() => (window as unknown as { shown: string[] }).shown);
    await expect.poll(shown).toEqual(["Table 5: Illegal move / Step in"]);
    await context.close();
  });

  it("can be installed", async () => {
    const hall = await Hall.open(browser, hallOf(1));
    await hall.goto("");
    const manifest = await hall.page.evaluate(async () => (await fetch("./manifest.webmanifest")).json());
    for (const { src, sizes } of manifest.icons) {
      const size = await hall.page.evaluate(async (src) => {
        const image = new Image();
        image.src = src;
        await image.decode();
        return image.naturalWidth;
      }, src as string);
      if (sizes !== "any") expect(`${size}x${size}`).toBe(sizes);
    }
    await hall.page.context().close();
  });
});

describe("The round", () => {
  it("begins at all tables by one press, which says where somebody has to go", async () => {
    const waiting = [
      {
        number: 3,
        white: "Sørensen, Bo",
        black: "Ng, Li",
        board: "dgt-00003",
        why: "pieces",
        text: "",
        squares: ["e2"],
      },
      { number: 41, white: "Dam", black: "Ek", why: "no_board", text: "" },
    ];
    const opened = Array.from({ length: 38 }, (_, i) => ({ number: i + 1, board: `dgt-${i + 1}` }));
    const tables = [1, 2, 3, 41].map((number) => ({ number, white: "Aas", black: "Bø", result: "*" }));
    const hall = await Hall.open(
      browser,
      hallOf(40, {
        answers: {
          "GET round/round.json": { event: "Reykjavik Open", round: 9, tables, incidents: [] },
          "POST round/start": { round: 9, opened, before: [], waiting },
        },
      }),
    );
    const { page } = hall;
    await page.setViewportSize({ width: 390, height: 844 });
    await hall.goto("round");
    await page.getByRole("button", { name: "Start round 9" }).click();
    await expect.poll(() => hall.asked).toEqual(['POST round/start {"round":9}']);
    await page.getByText("38 games are open now.").waitFor();
    const where = page.locator(".start-round li");
    expect(await where.allInnerTexts()).toEqual([
      "3 Sørensen, Bo – Ng, Li: the pieces do not stand as at the beginning (e2)",
      "41 Dam – Ek: no board has this table number",
    ]);
    expect(await where.first().getByRole("link").getAttribute("href")).toContain("dgt-00003");
    expect((await scrolls(page))[0]).toBe(0);
    expect(await violations(page)).toEqual([]);
    await page.screenshot({ path: join(pictures, "start-round.png") });
    await page.context().close();
  });

  it("is a clean PDF of results, incidents, notes and the digests of the logs", async () => {
    const tables = Array.from({ length: 40 }, (_, i) => ({
      number: i + 1,
      white: kNames[i % kNames.length],
      black: kNames[(i + 2) % kNames.length],
      result: i % 3 === 0 ? "1-0" : "1/2-1/2",
      board: `dgt-${i + 1}`,
      log: "20261121T140000.000Z.jscan",
      digest: i.toString(16).padStart(64, "c0ffee"),
      ...(i === 4 ? { notes: [{ utc: "", by: "Anna", text: "Black came ten minutes late" }] } : {}),
    }));
    const incidents = [3, 8, 17].map((number, i) => ({
      number,
      board: `dgt-${number}`,
      alert: i + 1,
      opened_utc: "2026-11-21T14:03:00.000Z",
      move: 20,
      kind: "illegal_move",
      grade: "A",
      state: "confirmed",
      fact: told.fact,
      rule: "7.5.1",
      seen_by: "Anna",
      notes: [{ utc: "", by: "Bo", text: "White was told" }],
    }));
    const hall = await Hall.open(
      browser,
      hallOf(12, {
        answers: { "GET round/round.json": { event: "Reykjavik Open", round: 9, tables, incidents } },
      }),
    );
    const { page } = hall;
    await hall.goto("round");
    await page.getByText("White was told").first().waitFor();
    const path = join(pictures, `round-${9}.pdf`);
    await page.pdf({ path, format: "A4", preferCSSPageSize: true });
    expect(statSync(path).size).toBeGreaterThan(10_000);
    await page.emulateMedia({ media: "print" });
    await page.setViewportSize({ width: 700, height: 990 });
    expect(
      await page
        .locator("header.bar, .no-print, button")
        .evaluateAll((all) => all.filter((e) => e.getClientRects().length > 0).length),
    ).toBe(0);
    expect((await scrolls(page))[0]).toBe(0);
    await page.getByText(tables[39]?.digest ?? "").waitFor();
    await page.screenshot({ path: join(pictures, "print-round.png"), fullPage: true });
    await page.context().close();
  });
});
