import { afterAll, beforeAll, expect, test } from "vitest";
import { DEFAULT_WORKSPACE } from "../../../src/core/ids.ts";
import { API_TOKEN } from "../../support/recado-process.ts";
import { eventually } from "../../support/shop.ts";
import { type OpenStudio, openStudio } from "../open-studio.ts";
import { routeInTest } from "../route-in-test.ts";

const MARTA = "573001112301";
const PEDRO = "573001112302";

let studio: OpenStudio;

beforeAll(async () => {
  studio = await openStudio();
  await studio.says(PEDRO, "hola, cuánto vale?");
  await studio.says(MARTA, "quiero hablar con una persona");
  await eventually("both were answered", () => studio.heard(PEDRO).length >= 2 && studio.heard(MARTA).length >= 1);
});
afterAll(() => studio?.close());

test("a new person signs in with a token; a wrong one is told so", async () => {
  const page = await studio.stranger({ theme: "light", language: "es-CO" });
  await page.goto("/studio/");
  expect(await studio.faults(page)).toEqual([]);
  await page.getByLabel("Token de acceso").fill("otro-token");
  await page.getByRole("button", { name: "Entrar" }).click();
  await page.getByText("Ese token no es válido").waitFor();
  // The browser itself notes down what was refused.
  expect(await studio.faults(page)).toEqual([expect.stringContaining("401")]);
  await page.getByLabel("Token de acceso").fill(API_TOKEN);
  await page.getByRole("button", { name: "Entrar" }).click();
  await page.getByRole("heading", { name: "Bandeja" }).waitFor();
  expect(new URL(page.url()).pathname).toBe("/studio/inbox");
  expect(await studio.faults(page)).toEqual([]);
  await page.context().close();
});

test("who asked for a person stands first; a reply reaches the customer, and the bot goes on after the handback", async () => {
  const { page } = studio;
  await studio.open("/inbox");
  const rows = page.getByRole("list", { name: "Conversaciones" }).getByRole("link");
  await rows.nth(1).waitFor();
  expect(await rows.nth(0).textContent()).toContain("Tarea abierta");
  expect(await page.getByText(MARTA).count()).toBe(0); // masked until asked for
  await rows.nth(0).click();
  await page.getByText("quiero hablar con una persona").last().waitFor();
  await page.getByLabel("Responder al cliente").last().fill("Buenas, le habla María");
  await page.keyboard.press("Control+Enter");
  await eventually("the customer has the reply", () => studio.heard(MARTA).includes("Buenas, le habla María"));
  await page.getByRole("list", { name: "Historia" }).getByText("Buenas, le habla María").first().waitFor();

  await page.getByRole("button", { name: "Nota interna" }).click();
  await page.getByLabel("Nota interna").last().fill("prefiere las tardes");
  await page.getByRole("button", { name: "Guardar nota" }).click();
  await page.getByText("Nota de").waitFor();
  expect(studio.heard(MARTA)).not.toContain("prefiere las tardes");

  await page.getByRole("button", { name: "Devolver al bot" }).click();
  await page.getByRole("button", { name: "Tomar la conversación" }).waitFor();
  expect(await studio.faults()).toEqual([]);
  const before = studio.heard(MARTA).length;
  await studio.says(MARTA, "cuánto vale?");
  await eventually("the bot answers", () => studio.heard(MARTA).length > before);
  // Live: the page was not reloaded.
  await page.getByRole("list", { name: "Historia" }).getByText("cuánto vale?").waitFor();
});

test("what a person types while a note is being saved stays in the box", async () => {
  const { page } = studio;
  await studio.open("/inbox");
  await page.getByRole("list", { name: "Conversaciones" }).getByRole("link").nth(1).click();
  await page.getByRole("button", { name: "Nota interna" }).click();
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await routeInTest(page, /\/notes$/, async (route) => {
    await held;
    await route.continue();
  });
  const box = page.getByLabel("Nota interna").last();
  await box.fill("Llamar mañana.");
  await page.keyboard.press("Control+Enter");
  await box.press("End");
  await box.pressSequentially(" Prefiere la tarde.");
  release();
  await page.getByRole("list", { name: "Historia" }).getByText("Llamar mañana.").waitFor();
  await expect.poll(() => box.inputValue()).toBe("Prefiere la tarde.");
  await box.fill("");
});

test("why it was answered so is one click away", async () => {
  const { page } = studio;
  await studio.open("/inbox");
  await page.getByRole("list", { name: "Conversaciones" }).getByRole("link").nth(1).click();
  await page.getByRole("button", { name: "Por qué" }).first().click();
  for (const words of ["Fases", "recordar", "Ver la ejecución"]) {
    await page.getByText(words, { exact: true }).first().waitFor();
  }
  await page.getByRole("button", { name: "Mostrar el teléfono" }).click();
  await page.getByText("+57 300 111 2302").waitFor();
  expect(await studio.faults()).toEqual([]);
});

test("while the list cannot be loaded, the pane beside it asks for no choice, and trying again brings both", async () => {
  const { page } = studio;
  const isList = /\/internal\/agent\/inbox\?/;
  await routeInTest(page, isList, (route) => route.fulfill({ status: 500, body: "" }));
  await studio.open("/inbox");
  await page.getByRole("heading", { name: "No hay lista todavía" }).waitFor();
  const choose = page.getByRole("heading", { name: "Elija una conversación" });
  expect(await choose.count()).toBe(0);
  // The list also comes by itself, with news or the next poll, and takes the button away: it fails until the button is clicked.
  await page.getByRole("alert").getByRole("button", { name: "Reintentar" }).click();
  await page.unroute(isList);
  await page.getByRole("list", { name: "Conversaciones" }).getByRole("link").first().waitFor();
  await choose.waitFor();
  await page.getByRole("heading", { name: "No hay lista todavía" }).waitFor({ state: "detached" });
  // The browser tells of each answer that failed, and of nothing else.
  expect((await studio.faults()).filter((fault) => !fault.includes("500"))).toEqual([]);
});

test("the keyboard is enough to find, open and leave a conversation", async () => {
  const { page } = studio;
  await studio.open("/runs");
  await page.getByRole("heading", { name: "Actividad" }).waitFor();
  await page.keyboard.press("g");
  await page.keyboard.press("i");
  await page.getByRole("list", { name: "Conversaciones" }).getByRole("link").first().waitFor();
  await page.keyboard.press("j");
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/studio\/conversations\//);
  await page.getByRole("list", { name: "Historia" }).waitFor();
  await page.keyboard.press("Escape");
  await page.waitForURL(/\/studio\/inbox$/);
  // A slow line brings the search after the first letters: none is lost, and none is a shortcut of the list.
  let arrive = (): void => {};
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  await routeInTest(page, /palette-[^/]*\.js$/, async (route) => {
    await arrived;
    await route.continue();
  });
  await page.keyboard.press("Control+k");
  await page.keyboard.type("metri");
  arrive();
  await expect.poll(() => page.getByRole("combobox").inputValue()).toBe("metri");
  await page.getByRole("option", { name: /Métricas/ }).waitFor();
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/studio\/metrics$/);
  expect(await studio.faults()).toEqual([]);
});

test("what the shop keeps no longer is shown as such, in the list, in the conversation and in its run", async () => {
  const { page, database } = studio;
  const { retention } = database.store;
  await retention.set(DEFAULT_WORKSPACE, { messages: 30, journals: 30 }, "ana");
  await database.rows("update agent_runs set ended_at = ended_at - interval '40 days'");
  await database.rows("update retention_nights set night = night - 1, ended_at = recado_now()");
  await eventually("the night is over", async () => (await retention.forget()).kind === "nothing_due");
  await studio.open("/inbox");
  const row = page.getByRole("list", { name: "Conversaciones" }).getByRole("link").nth(1);
  await row.getByText("Ya no se guarda").waitFor();
  await row.click();
  const story = page.getByRole("list", { name: "Historia" });
  await story.getByText("Ya no se guarda").first().waitFor();
  expect(await story.getByText("cuánto vale").count()).toBe(0);
  await story.getByRole("button", { name: "Por qué" }).first().click();
  await story.getByText("quedan sus tiempos").waitFor();
  await page.getByText("Ver la ejecución").click();
  await page.getByText("quedan sus tiempos").waitFor();
  expect(await studio.faults()).toEqual([]);
});
