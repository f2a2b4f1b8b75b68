import * as z from "zod";
import { saidAs } from "../../core/knowledge/knowledge-entry.ts";
import { packOf } from "../../core/locale/pack-of.ts";
import { readTolerantJson } from "../../core/model/tolerant-json.ts";
import type { Model, ModelFailure } from "../../core/ports/model/model.ts";
import type { FlowDefinition } from "../../flow/definition/flow-definition.ts";
import { customerIntents, intentLines } from "../../flow/model/describe-shop.ts";
import { voices } from "./training-voices.ts";

/** A label of a training file that still wants texts. */
export interface WantedLabel {
  readonly label: string;
  /** The shop's own words for it; empty for what no intent covers. */
  readonly examples: readonly string[];
}

/** The label of texts that belong to no intent (docs/nlu.md). */
const OUT_OF_SCOPE = "otro";

/** All that a shop's classifier can tell apart: its intents, the entries of its knowledge, and what is none of them. */
export function labelsOf(flow: FlowDefinition): WantedLabel[] {
  return [
    ...customerIntents(flow).map(([label, { examples }]) => ({ label, examples })),
    ...flow.knowledge.map((entry) => ({ label: saidAs(entry), examples: entry.asks })),
    { label: OUT_OF_SCOPE, examples: [] },
  ];
}

/** Which voices a label is to be written in; each label has its own. */
export function voicesFor({ label }: WantedLabel, count: number): string[] {
  return voices(
    count,
    [...label].reduce((sum, sign) => sum * 31 + sign.charCodeAt(0), 7),
  );
}

export type Drafted =
  | { readonly kind: "drafted"; readonly texts: readonly string[]; readonly model: string }
  | { readonly kind: "failed"; readonly failure: Pick<ModelFailure, "kind" | "code"> };

const Texts = z.object({ texts: z.array(z.string()) });
const SCHEMA = {
  type: "object",
  properties: { texts: { type: "array", items: { type: "string" } } },
  required: ["texts"],
  additionalProperties: false,
};
/** Tokens of one text, with room for its quotes. */
const TOKENS_A_TEXT = 80;
const TIMEOUT_MS = 120_000;

/** Asks a model for texts of one label, one for each voice. They are proposals: a person reads them. */
export async function draftTexts(
  { model, name }: { readonly model: Model; readonly name: string },
  flow: FlowDefinition,
  wanted: WantedLabel,
  count: number,
): Promise<Drafted> {
  const outcome = await model.complete({
    model: name,
    system: [{ text: systemFor(flow), cached: true }],
    messages: [{ role: "user", content: [{ type: "text", text: questionFor(wanted, count) }] }],
    outputSchema: SCHEMA,
    maxTokens: 1_024 + count * TOKENS_A_TEXT,
    timeoutMs: TIMEOUT_MS,
  });
  if (outcome.kind === "failed") return outcome;
  const read = readTolerantJson(outcome.answer.text, Texts);
  if (read.kind === "rejected") return { kind: "failed", failure: { kind: "broken_output", code: read.reason } };
  const texts = read.value.texts.map((text) => text.replace(/\s+/g, " ").trim()).filter((text) => text !== "");
  return { kind: "drafted", texts, model: outcome.answer.model };
}

function systemFor(flow: FlowDefinition): string {
  const { country, language } = packOf(flow.locale).prompts;
  return [
    `You write messages as customers send them on WhatsApp to the shop "${flow.name}" (${flow.description}).`,
    `The customers live in ${country} and write in ${language}. The messages train a classifier, so they must differ: other words, lengths, orders and reasons, never one sentence with a word changed.`,
    "Write what people write: chopped, indirect, misspelt where the voice says so. No names of real people, no phone numbers.",
    "What the shop's classifier tells apart:",
    intentLines(flow),
    'Answer with one JSON object: {"texts": [one message for each voice, in the order of the voices]}.',
  ].join("\n\n");
}

function questionFor(wanted: WantedLabel, count: number): string {
  const meaning =
    wanted.examples.length === 0
      ? `Write ${count} messages that are near the shop's trade and mean none of the intents above.`
      : `Write ${count} messages that mean \`${wanted.label}\`, as these do, and copy none of them: ${JSON.stringify(wanted.examples)}`;
  return [meaning, "The voices:", ...voicesFor(wanted, count).map((voice) => `- ${voice}`)].join("\n");
}
