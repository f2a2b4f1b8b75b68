import type { RunId } from "../../core/ids.ts";
import type { StepRecord } from "../../core/turn/turn.ts";

/** An attempt that died before its commit: its run, and the steps that had been written by then. */
export interface DeadAttempt {
  readonly runId: RunId;
  readonly journal: readonly StepRecord[];
}

/**
 * The engine of a conversation in memory dies in the middle of a turn. What it had journaled
 * outlives it.
 */
export class EngineKilled extends Error {
  readonly attempt: DeadAttempt;
  /** Tools that had been called. */
  readonly tools: readonly string[];

  constructor(attempt: DeadAttempt, tools: readonly string[]) {
    super("the engine was killed in the middle of a turn");
    this.attempt = attempt;
    this.tools = tools;
  }
}
