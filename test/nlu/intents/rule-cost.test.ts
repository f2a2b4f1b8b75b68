import { expect, test } from "vitest";
import { somnioRules } from "../../../src/agents/somnio/classifier.ts";
import { FLOW_RULES } from "../../../src/agents/somnio/flow-rules.ts";
import { INFORMATIONAL_RULES } from "../../../src/agents/somnio/informational-rules.ts";
import { readAcknowledgement } from "../../../src/nlu/clauses/acknowledgement.ts";

const PATTERNS = [...INFORMATIONAL_RULES, ...FLOW_RULES].flatMap((rule) =>
  [...rule.patterns, ...(rule.unless ?? []), ...(rule.after instanceof RegExp ? [rule.after] : [])].map(
    (pattern) => [rule.name, pattern.source] as const,
  ),
);

test.each(PATTERNS)("%s: no unbounded group in %s", (_, source) => {
  expect(source).not.toMatch(/\)(?:[*+]|\{\d+,\})/);
  expect(source).not.toMatch(/\.[*+]/);
});

/** Long near-misses: what makes a bad pattern explode. */
const HOSTILE = [
  "como ",
  "cuanto me te se lo ",
  "pago al la el ",
  "no quiero ",
  "ja",
  "jajs ",
  "cancelar con ",
  "llego a ",
  "hola ? ",
  "aaaa",
  "2 ",
  "que lo que ",
].map((seed) => seed.repeat(Math.ceil(4_096 / seed.length)));

test("a hostile message of full length costs milliseconds", () => {
  // Each pattern is compiled by the first text that reaches it: that is no cost of a message.
  for (const text of HOSTILE) judge(text.slice(0, SHORT));
  for (const text of HOSTILE) {
    const before = process.cpuUsage();
    judge(text);
    // Processor time: 1–17 ms measured. The route decision must stay under 20 ms (R8).
    expect(process.cpuUsage(before).user / 1_000, text.slice(0, 20)).toBeLessThan(150);
  }
});

const SHORT = 60;

function judge(text: string): void {
  somnioRules.classifyIntent(text, { lastAssistant: [text] });
  readAcknowledgement(text);
}
