import type { StoredCostLine } from "../../answers/cost-line.ts";
import type { ConversationId, RunId, SessionId, WorkspaceId } from "../../ids.ts";
import type { CallCost, Spent } from "../../model/cost-caps.ts";
import type { ClaimedTurn, StepRecord } from "../../turn/turn.ts";
import type { ModelFailureKind, ModelUsage } from "./model.ts";
import type { ModelPurpose, PromptRef } from "./turn-model.ts";

/** Who asks: a turn in its session, or a job. */
export interface ModelScope {
  readonly workspaceId: WorkspaceId;
  /** Null: no customer's conversation has to do with it, and none pays for it. */
  readonly conversationId: ConversationId | null;
  /** Null: the session that is active in the conversation, if there is one. */
  readonly sessionId: SessionId | null;
}

/** What must be known before a model is asked, in one statement. */
export interface ModelStanding extends Spent {
  /** Tokens of the session. */
  readonly usedTokens: number;
  /** What the conversation has cost today, in all its sessions. */
  readonly conversationDayMicroUsd: number;
  readonly summary: string | null;
  /** Turns of the conversation, and how far the summary goes. */
  readonly turnCount: number;
  readonly summarisedThrough: number;
}

/** A call, as it stands in the ledger: one row for each, also for one that failed. */
export interface ModelCall extends ModelScope {
  readonly id: string;
  readonly runId: RunId | null;
  readonly purpose: ModelPurpose;
  readonly key: string;
  readonly model: string;
  readonly prompt: PromptRef;
  readonly outcome: "answered" | ModelFailureKind;
  /** The provider's own word for a failure. */
  readonly failureCode: string | null;
  readonly usage: ModelUsage;
  /** Null: the model has no price. */
  readonly cost: CallCost | null;
  readonly latencyMs: number;
}

/** What the counters stand at after a call. */
export interface Charged extends Spent {
  readonly usedTokens: number;
  /** False: the lease is lost, and the step was not written. True where there was no step. */
  readonly isHeld: boolean;
}

/** What models were asked and what it came to. Calls and counters are written together, in one statement. */
export interface ModelLedger {
  standing(scope: ModelScope): Promise<ModelStanding>;
  /** Writes a call, what it adds to the counters, and the step that journals its answer; once, however often it is tried. */
  record(
    call: ModelCall,
    journaled: { readonly turn: ClaimedTurn; readonly step: StepRecord } | null,
  ): Promise<Charged>;
  /** The newest day first. */
  costs(workspace: WorkspaceId, days: number): Promise<StoredCostLine[]>;
}
