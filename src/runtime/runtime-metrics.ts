import type { InputClass } from "../core/inbound/input-class.ts";
import type { DataClass } from "../core/operations/retention.ts";
import type { ModelCall } from "../core/ports/model/model-ledger.ts";
import type { ModelPurpose, NotAsked } from "../core/ports/model/turn-model.ts";
import type { ToolResult } from "../core/ports/tools.ts";
import type { Phase } from "../core/turn/turn.ts";
import type { RunCost } from "./run-cost.ts";

/** What the runtime reports to the metrics. */
export interface RuntimeMetrics {
  turnFinished(turn: { outcome: string; inputClass: string | null; durationMs: number }): void;
  phaseFinished(phase: Phase, durationMs: number): void;
  sendFinished(outcome: string): void;
  /** A message provably went out twice. */
  sendDuplicated(): void;
  /**
   * The result for a customer's file; `outcome` is `heard`, `seen`, or why it was not understood.
   */
  understood(file: { medium: string; outcome: string; sinceReceiptMs: number }): void;
  /** Rows that a night has deleted or blanked. */
  forgotten(of: DataClass, rows: number): void;
  /** Facts about customers that were kept. */
  remembered(facts: number): void;
  /** A turn has read the memory of its customer; whether it held a profile, and facts for the message. */
  memoryRead(read: {
    readonly durationMs: number;
    readonly hasProfile: boolean;
    readonly hasFacts: boolean | null;
  }): void;
  /** A message in doubt was left to a person. */
  messageHeld(): void;
  /** From the commit of the message to the sign that it was read and is being answered. */
  typingStarted(sinceCommitMs: number): void;
  /**
   * The channel has accepted the first reply. `pacedMs`: how long it was typed since the message
   * was committed; `latencyMs`: all the rest (requirement R8).
   */
  replyAccepted(reply: {
    readonly inputClass: InputClass | null;
    readonly latencyMs: number;
    readonly pacedMs: number;
  }): void;
  /** `tool` is an existing tool, else `unknown`: a model's own words are no label. */
  toolCalled(call: { readonly tool: string; readonly outcome: ToolResult["kind"] }): void;
  modelCalled(call: Pick<ModelCall, "purpose" | "model" | "outcome" | "usage" | "cost" | "latencyMs">): void;
  /** A skipped model call. */
  modelNotAsked(question: { readonly purpose: ModelPurpose; readonly reason: NotAsked }): void;
  /** Model cost of a run whose turn was committed, or that went into a newer run. */
  runPaid(cost: RunCost): void;
  /** A question that the journal answered. */
  modelReplayed(purpose: ModelPurpose): void;
}
