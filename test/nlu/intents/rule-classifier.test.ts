import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { somnioRules } from "../../../src/agents/somnio/classifier.ts";
import type { IntentRule } from "../../../src/nlu/intents/intent-rule.ts";
import { createRuleClassifier, FALLBACK_INTENT } from "../../../src/nlu/intents/rule-classifier.ts";

const RULES: readonly IntentRule[] = [
  { name: "hi", intent: "hola", weight: 90, patterns: [/\bhola\b/] },
  { name: "cat", intent: "gato", weight: 80, patterns: [/\bgato\b/], unless: [/\bde peluche\b/] },
  { name: "meow", intent: "gato", weight: 60, patterns: [/\bmiau\b/] },
  { name: "dog", intent: "perro", weight: 80, patterns: [/\bpero\b/, /\bperro\b/] },
  { name: "yes-dog", intent: "perro", weight: 85, patterns: [/^si$/], after: /\bquiere el perro\b/ },
];

const classifier = createRuleClassifier(RULES, { greeting: "hola", joins: ["gato"] });
const classify = (text: string, lastAssistant: string[] = []) => classifier.classifyIntent(text, { lastAssistant });

describe("one message", () => {
  test("the rule that fired gives intent, confidence and reason", () => {
    expect(classify("mi gato")).toEqual({
      intent: "gato",
      confidence: 80,
      alternatives: [],
      reasoning: "rule cat",
      engine: "rules",
    });
  });

  test("two rules of one intent agree: surer than the surest, never certain", () => {
    expect(classify("miau, gato")).toMatchObject({ intent: "gato", confidence: 83, reasoning: "rule cat + meow" });
  });

  test("an exclusion silences its own rule only", () => {
    expect(classify("gato de peluche").intent).toBe(FALLBACK_INTENT);
    expect(classify("miau, gato de peluche")).toMatchObject({ intent: "gato", confidence: 60 });
  });

  test("of two equally sure intents the first asked leads", () => {
    expect(classify("perro y gato")).toMatchObject({
      intent: "perro",
      alternatives: [{ intent: "gato", confidence: 80 }],
    });
    expect(classify("gato y perro")).toMatchObject({
      intent: "gato",
      alternatives: [{ intent: "perro", confidence: 80 }],
    });
  });

  test("a greeting joins what may be joined and steps behind the rest", () => {
    expect(classify("hola gato")).toMatchObject({ intent: "hola+gato", confidence: 80, alternatives: [] });
    expect(classify("hola perro")).toMatchObject({
      intent: "perro",
      alternatives: [{ intent: "hola", confidence: 90 }],
    });
    expect(classify("hola").intent).toBe("hola");
    expect(createRuleClassifier(RULES).classifyIntent("hola gato", { lastAssistant: [] }).intent).toBe("hola");
  });

  test("a rule that needs a question of ours is silent without it", () => {
    expect(classify("sí").intent).toBe(FALLBACK_INTENT);
    expect(classify("sí", ["Hola", "¿Quiere el perro?"]).intent).toBe("perro");
  });
});

describe("a rule that cannot work is refused when the classifier is made", () => {
  const rule: IntentRule = { name: "x", intent: "x", weight: 50, patterns: [/x/] };
  test.each([
    ["twice the same name", [rule, rule], /two intent rules are named "x"/],
    ["a weight out of range", [{ ...rule, weight: 120 }], /weight 120/],
    ["a pattern with memory", [{ ...rule, patterns: [/x/g] }], /stateful pattern/],
  ] as const)("%s", (_, rules, message) => {
    expect(() => createRuleClassifier(rules)).toThrow(message);
  });
});

test("any text has an answer: whole confidence in 0–100, nothing named twice, the same every time", () => {
  const text = fc.oneof(
    fc.string({ unit: "binary", maxLength: 200 }),
    fc
      .array(
        fc.constantFrom("hola", "cuánto", "vale", "el", "de", "2", "envío", "?", "no", "quiero", "sirve", "cancelar"),
      )
      .map((words) => words.join(" ")),
  );
  fc.assert(
    fc.property(text, fc.array(text, { maxLength: 3 }), (message, lastAssistant) => {
      const info = somnioRules.classifyIntent(message, { lastAssistant });
      const all = [info, ...info.alternatives];
      for (const { confidence } of all)
        expect(Number.isInteger(confidence) && confidence >= 0 && confidence <= 100).toBe(true);
      expect(new Set(all.map(({ intent }) => intent)).size).toBe(all.length);
      expect(info.reasoning).not.toBe("");
      expect(somnioRules.classifyIntent(message, { lastAssistant })).toEqual(info);
    }),
  );
});
