import type { Decision } from "../agent/agent.ts";
import type { ChatLine } from "../agent/session.ts";
import type { EventId } from "../ids.ts";
import type { ConversationEvent } from "../inbound/event.ts";
import type { Locale } from "../locale/locale.ts";
import type { AskedPermission } from "../memory/fact.ts";
import { labelsOf, wordsOf } from "../memory/fact-words.ts";
import { isTheirs } from "./learn-facts.ts";
import { plainDecision } from "./part-decision.ts";
import { type PermissionAnswer, permissionAnswer, permittedFact, plainPermissionAnswer } from "./permission.ts";

export interface SaidPermission {
  readonly answer: PermissionAnswer;
  /** The message that said it. */
  readonly eventId: EventId;
}

/** The customer's own last word on our question; null when they said none. */
export function permissionSaid(
  events: readonly ConversationEvent[],
  history: readonly ChatLine[],
  locale: Locale,
): SaidPermission | null {
  const own = events.filter((event) => event.inputType === "message" && isTheirs(event));
  return (
    own
      .flatMap((event): SaidPermission[] => {
        // Beside other words of the same turn a plain yes may mean those.
        const plain = own.length === 1 ? plainPermissionAnswer(event.content, history, locale) : null;
        const answer = permissionAnswer(event.content, locale) ?? plain;
        return answer === null ? [] : [{ answer, eventId: event.id }];
      })
      .at(-1) ?? null
  );
}

interface Asked {
  readonly asked: readonly AskedPermission[];
  readonly history: readonly ChatLine[];
  readonly locale: Locale;
}

/** Says what follows from the answer; null when the customer was never asked. */
export function answerPermission(
  { answer, eventId: consentEventId }: SaidPermission,
  { asked, history, locale }: Asked,
): Decision | null {
  if (asked.length === 0) return null;
  const words = wordsOf(locale);
  const says = (why: string, text: string) =>
    plainDecision(why, { messages: [{ text, templateId: null, claimsNothing: true }] });
  if (answer === "no") return says("the customer wants it not remembered", words.refused);
  const fact = permittedFact(asked, history, { locale, consentEventId });
  if (fact === null) return says("the words that were to be remembered are gone", words.notAtHand);
  const [label] = labelsOf(fact.key, locale);
  return says("the customer lets it be remembered", words.permitted.replace("{label}", label));
}
