import fc from "fast-check";
import { expect, test } from "vitest";
import { somnioFlow } from "../../../src/agents/somnio/somnio-flow.ts";
import { createSandboxConversation } from "../../../src/lab/memory/sandbox-conversation.ts";
import { TALKING } from "../../scenarios/somnio/starting-points.ts";
import { generatedRuns } from "../../support/generated-runs.ts";

const one = (...all: readonly string[]) => fc.constantFrom(...all);
const QUANTITIES = {
  "1x": ["uno", "1", "un frasco", "unito"],
  "2x": ["dos", "2", "2 frascos"],
  "3x": ["tres", "3", "tres tarros"],
} as const;
const ASKS = one(
  "quiero",
  "deme",
  "póngame",
  "apárteme",
  "véndame",
  "mándeme",
  "necesito",
  "me llevo",
  "regáleme",
  "anóteme con",
  "yo le compro",
  "pídame",
);
const TAIL = one("", " por favor", " porfa", " pues");
const DATA = "Marta Ríos, 301 555 0142, Cll 45 # 12-30 barrio Laureles, Medellín, Antioquia, marta@ejemplo.co";
const YES = one(
  "sí confirmo",
  "así es, despáchelo",
  "ah bueno confirmo entonces",
  "hágale pues",
  "sí mi amor, mándelo",
  "correcto, proceda con el envío",
  "todo bien, confirmado",
  "eso es, hágale vecina",
);

test("a quantity in the customer's own words is noted, said back, and ordered by a yes in their own words", async () => {
  const wish = fc
    .constantFrom(...(["1x", "2x", "3x"] as const))
    .chain((pack) => fc.tuple(fc.constant(pack), ASKS, fc.constantFrom(...QUANTITIES[pack]), TAIL));
  await fc.assert(
    fc.asyncProperty(wish, YES, async ([pack, asks, quantity, tail], yes) => {
      const conversation = createSandboxConversation(somnioFlow, TALKING);
      const said = [`${asks} ${quantity}${tail}`, DATA, yes];
      await conversation.hear([said[0] ?? ""]);
      expect(conversation.orders()).toEqual([]);
      const { decision } = await conversation.hear([DATA]);
      expect(decision?.messages.map(({ text }) => text).join(), said.join(" | ")).toMatch(/resumen|Así queda/);
      expect(conversation.orders()).toEqual([]);
      await conversation.hear([yes]);
      expect(
        conversation.orders().map((order) => order.pack),
        said.join(" | "),
      ).toEqual([pack]);
    }),
    generatedRuns("quantities in own words", 80),
  );
});

test("data that are told before any wish are kept, and nothing in them calls a person or cancels", async () => {
  const heads = one("Hola, mis datos para el envío", "van mis datos para el pedido");
  await fc.assert(
    fc.asyncProperty(heads, YES, async (head, yes) => {
      const conversation = createSandboxConversation(somnioFlow, {});
      await conversation.hear([`${head}: ${DATA}`]);
      await conversation.hear(["quiero dos frascos"]);
      await conversation.hear([yes]);
      expect(
        conversation.orders().map((order) => order.pack),
        head,
      ).toEqual(["2x"]);
    }),
    { numRuns: 20 },
  );
});

test("a datum that the summary names, told once more, is asked on and loses no order", async () => {
  await fc.assert(
    fc.asyncProperty(one("Antioquia", "medellin", "Laureles", "marta@ejemplo.co"), YES, async (again, yes) => {
      const conversation = createSandboxConversation(somnioFlow, TALKING);
      await conversation.hear(["quiero dos frascos"]);
      await conversation.hear([DATA]);
      await conversation.hear([again]);
      await conversation.hear([yes]);
      expect(
        conversation.orders().map((order) => order.pack),
        again,
      ).toEqual(["2x"]);
    }),
    { numRuns: 20 },
  );
});

test.each([
  "no sé escribir muy bien en este aparato, ¿cuánto vale el frasco?",
  "¿esto no es estafa cierto? ya me tumbaron una vez con unos tenis",
])("no person is called for: %s", async (text) => {
  const conversation = createSandboxConversation(somnioFlow, TALKING);
  const { decision } = await conversation.hear([text]);
  expect(decision?.handoff ?? null).toBeNull();
});

test("a yes while a correction is still to be told orders nothing: the summary is shown once more, and its yes orders", async () => {
  for (const announced of ["me equivoqué en la dirección", "la dirección está mal", "ay, el celular no es ese"]) {
    const conversation = createSandboxConversation(somnioFlow, TALKING);
    await conversation.hear(["quiero dos frascos"]);
    await conversation.hear([DATA]);
    await conversation.hear([announced]);
    const { decision } = await conversation.hear(["correcto, sí confirmo"]);
    expect(conversation.orders(), announced).toEqual([]);
    expect(decision?.messages.map(({ text }) => text).join(), announced).toMatch(/resumen|Así queda/);
    await conversation.hear(["sí"]);
    expect(conversation.orders().map(({ pack }) => pack)).toEqual(["2x"]);
  }
});
