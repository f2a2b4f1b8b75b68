import type { MessageReading, ReadingContext } from "../../core/ports/flow-reader.ts";
import { readAgentFields } from "./read-agent-fields.ts";
import type { Shop } from "./reader-options.ts";

const MOST_WORDS = 5;

/** "Prado", and then "Bello": the town that a message told was taken back by the one behind it. */
function isOutdone({ fields }: MessageReading, { fields: names }: Shop, { data }: ReadingContext): boolean {
  const [city = "", department = ""] = [names.city, names.department];
  const told = Object.keys(fields);
  const isTown = told.includes(city) && told.every((field) => field === city || field === department);
  return isTown && data[city] !== undefined && data[city] !== fields[city];
}

/**
 * A message of a burst that told nothing when it was read, once the messages behind it have told the rest: "modelo", between
 * the street and the town, is the neighbourhood. null when it still tells nothing.
 */
export function readLeftOver(options: Shop, message: MessageReading, context: ReadingContext): MessageReading | null {
  const { text, fields, acknowledgement, bareNumber, delivery, quantity } = message;
  const isAnswer = acknowledgement !== null || bareNumber !== null || delivery !== null || quantity != null;
  const isShort = text.trim().split(/\s+/u).length <= MOST_WORDS && !/[?¿]/u.test(text);
  const isOut = isOutdone(message, options, context);
  const isOpen = Object.keys(fields).length === 0 || isOut;
  if (!context.isCollecting || isAnswer || !isShort || !isOpen) return null;
  const { rest, ...told } = readAgentFields(options, text, context);
  const isTown = isOut && told.fields[options.fields.city ?? ""] !== undefined;
  if (Object.keys(told.fields).length === 0 || isTown || /[\p{L}\d]/u.test(rest)) return null;
  return { ...message, ...told, messageClass: "datos", confidence: 95, clauses: [] };
}
