import { expect, test } from "vitest";
import type { FlowReader, Reading } from "../../../src/core/ports/flow-reader.ts";
import { phraseRules } from "../../../src/nlu/intents/phrase-rules.ts";
import { createRuleClassifier } from "../../../src/nlu/intents/rule-classifier.ts";
import { createOfflineReader } from "../../../src/nlu/reading/offline-reader.ts";

const DAY = /lunes|martes|miércoles|jueves|viernes/i;

function clinic(ownFieldsInQuestions: readonly string[] = []): FlowReader {
  return createOfflineReader({
    classifier: createRuleClassifier(phraseRules({ horario: ["atienden"] })),
    fields: {},
    ownFields: { dia: (text) => DAY.exec(text)?.[0]?.toLowerCase() ?? null },
    ownFieldsInQuestions,
    greeting: "hola",
  });
}

function dayIn(reader: FlowReader, text: string): string | undefined {
  const context = { lastAssistant: [], asked: [], isCollecting: true, data: {}, missing: ["dia"] };
  return (reader.read([text], context) as Reading).messages[0]?.fields["dia"];
}

test("a field of the shop's own is never read out of a question", () => {
  expect(dayIn(clinic(), "¿y el miércoles atienden?")).toBeUndefined();
  expect(dayIn(clinic(), "a qué hora el jueves")).toBeUndefined();
  expect(dayIn(clinic(), "el martes me queda bien")).toBe("martes");
  expect(dayIn(clinic(), "El martes por la tarde. ¿El jueves también atienden?")).toBe("martes");
});

test("unless the shop says so", () => {
  expect(dayIn(clinic(["dia"]), "¿me atienden el viernes?")).toBe("viernes");
});
