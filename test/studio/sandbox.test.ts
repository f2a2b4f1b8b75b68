import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { eventually } from "../support/shop.ts";
import { makeOrder } from "./ask-for-a-yes.ts";
import { type OpenStudio, openStudio } from "./open-studio.ts";
import { routeInTest } from "./route-in-test.ts";

const CLERK = fileURLToPath(new URL("agents/clerk-agent.js", import.meta.url));

let studio: OpenStudio;
beforeAll(async () => {
  studio = await openStudio({ RECADO_AGENT: CLERK });
  await studio.page.addInitScript('localStorage.setItem("recado.sandbox.agent", "somnio")');
});
afterAll(() => studio?.close());

const composer = () => studio.page.getByRole("textbox", { name: "Escriba como cliente…" });
const chat = () => studio.page.getByRole("log");

/** Waits for one more answer than stood there: an earlier message may hold the same words. */
async function says(text: string, answer: RegExp): Promise<void> {
  const answers = chat().getByText(answer);
  const before = await answers.count();
  await composer().fill(text);
  await composer().press("Enter");
  await eventually(`an answer to "${text}"`, async () => (await answers.count()) > before);
}

test("each fault shows what it did: a message that comes twice, and an engine that dies in the middle of a turn", async () => {
  const { page } = studio;
  await studio.open("/sandbox");
  await composer().waitFor();
  await page.getByRole("tab", { name: "Config" }).click();
  await page.getByRole("slider").fill("0");
  await says("hola, quiero comprar", /nombre/i);
  await page.getByRole("button", { name: "Webhook duplicado" }).click();
  await chat().getByText("Duplicado: ya había llegado, nada cambió").waitFor();
  expect(await studio.faults()).toEqual([]);
  // The setting is slow on its way: the message that is sent after it must not overtake it.
  await routeInTest(page, /\/settings$/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 700));
    await route.continue();
  });
  await page.getByRole("checkbox", { name: /Matar el worker/ }).check();
  await says("Marta Ríos, cel 301 555 0142, Cll 45 #12-30 Laureles, Medellín, marta@ejemplo.co", /ya tengo sus datos/);
  await chat().getByText("El motor murió a mitad del turno; otro siguió").waitFor();
  await page.unroute(/\/settings$/);
  expect(await page.getByRole("checkbox", { name: /Matar el worker/ }).isChecked()).toBe(false);
  await page.getByRole("checkbox", { name: /Modelo caído/ }).check();
  await says("mi abuela dice que eso da sueño de día, será cierto?", /./);
  await page.getByRole("tab", { name: "Pasos" }).click();
  await page.getByText(/no respondió \(model_down\): contestaron las reglas/).waitFor();
  await page.getByRole("button", { name: "Turno 2" }).first().click();
  await page.getByText("El motor murió a mitad de este turno y otro lo retomó").waitFor();
  expect(await studio.faults()).toEqual([]);
});

test("live books are switched on by a second click, say so all the time, and hold the order that the sandbox makes", async () => {
  const { page, database } = studio;
  await page.getByRole("button", { name: "Usar el CRM real" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Usar el CRM real" }).click();
  await page.getByRole("alert").getByText("CRM real").waitFor();
  expect(await studio.faults()).toEqual([]);
  await says("2", /resumen de su pedido/);
  await says("sí confirmo", /quedó confirmado/);
  const orders = await database.rows("select pack, conversation_id::text as of from orders");
  expect(orders).toMatchObject([{ pack: "2x" }]);
  await page.getByRole("tab", { name: "Acciones" }).click();
  await page.getByRole("link", { name: "Ver la ejecución" }).waitFor();
  await page.getByRole("button", { name: "Volver al CRM simulado" }).click();
  await page.getByText("Desde aquí, CRM simulado").waitFor();
  expect(await page.getByRole("alert").count()).toBe(0);
  await studio.open(`/conversations/${orders[0]?.["of"]}`);
  await page.getByText("Sandbox · somnio").first().waitFor();
  expect(await studio.faults()).toEqual([]);
});

test("all that waits for a yes stands there, each with its own answers, and what the shop asks again goes on at once", async () => {
  const { page, database } = studio;
  await studio.open("/sandbox");
  await page.getByRole("button", { name: "Nueva", exact: true }).click();
  await page.getByRole("dialog").getByLabel("Agente").selectOption("clerk");
  await page.getByRole("dialog").getByRole("button", { name: "Empezar" }).click();
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await page.getByRole("tab", { name: "Config" }).click();
  await page.getByRole("slider").fill("0");
  // The second message is written while the first one's turn runs.
  let answer = () => {};
  const isWritten = new Promise<void>((resolve) => (answer = resolve));
  await routeInTest(page, "**/acts", async (route) => {
    await isWritten;
    await route.continue();
  });
  await composer().fill("borre");
  await composer().press("Enter");
  await composer().fill("borre más");
  await composer().press("Enter");
  await composer().fill("y esto");
  answer();
  const waits = page.getByRole("region", { name: /^Espera un sí/ });
  await waits.nth(1).waitFor();
  expect(await waits.count()).toBe(2);
  expect(await composer().inputValue()).toBe("y esto");
  expect(await studio.faults()).toEqual([]);
  await waits.nth(0).getByRole("button", { name: "Rechazar" }).click();
  await waits.nth(1).waitFor({ state: "detached" });
  await waits.getByRole("button", { name: "Aprobar" }).click();
  await chat().getByText("Listo, borrado.").waitFor();
  await waits.waitFor({ state: "detached" });

  await page.getByRole("button", { name: "Usar el CRM real" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Usar el CRM real" }).click();
  await page.getByRole("alert").getByText("CRM real").waitFor();
  await says("prefiere la tarde", /Anotado/);
  const [place] = await database.rows("select id::text from conversations order by created_at desc limit 1");
  await says(`anule ${await makeOrder(studio, String(place?.["id"]))}`, /./);
  await waits.getByRole("button", { name: "Aprobar" }).click();
  await waits.getByText("decide una persona de la tienda").waitFor();
  await waits.getByRole("button", { name: "Aprobar" }).click();
  await chat().getByText("Listo, anulado.").waitFor();
  await waits.waitFor({ state: "detached" });
  expect(await database.rows("select status from confirmations")).toEqual([{ status: "approved" }]);
  expect(await studio.faults()).toEqual([]);
});

test("a message that the shop could not take stands in its box again", async () => {
  let refuse = () => {};
  const isSent = new Promise<void>((resolve) => (refuse = resolve));
  await routeInTest(studio.page, "**/acts", async (route) => {
    await isSent;
    await route.abort();
  });
  await composer().fill("prefiere la mañana");
  await composer().press("Enter");
  await expect.poll(() => composer().inputValue()).toBe("");
  refuse();
  await expect.poll(() => composer().inputValue()).toBe("prefiere la mañana");
});
