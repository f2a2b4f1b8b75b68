import { describe, expect, test } from "vitest";
import { FLOW_RULES } from "../../../src/agents/somnio/flow-rules.ts";
import { INFORMATIONAL_RULES } from "../../../src/agents/somnio/informational-rules.ts";
import { questionsIn } from "../../../src/agents/somnio/notices.ts";
import { somnioFlow } from "../../../src/agents/somnio/somnio-flow.ts";
import type { StandingQuestion } from "../../../src/core/ports/flow-reader.ts";
import { createRuleClassifier } from "../../../src/nlu/intents/rule-classifier.ts";
import { foldText } from "../../../src/nlu/text/fold-text.ts";

const { definition } = somnioFlow;

describe("Somnio's texts", () => {
  test.each(definition.templates.map(({ id, text }) => [id, text] as const))(
    "%s is short, whole and says usted",
    (_, text) => {
      expect(text.length).toBeLessThanOrEqual(420);
      expect(text.split("*").length % 2).toBe(1);
      // A joiner keeps a marker from being one: our own bold would be shown as stars.
      expect(text).not.toContain("\u2060");
      expect([...text].filter((sign) => sign === "¿").length).toBe([...text].filter((sign) => sign === "?").length);
      expect([...text].filter((sign) => sign === "¡").length).toBe([...text].filter((sign) => sign === "!").length);
      expect(foldText(text)).not.toMatch(/\b(?:tu|te|ti|contigo|tienes|puedes|quieres|necesitas)\b/);
    },
  );

  test("every price is one of the catalogue, and stands in a text only as data put it there (A35, L-10)", () => {
    const known = new Set(["$79.900", "$129.900", "$169.900", "$64.950", "$29.900", "$69.800"]);
    const prices = definition.templates.flatMap(({ text }) => text.match(/\$[\d.]*\d/g) ?? []);
    for (const price of prices) expect(known).toContain(price);
    expect(definition.packs.map(({ price }) => price)).toEqual([79_900, 129_900, 169_900]);
  });

  test("what asks to buy and what asks to confirm is told apart by the rules that wait for it", () => {
    const groups = (question: StandingQuestion) => [
      ...new Set(
        definition.templates.filter(({ text }) => questionsIn(text).includes(question)).map(({ intent }) => intent),
      ),
    ];
    expect(groups("confirm")).toEqual(["resumen", "pedir_confirmacion"]);
    expect(groups("buy")).toEqual([
      "precio",
      "info_promociones",
      "retoma_datos",
      "ofrecer_promos",
      "retoma_larga",
      "retoma_corta",
    ]);
  });
});

describe("the examples of an intent", () => {
  const classifier = createRuleClassifier([...INFORMATIONAL_RULES, ...FLOW_RULES]);
  const byHead = definition.concerns.mistrust?.intent;
  const examples = Object.entries(definition.intents).flatMap(([intent, { examples: texts }]) =>
    intent === byHead ? [] : texts.map((text) => [text, intent] as const),
  );
  test.each(examples)("%j is %s", (text, intent) => {
    const { intent: found } = classifier.classifyIntent(text, { lastAssistant: [] });
    expect([intent, definition.intents[intent]?.asQuestion]).toContain(found);
  });
});
