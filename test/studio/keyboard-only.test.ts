import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { API_TOKEN } from "../support/recado-process.ts";
import { eventually } from "../support/shop.ts";
import { askForAYes } from "./ask-for-a-yes.ts";
import { type OpenStudio, openStudio } from "./open-studio.ts";

const ANA = "573001112601";
const LUIS = "573001112602";
/** More steps than that to anything are no way for a person. */
const MOST_TABS = 60;

let studio: OpenStudio;
let order: string;

beforeAll(async () => {
  studio = await openStudio();
  await studio.says(ANA, "hola, cuánto vale?");
  await studio.says(LUIS, "hola, cuánto vale?");
  await eventually("both were answered", () => studio.heard(ANA).length > 0 && studio.heard(LUIS).length > 0);
  order = (await askForAYes(studio, LUIS)).orderId;
  const waits = "select from confirmations where status = 'pending'";
  await eventually("a yes is waited for", async () => (await studio.database.rows(waits)).length === 1);
});
afterAll(() => studio?.close());

test("without a mouse: sign in, open a conversation, take it over by answering, and say yes to what waits", async () => {
  const { database } = studio;
  const page = await studio.stranger({ theme: "light", language: "es-CO" });
  const { keyboard } = page;
  await page.goto("/studio/");
  await page.getByLabel("Token de acceso").waitFor();
  await tabTo(page, "input[name=token]");
  await keyboard.type(API_TOKEN);
  await keyboard.press("Enter");

  const rows = page.getByRole("list", { name: "Conversaciones" }).getByRole("link");
  await rows.nth(1).waitFor();
  await keyboard.press("/");
  await keyboard.type(ANA.slice(-4));
  await eventually("she is found", async () => (await rows.count()) === 1);
  await keyboard.press("Escape");
  await keyboard.press("j");
  await keyboard.press("Enter");
  await page.waitForURL(/\/studio\/conversations\//);

  await page.getByLabel("Responder al cliente").last().waitFor();
  await keyboard.press("r");
  await keyboard.type("Buenas, le habla María");
  await tabTo(page, "#screen button[type=submit]");
  await keyboard.press("Enter");
  await eventually("the customer has the reply", () => studio.heard(ANA).includes("Buenas, le habla María"));
  await page.getByRole("button", { name: "Devolver al bot" }).waitFor();
  const [talk] = await database.rows(
    "select c.bot_enabled from conversations c join contact_aliases a using (workspace_id, contact_id) where a.value = $1",
    [ANA],
  );
  expect(talk).toEqual({ bot_enabled: false });

  // A menu keeps the focus, gives it back, and shuts when it is left; Escape shuts nothing behind it.
  const menu = page.getByRole("button", { name: "Gestionar la conversación" });
  const focused = () => page.evaluate("document.activeElement.ariaLabel ?? document.activeElement.textContent.trim()");
  await tabTo(page, '[aria-label="Gestionar la conversación"]');
  await keyboard.press("Enter");
  const tomorrow = page.getByRole("button", { name: "Mañana a las 8" });
  await tomorrow.waitFor();
  await keyboard.press("ArrowDown");
  await keyboard.press("ArrowDown");
  expect(await focused()).toMatch(/^Asignármela/);
  await keyboard.press("Enter");
  await page.getByText(/Ahora la tiene/).waitFor();
  expect(await focused()).toBe("Gestionar la conversación");
  await keyboard.press("Enter");
  await tomorrow.waitFor();
  await keyboard.press("Shift+Tab");
  await tomorrow.waitFor({ state: "detached" });
  await tabTo(page, '[aria-controls][title="Cuenta"]');
  await keyboard.press("Enter");
  await page.getByRole("checkbox", { name: /Ver detalles técnicos/ }).waitFor();
  await keyboard.press("Escape");
  await page.getByRole("checkbox", { name: /Ver detalles técnicos/ }).waitFor({ state: "detached" });
  expect(page.url()).toContain("/conversations/");
  await menu.waitFor();
  await page.evaluate("document.activeElement.blur()");
  await keyboard.press("e");
  await page.getByText("Resuelta. Si el cliente").waitFor();

  await keyboard.press("g");
  await keyboard.press("c");
  await page.getByRole("article").getByText(order, { exact: true }).waitFor();
  await keyboard.press("a");
  await page.getByRole("dialog").waitFor();
  await tabTo(page, "dialog footer button:last-of-type");
  await keyboard.press("Enter");
  await page.getByText("Nada espera su decisión").waitFor();
  const cancelled = "select from orders where id = $1 and status = 'cancelled'";
  await eventually("the order is cancelled", async () => (await database.rows(cancelled, [order])).length === 1);
  expect(await studio.faults(page)).toEqual([]);
  await page.context().close();
});

async function tabTo(page: Page, selector: string): Promise<void> {
  for (let tabs = 0; tabs < MOST_TABS; tabs += 1) {
    await page.keyboard.press("Tab");
    if (await page.evaluate(`document.activeElement?.matches(${JSON.stringify(selector)})`)) return;
  }
  throw new Error(`${MOST_TABS} tabs do not reach ${selector}.`);
}
