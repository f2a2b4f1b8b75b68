import { expect, test } from "vitest";
import { somnioFlow } from "../../../src/agents/somnio/somnio-flow.ts";
import { openConversation } from "../../../src/doors/test.ts";

const ALL = "Marta Ríos, cel 301 555 0142, Cll 45 #12-30 Laureles, Medellín, marta@ejemplo.co";

async function offered() {
  const chat = openConversation(somnioFlow);
  await chat.says("quiero comprar");
  await chat.says(ALL);
  return chat;
}

test("jars for two people are one order of their sum, at the price of that pack", async () => {
  const chat = await offered();
  expect((await chat.says("2 para mí y 1 para mi hermana")).join()).toMatch(/Somnio 90 Caps x3[\s\S]*169\.900/);
  await chat.says("sí confirmo");
  expect(chat.orders()).toMatchObject([{ pack: "3x", total: 169_900 }]);
});

test.each(["quiero 5 frascos", "me llevo cuatro", "¿a cómo me dejan 10 frascos?"])(
  "%s: more than the largest pack goes to a person, who knows it, and orders nothing",
  async (text) => {
    const chat = await offered();
    expect((await chat.says(text)).join()).toMatch(/persona de nuestro equipo/);
    expect(chat.state()).toMatchObject({
      isBotOn: false,
      tasks: [{ title: expect.stringContaining("más de lo que se vende") }],
    });
    expect(chat.orders()).toEqual([]);
  },
);

test("a question about a pack chooses none", async () => {
  const chat = await offered();
  await chat.says("¿cuánto valen 2 frascos?");
  expect(chat.state().session?.packSeleccionado).toBeNull();
});
