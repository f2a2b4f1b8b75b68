import type { ToolCallRecord } from "../tool-calls/tool-call.ts";
import type { StepRecord } from "../turn/turn.ts";

/** One attempt at a turn that has ended, as its journal has it. No word of a customer is in what a tracer may pass on. */
export interface TracedTurn {
  readonly workspaceId: string;
  readonly conversationId: string;
  readonly runId: string;
  readonly agentId: string | null;
  readonly agentVersion: string | null;
  readonly attempt: number;
  /** 0: the turn that opened the run. */
  readonly segment: number;
  /**
   * The turn's own when it was committed; else `parked` (it goes on from its journal), `failed` (it is tried again), `buried`
   * (a dead letter) or `lost` (another worker has the conversation).
   */
  readonly outcome: string;
  /** The code of the failure (docs/errors.md); null for an attempt that did not fail. */
  readonly failure: string | null;
  readonly endedAt: Date;
  /** What this attempt did, thoughts that it threw away included; nothing that it replayed. */
  readonly steps: readonly StepRecord[];
  readonly toolCalls: readonly ToolCallRecord[];
}

/** Hears of each attempt after its end is written. It must not throw, and nothing waits for it. */
export interface RunTracer {
  turnEnded(turn: TracedTurn): void;
}
