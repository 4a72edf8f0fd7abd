// The hall after rounds in which nobody has acknowledged anything: is what needs a person still before one's eyes?
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { type Browser, type CDPSession, chromium, type Page } from "playwright-core";
import { Daemon } from "./daemon";
import { isLong } from "./often";

const kBoards = isLong ? 40 : 12;
const kRounds = isLong ? 9 : 4;
/** In pixels: a tile, and what can stand above or below the tiles for its board, on a phone. */
const kHeightOfBoard = 900;
const pictures = join(__dirname, "../../../build/screenshots");

const daemon = new Daemon(kBoards, 150);
let browser: Browser;

async function open(size: { width: number; height: number }): Promise<Page> {
  const context = await browser.newContext({ viewport: size, locale: "en-GB", reducedMotion: "reduce" });
  const page = await context.newPage();
  page.setDefaultTimeout(45_000);
  await page.goto(`${daemon.address}#token=${daemon.token}`);
  await page.waitForSelector(".tile");
  return page;
}

/** Screens down to the first thing that needs a person; undefined: nothing does. */
const screensToNeed = (page: Page) =>
  page.evaluate(() => {
    const first = document.querySelector(".alerts .alert.open, .wall.urgent .tile");
    return first ? (first.getBoundingClientRect().top + window.scrollY) / window.innerHeight : undefined;
  });
const height = (page: Page) => page.evaluate(() => document.documentElement.scrollHeight);
/** In MB, after what nobody holds any more has been given back. */
async function memory(devtools: CDPSession): Promise<number> {
  await devtools.send("HeapProfiler.collectGarbage");
  const { usedSize } = await devtools.send("Runtime.getHeapUsage");
  return usedSize / 1e6;
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

describe(`After ${kRounds} rounds of ${kBoards} boards that nobody has seen to`, () => {
  it(
    "a phone shows first what needs a person, and the page stays as it was",
    async () => {
      const page = await open({ width: 390, height: 844 });
      const devtools = await page.context().newCDPSession(page);
      const measured: { round: number; screens: number | undefined; height: number; memory: number }[] = [];
      for (let round = 2; round <= kRounds; round++) {
        while (daemon.rounds() < round) await page.waitForTimeout(200);
        measured.push({
          round,
          screens: await screensToNeed(page),
          height: await height(page),
          memory: await memory(devtools),
        });
      }
      console.log(
        measured
          .map(
            (m) =>
              `round ${m.round}: ${m.screens?.toFixed(2) ?? "no"} screens to what needs a person, ${m.height} px, ${m.memory.toFixed(1)} MB`,
          )
          .join("\n"),
      );
      await page.screenshot({ path: join(pictures, "soak-phone.png") });
      await page.screenshot({ path: join(pictures, "soak-phone-whole.png"), fullPage: true });
      for (const { screens, height } of measured) {
        expect(screens ?? 0).toBeLessThanOrEqual(1);
        expect(height).toBeLessThan(kBoards * kHeightOfBoard);
      }
      const first = measured[0]?.memory ?? 0;
      const last = measured.at(-1)?.memory ?? 0;
      expect(last).toBeLessThan(first * 1.5 + 5);
      await page.context().close();
    },
    isLong ? 900_000 : 50_000,
  );

  for (const size of [
    { width: 1280, height: 800 },
    { width: 390, height: 844 },
  ])
    it(`a board's page has the finding, what to do and the buttons before the fold of ${size.width} × ${size.height}`, async () => {
      const page = await open(size);
      await page.screenshot({ path: join(pictures, `soak-wall-${size.width}.png`) });
      await page.locator(".alert.open a[data-alert]").first().click();
      await page.locator(".finding .finding-foot .primary").waitFor();
      const bottom = await page
        .locator(".finding-foot")
        .evaluate((foot) => foot.getBoundingClientRect().bottom);
      await page.screenshot({ path: join(pictures, `soak-board-${size.width}.png`) });
      expect(bottom).toBeLessThanOrEqual(size.height);
      await page.context().close();
    });
});
