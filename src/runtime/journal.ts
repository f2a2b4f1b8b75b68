import type { Clock } from "../core/ports/clock.ts";
import type { ToolCallRecord } from "../core/tool-calls/tool-call.ts";
import type { Phase, StepRecord } from "../core/turn/turn.ts";
import type { RuntimeMetrics } from "./runtime-metrics.ts";

/**
 * The journal of one run. Work that an earlier attempt completed is replayed from it, never
 * repeated. This attempt's steps are buffered and written before an outside effect or with the
 * turn's commit.
 */
export interface Journal {
  /** The current step of this name, from an earlier attempt or from this one. */
  find(name: string): StepRecord | null;
  /** Gives a step its place before it is recorded, so that steps inside it follow it. */
  takePlace(name: string): void;
  /** A step without a place takes the next one. A step that is recorded again keeps its place. */
  record(step: Omit<StepRecord, "position">): void;
  /** Every step in its current state. */
  steps(): StepRecord[];
  /** The steps of this attempt, written or not, in order. */
  ofAttempt(): StepRecord[];
  /** The steps that are not in the database yet, in order. */
  unwritten(): StepRecord[];
  /**
   * A tool call with its verdict and its end; the last one of an id stands. `isOurs`: the turn's
   * commit carries it out.
   */
  noteCall(call: ToolCallRecord, isOurs: boolean): void;
  /**
   * A call that was tried before the decision. It changed nothing, and stands whatever happens to
   * the attempt.
   */
  noteTrial(call: ToolCallRecord): void;
  trials(): ToolCallRecord[];
  /** All calls, the trials first. */
  calls(): ToolCallRecord[];
  /** The same for a turn that does not commit: the commit's own calls were not carried out. */
  callsOfFailure(): ToolCallRecord[];
  /** Called when the unwritten steps have been committed, or the one of this name. */
  markWritten(name?: string): void;
}

/** `tried`: a call in a thought that was thrown away, not written anywhere yet. */
export function openJournal(former: readonly StepRecord[], tried: readonly ToolCallRecord[] = []): Journal {
  const steps = new Map(former.map((step) => [step.name, step]));
  const unwritten = new Map<string, StepRecord>();
  const calls = new Map<string, { readonly call: ToolCallRecord; readonly isOurs: boolean }>();
  const trials: ToolCallRecord[] = tried.map((call) => ({ ...call, status: "discarded" }));
  // Only of this attempt: new steps follow everything that earlier attempts did.
  const places = new Map<string, number>();
  let nextPlace = former.reduce((next, { position }) => Math.max(next, position + 1), 0);
  const placeOf = (name: string) => {
    const place = places.get(name) ?? nextPlace++;
    places.set(name, place);
    return place;
  };
  return {
    find: (name) => steps.get(name) ?? null,
    takePlace(name) {
      placeOf(name);
    },
    record({ phase, name, status, startedAt, durationMs, output }) {
      const placed = { phase, name, position: placeOf(name), status, startedAt, durationMs, output };
      steps.set(name, placed);
      unwritten.set(name, placed);
    },
    steps: () => [...steps.values()],
    ofAttempt: () =>
      [...steps.values()].filter(({ name }) => places.has(name)).sort((one, other) => one.position - other.position),
    unwritten: () => [...unwritten.values()].sort((one, other) => one.position - other.position),
    noteCall(call, isOurs) {
      calls.set(call.callId, { call, isOurs });
    },
    noteTrial(call) {
      const earlier = trials.filter(({ callId }) => callId.startsWith(`${call.callId}:trial`)).length;
      trials.push({ ...call, callId: `${call.callId}:trial${earlier === 0 ? "" : `.${earlier + 1}`}` });
    },
    trials: () => trials,
    calls: () => [...trials, ...[...calls.values()].map(({ call }) => call)],
    callsOfFailure: () => [
      ...trials,
      ...[...calls.values()].map(({ call, isOurs }) => (isOurs && call.status === "ok" ? undone(call) : call)),
    ],
    markWritten(name) {
      if (name === undefined) unwritten.clear();
      else unwritten.delete(name);
    },
  };
}

function undone(call: ToolCallRecord): ToolCallRecord {
  return { ...call, status: "error", output: null, error: "its turn was not committed: nothing was done" };
}

/**
 * Runs the work of a phase. `output` chooses what of its result is journaled; without it nothing
 * is.
 */
export type TimedPhase = <Result>(
  phase: Phase,
  work: () => Result | Promise<Result>,
  output?: (result: Result) => unknown,
) => Promise<Result>;

/** Measures phases from outside and writes each into the journal under its own name. */
export function timePhases(
  journal: Journal,
  { clock, metrics }: { readonly clock: Clock; readonly metrics: Pick<RuntimeMetrics, "phaseFinished"> },
): TimedPhase {
  return async (phase, work, output) => {
    const startedAt = clock.now();
    const startedMs = clock.monotonicMs();
    journal.takePlace(phase);
    let status: StepRecord["status"] = "error";
    let journaled: unknown = null;
    try {
      const result = await work();
      journaled = output === undefined ? null : output(result);
      status = "ok";
      return result;
    } finally {
      const durationMs = clock.monotonicMs() - startedMs;
      journal.record({ phase, name: phase, status, startedAt, durationMs, output: journaled });
      metrics.phaseFinished(phase, durationMs);
    }
  };
}
