import * as z from "zod";
import type { Engine } from "../../agent/intent.ts";
import type { AuditCount } from "../../agent/local-trust.ts";
import { LearningSample } from "../../answers/lab/learning-sample.ts";
import type { RunId, WorkspaceId } from "../../ids.ts";

/** Learning from traffic, as operators see and steer it (`recado nlu …`). */
export interface LearningAdmin {
  status(workspace: WorkspaceId, days: number): Promise<LearningStatus>;
  /** Switches the keeping of texts for learning. Switched off, kept texts are deleted. False when nothing changed. */
  keepTexts(workspace: WorkspaceId, keeps: boolean, by: string): Promise<boolean>;
  /**
   * Texts for an operator to label: an engine was unsure of the text or contradicted in it, or it was drawn for an audit and
   * has no label. One for each text and agent, most frequent first.
   */
  harvest(workspace: WorkspaceId, wanted: HarvestWanted): Promise<HarvestedText[]>;
  /** Labels every sample of an agent with a text. Returns the number of samples. */
  review(workspace: WorkspaceId, labels: readonly ReviewedText[], by: string): Promise<number>;
  /** Labels the samples of these runs. Returns the number of samples. */
  reviewRuns(workspace: WorkspaceId, runs: readonly RunId[], label: string, by: string): Promise<number>;
  /** Lifts the stops of one agent, or of all agents. Returns those that were lifted. */
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

/** A sample with the confidence of its label, which the command line shows. */
export const HarvestedText = LearningSample.extend({ labelConfidence: z.number().nullable() });
export type HarvestedText = z.output<typeof HarvestedText>;

export type HarvestReason = HarvestedText["reason"];

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
  /** Answered without a language model because the agent's own engines were sure. */
  readonly settled: number;
  /** Drawn for an audit, without a label yet. */
  readonly waiting: number;
  /** The agent's trained models that are stopped. */
  readonly stopped: readonly { readonly localModel: string; readonly stoppedAt: Date }[];
}
