import type { ModelFailure, ModelFailureKind } from "../core/ports/model/model.ts";
import { retryAfterMs, shortName } from "./model-failure.ts";

/** The content of the SDK's errors; structural, so that nothing here loads the SDK. */
export interface ApiErrorFacts {
  /** null when no answer came. */
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

/** Judged by status, type and code; never by the words of a message, which change. */
export function classifyApiError(error: ApiErrorFacts): ModelFailure {
  const wait = error.headers === null ? null : retryAfterMs(error.headers);
  const name = shortName(error.errorCode) ?? shortName(error.type);
  return {
    kind: kindOf(error, wait),
    code: name ?? (error.status === null ? "connection" : `http_${error.status}`),
    httpStatus: error.status,
    retryAfterMs: wait,
    usage: null,
  };
}

function kindOf({ status, type, errorCode }: ApiErrorFacts, wait: number | null): ModelFailureKind {
  if (SPENT.has(errorCode ?? "") || SPENT.has(type ?? "") || status === 402) return "spend";
  if (status === null) return "retry_later";
  // A limit of pace says how long; a 429 that says nothing is a limit of spend, unless it names itself.
  if (status === 429) return wait === null && errorCode === null ? "spend" : "retry_later";
  return status === 408 || status === 409 || status >= 500 ? "retry_later" : "never";
}
