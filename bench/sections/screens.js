import { chromium } from "playwright-core";
import { fillDatabase } from "../support/large-database.js";
import { fillTimeline } from "../support/long-conversation.js";
import { median } from "../support/percentiles.js";
import { parentOf, processorMsOf, processorMsOfFamily } from "../support/processor-time.js";
import { onStage } from "../support/stage.js";
import { fillSales } from "../support/years-of-sales.js";

export const title = "The screens of a shop with years of sales";
export const how =
  "10,000 conversations and 50,000 orders of two years. Chromium opens each screen three times; ready: nothing on it is loading any more (median). Then each request of the screen is made alone ten times: the slowest of them, its median from question to answer, and the processor time of Recado and PostgreSQL for one.";

const TALKER = { phone: "573100077777", phoneNumberId: "106540352299999" };
const TOKEN = "bench-api-token-0123456789";
const ROUNDS = 3;
const TIMES = 10;

export async function run({ server, isQuick }) {
  const size = isQuick
    ? { conversations: 2_000, turns: 500, orders: 5_000 }
    : { conversations: 10_000, turns: 5_000, orders: 50_000 };
  const large = await server.createDatabase();
  await fillDatabase(large, { conversations: size.conversations, turnsEach: 1, talker: TALKER });
  const long = await fillTimeline(large, { runs: size.turns });
  await fillSales(large, { orders: size.orders });
  const browser = await chromium.launch({
    executablePath: process.env.PLAYWRIGHT_CHROMIUM ?? "/usr/bin/chromium",
    args: ["--no-sandbox"],
  });
  try {
    return await onStage(server, { commands: ["start"], from: large }, async ({ port, processes }) => {
      const url = `http://127.0.0.1:${port}`;
      const { rows: backend } = await server.admin.query("select pg_backend_pid() as pid");
      const postmaster = parentOf(backend[0].pid);
      const spentMs = () => processorMsOf(processes[0].pid) + processorMsOfFamily(postmaster);
      const rows = [];
      for (const screen of screensOf(long)) {
        const opened = [];
        for (let round = 0; round < ROUNDS; round += 1) opened.push(await open(browser, url, screen));
        const asked = [...new Set(opened.flatMap(({ requests }) => requests))];
        const costs = [];
        for (const path of asked) costs.push(await ask(`${url}${path}`, spentMs));
        const slowest = costs.toSorted((one, other) => other.cpuMs - one.cpuMs || other.wallMs - one.wallMs)[0];
        rows.push([
          screen.name,
          median(opened.map(({ readyMs }) => readyMs)),
          asked.length,
          slowest.path,
          slowest.wallMs,
          slowest.cpuMs,
        ]);
      }
      return {
        columns: ["screen", "ready ms", "requests", "the dearest of them", "its answer ms", "its processor ms"],
        rows,
        raw: rows,
      };
    });
  } finally {
    await browser.close();
    await server.dropDatabase(large);
  }
}

const type = (label, words) => async (page) => {
  await page.getByLabel(label).first().fill(words);
};

function screensOf(long) {
  return [
    { name: "inbox", path: "/inbox" },
    { name: "inbox, a customer by name", path: "/inbox", act: type("Buscar", "oscar munoz 55"), settles: "q=" },
    { name: "a conversation of 5,000 turns", path: `/conversations/${long}` },
    { name: "Ctrl K, a name", path: "/inbox", act: palette("oscar munoz"), settles: "/search" },
    { name: "Ctrl K, a word of all messages", path: "/inbox", act: palette("frasco"), settles: "/search" },
    { name: "Ctrl K, a guide number", path: "/inbox", act: palette("240000049"), settles: "/search" },
    { name: "orders, board", path: "/orders" },
    { name: "orders, list", path: "/orders?view=list" },
    { name: "orders, a city of 6,000", path: "/orders?view=list&city=Medell%C3%ADn" },
    { name: "orders, a customer", path: "/orders?view=list&q=oscar%20munoz" },
    { name: "contacts", path: "/contacts" },
    { name: "tasks", path: "/confirmations?tab=tasks" },
    { name: "metrics, 30 days", path: "/metrics?range=month" },
    { name: "runs", path: "/runs" },
  ];
}

function palette(words) {
  return async (page) => {
    await page.keyboard.press("Control+k");
    await page.getByRole("dialog").getByRole("combobox").fill(words);
  };
}

/** Opens it in a browser that keeps nothing; ready is when all that it asked was answered and drawn. */
async function open(browser, url, { path, act, settles }) {
  const context = await browser.newContext({ locale: "es-CO", viewport: { width: 1280, height: 800 } });
  await context.request.post(`${url}/studio/session`, {
    data: { token: TOKEN },
    headers: { "x-recado-csrf": "1", origin: url },
  });
  await context.addInitScript(`localStorage.setItem("recado.tour", "done")`);
  const page = await context.newPage();
  let requests = [];
  page.on("request", (request) => {
    const { pathname, search } = new URL(request.url());
    if (request.method() === "GET" && pathname.startsWith("/internal/agent/") && pathname !== "/internal/agent/stream")
      requests.push(pathname + search);
  });
  await page.goto(`${url}/studio${path}`);
  let begunMs = 0;
  const settled = async () => {
    await page.locator("#screen :is(h1, h2)").first().waitFor();
    await page.locator('[aria-busy="true"]').first().waitFor({ state: "detached" });
  };
  await settled();
  if (act !== undefined) {
    requests = [];
    begunMs = await page.evaluate("performance.now()");
    const answered = page.waitForResponse((response) => response.url().includes(settles));
    await act(page);
    await answered;
    await settled();
  }
  const readyMs =
    (await page.evaluate("new Promise((r) => requestAnimationFrame(() => r(performance.now())))")) - begunMs;
  await context.close();
  return { readyMs, requests };
}

async function ask(url, spentMs) {
  const headers = { authorization: `Bearer ${TOKEN}` };
  const walls = [];
  const before = spentMs();
  for (let time = 0; time < TIMES; time += 1) {
    const startedMs = performance.now();
    const answer = await fetch(url, { headers });
    await answer.arrayBuffer();
    if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
    walls.push(performance.now() - startedMs);
  }
  const { pathname, search } = new URL(url);
  return {
    path: (pathname + search).replace("/internal/agent", ""),
    wallMs: median(walls),
    cpuMs: (spentMs() - before) / TIMES,
  };
}
