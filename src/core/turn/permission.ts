/**
 * What is sensitive is kept after a yes: the agent asks once for each sort of fact, with buttons. Only
 * the customer's own line, still on record, becomes the fact.
 */
import type { DecidedMessage } from "../agent/agent.ts";
import type { ChatLine } from "../agent/session.ts";
import type { EventId } from "../ids.ts";
import type { MessageContent } from "../inbound/content.ts";
import type { Locale } from "../locale/locale.ts";
import type { AskedPermission, NewFact, OwnLine, Sensitivity } from "../memory/fact.ts";
import { wordsOf } from "../memory/fact-words.ts";
import { CONFIDENCE } from "../memory/may-be-kept.ts";
import { readMemoryWish } from "../memory/memory-wish.ts";
import { type ReadFact, readFacts } from "../memory/read-facts.ts";
import type { OutboundContent } from "../outbound/outbound-content.ts";
import { plainText } from "../plain-text.ts";

export type PermissionAnswer = "yes" | "no";

const PAYLOAD = /^remember:(?<answer>yes|no):[a-z]+$/u;

/** The first sensitive fact that the customer told by the way, and its question; null when there is none. */
export function permissionToAsk(
  lines: readonly OwnLine[],
): { readonly asked: AskedPermission; readonly quote: string; readonly value: string } | null {
  for (const { eventId, saidAt, text } of lines) {
    const told = readFacts(text).find(isToAsk);
    if (told === undefined) continue;
    const { sensitivity, key, quote, value } = told;
    return { asked: { sensitivity, key, eventId, saidAt }, quote, value };
  }
  return null;
}

/** Cards and accounts are never kept, so the customer is not asked about them. */
function isToAsk({ kind, sensitivity }: ReadFact): boolean {
  return kind === "stated" && (sensitivity === "health" || sensitivity === "identity");
}

export function permissionQuestion(quote: string, sensitivity: Sensitivity, locale: Locale): DecidedMessage {
  const { mayI, yes, no } = wordsOf(locale);
  const content: OutboundContent = {
    type: "buttons",
    body: mayI.replace("{quote}", quote),
    buttons: [
      { id: `remember:yes:${sensitivity}`, title: yes },
      { id: `remember:no:${sensitivity}`, title: no },
    ],
  };
  return { content, templateId: null, priority: "OPCIONAL", claimsNothing: true };
}

/** True when the message asks this customer for permission to remember something. */
export function asksPermission(content: OutboundContent): boolean {
  return content.type === "buttons" && content.buttons.some(({ id }) => PAYLOAD.test(id));
}

/** A tap, or the words of the button for yes. A plain no may answer anything else. */
export function permissionAnswer(content: MessageContent, locale: Locale): PermissionAnswer | null {
  const isYes = (words: string) => plainText(words) === plainText(wordsOf(locale).yes);
  switch (content.type) {
    case "button": {
      const answer = PAYLOAD.exec(content.payload)?.groups?.["answer"];
      if (answer === undefined) return isYes(content.title) ? "yes" : null;
      return answer === "yes" ? "yes" : "no";
    }
    case "text":
      return isYes(content.body) ? "yes" : null;
    default:
      return null;
  }
}

const PLAIN_YES =
  /^(?:si+p?|claro(?: que si)?|si claro|si senora?|si senorita|si por favor|si gracias|dale|de una|si puede|sim|pode|claro que sim|yes|yes please|sure)$/u;
const PLAIN_NO = /^(?:no+|no gracias|mejor no|prefiero que no|nao|nao obrigad[oa]|no thanks|no thank you)$/u;

/** A plain yes or no, right below our question: with nothing said in between it answers that. */
export function plainPermissionAnswer(
  content: MessageContent,
  history: readonly ChatLine[],
  locale: Locale,
): PermissionAnswer | null {
  const last = history.at(-1);
  const [before = "", after = ""] = wordsOf(locale).mayI.split("{quote}");
  const isOurs = last?.role === "assistant" && last.content.startsWith(before) && last.content.endsWith(after);
  if (!isOurs || content.type !== "text") return null;
  const words = plainText(content.body);
  if (PLAIN_YES.test(words)) return "yes";
  return PLAIN_NO.test(words) ? "no" : null;
}

function wantsForgotten(words: string): boolean {
  const wish = readMemoryWish(words);
  return wish !== null && wish.kind !== "list";
}

/**
 * The fact of the newest question whose words are still on record: the customer's line, and our
 * question with its quote. null when either is gone, or when something was forgotten since.
 */
export function permittedFact(
  asked: readonly AskedPermission[],
  history: readonly ChatLine[],
  { locale, consentEventId }: { readonly locale: Locale; readonly consentEventId: EventId },
): NewFact | null {
  const forgottenAt = history.findLastIndex(({ role, content }) => role === "user" && wantsForgotten(content));
  const since = history.slice(forgottenAt + 1);
  const wasAsked = (quote: string) =>
    since.some(
      ({ role, content }) => role === "assistant" && content.includes(wordsOf(locale).mayI.replace("{quote}", quote)),
    );
  for (const { sensitivity, key, eventId, saidAt } of asked.toReversed()) {
    for (const { role, content } of history.toReversed()) {
      if (role !== "user") continue;
      const told = readFacts(content).find(
        (fact) => isToAsk(fact) && fact.key === key && fact.sensitivity === sensitivity && wasAsked(fact.quote),
      );
      if (told === undefined) continue;
      return { ...told, kind: "confirmed", eventId, saidAt, confidence: CONFIDENCE.confirmed, consentEventId };
    }
  }
  return null;
}
