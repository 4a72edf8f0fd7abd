// Every view, in every language, from a narrow phone to a desk: nothing is wider than the screen, and no word that must be
// read is cut off. Pictures of all of them: build/screenshots/views/; in both themes with JADOUBE_LONG.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { type Browser, chromium, type Page } from "playwright-core";
import { Daemon, kOpenTable, kTable } from "./daemon";
import { kLooks, kWidths } from "./often";

const pictures = join(__dirname, "../../../build/screenshots/views");
const daemon = new Daemon(12);
let browser: Browser;

async function open(token: string): Promise<Page> {
  const context = await browser.newContext({ locale: "en-GB", reducedMotion: "reduce" });
  const page = await context.newPage();
  page.setDefaultTimeout(45_000);
  await page.goto(`${daemon.address}#token=${token}`);
  await page.waitForURL((url) => !url.hash.includes("token"));
  await page.waitForSelector(".tile");
  return page;
}

/** What is wrong with what is shown: too wide for the screen, or cut off. */
const faults = (page: Page) =>
  page.evaluate(() => {
    const found: string[] = [];
    const tooWide = document.documentElement.scrollWidth - window.innerWidth;
    if (tooWide > 0) found.push(`${tooWide} px too wide`);
    const words = "button, h1, h2, h3, th, label, .badge, .state, .link, .status, a.table, summary";
    for (const element of document.querySelectorAll<HTMLElement>(words)) {
      const style = getComputedStyle(element);
      const isHidden = element.clientWidth <= 1 || style.visibility === "hidden";
      if (!isHidden && style.overflowX !== "visible" && element.scrollWidth > element.clientWidth + 1)
        found.push(`cut off: ${element.className || element.tagName} "${element.textContent}"`);
    }
    return found;
  });

/** What is still wrong when the boards have been drawn in their new size, which takes chessground some frames. */
async function lastingFaults(page: Page) {
  let found = await faults(page);
  for (let i = 0; i < 50 && found.length > 0; i++) {
    await page.waitForTimeout(100);
    found = await faults(page);
  }
  return found;
}

beforeAll(async () => {
  mkdirSync(pictures, { recursive: true });
  await daemon.start();
  browser = await chromium.launch({
    executablePath: process.env.JADOUBE_CHROMIUM ?? "/usr/bin/chromium",
    args: process.getuid?.() === 0 ? ["--no-sandbox"] : [],
  });
});
afterAll(async () => {
  await browser?.close();
  await daemon.close();
});

async function look(page: Page, views: Record<string, string>, language: string, theme: string) {
  const found: string[] = [];
  await page.evaluate(
    ([theme, language]) => {
      localStorage.setItem("jadoube.theme", theme as string);
      localStorage.setItem("jadoube.language", language as string);
    },
    [theme, language],
  );
  await page.goto(daemon.address);
  await page.reload();
  await page.waitForSelector(".tile");
  expect(await page.locator("html").getAttribute("lang")).toBe(language);
  for (const [name, where] of Object.entries(views)) {
    await page.goto(`${daemon.address}#/${where}`);
    await page
      .locator(["hall", "wall", "screen"].includes(name) ? ".tile cg-board piece" : "main h1")
      .first()
      .waitFor();
    for (const width of kWidths) {
      await page.setViewportSize({ width, height: width < 1000 ? 844 : 800 });
      for (const fault of await lastingFaults(page))
        found.push(`${name}, ${language}, ${theme}, ${width}: ${fault}`);
      await page.screenshot({ path: join(pictures, `${name}-${width}-${language}-${theme}.png`) });
    }
  }
  return found;
}

describe("Every view", () => {
  let desk: Page;
  let hall: Page;
  beforeAll(async () => {
    desk = await open(daemon.token);
    hall = await open(await daemon.newToken("screen", "hall"));
  });
  for (const [language, theme] of kLooks)
    it(`fits every screen in the language "${language}", ${theme}`, async () => {
      const views = {
        wall: "",
        board: `board/${kTable}`,
        open: `board/${kOpenTable}`,
        screen: "screen",
        map: "map",
        round: "round",
        event: "event",
        audit: "audit",
        tokens: "tokens",
        settings: "settings",
      };
      const found = await look(desk, views, language, theme);
      found.push(...(await look(hall, { hall: "" }, language, theme)));
      expect(found).toEqual([]);
    }, 180_000);
});
