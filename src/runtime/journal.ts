import type { Phase, StepRecord } from "../core/turn.ts";

/**
 * The journal of one run. What a former attempt completed is replayed from it, never done again; what this attempt does
 * is buffered, and written at the barrier (before an outside effect) or with the turn's commit.
 */
export interface Journal {
  /** The step of this name as it stands, from a former attempt or from this one. */
  find(name: string): StepRecord | null;
  record(step: StepRecord): void;
  /** What is not in the database yet, in order. */
  unwritten(): StepRecord[];
  /** Called when the unwritten steps have been committed. */
  markWritten(): void;
}

export function openJournal(former: readonly StepRecord[]): Journal {
  const steps = new Map(former.map((step) => [step.name, step]));
  const unwritten = new Set<string>();
  return {
    find: (name) => steps.get(name) ?? null,
    record(step) {
      steps.set(step.name, step);
      // Set again, so that the order is the order of the last writing.
      unwritten.delete(step.name);
      unwritten.add(step.name);
    },
    unwritten: () => [...unwritten].map((name) => steps.get(name) as StepRecord),
    markWritten: () => unwritten.clear(),
  };
}

/** Measures a phase from outside and writes it into the journal under its own name. */
export async function timePhase<Result>(
  journal: Journal,
  phase: Phase,
  clock: { now(): Date; monotonicMs(): number },
  finished: (phase: Phase, durationMs: number) => void,
  work: () => Result | Promise<Result>,
  output: (result: Result) => unknown,
): Promise<Result> {
  const startedAt = clock.now();
  const startedMs = clock.monotonicMs();
  const write = (status: StepRecord["status"], result: unknown) => {
    const durationMs = clock.monotonicMs() - startedMs;
    journal.record({ phase, name: phase, status, startedAt, durationMs, output: result });
    finished(phase, durationMs);
  };
  try {
    const result = await work();
    write("ok", output(result));
    return result;
  } catch (error) {
    write("error", null);
    throw error;
  }
}
