/** What an endpoint may ask for. The names with `agent/` are those that other engines know these events by. */
export const FEED_KINDS = [
  "order.confirmed",
  "order.updated",
  "order.packed",
  "order.sent",
  "order.delivered",
  "order.returned",
  "order.cancelled",
  "handoff",
  "confirmation.waiting",
  "task.created",
  "run.dead_letter",
  "session.started",
  "agent/session.started",
  "agent/customer.message",
  "agent/collecting_data.started",
  "agent/promos.offered",
] as const;
export type FeedKind = (typeof FEED_KINDS)[number];

export const FEED_STATUSES = ["pending", "delivered", "parked"] as const;
export type FeedStatus = (typeof FEED_STATUSES)[number];

/** What a person of the shop is told of on their own browser. */
export const DEVICE_KINDS: readonly FeedKind[] = ["handoff", "confirmation.waiting", "task.created", "run.dead_letter"];

/** Browsers of the people of one workspace. */
export const MOST_DEVICES = 100;

/** Each endpoint gets a copy of each event, so a workspace has few. */
export const MOST_ENDPOINTS = 10;

/** After a rotation the former secret signs beside the new one for so long. */
export const FORMER_SECRET_HOURS = 24;

/** Begins a secret, as Standard Webhooks writes one; what follows is base64. */
export const SECRET_PREFIX = "whsec_";

const FIRST_RETRY_MS = 5_000;
const LAST_RETRY_MS = 3_600_000;
/** About a day: 85 minutes of doubling delays, then once an hour. */
const MOST_TRIES = 33;
const LAST_REST_MS = 60_000;

export type PostOutcome =
  | { readonly kind: "taken" }
  /** `isDown`: the receiver as a whole does not take posts, whatever they hold. */
  | { readonly kind: "failed"; readonly detail: string; readonly isDown: boolean; readonly isFinal: boolean };

export type PostFate =
  | { readonly kind: "delivered" }
  | { readonly kind: "retry"; readonly delayMs: number; readonly restMs: number; readonly detail: string }
  | { readonly kind: "parked"; readonly detail: string }
  /** The browser is told nothing more. */
  | { readonly kind: "gone"; readonly detail: string };

/** About five minutes: a browser that is told later learns nothing that its person has not seen. */
const MOST_DEVICE_TRIES = 6;

/** The fate of a message to a browser of the shop's people. */
export function deviceFateOf(outcome: PostOutcome, failures: number, endpointFailures: number): PostFate {
  if (outcome.kind === "failed" && outcome.isFinal) return { kind: "gone", detail: outcome.detail };
  if (outcome.kind === "failed" && failures + 1 >= MOST_DEVICE_TRIES) return { kind: "parked", detail: outcome.detail };
  return fateOf(outcome, failures, endpointFailures);
}

/** `failures`: the failed posts of this event. `endpointFailures`: those of its endpoint in a row. Both before this post. */
export function fateOf(outcome: PostOutcome, failures: number, endpointFailures: number): PostFate {
  if (outcome.kind === "taken") return { kind: "delivered" };
  const { detail, isDown, isFinal } = outcome;
  if (isFinal || failures + 1 >= MOST_TRIES) return { kind: "parked", detail };
  return {
    kind: "retry",
    delayMs: doubled(failures, LAST_RETRY_MS),
    restMs: isDown ? doubled(endpointFailures, LAST_REST_MS) : 0,
    detail,
  };
}

function doubled(failures: number, mostMs: number): number {
  return Math.min(mostMs, FIRST_RETRY_MS * 2 ** Math.min(failures, 20));
}
