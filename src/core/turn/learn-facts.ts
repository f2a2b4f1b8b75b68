import { textOf } from "../inbound/content.ts";
import type { ConversationEvent } from "../inbound/event.ts";
import { isOfAgent, type NewFact, type OwnLine, type Sensitivity } from "../memory/fact.ts";
import { CONFIDENCE, LONGEST_QUOTE, mayBeKept } from "../memory/may-be-kept.ts";
import { quoteOf } from "../memory/quote-of.ts";
import { readFacts, sensitivityOf } from "../memory/read-facts.ts";
import { plainText } from "../plain-text.ts";
import { mayDo, speakerOf } from "./whose-word.ts";

/** Fields of a flow that name a person to the state or to a bank. */
const SENSITIVE_FIELDS: readonly (readonly [RegExp, Sensitivity])[] = [
  [/cedula|documento|pasaporte|passport|cpf|rfc|\bid_number/u, "identity"],
  [/tarjeta|cuenta|card|iban|pix/u, "payment"],
];
const MOST_LEARNT = 20;

export function ownLines(events: readonly ConversationEvent[]): OwnLine[] {
  return events.flatMap((event): OwnLine[] => {
    const isOwn = event.inputType === "message" && isTheirs(event) && event.context?.isForwarded !== true;
    const text = isOwn ? textOf(event.content) : null;
    return text === null || text === "" ? [] : [{ eventId: event.id, text, saidAt: event.receivedAt }];
  });
}

/**
 * What a turn learns of its customer: what a flow captured, and what the customer said by the way.
 * Only the customer's own messages count. What is sensitive counts only when the customer asked to
 * remember it.
 */
export function learnFacts(
  events: readonly ConversationEvent[],
  captured: Readonly<Record<string, string>>,
): NewFact[] {
  const lines = ownLines(events);
  const told = Object.entries(captured).flatMap(([field, value]) =>
    isOfAgent(field) ? [] : toldFact(lines, field, value),
  );
  const said = lines.flatMap(({ eventId, text, saidAt }) =>
    readFacts(text).map((fact): NewFact => ({ ...fact, eventId, saidAt, confidence: CONFIDENCE[fact.kind] })),
  );
  return [...told, ...said].filter(mayBeKept).slice(0, MOST_LEARNT);
}

/** True for words of the customer themselves: whose consent counts, tells of themselves. A program that says what was said does not. */
export function isTheirs(event: ConversationEvent): boolean {
  return mayDo(speakerOf(event), "consent");
}

/** Without the customer's own words for it a captured value is no fact. */
function toldFact(lines: readonly OwnLine[], field: string, value: string): NewFact[] {
  const digits = value.replace(/\D/gu, "");
  const wanted = plainText(value);
  const isIn = (text: string) =>
    (wanted !== "" && ` ${plainText(text)} `.includes(` ${wanted} `)) ||
    (digits.length >= 7 && text.replace(/\D/gu, "").includes(digits.slice(-7)));
  const line = lines.findLast(({ text }) => isIn(text));
  if (line === undefined) return [];
  const { eventId, text, saidAt } = line;
  const sensitivity = SENSITIVE_FIELDS.find(([name]) => name.test(field))?.[1] ?? "plain";
  const quote = ownWords(text, value, sensitivity);
  if (quote === null) return [];
  const base = { subject: "self", key: field, value, quote, sensitivity };
  return [{ ...base, eventId, saidAt, kind: "captured", confidence: CONFIDENCE.captured }];
}

/**
 * The customer's words for a value: its clause, and not what the same message says of other things. A
 * clause that speaks of health, documents or payment shrinks to the value; null when it cannot.
 */
function ownWords(text: string, value: string, sensitivity: Sensitivity): string | null {
  const quote = quoteOf(text, value);
  const words = [quote?.clause ?? text, quote?.exact ?? ""].map((one) => one.slice(0, LONGEST_QUOTE));
  return words.find((one) => one !== "" && (sensitivity !== "plain" || sensitivityOf(one) === "plain")) ?? null;
}
