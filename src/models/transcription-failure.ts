import type { ModelFailureKind } from "../core/ports/model/model.ts";
import type { Transcription } from "../core/ports/model/transcriber.ts";

type Failed = Extract<Transcription, { kind: "failed" }>;

export function failed(kind: ModelFailureKind, code: string, httpStatus: number | null = null): Failed {
  return { kind: "failed", failure: { kind, code, httpStatus, retryAfterMs: null } };
}

/** No answer, or one that broke off. */
export function failureOfThrown(thrown: unknown, isLate: boolean): Failed {
  if (isLate) return failed("retry_later", "timeout");
  if (thrown instanceof Error && thrown.name === "AbortError") return failed("retry_later", "aborted");
  return failed("retry_later", "connection");
}
