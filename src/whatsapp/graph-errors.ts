import type { RefusalKind } from "../core/outbound/refusal.ts";

/** One row of Graph's table of errors. */
export interface GraphErrorRow {
  readonly code: number | readonly [from: number, through: number];
  readonly meaning: string;
  readonly kind: RefusalKind;
}

/**
 * Graph's error codes as data, for refused sends and for `failed` reports alike. Meta says to decide by the
 * code, never by title, subcode or HTTP status. A code of its own wins over a range that holds it.
 */
export const GRAPH_ERRORS: readonly GraphErrorRow[] = [
  { code: 131056, meaning: "pair rate limit: one customer, too many messages", kind: "pair_limit" },

  { code: 130429, meaning: "Cloud API throughput", kind: "throttled" },
  { code: 4, meaning: "calls of the app", kind: "throttled" },
  { code: 80007, meaning: "calls of the WhatsApp Business account", kind: "throttled" },

  { code: 131057, meaning: "account in maintenance: a throughput upgrade", kind: "maintenance" },
  { code: 133004, meaning: "server temporarily unavailable", kind: "maintenance" },
  { code: 2494100, meaning: "number in maintenance", kind: "maintenance" },

  { code: 1, meaning: "unknown API error", kind: "hiccup" },
  { code: 2, meaning: "service temporarily unavailable", kind: "hiccup" },
  { code: 131000, meaning: "something went wrong", kind: "hiccup" },
  { code: 131016, meaning: "service overloaded", kind: "hiccup" },

  { code: 131047, meaning: "more than 24 hours since the customer wrote", kind: "window_closed" },
  { code: 131026, meaning: "undeliverable: no WhatsApp, old client, terms", kind: "unreachable" },

  { code: 100, meaning: "invalid parameter", kind: "bad_request" },
  { code: 131008, meaning: "required parameter missing", kind: "bad_request" },
  { code: 131009, meaning: "parameter value not valid", kind: "bad_request" },
  { code: 131021, meaning: "sender and recipient are the same", kind: "bad_request" },
  { code: 131051, meaning: "message type not supported", kind: "bad_request" },
  { code: 135000, meaning: "generic user error: parameters", kind: "bad_request" },

  { code: 131052, meaning: "the customer's media cannot be downloaded", kind: "users_media_gone" },
  { code: 131053, meaning: "outbound media rejected", kind: "media" },

  { code: 131048, meaning: "spam rate limit", kind: "spam_limit" },
  { code: 131049, meaning: "marketing cap of this person", kind: "user_limit" },
  { code: 131050, meaning: "the person stopped marketing messages", kind: "marketing_stopped" },
  { code: 130472, meaning: "held out of an experiment", kind: "not_now" },
  { code: 130403, meaning: "the business blocked this person", kind: "blocked_by_us" },
  { code: 131062, meaning: "business-scoped user id not allowed here", kind: "bsuid_not_allowed" },

  { code: 190, meaning: "access token expired", kind: "credential" },
  { code: 0, meaning: "token could not be authenticated", kind: "credential" },
  { code: 3, meaning: "capability or permission of the app", kind: "credential" },
  { code: 10, meaning: "permission not granted or removed", kind: "credential" },
  { code: [200, 299], meaning: "API permission", kind: "credential" },
  { code: 131005, meaning: "access denied", kind: "credential" },

  { code: 368, meaning: "temporarily blocked for policy violations", kind: "number" },
  { code: 130497, meaning: "restricted in this country", kind: "number" },
  { code: 131031, meaning: "account locked", kind: "number" },
  { code: 131042, meaning: "payment issue", kind: "number" },
  { code: 131064, meaning: "classification of the account", kind: "number" },

  { code: 131037, meaning: "display name not approved", kind: "registration" },
  { code: 131045, meaning: "registration of the number: certificate", kind: "registration" },
  { code: 133010, meaning: "number not registered", kind: "registration" },
  { code: [133000, 133999], meaning: "registration and two-step verification", kind: "registration" },

  { code: [132000, 132016], meaning: "template: parameters, existence, policy, pause", kind: "template" },
  { code: [132068, 132069], meaning: "flow blocked or throttled", kind: "template" },
  { code: [134100, 134102], meaning: "template cannot be sent as marketing", kind: "template" },
];

const BY_CODE: ReadonlyMap<number, RefusalKind> = new Map(
  GRAPH_ERRORS.flatMap(({ code, kind }) => (typeof code === "number" ? [[code, kind] as const] : [])),
);

/**
 * @param code `error.code`; null when the answer had none
 * @param isTransient `error.is_transient`: Meta's own word on a code that we do not know
 */
export function refusalKindOf(code: number | null, isTransient = false): RefusalKind {
  if (code === null) return "unknown";
  const own = BY_CODE.get(code);
  if (own !== undefined) return own;
  const range = GRAPH_ERRORS.find((row) => typeof row.code !== "number" && row.code[0] <= code && code <= row.code[1]);
  return range?.kind ?? (isTransient ? "hiccup" : "unknown");
}
