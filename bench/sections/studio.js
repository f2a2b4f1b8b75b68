import { chromium } from "playwright-core";
import { fillDatabase } from "../support/large-database.js";
import { fillTimeline } from "../support/long-conversation.js";
import { median } from "../support/percentiles.js";
import { onStage } from "../support/stage.js";

export const title = "The Studio on a large shop";
export const how =
  "10,000 conversations, and one of 5,000 turns. Chromium without a cache opens the address; from the navigation to the first paint, and to the paint that has the first rows; medians. Rows: as many as the page holds.";

const TALKER = { phone: "573100077777", phoneNumberId: "106540352299999" };
/** Says when the first row of a list was painted. */
const WATCH = `new MutationObserver((_, observer) => {
  if (document.querySelector("li[data-key]") === null) return;
  observer.disconnect();
  requestAnimationFrame(() => { window.rowsAtMs = performance.now(); });
}).observe(document, { childList: true, subtree: true });`;

export async function run({ server, isQuick }) {
  const size = isQuick ? { conversations: 2_000, turns: 1_000 } : { conversations: 10_000, turns: 5_000 };
  const large = await server.createDatabase();
  await fillDatabase(large, { conversations: size.conversations, turnsEach: 1, talker: TALKER });
  const long = await fillTimeline(large, { runs: size.turns });
  const browser = await chromium.launch({
    executablePath: process.env.PLAYWRIGHT_CHROMIUM ?? "/usr/bin/chromium",
    args: ["--no-sandbox"],
  });
  try {
    return await onStage(server, { commands: ["start"], from: large }, async ({ port }) => {
      const url = `http://127.0.0.1:${port}`;
      const rows = [];
      for (const [name, path] of [
        [`the list of ${size.conversations} conversations`, "/studio/inbox"],
        [`the conversation of ${size.turns} turns`, `/studio/conversations/${long}`],
      ]) {
        const found = [];
        for (let round = 0; round < 5; round += 1) found.push(await open(browser, url, path));
        const of = (what) => median(found.map(what));
        rows.push([name, of((one) => one.paintMs), of((one) => one.rowsMs), of((one) => one.rows)]);
      }
      return { columns: ["screen", "first paint ms", "rows painted ms", "rows"], rows, raw: rows };
    });
  } finally {
    await browser.close();
    await server.dropDatabase(large);
  }
}

async function open(browser, url, path) {
  const context = await browser.newContext({ locale: "es-CO", viewport: { width: 1280, height: 800 } });
  await context.request.post(`${url}/studio/session`, {
    data: { token: "bench-api-token-0123456789" },
    headers: { "x-recado-csrf": "1", origin: url },
  });
  await context.addInitScript(WATCH);
  const page = await context.newPage();
  await page.goto(`${url}${path}`);
  await page.locator("li[data-key]").first().waitFor();
  const found = await page.evaluate(async () => {
    while (window.rowsAtMs === undefined) await new Promise((resolve) => setTimeout(resolve, 5));
    const [paint] = performance.getEntriesByName("first-contentful-paint");
    const rows = document.querySelectorAll("li[data-key]").length;
    return { paintMs: paint?.startTime ?? Number.NaN, rowsMs: window.rowsAtMs, rows };
  });
  await context.close();
  return found;
}
