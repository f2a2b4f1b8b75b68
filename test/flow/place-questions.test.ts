import fc from "fast-check";
import { expect, test } from "vitest";
import { somnioFlow } from "../../src/agents/somnio/somnio-flow.ts";
import { createSandboxConversation } from "../../src/lab/memory/sandbox-conversation.ts";
import type { StartingPoint } from "../../src/lab/memory/starting-point.ts";
import { COLLECTING, OFFERING, summing, TALKING } from "../scenarios/somnio/starting-points.ts";
import { generatedRuns } from "../support/generated-runs.ts";

const MODES: Readonly<Record<string, StartingPoint>> = {
  bienvenida: {},
  conversacion: TALKING,
  collecting_data: COLLECTING,
  ofrecer_promos: OFFERING,
  resumen: summing("2x"),
};
const one = (...all: readonly string[]) => fc.constantFrom(...all);
const PLACE = one("Pasto", "Medellín", "Cali", "Buenaventura", "la vereda El Placer", "el barrio Kennedy", "Tunja");
const ASKED = fc.oneof(
  fc.tuple(one("¿envían a", "¿llegan a", "¿mandan hasta", "¿hacen envíos a"), PLACE),
  fc.tuple(one("¿tienen sede en", "¿atienden en", "¿tienen tienda en"), PLACE),
  fc.tuple(one("¿cuánto se demora a", "¿cuánto vale el envío a"), PLACE),
);

test("a question with a place in it is a question: no datum, no directions, no purchase, and an answer", async () => {
  await fc.assert(
    fc.asyncProperty(one(...Object.keys(MODES)), ASKED, async (mode, [asks, place]) => {
      const conversation = createSandboxConversation(somnioFlow, MODES[mode]);
      const before = conversation.session().mode;
      const { decision } = await conversation.hear([`${asks} ${place}?`]);
      const said = `${mode}: ${asks} ${place}?`;
      expect(decision?.stateUpdates.newDatosCapturados, said).toBeUndefined();
      expect(conversation.session().mode, said).toBe(before === "bienvenida" ? "conversacion" : before);
      expect(decision?.messages.length, said).toBeGreaterThan(0);
    }),
    generatedRuns("questions with a place", 150),
  );
});

test("where they live, told beside a question, is kept and buys nothing; a name beside it does", async () => {
  const asking = createSandboxConversation(somnioFlow, TALKING);
  await asking.hear(["soy de Pasto, ¿me llega hasta allá?"]);
  expect(asking.session()).toMatchObject({ mode: "conversacion", datosCapturados: { ciudad: "Pasto" } });
  const buying = createSandboxConversation(somnioFlow, TALKING);
  await buying.hear(["soy Ana Ruiz de Pasto, ¿cuánto vale?"]);
  expect(buying.session().mode).toBe("collecting_data");
});

test.each([
  ["conversacion", "¿al corregimiento de Altavista van?"],
  ["collecting_data", "al lado de la iglesia hay una oficina de ustedes?"],
  ["collecting_data", "y si vivo en una finca llegan hasta allá"],
])("in %s, %j is no datum, though it reads like one", async (mode, text) => {
  const { decision } = await createSandboxConversation(somnioFlow, MODES[mode]).hear([text]);
  expect(decision?.stateUpdates.newDatosCapturados).toBeUndefined();
  expect(decision?.messages.length).toBeGreaterThan(0);
});
