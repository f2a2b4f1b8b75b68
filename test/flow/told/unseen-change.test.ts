import { expect, test } from "vitest";
import { somnioFlow } from "../../../src/agents/somnio/somnio-flow.ts";
import { ConversationLine } from "../../../src/lab/customers/labelled-lines.ts";
import { playInMemory } from "../../../src/lab/memory/play-in-memory.ts";
import { summing } from "../../customers/says/anywhere.ts";

/** Plays a yes behind these words, at the summary of two jars. */
async function yesBehind(words: string): Promise<string> {
  const { context } = ConversationLine.parse({ context: summing("2x"), steps: [words], order: null });
  const played = playInMemory(somnioFlow, context.from);
  await played.play({ says: [words] });
  const { session } = await played.play({ says: ["sí"] });
  return `${session.mode} ${session.packSeleccionado}`;
}

test.each(["quítele uno", "agréguele otro"])(
  "%s: not read, so a yes shows the summary once more before it orders",
  async (words) => {
    expect(await yesBehind(words)).toMatch(/^resumen/);
  },
);

test.each(["no mentiras, me acaba de decir que uno", "déjemelo en un solo frasco, 129 es mucha plata"])(
  "%s: the summary says one jar, and the yes orders one",
  async (words) => {
    expect(await yesBehind(words)).toBe("confirmado 1x");
  },
);

test("an answered question leaves nothing unseen: the yes behind it orders", async () => {
  expect(await yesBehind("¿cuánto se demora?")).toBe("confirmado 2x");
});

/** The summary shows Calle 45 # 12-30, and two jars for 129.900. */
test.each([
  "en la casa, ya le dije la dirección",
  "eso es todo junto 129 mil cierto",
  "los 2 que pregunté",
  "un momentico verifico el número de la casa",
  "que no me llamen antes de las 10 porfa que duermo a esa hora jaja",
  "en mi casa, el que trae el correo me conoce",
  "la dirección es esa misma",
])("%s: the summary says it already, so the yes behind it orders", async (words) => {
  expect(await yesBehind(words)).toBe("confirmado 2x");
});

test.each([
  "esa no es la dirección",
  "y el celular era de mi esposo",
  "el edificio se llama Castellana Real",
  "queda a nombre de mi mamá",
  "ponga el otro número",
])("%s: it may be no part of the summary, so a yes shows the summary once more", async (words) => {
  expect(await yesBehind(words)).toMatch(/^resumen/);
});

test.each(["listo mi señora, mándelo de una que yo le dejo la plata a mi mujer", "de una vez mándelo que me urge"])(
  "%s: right away, and no number of jars",
  async (words) => {
    expect(await yesBehind(words)).toMatch(/2x$/);
  },
);
