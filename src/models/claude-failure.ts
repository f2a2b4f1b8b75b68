import type { ModelFailure, ModelFailureKind, ModelUsage } from "../core/ports/model.ts";
import type { Cut } from "./call-deadline.ts";
import { shortName } from "./claude-answer.ts";

/** The content of the SDK's errors; structural, so that nothing here loads the SDK. */
export interface ApiErrorFacts {
  readonly status: number | null;
  readonly type: string | null;
  readonly errorCode: string | null;
  readonly headers: Headers | null;
}

/** Money: waiting does not help, a person must act. */
const SPENT: ReadonlySet<string> = new Set([
  "billing_error",
  "contract_spend_limit_reached",
  "enforced_spend_limit_reached",
  "linked_organization_billing_unavailable",
  "linked_organization_spend_limit_reached",
]);

/** The content of an error inside a stream, which has no status. */
const NEVER: ReadonlySet<string> = new Set([
  "invalid_request_error",
  "authentication_error",
  "permission_error",
  "not_found_error",
]);

/** Judged by status, type and code; never by the words of a message, which change. */
export function classifyApiError(error: ApiErrorFacts, usage: ModelUsage | null): ModelFailure {
  const wait = error.headers === null ? null : retryAfterMs(error.headers);
  const name = shortName(error.errorCode) ?? shortName(error.type);
  return {
    kind: kindOf(error, wait),
    code: name ?? (error.status === null ? "connection" : `http_${error.status}`),
    httpStatus: error.status,
    retryAfterMs: wait,
    usage,
  };
}

function kindOf({ status, type, errorCode }: ApiErrorFacts, wait: number | null): ModelFailureKind {
  if (SPENT.has(errorCode ?? "") || SPENT.has(type ?? "") || status === 402) return "spend";
  if (status === null) return NEVER.has(type ?? "") ? "never" : "retry_later";
  // A limit of pace says how long; a 429 that says nothing is a limit of spend, unless it names itself.
  if (status === 429) return wait === null && errorCode === null ? "spend" : "retry_later";
  return status === 408 || status === 409 || status >= 500 ? "retry_later" : "never";
}

/** An error that is no answer of the provider's: a broken body, a cut connection, our own deadline. */
export function classifyCut(
  cut: Cut | "broken_body" | "connection" | "stream_cut",
  usage: ModelUsage | null,
): ModelFailure {
  return { kind: "retry_later", code: cut, httpStatus: null, retryAfterMs: null, usage };
}

/** A server may ask for minutes. Longer than a day is a mistake of its clock. */
const LONGEST_MS = 24 * 60 * 60_000;

export function retryAfterMs(headers: Headers): number | null {
  const exact = headers.get("retry-after-ms")?.trim() ?? "";
  if (/^\d{1,9}(\.\d+)?$/.test(exact)) return Math.min(LONGEST_MS, Math.ceil(Number(exact)));
  const written = headers.get("retry-after")?.trim() ?? "";
  if (/^\d{1,6}(\.\d+)?$/.test(written)) return Math.min(LONGEST_MS, Math.ceil(Number(written) * 1_000));
  // A date counts by the server's own clock, where it tells it.
  const wait = Date.parse(written) - Date.parse(headers.get("date") ?? "");
  return Number.isNaN(wait) ? null : Math.min(LONGEST_MS, Math.max(0, wait));
}
