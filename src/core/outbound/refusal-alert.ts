import type { ConversationId, OutboxId, PhoneNumberId } from "../ids.ts";
import type { GoodNews, NewAlert } from "../operations/alert.ts";
import type { OutboxMessage } from "./outbox.ts";
import { type CircuitScope, REFUSAL_KINDS, REFUSALS, type RefusalKind } from "./refusal.ts";

interface Refused {
  readonly refusal: RefusalKind;
  readonly code: number | null;
  readonly phoneNumberId: PhoneNumberId;
}

/**
 * What a person of the shop should do about a refused message; null when there is nothing to do.
 */
export function refusalAlert({ refusal, code, phoneNumberId }: Refused): NewAlert | null {
  const { alerts, circuit, meaning, wayOut } = REFUSALS[refusal];
  if (!alerts) return null;
  return {
    kind: alertKind(refusal),
    subject: subjectOf(refusal, phoneNumberId),
    severity: circuit === null ? "warning" : "critical",
    phoneNumberId,
    detail: { code, meaning, wayOut },
  };
}

/** It may have gone out and must not go out twice. Only a person can decide. */
export function heldAlert({ id, conversationId, phoneNumberId }: OutboxMessage): NewAlert {
  const detail = { conversationId, outboxId: id };
  return { kind: "message_held", subject: conversationId, severity: "warning", phoneNumberId, detail };
}

/** Its fate is known after all. */
export function heldNoMore(conversationId: ConversationId): GoodNews {
  return { kinds: ["message_held"], subject: conversationId, phoneNumberId: null };
}

/** The customer has it twice. It cannot be taken back, but a person should know why. */
export function sentTwiceAlert(outboxId: OutboxId): NewAlert {
  return {
    kind: "message_sent_twice",
    subject: outboxId,
    severity: "warning",
    phoneNumberId: null,
    detail: { outboxId },
  };
}

/** The circuit is closed again: the token or the number works. */
export function circuitsClosedNews(phoneNumberId: PhoneNumberId, scopes: readonly CircuitScope[]): GoodNews[] {
  const mended = REFUSAL_KINDS.filter((kind) => {
    const { again, circuit } = REFUSALS[kind];
    return again === "once_mended" && circuit !== null && scopes.includes(circuit);
  });
  return mended.map((kind) => ({ kinds: [alertKind(kind)], subject: subjectOf(kind, phoneNumberId), phoneNumberId }));
}

function alertKind(refusal: RefusalKind): string {
  return `send_refused_${refusal}`;
}

/** A token is the whole shop's; the rest is about one number. */
function subjectOf(refusal: RefusalKind, phoneNumberId: PhoneNumberId): string {
  return REFUSALS[refusal].circuit === "credential" ? "" : phoneNumberId;
}
