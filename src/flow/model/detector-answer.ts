import * as z from "zod";
import type { IntentInfo } from "../../core/agent/agent.ts";
import { tolerantEnum } from "../../core/model/tolerant-json.ts";
import type { MessageClass } from "../../core/ports/flow-reader.ts";
import { calibrate } from "../definition/calibrate.ts";
import type { FlowDefinition } from "../definition/flow-definition.ts";
import { OTHER_INTENT } from "../intents/speak.ts";
import { customerIntents } from "./describe-shop.ts";
import { oncePerShop } from "./once-per-shop.ts";

export interface DetectedMessage {
  readonly messageClass: MessageClass;
  /** Copied by the model, not checked yet. */
  readonly fields: readonly { readonly field: string; readonly value: string }[];
}

/** The detector's reading of a turn, on the scale of the bands. */
export interface Detected {
  readonly intent: IntentInfo;
  /** One for each message, as the model counted them. */
  readonly messages: readonly DetectedMessage[];
  /**
   * Its answer to a clear question that no intent covers, when one call serves both (D10). Not
   * checked yet.
   */
  readonly reply: string;
}

const CLASSES = ["datos", "pregunta", "mixto", "irrelevante"] as const satisfies readonly MessageClass[];

/** Every name that may come back; a joined greeting is written `greeting+name`. */
export function answerableIntents(flow: FlowDefinition): string[] {
  const own = customerIntents(flow).map(([intent]) => intent);
  const joined = own.filter((intent) => intent !== flow.greeting).map((intent) => `${flow.greeting}+${intent}`);
  return [...new Set([...own, ...joined, OTHER_INTENT, flow.unknownIntent])];
}

/** Only closed objects and plain lists, which providers turn into a grammar. */
export function detectorSchema(flow: FlowDefinition): Readonly<Record<string, unknown>> {
  const intent = { type: "string", enum: answerableIntents(flow) };
  const confidence = { type: "integer", description: "0 a 100" };
  const field = { type: "string", enum: flow.fields.map(({ name }) => name) };
  return object({
    intent,
    confidence,
    alternatives: list(object({ intent, confidence })),
    reasoning: { type: "string" },
    ...(flow.model.orchestrator?.oneCall === true ? { reply: { type: "string" } } : {}),
    messages: list(
      object({ class: { type: "string", enum: CLASSES }, fields: list(object({ field, value: { type: "string" } })) }),
    ),
  });
}

function object(properties: Readonly<Record<string, unknown>>) {
  return { type: "object", properties, required: Object.keys(properties), additionalProperties: false };
}

function list(items: unknown) {
  return { type: "array", items };
}

/** `hola + precio` is `hola+precio`; case, accents and blanks do not count. */
function nameOf(names: readonly string[]) {
  const [first, ...rest] = names;
  if (first === undefined) return z.never();
  return z.preprocess(
    (said) => (typeof said === "string" ? said.replace(/(?<!\s)\s*\+\s*/g, "+") : said),
    tolerantEnum([first, ...rest]),
  );
}

/** "92" and "92 %" are clearly numbers; 0.92 is another scale. */
export const percent = z
  .union([
    z.number(),
    z
      .string()
      .regex(/^\s*\d{1,3}\s*%?\s*$/)
      .transform((text) => Number.parseInt(text, 10)),
  ])
  .refine((value) => value >= 0 && value <= 100 && (value === 0 || value >= 1), "must be a whole number from 0 to 100");

/**
 * Checks an answer against the shop's own intents and fields. Invalid parts are left out rather
 * than asked again.
 */
export const detectorAnswer = oncePerShop((flow): z.ZodType<Detected> => {
  const intent = nameOf(answerableIntents(flow));
  const field = nameOf(flow.fields.map(({ name }) => name));
  const message = z.object({ class: tolerantEnum(CLASSES), fields: listOf(z.object({ field, value: z.string() })) });
  return z
    .object({
      intent,
      confidence: percent,
      alternatives: listOf(z.object({ intent, confidence: percent })),
      reasoning: z.string().catch(""),
      messages: listOf(message),
      reply: z.string().catch(""),
    })
    .transform(({ intent: named, confidence, alternatives, reasoning, messages, reply }): Detected => {
      const others = alternatives.filter((one) => one.intent !== named);
      return {
        intent: {
          intent: named,
          confidence: onOurScale(flow, confidence),
          alternatives: others.map((one) => ({ intent: one.intent, confidence: onOurScale(flow, one.confidence) })),
          reasoning: reasoning.slice(0, 300),
          engine: "model",
        },
        reply,
        messages: messages.map(({ class: messageClass, fields }) => ({ messageClass, fields })),
      };
    });
});

/** Invalid entries are dropped. */
function listOf<T>(entry: z.ZodType<T>) {
  return z
    .array(entry.nullable().catch(null))
    .catch([])
    .transform((entries) => entries.flatMap((one) => (one === null ? [] : [one])));
}

function onOurScale({ model }: FlowDefinition, said: number): number {
  return calibrate(model.calibration, Math.round(said));
}
