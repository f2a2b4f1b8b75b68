import type { SendOutcome } from "./outbox.ts";
import type { SendClaim, Settlement } from "./ports/store.ts";
import { nextAttempt, SEND_RETRY_POLICY } from "./retry-policy.ts";
import { isWindowOpen } from "./service-window.ts";

/**
 * How long one attempt to send may hold its conversation's outbox: the channel's own limit of 30 s, and some air. The commit
 * that marks a first message and the sender that claims the later ones mean the same.
 */
export const SEND_LEASE_MS = 45_000;

/** How long a message stays in doubt before it is decided without proof: reports arrive within 1–2 s (whatsapp.md §9.2). */
export const DOUBT_MS = 30_000;

/** A message that was in doubt this often is not tried again: whoever takes it and never says so would get it for ever. */
const MAX_DOUBTFUL_SENDS = 2;

export type SendStep =
  | { readonly kind: "send" }
  | { readonly kind: "wait"; readonly delayMs: number }
  | { readonly kind: "settle"; readonly settlement: Settlement };

/** What to do with the message at the head of a conversation's outbox. Preconditions are judged here, at the last moment. */
export function nextSendStep(claim: SendClaim): SendStep {
  const { message, doubtUntil, now } = claim;
  if (message.isCancelled) {
    return { kind: "settle", settlement: { kind: "dropped", reason: "the bot was stopped here before it left" } };
  }
  if (message.status === "in_flight") {
    // Its sender lost the place or died after the mark: nobody knows whether it went out.
    return {
      kind: "settle",
      settlement: { kind: "in_doubt", doubtMs: DOUBT_MS, detail: "its sender stopped between the mark and the answer" },
    };
  }
  if (message.status === "in_doubt") {
    const leftMs = doubtUntil === null ? 0 : doubtUntil.getTime() - now.getTime();
    if (leftMs > 0) return { kind: "wait", delayMs: leftMs };
    if (message.onDoubt === "hold") {
      return {
        kind: "settle",
        settlement: { kind: "failed", code: null, detail: "in doubt, and held: a person decides" },
      };
    }
    if (message.attempt >= MAX_DOUBTFUL_SENDS) {
      const detail = `in doubt after ${message.attempt} attempts: a person decides`;
      return { kind: "settle", settlement: { kind: "failed", code: null, detail } };
    }
    // Reports have come for others and none for it: it did not go out. Without any report nobody knows, and a lone reply
    // is worth a rare duplicate; one that the conversation has left behind is not.
    if (!claim.reportsFlow && claim.hasNewerInbound) {
      return {
        kind: "settle",
        settlement: { kind: "dropped", reason: "in doubt, and the customer has written since" },
      };
    }
  }
  if (!isWindowOpen(message.lastCustomerMessageAt, now)) {
    return { kind: "settle", settlement: { kind: "dropped", reason: "the 24-hour window is closed" } };
  }
  return { kind: "send" };
}

/** What an attempt's outcome means for its message. `random` in [0, 1) spreads the retries. */
export function settlementOf(outcome: SendOutcome, attempt: number, now: Date, random: number): Settlement {
  switch (outcome.kind) {
    case "accepted":
      return { kind: "accepted", wamid: outcome.wamid, recipientPhone: outcome.recipientPhone };
    case "in_doubt":
      return { kind: "in_doubt", doubtMs: DOUBT_MS, detail: outcome.detail };
    case "refused":
      return refusal(outcome, attempt, now, random);
    case "not_sent":
      return retryOrGiveUp(outcome.detail, null, attempt, now, random);
  }
}

/** A shop whose token has expired keeps its replies until it has a new one, as long as their window is open. */
const ASK_AGAIN_WHEN_MENDED_MS = 60_000;

function refusal(
  { again, code, detail }: Extract<SendOutcome, { kind: "refused" }>,
  attempt: number,
  now: Date,
  random: number,
): Settlement {
  switch (again) {
    case "soon":
      return retryOrGiveUp(detail, code, attempt, now, random);
    case "once_mended":
      return { kind: "retry", delayMs: ASK_AGAIN_WHEN_MENDED_MS, detail };
    case "never":
      return { kind: "failed", code, detail };
  }
}

function retryOrGiveUp(detail: string, code: number | null, attempt: number, now: Date, random: number): Settlement {
  const next = nextAttempt(SEND_RETRY_POLICY, attempt, now, random);
  return next.kind === "retry"
    ? { kind: "retry", delayMs: next.delayMs, detail }
    : { kind: "failed", code, detail: `${detail} (after ${attempt} attempts)` };
}
