/**
 * `npm run screenshots`: starts a new shop with its examples, as `npm start` does, and takes the pictures of docs/studio.md, the
 * README and docs/a-day.md into docs/images; `npm run screenshots day` takes those of the day alone.
 */
import { spawn } from "node:child_process";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { setUp } from "../../bin/set-up.js";
import { takeDay } from "./day-pictures.js";

await setUp();
const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const IMAGES = join(ROOT, "docs/images");
const TOKEN = "screenshots-0123456789";
/** What the examples of a new shop come to: src/agents/somnio/examples. */
const EXAMPLES = 6;

const port = await freePort();
const url = `http://127.0.0.1:${port}`;
const dataDir = await mkdtemp(join(tmpdir(), "recado-screenshots-"));
const shop = spawn(process.execPath, [join(ROOT, "bin/recado.js"), "start"], {
  stdio: ["ignore", "inherit", "inherit"],
  env: {
    ...process.env,
    PORT: String(port),
    RECADO_DATA_DIR: dataDir,
    RECADO_API_TOKEN: TOKEN,
    LOG_LEVEL: "warn",
  },
});
const ended = new Promise((resolve) => shop.once("exit", resolve));
try {
  await examplesAreIn();
  await mkdir(IMAGES, { recursive: true });
  const browser = await chromium.launch({
    executablePath: process.env.PLAYWRIGHT_CHROMIUM ?? "/usr/bin/chromium",
    args: ["--no-sandbox"],
  });
  if (process.argv[2] !== "day") await takePictures(browser);
  await takeDay({ url, dataDir, images: IMAGES, ask, look: (how) => openPage(browser, how) });
  await browser.close();
} finally {
  shop.kill("SIGTERM");
  await ended;
  await rm(dataDir, { recursive: true, force: true });
}

async function ask(path, method = "GET", body = undefined) {
  const headers = { authorization: `Bearer ${TOKEN}`, "content-type": "application/json" };
  const answer = await fetch(`${url}/internal/agent${path}`, { method, headers, body: JSON.stringify(body) });
  return answer.json();
}

/** All of them have come, the dead letter after its tries and the question among them. */
async function examplesAreIn() {
  const giveUpAt = Date.now() + 240_000;
  while (Date.now() < giveUpAt) {
    await pause(1_000);
    try {
      const [talks, dead, questions] = await Promise.all([
        ask("/conversations"),
        ask("/runs?status=dead_letter"),
        ask("/confirmations?status=pending"),
      ]);
      if (talks.items.length >= EXAMPLES && dead.items.length > 0 && questions.items.length > 0) return;
    } catch {
      // Not open yet.
    }
  }
  throw new Error("the examples of a new shop have not come within four minutes");
}

/** A page of a signed-in person who has seen the tour. */
async function openPage(browser, { theme = "light", width = 1280, height = 800 }) {
  const context = await browser.newContext({
    locale: "es-CO",
    colorScheme: theme,
    viewport: { width, height },
    baseURL: url,
  });
  await context.addInitScript('localStorage.setItem("recado.tour", "done")');
  const headers = { "x-recado-csrf": "1", origin: url };
  await context.request.post("/studio/session", { data: { token: TOKEN }, headers });
  return context.newPage();
}

async function takePictures(browser) {
  const page = (how) => openPage(browser, how);
  const take = async (one, path, name) => {
    await one.goto(`/studio${path}`);
    await one.waitForLoadState("networkidle").catch(() => undefined); // the stream of changes stays open
    await pause(1_500);
    await one.screenshot({ path: join(IMAGES, `${name}.jpg`), type: "jpeg", quality: 80 });
    console.log(`docs/images/${name}.jpg`);
  };
  const { items } = await ask("/conversations");
  const bought = items.find(({ orders }) => orders.length > 0) ?? items[0];
  const { items: runs } = await ask("/runs?status=dead_letter");

  const light = await page({});
  await take(light, `/conversations/${bought.id}`, "inbox");
  await light.getByText("Por qué").last().click();
  // The reasons have come, and stand in view below the answer that they are of.
  await pause(1_500);
  await light
    .getByText("Ocultar")
    .last()
    .evaluate((button) => button.scrollIntoView({ block: "start" }));
  await pause(500);
  await light.screenshot({ path: join(IMAGES, "conversation.jpg"), type: "jpeg", quality: 80 });
  await take(light, `/runs/${runs[0].id}`, "run");
  await take(light, "/confirmations", "confirmations");
  await take(light, "/timers", "timers");
  await remindCustomers(items);
  await take(light, "/calendar?view=month", "calendar");
  await take(light, "/metrics", "metrics");
  await take(light, "/agents/somnio", "agent");
  const dark = await page({ theme: "dark" });
  await dark.goto("/studio/sandbox");
  await dark.getByPlaceholder(/Escriba como cliente/).fill("Hola, ¿cuánto cuesta el frasco?");
  await dark.keyboard.press("Enter");
  await pause(6_000);
  await dark.screenshot({ path: join(IMAGES, "sandbox.jpg"), type: "jpeg", quality: 80 });
  const phone = await page({ width: 390, height: 800 });
  await take(phone, "/confirmations", "phone");
}

/** A calendar with something in it: the next days of the customers who wrote. */
async function remindCustomers(talks) {
  const texts = ["Le confirmo que su pedido sale hoy.", "Su cita es mañana a las 9.", "¿Le llegó bien todo?"];
  for (const [at, { id }] of talks.slice(0, 6).entries()) {
    const dueAt = new Date(Date.now() + (at + 1) * 20 * 3_600_000).toISOString();
    const text = texts[at % texts.length];
    await ask("/reminders", "POST", {
      actor: "maria",
      conversationId: id,
      text,
      dueAt,
      idempotencyKey: `picture:${at}`,
    });
  }
}

async function freePort() {
  const server = createServer();
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port: free } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return free;
}
