import type { Engine, IntentInfo } from "../../agent/intent.ts";
import type { ConversationId, WorkspaceId } from "../../ids.ts";
import type { EventSource } from "../../inbound/event.ts";
import type { AuditQuestion } from "../governance/auditor.ts";
import type { LocalModelCount } from "../health.ts";

/**
 * Learning from traffic, as the workers do it: beside the turns, never on their road. Every call may be made by every worker at
 * any time, and be repeated after a crash.
 */
export interface Learning {
  /**
   * Begins a round in each workspace whose last look is `roundMs` old: what was understood in its
   * runs since then, in order, at most `limit` events on. What the `silent` sources said in them is
   * left out.
   */
  takeRounds(roundMs: number, limit: number, silent: readonly EventSource[]): Promise<CopyRound[]>;
  /** Keeps the samples of a round and moves its mark, or does neither: false when another worker was faster. */
  keepRound(round: CopyRound, samples: readonly NewSample[]): Promise<boolean>;
  /**
   * Takes messages to be audited for `leaseMs`. A message whose words are gone from the chat record
   * is not waited for.
   */
  claimAudits(limit: number, leaseMs: number): Promise<ClaimedAudit[]>;
  /** What a model said. A label that a person has given in the meantime stands. */
  recordAudit(audit: AuditQuestion, label: AuditLabel): Promise<void>;
  /** Asked again after `delayMs`; null: not any more, it waits for a person. */
  postponeAudit(audit: AuditQuestion, delayMs: number | null): Promise<void>;
  /** The audits of the last days, for each agent and model of its own. */
  countAudits(days: number): Promise<AuditedModel[]>;
  /** False when it is stopped already, or a person has lifted the stop since `countedAt`. */
  stop(model: AuditedModel): Promise<boolean>;
  /** All that are stopped now. */
  stops(): Promise<LocalStop[]>;
}

export interface CopyRound {
  readonly workspaceId: WorkspaceId;
  /** Where the mark stood, and where it will stand. */
  readonly from: Mark;
  readonly to: Mark;
  /** Key of the text hashes. */
  readonly salt: Uint8Array;
  /** The round ended because of its limit: there is more. */
  readonly hasMore: boolean;
  readonly decisions: readonly JournaledDecision[];
  /** Decisions that this version cannot read; they are passed over. */
  readonly unreadable: number;
}

/** A place in the events of a workspace. The time is text: it has more digits than a `Date`. */
export interface Mark {
  readonly at: string;
  readonly id: string;
}

/** What an agent understood in a run that is over. */
export interface JournaledDecision {
  readonly runId: string;
  readonly conversationId: ConversationId;
  readonly agentId: string;
  readonly agentVersion: string;
  readonly localModel: string | null;
  readonly mode: string | null;
  readonly info: IntentInfo & { readonly engine: Engine };
  /** What the customer said in it, from the chat record. */
  readonly text: string;
}

export interface NewSample {
  readonly decision: JournaledDecision;
  readonly textHash: string;
  readonly isAudited: boolean;
}

export interface ClaimedAudit extends AuditQuestion {
  readonly intent: string;
  /** This one included. */
  readonly tries: number;
}

export interface AuditLabel {
  readonly label: string;
  readonly confidence: number | null;
  /** `model:<name>`, or a person. */
  readonly by: string;
}

export interface AuditedModel extends LocalModelCount {
  readonly workspaceId: WorkspaceId;
  readonly countedAt: Date;
}

export interface LocalStop {
  readonly workspaceId: WorkspaceId;
  readonly agentId: string;
  readonly localModel: string;
  readonly stoppedAt: Date;
}
