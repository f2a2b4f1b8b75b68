import * as z from "zod";
import type { ModelFailureKind } from "../core/ports/model.ts";
import type { Transcription } from "../core/ports/transcriber.ts";

type Failed = Extract<Transcription, { kind: "failed" }>;

export function failed(kind: ModelFailureKind, code: string, httpStatus: number | null = null): Failed {
  return { kind: "failed", failure: { kind, code, httpStatus, retryAfterMs: null } };
}

/** Only what looks like a code: an error's words may quote what was sent. */
const CODE = z.string().regex(/^[a-z0-9_.-]{1,64}$/i);
const REFUSAL = z.looseObject({
  error: z.looseObject({ code: CODE.nullish().catch(null), type: CODE.nullish().catch(null) }),
});

/** Quota and credit come back by a person's hand alone, not by waiting. */
const SPENT = new Set(["insufficient_quota", "billing_hard_limit_reached", "billing_not_active"]);
const LATER = new Set([408, 409, 425, 429]);

/** The meaning of an answer other than a 2xx. */
export function failureOfAnswer(response: Response, body: Uint8Array): Failed {
  const { status } = response;
  const code = codeOf(body) ?? (status >= 300 && status < 400 ? "redirected" : `http_${status}`);
  if (status === 402 || SPENT.has(code)) return failed("spend", code, status);
  if (!LATER.has(status) && status < 500) return failed("never", code, status);
  const { failure } = failed("retry_later", code, status);
  return { kind: "failed", failure: { ...failure, retryAfterMs: retryAfterMs(response.headers) } };
}

/** No answer, or one that broke off. */
export function failureOfThrown(thrown: unknown, isLate: boolean): Failed {
  if (isLate) return failed("retry_later", "timeout");
  if (thrown instanceof Error && thrown.name === "AbortError") return failed("retry_later", "aborted");
  return failed("retry_later", "connection");
}

function codeOf(body: Uint8Array): string | null {
  try {
    const read = REFUSAL.safeParse(JSON.parse(new TextDecoder().decode(body)));
    return read.success ? (read.data.error.code ?? read.data.error.type ?? null) : null;
  } catch {
    return null; // A page of some proxy's: the status says enough.
  }
}

function retryAfterMs(headers: Headers): number | null {
  const seconds = Number(headers.get("retry-after") ?? Number.NaN);
  return Number.isFinite(seconds) && seconds >= 0 ? Math.round(seconds * 1_000) : null;
}
