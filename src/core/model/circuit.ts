import type { ModelFailure } from "../ports/model/model.ts";

/**
 * The circuit of one model (L-19). After failures that say that it is down, calls skip it for 30
 * seconds; then one call tries it, and its answer closes the circuit. A refused key or used-up
 * credit opens it at once.
 */
export interface ModelCircuit {
  readonly failures: number;
  /** Milliseconds of the process's own clock; null while it is closed. */
  readonly openUntilMs: number | null;
}

export const CLOSED: ModelCircuit = { failures: 0, openUntilMs: null };

export const OPEN_MS = 30_000;
/** Failures in a row that are no accident any more. */
const FAILURES_TO_OPEN = 3;

/** `probe`: the one call that finds out. Its caller takes the place with `probing`, so that no other goes with it. */
export function passage(circuit: ModelCircuit, nowMs: number): "open" | "closed" | "probe" {
  if (circuit.openUntilMs === null) return "closed";
  return nowMs < circuit.openUntilMs ? "open" : "probe";
}

/**
 * While the probe is out, every other call finds the circuit open. A probe that never ends holds it
 * no longer than that.
 */
export function probing(circuit: ModelCircuit, nowMs: number): ModelCircuit {
  return { ...circuit, openUntilMs: nowMs + OPEN_MS };
}

export function afterFailure(circuit: ModelCircuit, failure: ModelFailure, nowMs: number): ModelCircuit {
  if (isForPerson(failure)) return { failures: circuit.failures + 1, openUntilMs: nowMs + OPEN_MS };
  // After a wrong request, a refusal or an invalid answer, the next request may succeed.
  if (failure.kind !== "retry_later") return CLOSED;
  const failures = circuit.failures + 1;
  return { failures, openUntilMs: failures >= FAILURES_TO_OPEN ? nowMs + OPEN_MS : null };
}

/** A key that is refused, a quota or credit that is used up, a model that there is none of: a person must act. */
export function isForPerson({ kind, httpStatus }: ModelFailure): boolean {
  return kind === "spend" || (kind === "never" && (httpStatus === 401 || httpStatus === 403 || httpStatus === 404));
}
