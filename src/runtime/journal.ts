import type { Clock } from "../core/ports/clock.ts";
import type { ToolCallRecord } from "../core/tools/tool-call.ts";
import type { Phase, StepRecord } from "../core/turn/turn.ts";
import type { RuntimeMetrics } from "./runtime-metrics.ts";

/**
 * The journal of one run. What a former attempt completed is replayed from it, never done again; what this attempt does
 * is buffered, and written at the barrier (before an outside effect) or with the turn's commit.
 */
export interface Journal {
  /** The step of this name as it stands, from a former attempt or from this one. */
  find(name: string): StepRecord | null;
  /** Gives a step its place before it is recorded: what is begun inside of it stands after it. */
  takePlace(name: string): void;
  /** A step that has no place yet takes the next one; recorded again, it keeps the one it has. */
  record(step: Omit<StepRecord, "position">): void;
  /** Every step as it stands. */
  steps(): StepRecord[];
  /** What is not in the database yet, in order. */
  unwritten(): StepRecord[];
  /** A tool call with its verdict and its end; the last one of an id stands. `isOurs`: it is done by the turn's commit. */
  noteCall(call: ToolCallRecord, isOurs: boolean): void;
  /** A call that was tried before anything was decided: it changed nothing, and stands whatever becomes of the attempt. */
  noteTrial(call: ToolCallRecord): void;
  trials(): ToolCallRecord[];
  /** All of them, the trials first. */
  calls(): ToolCallRecord[];
  /** The same where nothing is committed: what the commit would have done was not done. */
  callsOfFailure(): ToolCallRecord[];
  /** Called when the unwritten steps have been committed, or the one of this name. */
  markWritten(name?: string): void;
}

/** `tried`: in a thought that was thrown away, and written down nowhere yet. */
export function openJournal(former: readonly StepRecord[], tried: readonly ToolCallRecord[] = []): Journal {
  const steps = new Map(former.map((step) => [step.name, step]));
  const unwritten = new Map<string, StepRecord>();
  const calls = new Map<string, { readonly call: ToolCallRecord; readonly isOurs: boolean }>();
  const trials: ToolCallRecord[] = tried.map((call) => ({ ...call, status: "discarded" }));
  // Of this attempt alone: what is done anew stands behind everything that former attempts did.
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
    record(step) {
      const placed = { ...step, position: placeOf(step.name) };
      steps.set(step.name, placed);
      unwritten.set(step.name, placed);
    },
    steps: () => [...steps.values()],
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

/** Runs the work of a phase. `output` says what of its result is journaled; without it nothing is. */
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
  return async (phase, work, output = () => null) => {
    const startedAt = clock.now();
    const startedMs = clock.monotonicMs();
    journal.takePlace(phase);
    const write = (status: StepRecord["status"], result: unknown) => {
      const durationMs = clock.monotonicMs() - startedMs;
      journal.record({ phase, name: phase, status, startedAt, durationMs, output: result });
      metrics.phaseFinished(phase, durationMs);
    };
    try {
      const result = await work();
      write("ok", output(result));
      return result;
    } catch (error) {
      write("error", null);
      throw error;
    }
  };
}
