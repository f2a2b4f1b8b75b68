/**
 * Texts that a model may reword or leave out. Both fail open: the shop's own text is always good
 * enough.
 */
import * as z from "zod";
import { packOf } from "../../core/locale/pack-of.ts";
import { modelSchema } from "../../core/model/schema.ts";
import { readTolerantJson } from "../../core/model/tolerant-json.ts";
import type { Question } from "../../core/ports/model/turn-model.ts";
import type { FlowDefinition } from "../definition/flow-definition.ts";
import type { Asking } from "./asking.ts";
import { says } from "./detector-question.ts";
import { fenced } from "./fence.ts";
import { fillPrompt, partOf, placeValues, refOf } from "./prompt.ts";
import { type PromptId, shippedPrompt } from "./prompts/shipped-prompts.ts";
import { paraphraseFault } from "./same-facts.ts";

const texts = z.object({ texts: z.array(z.string()) });
const repeats = z.object({ repeats: z.array(z.boolean()) });

const MAX_TOKENS = 2_048;

/**
 * The same in other words, for each text; the text itself when the model's answer changes anything
 * (requirement A26).
 */
export async function paraphrase(
  flow: FlowDefinition,
  originals: readonly string[],
  asking: Asking,
): Promise<string[]> {
  const answer = await askWriter(paraphraseQuestion(flow, originals), texts, asking);
  const worded = answer?.texts.length === originals.length ? answer.texts : null;
  return originals.map((original, index) => {
    const candidate = worded?.[index]?.trim();
    if (candidate === undefined) return original;
    const fault = paraphraseFault(original, candidate, packOf(flow.locale).language);
    if (fault === null) return candidate;
    asking.note(`a paraphrase is not used: ${fault}`);
    return original;
  });
}

/**
 * Which texts tell nothing new (requirement A28, level 3). Without an answer, all of them are new.
 */
export async function judgeRepeats(
  flow: FlowDefinition,
  { toSay, said }: { readonly toSay: readonly string[]; readonly said: readonly string[] },
  asking: Asking,
): Promise<readonly boolean[]> {
  const answer = await askWriter(gistQuestion(flow, toSay, said), repeats, asking);
  return answer?.repeats.length === toSay.length ? answer.repeats : toSay.map(() => false);
}

export function paraphraseQuestion(flow: FlowDefinition, originals: readonly string[]): Question {
  return writerQuestion("paraphrase", flow, { textos: quoted(originals) }, texts);
}

export function gistQuestion(flow: FlowDefinition, toSay: readonly string[], said: readonly string[]): Question {
  return writerQuestion("gist", flow, { textos: quoted(toSay), dicho: quoted(said) }, repeats);
}

function quoted(all: readonly string[]): string {
  return all.map((text) => fenced(text, "texto")).join("\n");
}

function writerQuestion(
  id: PromptId,
  flow: FlowDefinition,
  values: Readonly<Record<string, string>>,
  answer: z.ZodType,
): Question {
  const prompt = shippedPrompt(id);
  return {
    key: id,
    purpose: "writer",
    prompt: refOf(prompt),
    system: [{ text: fillPrompt(prompt.stable, { ...placeValues(flow.locale), tienda: flow.name }), cached: true }],
    messages: [says("user", fillPrompt(partOf(prompt, "turno"), values))],
    outputSchema: modelSchema(answer),
    maxTokens: MAX_TOKENS,
    effort: "low",
  };
}

/** One question, no repair: its purpose is optional. */
async function askWriter<T>(question: Question, schema: z.ZodType<T>, asking: Asking): Promise<T | null> {
  if ((await asking.budget()) !== "free") return null;
  const asked = await asking.ask(question);
  if (asked.kind !== "answered") return null;
  const read = readTolerantJson(asked.answer.text, schema);
  return read.kind === "accepted" && !read.isTruncated ? read.value : null;
}
