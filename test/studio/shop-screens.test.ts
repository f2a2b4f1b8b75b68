import { afterAll, beforeAll, expect, test } from "vitest";
import { API_TOKEN } from "../support/recado-process.ts";
import { eventually } from "../support/shop.ts";
import { type OpenStudio, openStudio, settledIn } from "./open-studio.ts";
import { routeInTest } from "./route-in-test.ts";

let studio: OpenStudio;
const ANA = "573001112201";
const LUIS = "573001112202";
const PEDRO = "573001112203";

beforeAll(async () => {
  studio = await openStudio();
  await studio.says(ANA, "quiero comprar");
  await settledIn(studio, ANA, "collecting_data");
  await studio.says(ANA, "soy Ana Gómez y vivo en Cali");
  await studio.says(LUIS, "quiero hablar con un asesor");
  await settledIn(studio, LUIS, "handoff");
});
afterAll(() => studio?.close());

test("the numbers of the shop are the database's", async () => {
  const { page } = studio;
  await studio.open("/metrics?range=today");
  const figure = page.locator("dl > div").filter({ hasText: "Conversaciones" }).first();
  await figure.getByText("2", { exact: true }).waitFor();
  await page.getByRole("heading", { name: "Velocidad" }).waitFor();
  expect(await studio.faults()).toEqual([]);
});

test("an agent's modes are a drawing that the keyboard walks, and its intents are found by what customers say", async () => {
  const { page } = studio;
  await studio.open("/agents");
  const mode = page.getByRole("button", { name: /ofrecer_promos/ });
  await mode.focus();
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "ofrecer_promos" }).waitFor();
  expect(await studio.faults()).toEqual([]);
  await page.getByRole("tab", { name: /Intenciones/ }).click();
  await page.getByRole("searchbox").fill("CUANTO vale");
  await page.getByText("precio", { exact: true }).first().waitFor();
  await page.getByRole("tab", { name: /Herramientas/ }).click();
  await page.getByText("create_order").first().waitFor();
  await page.getByRole("heading", { name: /que no puede usar/ }).waitFor();
  await page.getByText("A ningún agente: muestra a otras personas").first().waitFor();
  expect(await studio.faults()).toEqual([]);
});

test("what a customer told stands with their words, and is forgotten when a person says so", async () => {
  const { page } = studio;
  await studio.open("/knowledge");
  await page.getByRole("button", { name: /ciudad/ }).click();
  await page.getByText("Cali", { exact: true }).waitFor();
  await page.getByText("«soy Ana Gómez y vivo en Cali»").first().waitFor();
  expect(await studio.faults()).toEqual([]);
  await page.getByRole("button", { name: "Olvidar: ciudad" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Olvidar" }).click();
  await page.getByText("Cali", { exact: true }).waitFor({ state: "detached" });
  const rows = await studio.database.rows("select from session_state where datos_capturados ? 'ciudad'");
  expect(rows).toHaveLength(0);
});

test("fewer days are asked about once more; the hours in which we write are the shop's; whoever only looks changes nothing", async () => {
  const { page, database } = studio;
  const kept = async () => (await database.rows("select days from retention_settings"))[0]?.["days"];
  await studio.open("/agents?tab=settings");
  const saveDays = page.getByRole("button", { name: "Guardar los días" });
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await routeInTest(page, /\/retention$/, async (route) => {
    if (route.request().method() === "PUT") await held;
    await route.continue();
  });
  const files = page.getByLabel("Archivos");
  const fileDays = await files.inputValue();
  await page.getByLabel("Alertas").fill("");
  await saveDays.click();
  // Typed while the save is under way, so it belongs to the next one.
  await files.fill("9000");
  release();
  await eventually("alerts are kept for good", async () => (await kept()) !== undefined);
  expect(await kept()).toEqual({ alerts: null });
  await page.getByText("Guardado. Vale desde esta noche.").waitFor();
  expect(await files.inputValue()).toBe("9000");
  await files.fill(fileDays);
  await page.unroute(/\/retention$/);
  // The keyboard saves too. Older data would go, so the screen asks once more.
  const journals = page.getByLabel("Lo que hizo el agente");
  await journals.fill("30");
  await journals.press("Enter");
  const dialog = page.getByRole("dialog");
  await dialog.getByText("Lo que hizo el agente: 90 → 30").waitFor();
  expect(await studio.faults()).toEqual([]);
  await page.keyboard.press("Escape");
  expect(await kept()).toEqual({ alerts: null });
  await saveDays.click();
  await dialog.getByRole("button", { name: "Guardar y olvidar" }).click();
  await dialog.waitFor({ state: "detached" });
  expect(await kept()).toEqual({ alerts: null, journals: 30 });
  // What the server refuses is said where it was asked.
  await page.getByLabel("Mensajes", { exact: true }).fill("30");
  await journals.fill("60");
  await saveDays.click();
  await dialog.getByRole("button", { name: "Guardar y olvidar" }).click();
  await dialog.getByRole("alert").getByText("journals").waitFor();
  expect(await studio.faults()).toEqual([expect.stringContaining("422")]);
  await page.keyboard.press("Escape");

  await page.getByRole("checkbox", { name: /Solo en el horario/ }).check();
  const workdays = ["lunes", "martes", "miércoles", "jueves", "viernes"];
  for (const name of workdays) await page.getByRole("checkbox", { name, exact: true }).uncheck();
  await page.getByText("Sin ningún día, lo que la tienda escribe por su cuenta no sale nunca.").waitFor();
  for (const name of workdays) await page.getByRole("checkbox", { name, exact: true }).check();
  await page.getByRole("checkbox", { name: "viernes", exact: true }).uncheck();
  await page.getByLabel("lunes, desde").fill("09:30");
  await page.getByLabel("Mensajes por día").fill("2");
  await page.getByLabel("Minutos entre uno y otro").fill("60");
  await page.getByLabel("Zona horaria").selectOption("America/Lima");
  await page.getByRole("button", { name: "Guardar el horario" }).click();
  await page.getByText("Guardado. Vale desde el próximo mensaje.").waitFor();
  const day = ["08:00", "18:00"];
  expect(
    await database.rows(
      "select time_zone, business_hours, proactive_per_day, proactive_spacing_minutes from workspace_agent_config",
    ),
  ).toEqual([
    {
      time_zone: "America/Lima",
      business_hours: { mon: ["09:30", "18:00"], tue: day, wed: day, thu: day },
      proactive_per_day: 2,
      proactive_spacing_minutes: 60,
    },
  ]);

  await studio.signIn(await studio.tokenOf("viewer"));
  await page.setViewportSize({ width: 360, height: 700 });
  await studio.open("/agents?tab=settings");
  await page.getByLabel("Alertas").waitFor();
  expect(await page.getByLabel("Alertas").isDisabled()).toBe(true);
  expect(await page.getByLabel("Zona horaria").isDisabled()).toBe(true);
  expect(await saveDays.isDisabled()).toBe(true);
  expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(360);
  expect(await studio.faults()).toEqual([]);
  await page.setViewportSize({ width: 1280, height: 800 });
  await studio.signIn(API_TOKEN);
});

test("the agent is switched off and on, and the words of a handoff are the shop's own", async () => {
  const { page, database } = studio;
  await studio.open("/agents?tab=settings");
  const holds = (sql: string) =>
    eventually(
      sql,
      async () => (await database.rows(`select from workspace_agent_config w where ${sql}`)).length === 1,
    );
  await page.getByRole("button", { name: "Apagar" }).click();
  await holds("not w.agent_enabled");
  await page.getByRole("button", { name: "Encender" }).click();
  await holds("w.agent_enabled");
  const crm = page.getByRole("checkbox", { name: /Los agentes usan el CRM/ });
  const isOn = await crm.isChecked();
  await crm.click();
  await holds(`w.crm_agents_enabled = ${!isOn}`);
  await page.getByLabel("Agente que atiende").selectOption("somnio");
  await holds("w.conversational_agent_id = 'somnio'");
  await page.getByLabel("Mensaje al pasar a una persona").fill("Ya le paso con María.");
  await page.getByRole("button", { name: "Guardar", exact: true }).click();
  await page.getByText("Guardado. Vale desde el próximo turno.").last().waitFor();
  expect(await studio.faults()).toEqual([]);
});

test("what a customer asked in vain is listed, with the conversation in which it was asked", async () => {
  const { page } = studio;
  await studio.open("/knowledge?tab=unanswered");
  await page.getByText("No hay preguntas sin respuesta").waitFor();
  expect(await studio.faults()).toEqual([]);
  await studio.says(PEDRO, "reparan guitarras eléctricas");
  await settledIn(studio, PEDRO, "handoff");
  await studio.open("/knowledge?tab=unanswered");
  await page.getByText(/reparan guitarras eléctricas/).waitFor();
  expect(await studio.faults()).toEqual([]);
  await page.getByRole("link", { name: "Ver la conversación" }).click();
  await page.waitForURL(/\/conversations\//);
});
