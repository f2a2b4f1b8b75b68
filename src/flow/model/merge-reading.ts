import type { IntentInfo } from "../../core/agent/agent.ts";
import type { FlowReader, MessageClass, MessageReading, Reading } from "../../core/ports/flow-reader.ts";
import type { Detected, DetectedMessage } from "./detector-answer.ts";
import { isSaidIn } from "./said-words.ts";

interface Merging {
  readonly local: Reading;
  readonly detected: Detected;
  /** The language model's name in the record. */
  readonly model: string;
  readonly reader: Pick<FlowReader, "acceptValue">;
  /** Values before this turn. */
  readonly data: Readonly<Record<string, string>>;
  /** False when an order exists: only what the rules have read themselves changes it. */
  readonly mayFill: boolean;
  /** The model is sure of a question; a message that it leaves out is then not idle. */
  readonly isAsked: boolean;
}

const ASKS: DetectedMessage = { messageClass: "pregunta", fields: [] };

/**
 * One reading out of two. The model says what is wanted. For data and for the kind of a message it
 * only fills what the rules left unsure. Its values pass the rules' own checks, and a value that
 * the customer did not write does not count.
 */
export function mergeReading(merging: Merging): Reading {
  const { local, detected, model } = merging;
  let data = merging.data;
  const messages = local.messages.map((message, index) => {
    // A different number of messages: the answers cannot be matched to them.
    const isCounted = detected.messages.length === local.messages.length;
    const told = (isCounted ? detected.messages[index] : undefined) ?? (merging.isAsked ? ASKS : undefined);
    const merged = mergeMessage(message, told, { ...merging, data });
    data = { ...data, ...merged.fields };
    return merged;
  });
  const isOnlyData = messages.every(({ messageClass }) => messageClass === "datos");
  // The rules found no question, and the model finds none in any message of its own.
  const intent: IntentInfo | null =
    local.intent === null && isOnlyData ? null : { ...detected.intent, modelHash: model };
  return { ...local, messages, intent, secondLook: null };
}

/** From this confidence on the rules know what a message is. */
const SURE_CLASS = 85;

function mergeMessage(local: MessageReading, detected: DetectedMessage | undefined, merging: Merging): MessageReading {
  if (detected === undefined) return local;
  const filled = merging.mayFill ? acceptedFields(local, detected, merging) : {};
  const fields = { ...local.fields, ...filled };
  const isFilled = Object.keys(filled).length > 0;
  const messageClass = mergeClass(local, detected.messageClass, Object.keys(fields).length > 0);
  if (local.confidence >= SURE_CLASS && !isFilled && local.messageClass === messageClass) return local;
  const raw = {
    ...local.raw,
    ...Object.fromEntries(
      detected.fields.filter(({ field }) => filled[field] !== undefined).map(({ field, value }) => [field, value]),
    ),
  };
  return { ...local, fields, raw, messageClass, confidence: Math.max(local.confidence, SURE_CLASS) };
}

function mergeClass(local: MessageReading, detected: MessageClass, hasFields: boolean): MessageClass {
  const isSure = local.confidence >= SURE_CLASS;
  if (!hasFields) {
    if (isSure) return local.messageClass;
    // It reports data, but none that could be kept.
    if (detected === "datos") return local.messageClass;
    return detected === "irrelevante" ? "irrelevante" : "pregunta";
  }
  if (isSure && (local.messageClass === "datos" || local.messageClass === "mixto")) return local.messageClass;
  // Doubt between the two is both (requirement A16).
  return detected === "datos" ? "datos" : "mixto";
}

function acceptedFields(
  local: MessageReading,
  { fields }: DetectedMessage,
  { reader, data }: Merging,
): Record<string, string> {
  const unsure = new Set(local.doubts.flatMap((doubt) => (doubt.kind === "two_candidates" ? [doubt.field] : [])));
  const accepted: Record<string, string> = {};
  for (const { field, value } of fields) {
    const isRead = local.fields[field] !== undefined && !unsure.has(field);
    if (isRead || accepted[field] !== undefined || !isSaidIn(value, local.text)) continue;
    const kept = reader.acceptValue?.(field, value, data) ?? null;
    if (kept !== null) accepted[field] = kept;
  }
  return accepted;
}
