import { readdirSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { eventually } from "../support/shop.ts";
import { askForAYes } from "./ask-for-a-yes.ts";
import { enterAsOwner, type OpenStudio, openStudio } from "./open-studio.ts";

const ANA = "573001112501";
const LUIS = "573001112502";
/** `RECADO_PICTURES=1`: a picture of each screen, for the reviewer of a change; not in the repository. */
const PICTURES = fileURLToPath(new URL("pictures/", import.meta.url));
/** A sentence of the inbox and one of another screen in each language: no visitor gets the texts of the other. */
const SENTENCES = {
  es: ["Nadie espera por usted", "Lo vendido, del sí del cliente a la entrega."],
  en: ["No customer is waiting", "What was sold, from the customer's yes to the door."],
};

const NOWHERE = /Página no encontrada|Page not found/;

let studio: OpenStudio;
/** Conversations of Ana, who has an order and a question that waits for a yes, and of Luis, to whom only a template can be sent. */
let ana: string;
let luis: string;
let run: string;
let order: string;

beforeAll(async () => {
  await rm(PICTURES, { recursive: true, force: true });
  studio = await openStudio();
  const { database } = studio;
  await studio.says(ANA, "hola, cuánto vale?");
  await studio.says(LUIS, "quiero hablar con una persona");
  await eventually("both were answered", () => studio.heard(ANA).length > 0 && studio.heard(LUIS).length > 0);
  order = (await askForAYes(studio, ANA)).orderId;
  const waits = "select run_id::text as run, conversation_id::text as conversation from confirmations";
  await eventually("a yes is waited for", async () => (await database.rows(waits)).length === 1);
  const [asked] = await database.rows(waits);
  [run, ana] = [String(asked?.["run"]), String(asked?.["conversation"])];
  const [other] = await database.rows(
    `update conversations set last_customer_message_at = recado_now() - interval '2 days' where id <> $1 returning id::text`,
    [ana],
  );
  luis = String(other?.["id"]);
  const [{ id: contact } = {}] = await database.rows("select contact_id as id from conversations where id = $1", [ana]);
  await database.rows("update orders set status = 'sent', carrier = 'Interrapidísimo', guide = '240012345678'");
  for (const status of ["pending", "confirmed", "packed", "delivered", "returned", "cancelled"])
    await database.rows(
      `insert into orders select (jsonb_populate_record(o, jsonb_build_object('id', gen_random_uuid(),
         'purchase_key', gen_random_uuid(), 'status', $1::text))).* from orders o where o.id = $2`,
      [status, order],
    );
  await database.rows("update contacts set name = 'María Fernanda de los Ángeles Rodríguez' where id = $1", [contact]);
  studio.templates.push({
    ...{ name: "pedido_enviado", language: "es", status: "APPROVED", category: "UTILITY" },
    ...{ parameter_format: "POSITIONAL", components: [{ type: "BODY", text: "Hola {{1}}, su pedido va con {{2}}." }] },
  });
  await studio.command(await studio.tokenOf("owner"), "/internal/agent/templates/sync", { actor: "camila" });
  // Bytes that nothing here can read.
  await studio.deliver({ object: "whatsapp_business_account", entry: "no list" });
});
afterAll(() => studio?.close());

/** Each screen as it opens, and what stands behind a tab or an address of its own. */
const SCREENS = readdirSync(new URL("../../studio/src/screens", import.meta.url), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => `/${name}`);
const ADDRESSES: readonly (readonly [string, () => string])[] = [
  ...SCREENS.map((path) => [path, () => path] as const),
  ["a conversation that is taken over", () => `/conversations/${ana}`],
  ["a conversation that only a template reaches", () => `/conversations/${luis}`],
  ["a run", () => `/runs/${run}`],
  ["an order", () => `/orders/${order}`],
  ["a customer", () => `/contacts/${ana}`],
  ...["/confirmations?tab=tasks", "/confirmations?tab=webhooks", "/people?tab=access", "/agents?tab=settings"].map(
    (path) => [path, () => path] as const,
  ),
];

describe.each([
  ["es-CO", "light", 360],
  ["en-US", "dark", 1280],
] as const)("in %s, %s", (language, theme, judgedAt) => {
  let page: Page;
  const scripts = new Set<string>();
  beforeAll(async () => {
    page = await studio.stranger({ theme, language });
    await page.addInitScript('localStorage.setItem("recado.tour", "done")');
    // Colours are judged when they have come to rest.
    await page.emulateMedia({ reducedMotion: "reduce" });
    page.on("request", (request) => {
      if (request.url().endsWith(".js")) scripts.add(request.url());
    });
    await enterAsOwner(page);
    await page.locator("#screen h1").first().waitFor();
  });
  afterAll(() => page?.context().close());

  test("each screen has its place, and the policy holds off a customer's markup too", async () => {
    const registered = await page
      .locator("nav a")
      .evaluateAll((links) => [...new Set(links.map((link) => new URL(String(link)).pathname))]);
    expect(registered.toSorted()).toEqual(SCREENS.map((path) => `/studio${path}`).toSorted());
    const policy = (await page.goto("/studio/inbox"))?.headers()["content-security-policy"] ?? "";
    expect(policy).toContain("script-src 'self'");
    expect(policy).not.toMatch(/unsafe-(inline|eval)/);
  });

  test.each(ADDRESSES)("%s is whole", async (name, address) => {
    await visit(page, address());
    const faults: string[] = [];
    const beside = await studio.beside(page, async (width) => {
      if (width === judgedAt) faults.push(...(await studio.faults(page)));
      await keepPicture(page, name, `${language}-${theme}-${width}`);
    });
    expect([...faults, ...beside]).toEqual([]);
  });

  test("the browser got the texts of its own language alone", async () => {
    const bodies = await Promise.all([...scripts].map(async (url) => (await page.request.get(url)).text()));
    const loaded = (sentence: string) => bodies.some((body) => body.includes(sentence));
    const all = [...SENTENCES.es.map(loaded), ...SENTENCES.en.map(loaded)];
    expect(all).toEqual(language === "es-CO" ? [true, true, false, false] : [false, false, true, true]);
  });
});

async function keepPicture(page: Page, name: string, style: string): Promise<void> {
  if (process.env["RECADO_PICTURES"] === undefined) return;
  const file = `${name.replace(/\W+/g, "-")}-${style}.jpg`;
  await page.screenshot({ path: join(PICTURES, file), type: "jpeg", quality: 70 });
}

/** Goes to a screen as a link does, without loading the page again, and waits until it has loaded. */
async function visit(page: Page, path: string): Promise<void> {
  const go = (to: string) => page.evaluate(`history.pushState(null, "", ${JSON.stringify(`/studio${to}`)})`);
  const heading = page.locator("#screen :is(h1, h2):visible").first();
  // The walk passes an address that is none, so that the next heading is the screen's own.
  await go("/nowhere");
  await page.getByRole("heading", { name: NOWHERE }).waitFor();
  await go(path);
  await page.getByRole("heading", { name: NOWHERE }).waitFor({ state: "detached" });
  await heading.waitFor();
  await page.locator('#screen [aria-busy="true"]').first().waitFor({ state: "detached" });
  expect(await page.locator('#screen [role="alert"]').allTextContents()).toEqual([]);
}
