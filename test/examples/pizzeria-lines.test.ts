import { expect, test } from "vitest";
import { loadAgentModule } from "../../src/app/agents/load-agent-module.ts";
import { openConversation } from "../../src/doors/test.ts";

const root = new URL("../../", import.meta.url).pathname;
const {
  agents: [pizzeria],
} = await loadAgentModule("examples/pizzeria/pizzeria.js", root);
if (pizzeria === undefined) throw new Error("examples/pizzeria has no agent");
const agent = pizzeria;

const ANA = "soy Ana, cel 301 555 0142, Carrera 70 # 20-30 barrio Laureles";

async function ordered(...words: string[]) {
  const chat = openConversation(agent);
  for (const text of words) await chat.says(text);
  return chat;
}

test.each<[string, number]>([
  ["dos familiares hawaianas y una personal mexicana con tocineta", 2 * 54_000 + 22_000 + 4_000],
  ["quiero dos familiares, una hawaiana y otra mexicana", 2 * 54_000],
  ["me regala 3 pizzas personales mexicanas", 3 * 22_000],
  ["una hawaiana familiar y dos mexicanas medianas con queso extra", 54_000 + 2 * (38_000 + 4_000)],
  ["una grande de pollo con champiñones y dos personales de carnes con tocineta y maíz", 54_000 + 2 * (22_000 + 6_000)],
  ["quiero una familiar hawaiana con queso extra y tocineta", 54_000 + 8_000],
  ["familiar hawaiana y personal mexicana", 54_000 + 22_000],
  ["media docena de personales hawaianas", 6 * 22_000],
])("%s: %i in all", async (words, total) => {
  const chat = await ordered(words, ANA, "sí");
  expect(chat.orders()).toMatchObject([{ total, status: "confirmed" }]);
});

test("a change of an order of one line changes its price, and the new price is said before the yes", async () => {
  const chat = await ordered("tres personales carnes", ANA);
  expect((await chat.says("mejor medianas")).join()).toMatch(/3 Pizza mediana[\s\S]*114\.000/);
  expect((await chat.says("con queso extra")).join()).toMatch(/126\.000/);
  await chat.says("sí");
  expect(chat.orders()).toMatchObject([{ total: 126_000 }]);
});

test("no toppings are no topping of that name", async () => {
  const chat = await ordered("tres personales carnes", ANA, "sin adiciones");
  expect(chat.heard().join()).not.toContain("N/A");
});

test("a change to one of several lines goes to a person and orders nothing", async () => {
  const chat = await ordered("dos familiares, una hawaiana y otra mexicana", ANA, "y con queso extra");
  expect(chat.state()).toMatchObject({
    isBotOn: false,
    tasks: [{ title: expect.stringContaining("una de las cosas") }],
  });
  expect(chat.orders()).toEqual([]);
});

test.each([
  "una pizza familiar margarita y otra igual",
  "me das la familiar hawaiana, dos",
  "quiero 2 medianas hawaianas, mejor dicho 3",
  "una familiar hawaiana con doble porción de queso extra",
])("%s: a count that can be read in two ways goes to a person, and nothing is priced", async (words) => {
  const chat = await ordered(words, ANA, "sí");
  expect(chat.state().isBotOn).toBe(false);
  expect(chat.orders()).toEqual([]);
});

test.each([
  "¿cuánto valen dos familiares hawaianas?",
  "no quiero dos familiares hawaianas",
  "una familiar o dos medianas",
])("%s: nothing is listed", async (words) => {
  const chat = await ordered("hola", words);
  expect(chat.state().session?.datosCapturados["pedido"]).toBeUndefined();
});

test("the next purchase begins without the last one's list", async () => {
  const chat = await ordered("dos familiares hawaianas", ANA, "sí", "quiero pedir otra pizza");
  expect(chat.state().session?.datosCapturados["pedido"]).toBeUndefined();
});
