import { afterAll, beforeAll, expect, test } from "vitest";
import { type Customer, openSomnioShop, type SomnioShop } from "../support/somnio-shop.ts";

/** The longest wait that may be set: what is answered here within the test has waited for nothing. */
const LONG_WAIT = { RECADO_COALESCE_MS: "10000" };
const MOST_SAID = 4;

let shop: SomnioShop;
beforeAll(async () => {
  shop = await openSomnioShop(LONG_WAIT);
});
afterAll(() => shop.close());

async function runsOf(customer: Customer): Promise<number> {
  const { id } = await customer.seen();
  return (await shop.database.rows("select from agent_runs where conversation_id = $1", [id])).length;
}

test("five short messages get one reply of at most four messages, as soon as the last one asks", async () => {
  const ana = shop.customer();
  await ana.says("hola", "buenas noches", "una pregunta", "es que no duermo bien");
  expect(ana.heard()).toEqual([]);
  await ana.says("¿cuánto vale el frasco?");
  const heard = ana.heard();
  expect(heard.join("\n")).toMatch(/79\.900/);
  expect(heard.length).toBeLessThanOrEqual(MOST_SAID);
  expect(await runsOf(ana)).toBe(1);
});

test("five that end in nothing whole are answered once, when the wait is over", async () => {
  const luis = shop.customer();
  await luis.says("buenas", "vea", "es que", "quiero pedir", "dos frascos para mi mamá");
  expect(luis.heard()).toEqual([]);
  await shop.passes(21);
  const heard = luis.heard();
  expect(heard.length).toBeGreaterThan(0);
  expect(heard.length).toBeLessThanOrEqual(MOST_SAID);
  expect(await runsOf(luis)).toBe(1);
});

test("a whole question waits for nothing", async () => {
  const rosa = shop.customer();
  await rosa.says("¿hacen envíos a Pasto?");
  expect(rosa.heard().length).toBeGreaterThan(0);
});
