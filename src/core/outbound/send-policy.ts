import type { SendClaim, Settlement } from "../ports/outbox.ts";
import { mayContact, nextContactAt } from "../time/contact-hours.ts";
import type { OutboxMessage, SendOutcome } from "./outbox.ts";
import { type CircuitScope, NOT_SENT_SPACING, nextTryMs, REFUSALS, type RefusalKind, type Spacing } from "./refusal.ts";
import { templateFault } from "./registered-template.ts";
import { isWindowOpen } from "./service-window.ts";

export interface SendTimes {
  /**
   * How long one attempt to send may hold its conversation's outbox: the channel's own limit of 30 s, and some air. The commit
   * that marks a first message and the sender that claims the later ones mean the same.
   */
  readonly sendLeaseMs: number;
  /**
   * A process that slept longer than this between the mark and the socket does not send: another
   * one may have decided about the message meanwhile. Far below the send lease, so that none has.
   */
  readonly socketDeadlineMs: number;
  /**
   * How long a message stays in doubt while webhooks are known to reach us: reports arrive within 1–2 s.
   * Counted from the doubt and from the first proof, whichever is later: after an outage of our door the backlog comes first.
   */
  readonly doubtMs: number;
  /** How long when no webhook of its number has come since the attempt. */
  readonly doubtWithoutProofMs: number;
}

export const SEND_TIMES: SendTimes = {
  sendLeaseMs: 45_000,
  socketDeadlineMs: 10_000,
  doubtMs: 30_000,
  doubtWithoutProofMs: 120_000,
};

/**
 * A message that was in doubt this often is not sent again: a channel that takes it and never
 * answers would get it for ever.
 */
const MAX_DOUBTFUL_SENDS = 2;

export type SendStep =
  | { readonly kind: "send" }
  | { readonly kind: "wait"; readonly delayMs: number }
  /** `outcome`: the end of an attempt that this step has found; null where none ended. */
  | { readonly kind: "settle"; readonly settlement: Settlement; readonly outcome: SendOutcome | null };

const STOPPED: Settlement = {
  kind: "dropped",
  reason: "the bot was stopped here, or the customer opted out, before it left",
};

/**
 * What to do with the message at the head of a conversation's outbox. Preconditions are judged
 * here, at the last moment.
 */
export function nextSendStep(claim: SendClaim, times: SendTimes): SendStep {
  const { message } = claim;
  if (message.status === "in_flight") {
    // Its sender lost the place or died after the mark: its fate is unknown.
    const detail = "its sender stopped between the mark and the answer";
    const settlement: Settlement = message.isCancelled ? STOPPED : { kind: "in_doubt", doubtMs: times.doubtMs, detail };
    return { kind: "settle", settlement, outcome: { kind: "in_doubt", detail } };
  }
  if (message.isCancelled) return { kind: "settle", settlement: STOPPED, outcome: null };
  if (message.status === "in_doubt") {
    const decision = decideDoubt(claim, times);
    if (decision !== null) return decision;
  }
  return mayLeave(claim);
}

/** null: it is sent once more, if it still may leave. */
function decideDoubt(claim: SendClaim, times: SendTimes): SendStep | null {
  const { message, doubtUntil, flowProvenAt, now } = claim;
  const withProofMs = doubtUntil?.getTime() ?? 0;
  const decidedAtMs =
    flowProvenAt === null
      ? withProofMs + times.doubtWithoutProofMs - times.doubtMs
      : Math.max(withProofMs, flowProvenAt.getTime() + times.doubtMs);
  // Proof may allow an earlier answer: look again when it could.
  const leftMs = decidedAtMs - now.getTime();
  if (leftMs > 0) return { kind: "wait", delayMs: flowProvenAt === null ? Math.min(leftMs, times.doubtMs) : leftMs };
  if (message.onDoubt === "hold") return fail("in doubt, and held: a person decides", true);
  if (message.onDoubt === "drop") return drop("in doubt, and not to be sent twice");
  const doubts = message.tries["in_doubt"] ?? 0;
  if (doubts >= MAX_DOUBTFUL_SENDS) return fail(`in doubt ${doubts} times: a person decides`, true);
  // Webhooks have come and none names it: it did not go out. Without webhooks its fate is unknown.
  // A lone reply is then worth a rare duplicate; a reply that the conversation has left behind is
  // not.
  if (flowProvenAt === null && claim.hasNewerInbound) return drop("in doubt, and the customer has written since");
  return null;
}

/** How soon what is interrupted is looked at again while a turn is about to drop it. */
const LOOK_AGAIN_MS = 2_000;

/**
 * How soon a template behind a spam limit is looked at again: the answer to a customer who writes
 * meanwhile waits no longer.
 */
const HELD_TEMPLATE_LOOK_MS = 30_000;

function mayLeave(claim: SendClaim): SendStep {
  const { message, now, purpose } = claim;
  const { content } = message;
  // The register decides what a template is, never its caller's word.
  const isMarketing = claim.template?.category === "marketing";
  if (claim.isInterrupted) {
    // The turn has read it as unsaid: dropped here, what it has read would no longer be so.
    if (claim.turnIsComing && message.status === "queued") return { kind: "wait", delayMs: LOOK_AGAIN_MS };
    return drop("the customer spoke before it left", "interrupted");
  }
  if (content.type === "template") {
    // Its category is the register's of now: Meta may have changed it since the decision.
    const fault = templateFault({ ...content, category: undefined }, claim.template);
    if (fault !== null) return drop(fault.message);
    if (isMarketing && claim.marketingStopped) {
      return drop("the customer has stopped marketing messages");
    }
    if (claim.hasOptedOut) return drop("the customer wants no more messages");
    const heldMs = (claim.proactiveHeldUntil?.getTime() ?? 0) - now.getTime();
    if (heldMs > 0) {
      // Later messages answer the customer, and must not wait for a day.
      if (claim.hasNewerInbound) return drop("held back by a spam limit, and the customer has written since");
      return { kind: "wait", delayMs: Math.min(heldMs, HELD_TEMPLATE_LOOK_MS) };
    }
  } else if (!isWindowOpen(message.lastCustomerMessageAt, now)) {
    return drop("the 24-hour window is closed");
  }
  if (purpose !== "reply" || isMarketing) {
    const held = unasked(claim, isMarketing);
    if (held !== null) return held;
  }
  const waitMs = Math.max(claim.pairAllowedAt?.getTime() ?? 0, claim.leavesAt?.getTime() ?? 0) - now.getTime();
  return waitMs > 0 ? { kind: "wait", delayMs: waitMs } : { kind: "send" };
}

/** What holds back an unrequested message now; null when it may leave. */
function unasked(
  { purpose, marketingStopped, usefulUntil, contactHours, hasNewerInbound, now }: SendClaim,
  isMarketing: boolean,
): SendStep | null {
  if (marketingStopped) return drop("the customer wants nothing that they did not ask for");
  if (usefulUntil !== null && now > usefulUntil) return drop("it is of no use any more");
  // A time that the customer has named is for what they asked to be told, which no advertisement is.
  if ((purpose === "requested" && !isMarketing) || mayContact(now, contactHours)) return null;
  const next = nextContactAt(now, contactHours);
  if (next === null) return drop("the shop is never open");
  // Later messages answer the customer, and must not wait for the morning.
  if (hasNewerInbound) return drop("held back by the hours of contact, and the customer has written since");
  return { kind: "wait", delayMs: Math.min(next.getTime() - now.getTime(), HELD_TEMPLATE_LOOK_MS) };
}

/**
 * For a message that its own turn's commit has marked: no claim has judged it, and its turn may
 * have slept through the end of the window (a machine that was shut overnight).
 */
export function mayLeaveAtOnce({ content, lastCustomerMessageAt, inFlightAt }: OutboxMessage): boolean {
  return content.type === "template" || (inFlightAt !== null && isWindowOpen(lastCustomerMessageAt, inFlightAt));
}

function drop(reason: string, code?: "interrupted"): SendStep {
  const settlement: Settlement = { kind: "dropped", reason, ...(code === undefined ? {} : { code }) };
  return { kind: "settle", settlement, outcome: null };
}

function fail(detail: string, isHeld: true): SendStep {
  return { kind: "settle", settlement: { kind: "failed", code: null, detail, isHeld }, outcome: null };
}

/** What a send's outcome means for its message. `random` in [0, 1) spreads the retries. */
export function settlementOf(
  outcome: SendOutcome,
  message: Pick<OutboxMessage, "tries">,
  times: SendTimes,
  random: number,
): Settlement {
  switch (outcome.kind) {
    case "accepted":
      return { kind: "accepted", wamid: outcome.wamid, recipientPhone: outcome.recipientPhone };
    case "in_doubt":
      return { kind: "in_doubt", doubtMs: times.doubtMs, detail: outcome.detail };
    case "refused":
      return refusal(outcome, message, random);
    case "not_sent":
      return retryOrGiveUp(outcome, NOT_SENT_SPACING, (message.tries["not_sent"] ?? 0) + 1, random);
  }
}

function refusal(
  outcome: Extract<SendOutcome, { kind: "refused" }>,
  message: Pick<OutboxMessage, "tries">,
  random: number,
): Settlement {
  const policy = REFUSALS[outcome.refusal];
  switch (policy.again) {
    case "soon": {
      if (policy.spacing === null) throw new Error(`refusals of kind ${outcome.refusal} have no spacing`);
      const settlement = retryOrGiveUp(outcome, policy.spacing, (message.tries[outcome.refusal] ?? 0) + 1, random);
      // Only the channel itself knows how long its own limit lasts.
      return settlement.kind === "retry" && outcome.retryAfterMs !== null
        ? { ...settlement, delayMs: Math.max(settlement.delayMs, outcome.retryAfterMs) }
        : settlement;
    }
    case "once_mended":
      // It keeps its place; the circuit that it opens says when it is tried again.
      return { kind: "retry", delayMs: 0, detail: outcome.detail };
    case "never":
      return { kind: "failed", code: outcome.code, detail: outcome.detail };
  }
}

function retryOrGiveUp(
  outcome: Extract<SendOutcome, { kind: "refused" | "not_sent" }>,
  spacing: Spacing,
  tries: number,
  random: number,
): Settlement {
  const delayMs = nextTryMs(spacing, tries, random);
  if (delayMs !== null) return { kind: "retry", delayMs, detail: outcome.detail };
  const code = outcome.kind === "refused" ? outcome.code : null;
  return { kind: "failed", code, detail: `${outcome.detail} (after ${tries} attempts)` };
}

/** How often a closed number or token is tried by one message; a throttle lasts seconds, the rest waits for people. */
const TRY_THROTTLE_MS = 5_000;
const TRY_MENDED_MS = 60_000;

/** After Meta has reported spam, no unrequested message leaves for a day. */
const PROACTIVE_PAUSE_MS = 24 * 60 * 60_000;

/**
 * The circuit that a refusal opens, for how long at first, and how often it is tried after that.
 */
export interface CircuitOrder {
  readonly scope: CircuitScope;
  readonly holdMs: number;
  readonly probeEveryMs: number;
}

/** `delayMs`: when the refused message itself is tried again. Null where a refusal concerns its own message alone. */
export function circuitOf(refusal: RefusalKind, delayMs: number): CircuitOrder | null {
  const { circuit, again } = REFUSALS[refusal];
  if (circuit === null) return null;
  if (circuit === "proactive") return { scope: circuit, holdMs: PROACTIVE_PAUSE_MS, probeEveryMs: PROACTIVE_PAUSE_MS };
  return again === "soon"
    ? { scope: circuit, holdMs: delayMs, probeEveryMs: TRY_THROTTLE_MS }
    : { scope: circuit, holdMs: TRY_MENDED_MS, probeEveryMs: TRY_MENDED_MS };
}
