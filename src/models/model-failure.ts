import type { Cut } from "../core/call-deadline.ts";
import type { ModelFailure, ModelFailureKind, ModelOutcome, ModelUsage } from "../core/ports/model/model.ts";

/** A failure of a 200, with its cost. `code` is ours or a short name of the provider's. */
export function failed(kind: ModelFailureKind, code: string, usage: ModelUsage | null = null): ModelOutcome {
  return { kind: "failed", failure: { kind, code, httpStatus: null, retryAfterMs: null, usage } };
}

/** The request was not sent. */
export function refused(code: string, detail: string): ModelOutcome {
  return {
    kind: "failed",
    failure: { kind: "never", code, httpStatus: null, retryAfterMs: null, usage: null, detail },
  };
}

/** A key travels in a header, which holds only visible ASCII. */
export function isKey(apiKey: string): boolean {
  return /^[\x21-\x7e]+$/.test(apiKey);
}
export const NO_KEY = "the key is empty or holds blanks or letters that no key has";

/** The provider gave no whole answer: a broken body, a cut connection, or our own deadline. */
export function classifyCut(cut: Cut | "broken_body" | "connection"): ModelFailure {
  return { kind: "retry_later", code: cut, httpStatus: null, retryAfterMs: null, usage: null };
}

/** Short names of the provider's may enter logs and metrics; sentences may not. */
export function shortName(name: unknown): string | null {
  return typeof name === "string" && /^[a-z][a-z0-9_]{0,59}$/.test(name) ? name : null;
}

/** A server may ask for minutes. A wait above a day is a mistake of its clock. */
const LONGEST_MS = 24 * 60 * 60_000;

export function retryAfterMs(headers: Headers): number | null {
  const exact = headers.get("retry-after-ms")?.trim() ?? "";
  if (/^\d{1,9}(\.\d+)?$/.test(exact)) return Math.min(LONGEST_MS, Math.ceil(Number(exact)));
  const written = headers.get("retry-after")?.trim() ?? "";
  if (/^\d{1,6}(\.\d+)?$/.test(written)) return Math.min(LONGEST_MS, Math.ceil(Number(written) * 1_000));
  // A date counts by the server's own clock, which the same answer tells.
  const wait = Date.parse(written) - Date.parse(headers.get("date") ?? "");
  return Number.isNaN(wait) ? null : Math.min(LONGEST_MS, Math.max(0, wait));
}
