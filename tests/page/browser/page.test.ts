// The page in a browser, before the real daemon.
import { mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { type Browser, chromium, type Page } from "playwright-core";
import { Daemon, kLaw, kOpenTable, kTable } from "./daemon";

const pictures = join(__dirname, "../../../build/screenshots");
const axe = readFileSync(
  createRequire(join(process.cwd(), "package.json")).resolve("axe-core/axe.min.js"),
  "utf8",
);

const daemon = new Daemon(12, 16);
let browser: Browser;
/** What the browser complained of, on any page: a broken content policy, an error that nobody caught. */
const complaints: string[] = [];
const requests = new Set<string>();

async function open(token: string, size = { width: 1440, height: 900 }): Promise<Page> {
  const context = await browser.newContext({ viewport: size, locale: "en-GB", reducedMotion: "reduce" });
  const page = await context.newPage();
  page.setDefaultTimeout(45_000);
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("console", (message) => {
    if (/Content Security Policy|Refused to/.test(message.text())) complaints.push(message.text());
  });
  page.on("request", (request) => requests.add(new URL(request.url()).host));
  await page.goto(`${daemon.address}#token=${token}`);
  // Whoever goes elsewhere before the token has been handed in is nobody.
  await page.waitForURL((url) => !url.hash.includes("token"));
  return page;
}

const cardOf = (page: Page, kind: string) =>
  page.locator(".alert-group", { hasText: "Eiríksdóttir" }).locator(".alert", { hasText: kind });

const kAxeTags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

async function violationsIn(page: Page, runOnly: string[] = kAxeTags): Promise<string[]> {
  await page.evaluate(axe);
  const found = await page.evaluate(async (runOnly) => {
    // @ts-expect-error axe has just been put there.
    const { violations } = await window.axe.run(document, { runOnly });
    return violations as { id: string; nodes: { html: string; failureSummary: string }[] }[];
  }, runOnly);
  return found.map(
    ({ id, nodes }) => `${id}: ${nodes[0]?.html} (${nodes.length}) ${nodes[0]?.failureSummary}`,
  );
}

const violations = (page: Page) => violationsIn(page, kAxeTags);

beforeAll(async () => {
  mkdirSync(pictures, { recursive: true });
  await daemon.start();
  browser = await chromium.launch({
    executablePath: process.env.JADOUBE_CHROMIUM ?? "/usr/bin/chromium",
    // A sandbox within a container's own is not to be had by root.
    args: process.getuid?.() === 0 ? ["--no-sandbox"] : [],
  });
});
afterAll(async () => {
  await browser?.close();
  await daemon.close();
});

describe("Somebody who comes", () => {
  it("hands in the token of the address, which then forgets it", async () => {
    const page = await open(daemon.token);
    await page.waitForSelector(".tile");
    expect(page.url()).not.toContain(daemon.token);
    await page.reload();
    await page.waitForSelector(".tile");
    await page.context().close();
  });
  it("is asked for a token if the address has none that is known", async () => {
    const page = await open("nonsense");
    await page.waitForSelector(".log-in [role=alert]");
    await page.getByLabel("Token").fill(daemon.token);
    await page.getByRole("button", { name: "Log in" }).click();
    await page.waitForSelector(".tile");
    await page.context().close();
  });
});

describe("An arbiter", () => {
  let page: Page;
  beforeAll(async () => {
    page = await open(await daemon.newToken("tablet 1", "arbiter"));
    await page.waitForSelector(".tile");
  });
  afterAll(() => page.context().close());
  const choose = (finding: string) => page.locator(".finding-tabs button", { hasText: finding }).click();

  it("sees an incident on a simulated board come while the page is open", async () => {
    const seen = new Set(
      await page.locator("a[data-alert]").evaluateAll((all) => all.map((a) => a.getAttribute("data-alert"))),
    );
    await page.waitForFunction(
      (old) =>
        [...document.querySelectorAll("a[data-alert]")].some(
          (a) => !old.includes(a.getAttribute("data-alert")),
        ),
      [...seen],
      { timeout: 40_000 },
    );
  });
  it("reads what was repaired at the start, and notes it", async () => {
    const repairs = page.locator(".banner.repairs");
    await repairs.getByText("2 things were not as they were left").click();
    await repairs.getByText("there was no store.sqlite").waitFor();
    await repairs.getByText("of an unfinished record are taken away").waitFor();
    await repairs.getByRole("button", { name: "Noted" }).click();
    await repairs.waitFor({ state: "detached" });
  });
  it("reads who ends a window that nobody can count down to, in the language chosen", async () => {
    const window = page.locator(".alert-group", { hasText: "Thomsen" }).locator(".alert .window");
    await window.getByText("Open until Black has moved").waitFor();
    await page.goto(`${daemon.address}#/settings`);
    await page.getByLabel("Dansk").check();
    await page.goto(`${daemon.address}#/`);
    await window.getByText("Åben, til Sort har trukket").waitFor();
    await page.goto(`${daemon.address}#/settings`);
    await page.getByLabel("English").check();
    await page.goto(`${daemon.address}#/`);
  });
  it("takes on an alert, and the page says who does", async () => {
    const card = cardOf(page, "Illegal move").first();
    await card.getByRole("button", { name: "I see to it" }).click();
    await page
      .locator(".alert-group", { hasText: "Eiríksdóttir" })
      .getByText("tablet 1 sees to it")
      .waitFor();
  });
  it("hears nothing until sound is switched on, and can try it", async () => {
    await page.getByRole("button", { name: "Sound on" }).click();
    await page.getByRole("button", { name: "Test tone" }).click();
    await page.getByRole("button", { name: "Sound off" }).click();
    await page.getByRole("button", { name: "Sound on" }).waitFor();
  });
  it("gives a board its table number", async () => {
    await page.goto(`${daemon.address}#/event`);
    const row = page.locator(".number-list li", { hasText: kTable });
    await row.getByLabel("Table number").fill("112");
    await row.getByRole("button", { name: "Save" }).click();
    await page.locator(".number-list li", { hasText: "Table 112" }).waitFor();
    await page.keyboard.press("g");
    await page.keyboard.type("112");
    await page.keyboard.press("Enter");
    await page.locator("h1", { hasText: "Table 112" }).waitFor();
  });
  it("opens it and finds the ruling, the moves to be played and the clock times", async () => {
    await page.goto(`${daemon.address}#/board/${kTable}`);
    await choose("2. Illegal move");
    const finding = page.locator(".finding");
    await finding.getByText("there is a piece on a2 in between").waitFor();
    expect(await finding.locator(".proposals tbody tr").count()).toBeGreaterThan(1);
    expect(await page.locator(".wanted cg-board piece").count()).toBe(32);
    expect(await page.locator(".wanted .steps").innerText()).toContain("white rook from a3 to a1");
  });
  it("plays the moments back", async () => {
    // Everything that the film says while it runs.
    await page.evaluate(() => {
      const told: string[] = [];
      Object.assign(window, { told });
      const line = document.querySelector(".film-event") as HTMLElement;
      new MutationObserver(() => told.push(line.innerText)).observe(line, {
        characterData: true,
        childList: true,
        subtree: true,
      });
    });
    await page.getByLabel("Speed").selectOption("1");
    await page.getByRole("button", { name: "Play the evidence" }).click();
    await page.locator("figure.replaying").waitFor();
    // On a busy machine it may have come to its end before anybody looks whether it runs.
    await page.waitForFunction(() => (window as unknown as { told: string[] }).told.length > 0);
    await page.locator(".film-controls .play", { hasText: "Play" }).waitFor({ timeout: 40_000 });
    const told = await page.evaluate(() => (window as unknown as { told: string[] }).told.join("\n"));
    for (const moment of ["lift a1", "place a3", "White presses", "Illegal move"])
      expect(told).toContain(moment);
    // Where the film has stopped is a matter of milliseconds: as many steps back as it takes.
    const line = page.locator(".film-event");
    const backTo = async (moment: string) => {
      for (let i = 0; i < 12 && !(await line.innerText()).includes(moment); i++) {
        await page.keyboard.press("ArrowLeft");
        await page.waitForTimeout(200);
      }
      expect(await line.innerText()).toContain(moment);
    };
    await page.getByRole("button", { name: "Step back" }).click();
    await page.waitForTimeout(200);
    await backTo("White presses");
    await backTo("lift a1");
    await page.keyboard.press("l");
    await page.locator("figure.live").waitFor();
  });
  it("confirms both offences, and the second one proposes loss or draw", async () => {
    const confirm = async (offence: string) => {
      await choose(offence);
      await page.getByRole("button", { name: "Confirm …" }).click();
      await page.getByRole("dialog").waitFor();
      expect(await page.evaluate(() => document.activeElement?.textContent), "Enter decides nothing").toBe(
        "Cancel",
      );
      await page.getByRole("dialog").getByRole("button", { name: "Confirm the finding" }).click();
      await page.getByRole("dialog").waitFor({ state: "detached" });
      await page.locator(".finding.closed").waitFor();
    };
    await confirm("2. Illegal move");
    await choose("4. Illegal move");
    await page.locator(".finding", { hasText: "2nd offence" }).waitFor();
    await page.locator(".finding", { hasText: "White loses" }).waitFor();
    await confirm("4. Illegal move");
    await choose("4. Offence limit reached");
    await page.locator(".finding", { hasText: "White loses" }).waitFor();
    await page.locator(".history li", { hasText: "tablet 1" }).nth(2).waitFor();
  });
  it("takes a confirmation back, and the offence counts no longer", async () => {
    await choose("4. Illegal move");
    await page.getByRole("button", { name: "Take back …" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.waitFor();
    expect(await page.evaluate(() => document.activeElement?.textContent), "Enter decides nothing").toBe(
      "Cancel",
    );
    await dialog.getByLabel("Why").fill("the wrong board");
    await page.screenshot({ path: join(pictures, "take-back.png") });
    await dialog.getByRole("button", { name: "Take back" }).click();
    await dialog.waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Confirm …" }).waitFor();
    await page.screenshot({ path: join(pictures, "taken-back.png") });
    await page.locator(".finding-tabs button", { hasText: "Offence limit reached · withdrawn" }).waitFor();
    await page.locator(".history li", { hasText: "the wrong board" }).first().waitFor();
    const audit = await page.request.get(`${daemon.address}api/v1/audit?limit=20`);
    expect(await audit.text()).toContain("the wrong board");
  });
  it("is told why something cannot be entered", async () => {
    await page.getByText("More", { exact: true }).click();
    await page.getByRole("button", { name: "Law in force …" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Enter it" }).click();
    await page.locator(".notices p, dialog .bad").first().waitFor();
    await page.keyboard.press("Escape");
  });
  it("sets the position by dragging, with the clocks", async () => {
    await page.getByRole("button", { name: "Set the position …" }).click();
    await page.getByRole("button", { name: "As on record" }).click();
    // What chessground makes of a mouse it makes once per frame, and no hand is quicker.
    const frames = () =>
      page.evaluate(
        () =>
          new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done)))),
      );
    await frames();
    // Something that the dialog has to say moves it on the screen.
    await page.getByRole("dialog").evaluate((dialog) => {
      dialog.style.translate = "0 -48px";
    });
    await frames();
    const board = page.locator(".editable cg-board");
    const box = await board.boundingBox();
    if (!box) throw new Error("the editor shows no board");
    const middle = (square: string) => ({
      x: box.x + ((square.charCodeAt(0) - 97 + 0.5) * box.width) / 8,
      y: box.y + ((8.5 - Number(square[1])) * box.height) / 8,
    });
    // The rook goes home.
    await page.mouse.move(middle("h3").x, middle("h3").y);
    await page.mouse.down();
    await page.mouse.move(middle("h2").x, middle("h2").y, { steps: 4 });
    await frames();
    await page.mouse.move(middle("h1").x, middle("h1").y, { steps: 4 });
    await page.mouse.up();
    await frames();
    await page.getByLabel("White's clock").fill("1:31:10");
    await page.getByLabel("Black's clock").fill("1:33:12");
    await page.getByRole("dialog").getByRole("button", { name: "Enter it" }).click();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    const response = await page.request.get(`${daemon.address}api/v1/boards/${kTable}`);
    expect((await response.json()).fen).toMatch(
      /^r1bqkbnr\/1ppp1ppp\/p1n5\/4p3\/4P3\/R4N2\/PPPP1PPP\/1NBQKB1R /,
    );
  });
  it("is offered the laws of the folder", async () => {
    await page.locator(".entries details").evaluate((more: HTMLDetailsElement) => {
      more.open = true;
    });
    await page.getByRole("button", { name: "Law in force …" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Law").selectOption({ label: `${kLaw.id} · ${kLaw.name}` });
    await dialog.getByRole("button", { name: "Enter it" }).click();
    await dialog.waitFor({ state: "detached" });
    await page.locator(".facts").getByText(kLaw.name).waitFor();
  });
  it("reads what the law answers to a claim, until it is closed", async () => {
    await page.getByRole("button", { name: "A player claims …" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("draw: threefold repetition").check();
    await dialog.getByRole("button", { name: "Enter it" }).click();
    await dialog.getByText("By the log the claim is wrong").waitFor();
    expect(await dialog.locator(".reply li").count()).toBeGreaterThan(0);
    await dialog.getByRole("button", { name: "Close" }).click();
    await dialog.waitFor({ state: "detached" });
  });
  it("sets up Chess960 by its number, with castling from there", async () => {
    await page.getByRole("button", { name: "Set the position …" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Chess960 start number").fill("100");
    await dialog.getByLabel("White O-O", { exact: true }).uncheck();
    const sent = page.waitForRequest((request) => request.url().endsWith("/arbiter"));
    await dialog.getByRole("button", { name: "Enter it" }).click();
    expect((await sent).postDataJSON().fen).toBe("qbbnrnkr/pppppppp/8/8/8/8/PPPPPPPP/QBBNRNKR w Ehe - 0 1");
    await dialog.waitFor({ state: "detached" });
  });
  it("is told why a round cannot begin from there", async () => {
    const board = page.url();
    await page.goto(`${daemon.address}#/event`);
    await page.getByLabel("… or its text").fill("board,white,black\n77,Aas,Bø\n");
    await page.getByLabel("Start position of the games").fill("960");
    await page.getByRole("button", { name: "Look at what it would change" }).click();
    await page.locator(".bad", { hasText: "from 0 to 959" }).waitFor();
    await page.goto(board);
  });
  it("sees what a pairing list of chess-results would change, and takes it or leaves it", async () => {
    const board = page.url();
    await page.goto(`${daemon.address}#/event`);
    const size = page.viewportSize();
    const long = "Aas".repeat(30);
    // As spreadsheets in Denmark write it, in Windows-1252.
    const list = `Bo.;No.;;Name;Rtg;Pts.;Result;Pts.;;Name;Rtg;No.\n77;4;GM;${long};2310;2;;2;IM;B\xf8, Bjarne;2290;7\n78;5;;Ceder;0;1;1;0;;bye;;\n79;6;;Dam;0;1;9-9;0;;Ek;;8\n`;
    await page.locator("input[type=file]").setInputFiles({
      name: "round.csv",
      mimeType: "text/csv",
      buffer: Buffer.from(list, "latin1"),
    });
    await page.getByRole("button", { name: "Look at what it would change" }).click();
    await page.locator("table.pairings td", { hasText: "Bø, Bjarne" }).waitFor();
    await page.getByText('line 4: "9-9" is no result').waitFor();
    await page.getByText("Without an opponent: Ceder").waitFor();
    expect(await violations(page)).toEqual([]);
    for (const width of [320, 390, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(tooWide, String(width)).toBeLessThanOrEqual(0);
      await page.screenshot({ path: join(pictures, `pairings-${width}.png`), fullPage: true });
    }
    await page.getByRole("button", { name: "Leave it" }).click();
    await page.locator("table.pairings").waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Look at what it would change" }).click();
    await page.getByRole("button", { name: "Take these pairings" }).click();
    await page.getByText("2 pairings taken.").waitFor();
    await page.getByRole("button", { name: "Start round 1" }).click();
    await page.getByText("At 2 tables the game is not open yet:").waitFor();
    await page.locator(".start-round li", { hasText: "no board has this table number" }).nth(1).waitFor();
    if (size) await page.setViewportSize(size);
    await page.goto(board);
  });
  it("is told when the connection is lost, and gets everything back", async () => {
    await daemon.kill();
    await page.locator(".banner.lost", { hasText: /since \d/ }).waitFor();
    await daemon.start();
    await page.locator(".banner.lost").waitFor({ state: "detached", timeout: 30_000 });
    await page.locator(".finding", { hasText: /loses|Illegal move/ }).waitFor();
  });
  it("sees on a tile only what is still so", async () => {
    // While the daemon was away no board had a link; those that are simulated have it back.
    await page.goto(`${daemon.address}#/`);
    const line = page.locator(".rest summary", { hasText: "no longer so" }).first();
    await line.click();
    await page.locator(".alert.over", { hasText: "No longer so: the link is back" }).first().waitFor();
    await page.locator(".tile").first().waitFor();
    // One after the other.
    await page
      .locator(".tile:not(.unplugged) .tile-alert", { hasText: "No link to the board" })
      .first()
      .waitFor({ state: "detached" });
  });
  it("sees to all links that were lost by one button", async () => {
    const lost = page.getByRole("button", { name: /^Seen: all \d+ of “No link to the board”$/ });
    await lost.click();
    await lost.waitFor({ state: "detached" });
  });
});

describe("A screen in the hall", () => {
  it("shows the boards, and nothing that players must not learn", async () => {
    const page = await open(await daemon.newToken("screen", "hall"));
    await page.waitForSelector(".tile cg-board piece");
    const text = await page.locator("body").innerText();
    expect(text).not.toMatch(/alert|illegal|offence|step in|to move/i);
    expect(
      await page.locator(".alerts, .badge, .last-move, .to-move, .suspect, nav, a[href*=board]").count(),
    ).toBe(0);
    await page.goto(`${daemon.address}#/board/${kTable}`);
    await page.waitForSelector(".tile");
    expect(await page.locator(".finding, .moves, .entries").count()).toBe(0);
    await page.context().close();
  });
});

describe("A viewer", () => {
  it("sees the findings and has no buttons to do anything about them", async () => {
    const page = await open(await daemon.newToken("guest", "viewer"));
    await page.waitForSelector(".tile");
    expect(await page.locator(".acknowledge").count()).toBe(0);
    await page.goto(`${daemon.address}#/board/${kTable}`);
    await page.locator(".finding h2").waitFor();
    expect(await page.locator(".entries, .finding-foot button").count()).toBe(0);
    await page.context().close();
  });
});

describe("The page", () => {
  it("fits a tablet", async () => {
    const page = await open(daemon.token, { width: 820, height: 1180 });
    await page.waitForSelector(".tile cg-board piece");
    const tooWide = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    await page.screenshot({ path: join(pictures, "tablet-wall.png") });
    expect(await tooWide()).toBeLessThanOrEqual(0);
    await page.goto(`${daemon.address}#/board/${kTable}`);
    await page.locator(".finding h2").waitFor();
    await page.waitForSelector(".strip");
    await page.screenshot({ path: join(pictures, "tablet-board.png"), fullPage: true });
    expect(await tooWide()).toBeLessThanOrEqual(0);
    await page.context().close();
  });

  for (const theme of ["dark", "light"])
    it(`passes axe with the ${theme} colours`, async () => {
      // The second time only what colours change.
      const violations = (page: Page) =>
        violationsIn(page, theme === "light" ? ["color-contrast"] : kAxeTags);
      const page = await open(daemon.token);
      await page.evaluate((value) => localStorage.setItem("jadoube.theme", value), theme);
      await page.reload();
      await page.waitForSelector(".tile cg-board piece");
      expect(await violations(page)).toEqual([]);
      await page.screenshot({ path: join(pictures, `${theme}.png`) });
      for (const where of [
        `board/${kTable}`,
        "screen",
        "settings",
        "map",
        "event",
        "round",
        "audit",
        "tokens",
      ]) {
        await page.goto(`${daemon.address}#/${where}`);
        await page.locator("h1").waitFor();
        expect(await violations(page), where).toEqual([]);
      }
      await page.goto(`${daemon.address}#/board/${kTable}`);
      await page.getByRole("button", { name: "Set the position …" }).click();
      await page.waitForSelector(".editable cg-board piece");
      expect(await violations(page), "the editor").toEqual([]);
      await page.context().close();
    });

  it("shows the round and the log on any screen, and finds what was done", async () => {
    const page = await open(daemon.token);
    for (const where of ["round", "audit"]) {
      await page.goto(`${daemon.address}#/${where}`);
      await page.locator("main table td").first().waitFor();
      for (const [width, theme] of [
        [320, "light"],
        [390, "dark"],
        [1280, "light"],
      ] as const) {
        await page.setViewportSize({ width, height: 800 });
        await page.evaluate((value) => {
          document.documentElement.dataset.theme = value;
        }, theme);
        const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        expect(tooWide, `${where} ${width}`).toBeLessThanOrEqual(0);
        await page.screenshot({ path: join(pictures, `${where}-${width}.png`) });
      }
    }
    await page.getByLabel("Search").fill("pairing(s) of round 1");
    await page.getByText(/^1 of \d+ entries$/).waitFor();
    const saving = page.waitForEvent("download");
    await page.getByRole("button", { name: "Save as CSV" }).click();
    expect((await saving).suggestedFilename()).toBe("log.csv");
    await page.goto(`${daemon.address}#/round`);
    const pgn = page.waitForEvent("download");
    await page.getByRole("link", { name: "All games (PGN)" }).click();
    expect((await pgn).suggestedFilename()).toBe("games.pgn");
    await page.context().close();
  });
  it("is printed without what only a screen can do, and no wider than the paper", async () => {
    const page = await open(daemon.token);
    for (const where of ["round", "audit", `board/${kTable}`]) {
      await page.goto(`${daemon.address}#/${where}`);
      await page.locator("main h1").waitFor();
      await page.locator("main table td, .finding h2").first().waitFor();
      await page.emulateMedia({ media: "print" });
      // A4 within its margins.
      await page.setViewportSize({ width: 688, height: 1000 });
      const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(tooWide, where).toBeLessThanOrEqual(0);
      expect(await page.locator("button:visible, header.bar:visible, input:visible").count(), where).toBe(0);
      const ground = await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
      expect(ground).toBe("rgb(255, 255, 255)");
      const path = join(pictures, `print-${where.split("/")[0]}.pdf`);
      expect((await page.pdf({ path, format: "A4", printBackground: true })).subarray(0, 5).toString()).toBe(
        "%PDF-",
      );
      await page.emulateMedia({ media: null });
      await page.setViewportSize({ width: 1280, height: 800 });
    }
    await page.context().close();
  });

  it("speaks Danish and Icelandic", async () => {
    const page = await open(daemon.token);
    await page.goto(`${daemon.address}#/settings`);
    await page.getByLabel("Dansk").check();
    await page.getByRole("heading", { name: "Indstillinger" }).waitFor();
    await page.getByLabel("Íslenska").check();
    await page.getByRole("heading", { name: "Stillingar" }).waitFor();
    expect(await page.locator("html").getAttribute("lang")).toBe("is");
    await page.goto(`${daemon.address}#/board/${kOpenTable}`);
    await page.locator(".finding .to-do", { hasText: "Setja aftur upp stöðuna" }).waitFor();
    await page.locator(".finding .to-do [lang=en]", { hasText: "Back to" }).waitFor();
    await page.context().close();
  });
  it("never asked another host, broke the content policy or lost an error", () => {
    expect([...requests]).toEqual([new URL(daemon.address).host]);
    expect(complaints).toEqual([]);
  });
});

describe("An alert in a simulated hall", () => {
  /** One that nobody sees to; it may come while one waits. */
  const untaken = (page: Page) =>
    page
      .locator(".alert.open", { has: page.locator(".acknowledge") })
      .locator("a[data-alert]")
      .first();
  /** Chooses until the finding waits for somebody: hands this fast may end a game, and its alert, before it is read. */
  async function read(page: Page, choose: () => Promise<void>) {
    const waits = page.locator(".finding-foot .acknowledge");
    const opened = waits.or(page.locator(".finding .over, .finding .empty")).first();
    for (;;) {
      await choose();
      await opened.waitFor({ timeout: 5_000 }).catch(() => undefined);
      if ((await waits.count()) > 0) return;
      await page.goto(`${daemon.address}#/`);
    }
  }
  /** And what was closed since, because it was put right or the next game put up, says so too. */
  const takenBy = (page: Page, who: string) =>
    page.locator(".finding-foot", { hasText: new RegExp(`${who} (sees|saw) to it`) });
  it("is taken on by two taps on a phone", async () => {
    const page = await open(await daemon.newToken("phone", "arbiter"), { width: 390, height: 844 });
    await read(page, () => untaken(page).click({ timeout: 40_000 }));
    await page.locator(".finding-foot .acknowledge").click();
    await takenBy(page, "phone").waitFor();
    await page.context().close();
  });
  it("is taken on by three keys", async () => {
    const page = await open(await daemon.newToken("desk", "arbiter"), { width: 1280, height: 800 });
    await read(page, async () => {
      await untaken(page).waitFor({ timeout: 40_000 });
      // With the alert goes the place of the keyboard.
      const stands = () => page.evaluate(() => document.activeElement?.matches("a[data-alert]"));
      do await page.keyboard.press("j");
      while (!(await stands()));
      await page.keyboard.press("Enter");
    });
    await page.keyboard.press("a");
    await takenBy(page, "desk").waitFor();
    await page.context().close();
  });
});

describe("An administrator", () => {
  it("takes a board that is gone from the wall", async () => {
    const page = await open(daemon.token);
    const tile = page.locator(".tile", { hasText: kOpenTable });
    await tile.waitFor();
    await page.goto(`${daemon.address}#/board/${kOpenTable}`);
    await page.getByRole("button", { name: "Take this board from the wall …" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Take this board from the wall" }).click();
    await page.getByRole("heading", { name: "Alerts" }).waitFor();
    await tile.waitFor({ state: "detached" });
    const audit = await page.request.get(`${daemon.address}api/v1/audit?limit=5`);
    expect(await audit.text()).toContain("took the board from the wall");
    await page.context().close();
  });
});
