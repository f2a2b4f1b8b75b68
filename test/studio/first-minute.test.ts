import { type Browser, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readScenarioFile } from "../../src/lab/scenarios/read-scenario-file.ts";
import { type RecadoProcess, startRecado } from "../support/recado-process.ts";
import { eventually } from "../support/shop.ts";
import { createTestDatabase, type TestDatabase } from "../support/test-database.ts";

let database: TestDatabase;
let recado: RecadoProcess;
let browser: Browser;
let page: Page;
const complaints: string[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  // A fresh clone: no key, no Meta app, the simulator.
  const env = { WHATSAPP_API_URL: "", WHATSAPP_ACCESS_TOKEN: "", WHATSAPP_APP_SECRET: "", WHATSAPP_VERIFY_TOKEN: "" };
  recado = await startRecado("start", { databaseUrl: database.url, graphUrl: "", env });
  browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox"] });
  const context = await browser.newContext({ locale: "es-CO", viewport: { width: 1440, height: 900 } });
  page = await context.newPage();
  page.setDefaultTimeout(15_000);
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error") complaints.push(message.text());
  });
});
afterAll(async () => {
  await browser?.close();
  await recado?.stop();
  await database?.drop();
});

const composer = () => page.getByRole("textbox", { name: "Escriba como cliente…" }).last();
const chat = () => page.getByRole("log").last();

/** Waits for one more answer than stood there: an earlier message may hold the same words. */
async function says(text: string, answer: RegExp): Promise<void> {
  const answers = chat().getByText(answer);
  const before = await answers.count();
  await composer().fill(text);
  await composer().press("Enter");
  await eventually(`an answer to "${text}"`, async () => (await answers.count()) > before);
}

test("from the printed link to a confirmed order in the sandbox", async () => {
  const link = await eventuallyLink();
  await page.goto(link);
  const tour = page.getByRole("complementary", { name: "Recorrido" });
  for (let step = 1; step <= 4; step += 1) await tour.getByRole("button").last().click();
  await tour.waitFor({ state: "detached" });
  await page.getByRole("link", { name: "Probar el bot" }).click();
  await composer().waitFor();
  await page.getByRole("tab", { name: "Config" }).click();
  await page.getByRole("slider").fill("0");
  await says("hola, quiero comprar", /nombre/i);
  await says("Marta Ríos, cel 301 555 0142, Cll 45 #12-30 Laureles, Medellín, marta@ejemplo.co", /ya tengo sus datos/);
  await says("2", /resumen de su pedido/);
  await says("sí confirmo", /quedó confirmado/);
  await page.getByRole("tab", { name: "Acciones" }).click();
  await page.getByText("create_order").waitFor();
  await page.getByText("129.900").last().waitFor();
  expect(await database.rows("select from orders where source <> 'customer'")).toEqual([]);
});

test("a fork stands beside it, is saved under a name, and is a scenario", async () => {
  await chat().getByRole("button", { name: "Probar desde aquí: turno 2" }).click();
  await eventually("two panels", async () => (await page.getByRole("log").count()) === 2);
  await says("3", /169\.900/);
  await page.getByRole("button", { name: "Escenario" }).last().click();
  const yaml = page.getByRole("dialog").locator("pre");
  await eventually("the scenario", async () => (await yaml.textContent())?.includes("resumen") === true);
  expect(readScenarioFile(String(await yaml.textContent())).kind).toBe("read");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Guardar", exact: true }).last().click();
  await page.getByRole("dialog").getByRole("textbox").fill("la de tres");
  await page.getByRole("dialog").getByRole("button", { name: "Guardar", exact: true }).click();
  await page.getByText("Guardada como «la de tres»").waitFor();
  await page.getByRole("button", { name: "Abrir", exact: true }).first().click();
  await page.getByRole("dialog").getByRole("button", { name: "Abrir", exact: true }).click();
  await page
    .getByRole("log")
    .first()
    .getByText(/169\.900/)
    .first()
    .waitFor();
});

test("an example that was held is replayed, and decided the same", async () => {
  await page.getByRole("link", { name: "Comparar" }).click();
  const conversations = page.getByRole("combobox").first();
  await eventually(
    "the examples",
    async () => (await conversations.textContent())?.includes("Marta (ejemplo)") === true,
  );
  const label = (await conversations.locator("option").allTextContents()).find((one) => one.startsWith("Marta"));
  await conversations.selectOption({ label: String(label) });
  await page.getByRole("button", { name: "Repetir" }).click();
  await page.getByText("Todo se decidió igual").waitFor();
  // One turn is no longer kept.
  await database.rows(
    `update agent_runs set kept = 'messages' where id = (
       select r.id from agent_runs r join conversations c on c.id = r.conversation_id
       join contacts k on k.id = c.contact_id
       where k.name = 'Marta (ejemplo)' and r.status = 'completed' order by r.created_at limit 1)`,
  );
  await page.getByRole("button", { name: "Repetir" }).click();
  await page.getByText(/^Falta 1 turno: .* ya se borró/).waitFor();
  expect(complaints).toEqual([]);
});

/** The one-time link that the command prints. */
async function eventuallyLink(): Promise<string> {
  // Whole: output comes in pieces, and a code cut in the middle opens nothing.
  const whole = /(http\S+sign-in\?code=\S+)\s/;
  await eventually("the link", () => whole.test(recado.output()));
  return whole.exec(recado.output())?.[1] ?? "";
}
