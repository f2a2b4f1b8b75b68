import type { Engine } from "../agent/intent.ts";
import type { AuditCount } from "../agent/local-trust.ts";
import type { WorkspaceId } from "../ids.ts";

/** Learning from traffic, as people see and steer it (`recado nlu …`). */
export interface LearningAdmin {
  status(workspace: WorkspaceId, days: number): Promise<LearningStatus>;
  /** Whether the workspace keeps texts for learning. Switched off, those that it kept are deleted. False: it was so already. */
  keepTexts(workspace: WorkspaceId, keeps: boolean, by: string): Promise<boolean>;
  /**
   * What a person should look at: what the engines were unsure of, were contradicted in, or was drawn for an audit and has no
   * label. One for each text and agent, the most frequent first.
   */
  harvest(workspace: WorkspaceId, wanted: HarvestWanted): Promise<HarvestedText[]>;
  /** A person's labels, of every sample of that agent with that text. How many samples each labelled. */
  review(workspace: WorkspaceId, labels: readonly ReviewedText[], by: string): Promise<number>;
  /** Lifts the stops of one agent, or of all. Those that were lifted. */
  resume(
    workspace: WorkspaceId,
    agentId: string | null,
    by: string,
  ): Promise<{ agentId: string; localModel: string }[]>;
}

export interface HarvestWanted {
  readonly agentId: string | null;
  readonly days: number;
  readonly limit: number;
}

export type HarvestReason = "disagreed" | "audit" | "unsure";

export interface HarvestedText {
  readonly agentId: string;
  readonly textHash: string;
  readonly text: string;
  readonly seen: number;
  readonly reason: HarvestReason;
  /** What the engine of the newest sample said, and what an auditor said. */
  readonly intent: string;
  readonly engine: Engine;
  readonly confidence: number;
  readonly alternatives: readonly { readonly intent: string; readonly confidence: number }[];
  readonly label: string | null;
  readonly labelConfidence: number | null;
}

export interface ReviewedText {
  readonly agentId: string;
  readonly textHash: string;
  readonly label: string;
}

export interface LearningStatus {
  readonly keepsTexts: boolean;
  readonly days: number;
  readonly agents: readonly AgentLearning[];
}

export interface AgentLearning extends AuditCount {
  readonly agentId: string;
  readonly decisions: number;
  readonly byEngine: Readonly<Partial<Record<Engine, number>>>;
  /** Answered without asking a language model because the agent's own engines were sure. */
  readonly settled: number;
  /** Drawn for an audit and without a label. */
  readonly waiting: number;
  /** The model of its own that it uses, where that is stopped. */
  readonly stopped: readonly { readonly localModel: string; readonly stoppedAt: Date }[];
}
