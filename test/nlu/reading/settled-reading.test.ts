import { describe, expect, test } from "vitest";
import { somnioFlow } from "../../../src/agents/somnio/somnio-flow.ts";
import type { Reading, ReadingContext } from "../../../src/core/ports/flow-reader.ts";
import { createRuleClassifier } from "../../../src/nlu/intents/rule-classifier.ts";
import { createOfflineReader } from "../../../src/nlu/reading/offline-reader.ts";

const NOTHING_KNOWN: ReadingContext = {
  lastAssistant: [],
  isCollecting: false,
  asked: [],
  data: {},
  missing: [],
};

async function read(messages: readonly string[], context: Partial<ReadingContext> = {}): Promise<Reading> {
  return await somnioFlow.definition.reader.read(messages, { ...NOTHING_KNOWN, ...context });
}

describe("a reading says whether a language model need be asked", () => {
  test.each([["¿cuánto vale?"], ["ok gracias"], ["sí"], ["Soy Ana Ruiz, 3001234567, Cll 1 # 2-3, Cali"]])(
    "%s is settled",
    async (text) => {
      expect(await read([text], { isCollecting: true })).toMatchObject({ isSettled: true });
    },
  );

  test.each([["asdfgh plim"], ["y eso cómo así"], ["me la recomendó la comadre de mi tío el del taller"]])(
    "%s is not",
    async (text) => {
      expect(await read([text])).toMatchObject({ isSettled: false });
    },
  );

  test("a classifier that does not say is settled when it is sure", async () => {
    const readWith = (confidence: number): Reading | Promise<Reading> =>
      createOfflineReader({
        classifier: {
          classifyIntent: () => ({ intent: "precio", confidence, alternatives: [], reasoning: "said so" }),
        },
        fields: {},
        greeting: "hola",
      }).read(["cuánto"], NOTHING_KNOWN);
    expect(await readWith(85)).toMatchObject({ isSettled: true });
    expect(await readWith(50)).toMatchObject({ isSettled: false });
  });
});

test("a reader says which trained model it reads with, for whoever audits it", () => {
  const { classifyIntent } = createRuleClassifier([]);
  const options = { fields: {}, greeting: "hola" } as const;
  expect(createOfflineReader({ ...options, classifier: { classifyIntent } }).localModel).toBeNull();
  expect(createOfflineReader({ ...options, classifier: { classifyIntent, localModel: "ab12" } }).localModel).toBe(
    "ab12",
  );
});
