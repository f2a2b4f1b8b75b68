import { afterAll, beforeAll, expect, test } from "vitest";
import { eventually } from "../support/shop.ts";
import { makeOrder } from "./ask-for-a-yes.ts";
import { type OpenStudio, openStudio } from "./open-studio.ts";

const ANA = "573001112901";
/** Decides by code of its own, and names no country. */
const CLERK = new URL("agents/clerk-agent.js", import.meta.url).pathname;

let studio: OpenStudio;
let conversation: string;

beforeAll(async () => {
  studio = await openStudio({ RECADO_AGENT: CLERK });
  await studio.database.rows("update workspace_agent_config set conversational_agent_id = 'clerk'");
  await studio.says(ANA, "hola");
  await eventually("she was answered", () => studio.heard(ANA).length > 0);
  const [row] = await studio.database.rows("select id::text from conversations");
  conversation = String(row?.["id"]);
  await makeOrder(studio, conversation);
});
afterAll(() => studio?.close());

const holds = (sql: string) =>
  eventually(
    sql,
    async () => (await studio.database.rows(`select from workspace_agent_config w where ${sql}`)).length === 1,
  );

async function details(): Promise<void> {
  const button = studio.page.getByRole("button", { name: "Detalles" });
  await studio.page
    .getByRole("button", { name: /detalles$/i })
    .first()
    .waitFor();
  if ((await button.count()) > 0) await button.first().click();
}

test("the country of the shop is chosen in its settings, and totals follow its currency", async () => {
  const { page } = studio;
  await studio.open(`/conversations/${conversation}`);
  await details();
  await page.getByText(/^\$\s?129\.900$/).waitFor();
  await studio.open("/agents/clerk?tab=settings");
  await page.getByLabel("País e idioma de la tienda").selectOption("pt-BR");
  await holds("w.locale = 'pt-BR'");
  expect(await studio.faults()).toEqual([]);
  // Cents in Brazil: the same number is another amount, as the shop's own prices are.
  await studio.open(`/conversations/${conversation}`);
  await details();
  await page.getByText(/^R\$\s?1\.299,00$/).waitFor();
  expect(await studio.faults()).toEqual([]);
  // It is found by what was paid, and a spreadsheet reads it with its cents.
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox").fill("1.299,00");
  await page
    .getByRole("group", { name: "Pedidos" })
    .getByRole("option", { name: /R\$\s?1\.299,00/ })
    .waitFor();
  await page.keyboard.press("Escape");
  await studio.open("/metrics");
  const waits = page.waitForEvent("download");
  await page.getByRole("button", { name: "Exportar CSV" }).click();
  const text = await (await (await waits).createReadStream()).toArray();
  expect(Buffer.concat(text).toString("utf8")).toMatch(/^Total;;"1299,00";1;BRL/m);
  // An agent that names its country keeps its prices.
  await studio.open("/agents/somnio?tab=rules");
  await page
    .getByText(/(\$|COP)\s?79\.900/)
    .first()
    .waitFor();
});

test("the end of a sale without an answer is set, with its hour and its quiet hours, and given back to the agent", async () => {
  const { page } = studio;
  await studio.open("/agents/clerk?tab=settings");
  const ends = page.getByLabel("Una venta sin respuesta termina");
  await ends.selectOption("4");
  await holds('w.session_end = \'{"nightHour": 4, "quietHours": 2}\'');
  await page.getByLabel("Horas sin escribir").selectOption("48");
  await holds('w.session_end = \'{"nightHour": 4, "quietHours": 48}\'');
  await ends.selectOption("never");
  await holds('w.session_end = \'{"nightHour": null, "quietHours": 48}\'');
  expect(await studio.faults()).toEqual([]);
  await ends.selectOption("agent");
  await holds("w.session_end is null");
  await page.getByLabel("Horas sin escribir").waitFor({ state: "detached" });
  expect(await studio.faults()).toEqual([]);
});

test("sales are counted in the days of the shop's own clock", async () => {
  const { page } = studio;
  // 25 hours lie between them: no moment has the same day in both.
  for (const timeZone of ["Pacific/Pago_Pago", "Pacific/Kiritimati"]) {
    await studio.database.rows("update workspace_agent_config set time_zone = $1", [timeZone]);
    const today = () => new Date().toLocaleDateString("sv-SE", { timeZone });
    const before = today();
    await studio.open("/metrics?range=custom");
    // The day may have ended meanwhile.
    expect([before, today()]).toContain(await page.getByLabel("Hasta").inputValue());
  }
});

test("a viewer reads the country and changes nothing", async () => {
  const { page } = studio;
  await studio.signIn(await studio.tokenOf("viewer"));
  await studio.open("/agents/clerk?tab=settings");
  const country = page.getByLabel("País e idioma de la tienda");
  await country.waitFor();
  expect(await country.inputValue()).toBe("pt-BR");
  expect(await country.isDisabled()).toBe(true);
  expect(await page.getByLabel("Una venta sin respuesta termina").isDisabled()).toBe(true);
});
