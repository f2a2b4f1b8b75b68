import * as z from "zod";
import { redactSeen } from "../../core/agent/redact-seen.ts";
import { PICTURE_CLASSES, type Understanding } from "../../core/inbound/understanding.ts";
import type { Locale } from "../../core/locale/locale.ts";
import { modelSchema } from "../../core/model/schema.ts";
import { readTolerantJson, tolerantEnum } from "../../core/model/tolerant-json.ts";
import type { ModelContent } from "../../core/ports/model/model.ts";
import type { Question } from "../../core/ports/model/turn-model.ts";
import { fenced } from "./fence.ts";
import { fillPrompt, partOf, placeValues, refOf } from "./prompt.ts";
import { shippedPrompt } from "./prompts/shipped-prompts.ts";

export interface FileToSee {
  readonly eventId: string;
  readonly bytes: Uint8Array;
  /** Told by the bytes themselves. */
  readonly detectedType: string;
  readonly caption: string | null;
  readonly locale: Locale;
}

const answerSchema = z.object({
  class: tolerantEnum(PICTURE_CLASSES),
  extractedText: z.string(),
  responseText: z.string(),
  toolIntentDetected: z.boolean(),
});

const OUTPUT_SCHEMA = modelSchema(
  z.object({
    class: z.enum(PICTURE_CLASSES),
    extractedText: z.string(),
    responseText: z.string(),
    toolIntentDetected: z.boolean(),
  }),
);

const IMAGES = ["image/jpeg", "image/png", "image/webp", "image/gif"];
/** A provider takes 5 MB of base64; WhatsApp takes no larger picture anyway. */
const MOST_IMAGE_BYTES = 3_700_000;
const MOST_PDF_BYTES = 10_000_000;
const MOST_TEXT_BYTES = 100_000;
/** Thinking counts in it. */
const MAX_TOKENS = 3_072;
const LONGEST_TEXT = 4_000;

/**
 * The question to a model about a picture or a document; null for a type that no model reads, which
 * then never leaves the house.
 */
export function seeQuestion({ eventId, bytes, detectedType, caption, locale }: FileToSee): Question | null {
  const part = partFor(bytes, detectedType);
  if (part === null) return null;
  const prompt = shippedPrompt("vision");
  const text = fillPrompt(partOf(prompt, "archivo"), {
    leyenda: caption === null ? "(nada)" : fenced(caption),
    contenido: part.type === "text" ? part.text : "El archivo va aparte.",
  });
  const content: ModelContent[] = part.type === "text" ? [] : [part];
  return {
    key: `media.${eventId}`,
    purpose: "detector",
    prompt: refOf(prompt),
    system: [{ text: fillPrompt(prompt.stable, placeValues(locale)), cached: true }],
    messages: [{ role: "user", content: [...content, { type: "text", text }] }],
    outputSchema: OUTPUT_SCHEMA,
    maxTokens: MAX_TOKENS,
    effort: "low",
  };
}

function partFor(
  bytes: Uint8Array,
  mimeType: string,
): Extract<ModelContent, { type: "image" | "document" | "text" }> | null {
  const isWithin = (most: number) => bytes.byteLength <= most;
  const base64 = () => Buffer.from(bytes).toString("base64");
  if (IMAGES.includes(mimeType) && isWithin(MOST_IMAGE_BYTES)) return { type: "image", mimeType, base64: base64() };
  if (mimeType === "application/pdf" && isWithin(MOST_PDF_BYTES))
    return { type: "document", mimeType, base64: base64() };
  if (mimeType === "text/plain" && isWithin(MOST_TEXT_BYTES)) {
    return { type: "text", text: fenced(new TextDecoder().decode(bytes), "archivo") };
  }
  return null;
}

/** The model's answer, without what must not be kept; null when it is invalid. */
export function readSeen(answer: string): Understanding | null {
  const read = readTolerantJson(answer, answerSchema);
  if (read.kind !== "accepted" || read.isTruncated) return null;
  const { class: pictureClass, ...seen } = read.value;
  const extractedText = seen.extractedText.slice(0, LONGEST_TEXT);
  return redactSeen({ ...seen, kind: "seen", pictureClass, extractedText });
}

/**
 * The answer as it may be journaled. An invalid answer may hold anything, so nothing of it stays.
 */
export function redactAnswer(answer: string): string {
  const seen = readSeen(answer);
  if (seen?.kind !== "seen") return "";
  const { kind: _, pictureClass, ...rest } = seen;
  return JSON.stringify({ class: pictureClass, ...rest });
}
