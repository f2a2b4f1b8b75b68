import type { ToolCallRecord } from "../tool-calls/tool-call.ts";
import type { StepRecord } from "../turn/turn.ts";

/** A turn that was committed, as its journal has it. No word of a customer is in what a tracer may pass on. */
export interface TracedTurn {
  readonly workspaceId: string;
  readonly conversationId: string;
  readonly runId: string;
  readonly agentId: string | null;
  readonly agentVersion: string | null;
  readonly attempt: number;
  /** 0: the turn that opened the run. */
  readonly segment: number;
  readonly outcome: string;
  readonly steps: readonly StepRecord[];
  readonly toolCalls: readonly ToolCallRecord[];
}

/** Hears of each committed turn, after its commit. It must not throw, and nothing waits for it. */
export interface RunTracer {
  turnEnded(turn: TracedTurn): void;
}
