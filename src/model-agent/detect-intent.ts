import * as z from "zod";
import type { AgentInput } from "../core/agent/agent.ts";
import type { IntentInfo } from "../core/agent/intent.ts";
import { readTolerantJson, tolerantEnum } from "../core/model/tolerant-json.ts";
import type { ModelMessage } from "../core/ports/model/model.ts";
import type { Question, TurnModel } from "../core/ports/model/turn-model.ts";
import { percent } from "../flow/model/detector-answer.ts";
import { quotable } from "../flow/model/fence.ts";
import { promptVersion } from "./contract.ts";
import { earlierLines, earlierSummary, newMessages } from "./conversation-text.ts";
import { type ConfidenceThresholds, type ModelAgentOptions, STANDARD_THRESHOLDS } from "./model-agent-options.ts";

/** The intent of words that fit no other. */
export const UNKNOWN_INTENT = "unknown";

/** What is done with a reading (requirement B5). */
export type Band = "act" | "look_again" | "ask" | "person";

export type Detection =
  | { readonly kind: "read"; readonly intent: IntentInfo; readonly band: Band; readonly why: readonly string[] }
  /** No answer could be had. That says nothing about the customer's words. */
  | { readonly kind: "nobody"; readonly why: readonly string[] };

const MAX_TOKENS = 2_048;
const LINES = { first: 6, again: 20 } as const;
const UNREADABLE: IntentInfo = {
  intent: UNKNOWN_INTENT,
  confidence: 0,
  alternatives: [],
  reasoning: "",
  engine: "model",
};

export function bandOf({ intent, confidence }: IntentInfo, thresholds: ConfidenceThresholds): Band {
  if (confidence < thresholds.ask) return "person";
  if (intent === UNKNOWN_INTENT) return "ask";
  if (confidence >= thresholds.act) return "act";
  return confidence >= thresholds.lookAgain ? "look_again" : "ask";
}

/** Reads the customer's words, and once more with all that was said if the first reading is unsure. */
export async function detectIntent(
  options: ModelAgentOptions,
  system: string,
  input: AgentInput,
  model: TurnModel,
): Promise<Detection> {
  const { confidenceThresholds = STANDARD_THRESHOLDS } = options;
  const question = (key: string, lines: number, before: string): Question => ({
    key,
    purpose: "detector",
    prompt: { id: `${options.id}.detector`, version: promptVersion(system) },
    ...(options.detector.model === undefined ? {} : { model: options.detector.model }),
    system: [{ text: system, cached: true }],
    messages: [says("user", `${before}${turnText(input, lines)}`)],
    outputSchema: schemaOf(options),
    maxTokens: options.detector.maxTokens ?? MAX_TOKENS,
    effort: "low",
  });
  const first = await read(question("detector", LINES.first, ""), options, model);
  if (first.intent === null) return { kind: "nobody", why: first.why };
  const band = bandOf(first.intent, confidenceThresholds);
  if (band !== "look_again") return { kind: "read", intent: first.intent, band, why: first.why };
  const { intent: name, confidence } = first.intent;
  const before =
    `Before the whole conversation: ${earlierSummary(await model.summary())}\n` +
    `A first reading was "${name}" with ${confidence}. Read again with all that was said.\n\n`;
  const again = await read(question("detector.again", LINES.again, before), options, model);
  const why = [...first.why, `${name} ${confidence}: read again`, ...again.why];
  if (again.intent === null) return { kind: "read", intent: first.intent, band: "ask", why };
  const second = bandOf(again.intent, confidenceThresholds);
  // Unsure twice: the customer knows best.
  return { kind: "read", intent: again.intent, band: second === "look_again" ? "ask" : second, why };
}

interface Reading {
  /** null: no answer. */
  readonly intent: IntentInfo | null;
  readonly why: readonly string[];
}

/** One question, and one repair (requirement B6). */
async function read(question: Question, options: ModelAgentOptions, model: TurnModel): Promise<Reading> {
  const schema = answerSchema(options);
  const why: string[] = [];
  let asked = question;
  for (let repairs = 0; repairs <= 1; repairs += 1) {
    const outcome = await model.ask(asked);
    let said = "";
    let fault = "";
    if (outcome.kind === "answered") {
      said = outcome.answer.text;
      const json = readTolerantJson(said, schema);
      if (json.kind === "accepted" && !json.isTruncated) return { intent: json.value, why };
      fault = json.kind === "accepted" ? "it was cut" : json.problem;
    } else if (outcome.kind === "not_asked") {
      return { intent: null, why: [...why, `${asked.key}: not asked (${outcome.reason})`] };
    } else {
      const { kind, code } = outcome.failure;
      if (kind !== "broken_output" && kind !== "truncated") {
        return { intent: null, why: [...why, `${asked.key}: no answer (${kind}, ${code})`] };
      }
      fault = kind === "truncated" ? "it was cut" : "it cannot be read";
    }
    why.push(`${asked.key} is no answer: ${fault.slice(0, 200)}`);
    const before = said.trim() === "" ? "…" : said.slice(0, 4_000);
    const again = `That is no valid answer: ${quotable(fault)}. Answer again, with the JSON object alone.`;
    asked = {
      ...question,
      key: `${question.key}.repair`,
      messages: [...question.messages, says("assistant", before), says("user", again)],
    };
  }
  return { intent: UNREADABLE, why };
}

function turnText(input: AgentInput, lines: number): string {
  return [
    `State: ${input.session.mode}`,
    `Said before, oldest first:\n${earlierLines(input, lines)}`,
    `New messages of the customer:\n${newMessages(input)}`,
  ].join("\n\n");
}

function namesOf({ intents }: ModelAgentOptions): readonly string[] | null {
  return intents === undefined ? null : [...new Set([...Object.keys(intents), UNKNOWN_INTENT])];
}

function schemaOf(options: ModelAgentOptions): Readonly<Record<string, unknown>> {
  const names = namesOf(options);
  const intent = names === null ? { type: "string" } : { type: "string", enum: names };
  const confidence = { type: "integer", description: "0 to 100" };
  const object = (properties: Readonly<Record<string, unknown>>) => ({
    ...{ type: "object", properties, required: Object.keys(properties), additionalProperties: false },
  });
  const alternatives = { type: "array", items: object({ intent, confidence }) };
  return object({ intent, confidence, alternatives, reasoning: { type: "string" } });
}

function answerSchema(options: ModelAgentOptions): z.ZodType<IntentInfo> {
  const [first, ...rest] = namesOf(options) ?? [];
  const intent = first === undefined ? z.string().trim().min(1).max(80) : tolerantEnum([first, ...rest]);
  const other = z.object({ intent, confidence: percent }).nullable().catch(null);
  return z
    .object({
      intent,
      confidence: percent,
      alternatives: z.array(other).catch([]),
      reasoning: z.string().catch(""),
    })
    .transform(({ intent: name, confidence, alternatives, reasoning }) => ({
      intent: name,
      confidence: Math.round(confidence),
      alternatives: alternatives.flatMap((one) => (one === null ? [] : [one])),
      reasoning: reasoning.slice(0, 300),
      engine: "model" as const,
    }));
}

function says(role: ModelMessage["role"], text: string): ModelMessage {
  return { role, content: [{ type: "text", text }] };
}
