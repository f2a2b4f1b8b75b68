import type { MessageReading, ReadingContext } from "../../core/ports/flow-reader.ts";
import { readAgentFields } from "./read-agent-fields.ts";
import type { Shop } from "./reader-options.ts";

const MOST_WORDS = 5;

/**
 * A message of a burst that told nothing when it was read, once the messages behind it have told the rest: "modelo", between
 * the street and the town, is the neighbourhood. null when it still tells nothing.
 */
export function readLeftOver(options: Shop, message: MessageReading, context: ReadingContext): MessageReading | null {
  const { text, fields, acknowledgement, bareNumber, delivery, quantity } = message;
  const isAnswer = acknowledgement !== null || bareNumber !== null || delivery !== null || quantity != null;
  const isShort = text.trim().split(/\s+/u).length <= MOST_WORDS && !/[?¿]/u.test(text);
  if (!context.isCollecting || isAnswer || !isShort || Object.keys(fields).length > 0) return null;
  const { rest, ...told } = readAgentFields(options, text, context);
  if (Object.keys(told.fields).length === 0 || /[\p{L}\d]/u.test(rest)) return null;
  return { ...message, ...told, messageClass: "datos", confidence: 95, clauses: [] };
}
