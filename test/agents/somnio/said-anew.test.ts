import { expect, test } from "vitest";
import { somnioFlow } from "../../../src/agents/somnio/somnio-flow.ts";
import { createSandboxConversation } from "../../../src/lab/memory/sandbox-conversation.ts";
import { summing } from "../../scenarios/somnio/starting-points.ts";

/** What a summary leads to, by everyday words that no list has whole. */
async function orderedAfter(pack: Parameters<typeof summing>[0], ...said: readonly string[]) {
  const conversation = createSandboxConversation(somnioFlow, summing(pack));
  for (const words of said) await conversation.hear([words]);
  return conversation.orders().map((order) => order.pack);
}

test.each([
  ["2x", "sabe que mejor no dos sino tres que mi hermana también quiere", "3x"],
  ["3x", "mejor bájele a dos, q la plata no da pa tanto", "2x"],
  ["2x", "ah perdón, uno solo", "1x"],
] as const)("at the summary of %s, %j is said back, and the next yes orders %s", async (pack, words, other) => {
  expect(await orderedAfter(pack, words)).toEqual([]);
  expect(await orderedAfter(pack, words, "sí")).toEqual([other]);
});

test.each(["no me mande dos", "no quiero dos", "ya no quiero dos frascos"])(
  "at the summary of one, %j chooses no two",
  async (words) => expect(await orderedAfter("1x", words, "sí")).not.toContain("2x"),
);

test.each([
  "sí eso es lo que pedí",
  "así lo quería",
  "sí ya no cambio más",
  "dele pues con la bendición de Dios",
  "sí, todo lo que pusieron ahí está bien",
  "pues claro que sí, quiero que me llegue",
  "Los datos son exactos. Doy mi aprobación.",
  "sí, así es. Quedo atento a la entrega. Feliz tarde.",
  "no le veo ningún error, proceda por favor",
  "sí, confirmo el envío",
  "sí señorita, está biencito",
])("at the summary, %j is the yes", async (words) => expect(await orderedAfter("2x", words)).toEqual(["2x"]));

test.each([
  "eso no es lo que pedí",
  "no es eso lo que quería",
  "no quiero que me llegue",
  "si Dios quiere el otro mes",
  "lo que pusieron ahí está mal",
  "sí pero cámbieme la dirección",
])("at the summary, %j orders nothing", async (words) => expect(await orderedAfter("2x", words)).toEqual([]));

test.each(["el apellido es Ruiz Baquero, póngale los dos", "tengo dos celulares, anote los dos"])(
  "%j speaks of data, and changes no pack",
  async (words) => {
    expect(await orderedAfter("1x", words, "sí", "sí")).not.toContain("2x");
  },
);

test("the same words of the goods choose them", async () => {
  expect(await orderedAfter("1x", "mejor póngame los dos", "sí")).toEqual(["2x"]);
});
