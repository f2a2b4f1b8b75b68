import { readFileSync } from "node:fs";
import * as recado from "recado";
import { expect, test } from "vitest";

const { exports: doors } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")) as {
  exports: Record<string, unknown>;
};

/** What stands here is a promise to those who build on it. Adding is easy, taking away is not. */
test("the library exports what an agent's author needs, and nothing else", () => {
  expect(Object.keys(recado).sort()).toEqual([
    "ANIMAL_HEAD",
    "FlowDefinitionError",
    "MEDICINE_HEAD",
    "MINOR_HEAD",
    "MISTRUST_HEAD",
    "PERSON_HEAD",
    "PREGNANCY_HEAD",
    "STANDARD_TIMERS",
    "createLocalClassifier",
    "createOfflineReader",
    "createRuleClassifier",
    "createRuntime",
    "dangerHead",
    "defineFlowAgent",
    "defineTool",
    "drawModes",
    "foldText",
    "formatCop",
    "httpTool",
    "phraseRules",
    "templatesFrom",
    "transitionTable",
  ]);
  expect(Object.keys(doors)).toEqual([".", "./package.json"]);
});

test("what is no door of the package cannot be imported through it", async () => {
  const inside = "recado/dist/app/app.js";
  await expect(import(/* @vite-ignore */ inside)).rejects.toThrow();
});

test("phrases are whole words, whatever the accents, capitals and doubled letters", () => {
  const classifier = recado.createRuleClassifier(
    recado.phraseRules({ pide: ["quiero una pizza"], precio: ["¿Cuánto vale?"] }),
  );
  const intent = (text: string) => classifier.classifyIntent(text, { lastAssistant: [] }).intent;
  expect(intent("Buenas, QUIERO una pizzaaa porfa")).toBe("pide");
  expect(intent("cuanto vale la grande")).toBe("precio");
  expect(intent("no quiero una pizzeria")).toBe("fallback");
  expect(() => recado.phraseRules({ nada: ["¿?"] })).toThrow('the phrase "¿?" of "nada" has no letter or digit');
});

test("templates come from texts: the first for the first time, the others for the next", () => {
  const [first, again, extra] = recado.templatesFrom("cafe", {
    hola: ["¡Hola!", "¡Hola de nuevo!"],
    precio: { text: "$5.000", priority: "OPCIONAL" },
  });
  expect(first).toMatchObject({ id: "cafe.hola.1", intent: "hola", visitType: "primera_vez", priority: "CORE" });
  expect(again).toMatchObject({ id: "cafe.hola.2", visitType: "siguientes" });
  expect(extra).toMatchObject({ id: "cafe.precio.1", text: "$5.000", priority: "OPCIONAL" });
});

test("a table of transitions says yes or no for every mode", () => {
  expect(recado.transitionTable({ a: ["b"], b: [] })).toEqual({ a: { a: false, b: true }, b: { a: false, b: false } });
});
