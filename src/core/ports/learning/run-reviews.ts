import type { Evaluation, Paper, RunScore } from "../../answers/review.ts";
import type { RunId, WorkspaceId } from "../../ids.ts";
import type { Page } from "../page.ts";

export interface NewScore {
  readonly runId: RunId;
  readonly name: string;
  readonly source: "human" | "llm_judge";
  /** 0 to 1. */
  readonly value: number;
  readonly comment: string | null;
  /** What should have been said. */
  readonly correct: string | null;
  readonly by: string;
}

export interface NewPaper {
  readonly id: string;
  readonly kind: "report" | "note";
  readonly title: string;
  readonly text: string;
  /** The same key again writes nothing. */
  readonly key: string;
  readonly by: string;
}

/** A scored run as an example can be made of it. Words are as they were said. */
export interface ScoredRun {
  readonly runId: string;
  readonly kind: "golden" | "failure" | "correction";
  readonly agentId: string;
  /** The customer's earlier messages of the same sale. */
  readonly before: readonly string[];
  readonly input: readonly string[];
  readonly output: readonly string[];
  readonly correct: string | null;
  readonly intent: string | null;
  readonly contactName: string | null;
  readonly data: Readonly<Record<string, string>>;
}

export interface NewEvaluation {
  readonly id: string;
  readonly agentId: string;
  readonly agentVersion: string;
  readonly model: string | null;
  readonly dataset: string;
  readonly examples: number;
  readonly passed: number;
  readonly byKind: unknown;
  readonly guardrails: unknown;
  readonly failures: readonly { readonly id: string; readonly kind: string }[];
  readonly by: string;
}

/** What is said of runs: scores, reports about them, and the examples that are made of them. */
export interface RunReviews {
  /** All scores of a run: of the ledger, of customers, people and judges; null when there is no such run. */
  scores(workspace: WorkspaceId, runId: RunId): Promise<readonly RunScore[] | null>;
  /** False when there is no such run. A second score of one person under one name replaces the first. */
  score(workspace: WorkspaceId, score: NewScore): Promise<boolean>;
  /** The paper of this key. */
  write(workspace: WorkspaceId, paper: NewPaper): Promise<Paper>;
  /** The newest first. `q`: words that it holds. */
  papers(
    workspace: WorkspaceId,
    filter: {
      readonly kind: Paper["kind"];
      readonly q?: string | undefined;
      readonly cursor?: string | undefined;
      readonly limit: number;
    },
  ): Promise<Page<Paper>>;
  paper(workspace: WorkspaceId, id: string): Promise<Paper | null>;
  /** False when there is no such note. */
  removeNote(workspace: WorkspaceId, id: string, by: string): Promise<boolean>;
  /** Runs that a person or a customer has judged, the newest first. */
  scored(
    workspace: WorkspaceId,
    filter: { readonly agentId: string; readonly kind?: ScoredRun["kind"] | undefined; readonly limit: number },
  ): Promise<readonly ScoredRun[]>;
  keepEvaluation(workspace: WorkspaceId, evaluation: NewEvaluation): Promise<Evaluation>;
  /** At most 50, the newest first. */
  evaluations(workspace: WorkspaceId, agentId?: string): Promise<readonly Evaluation[]>;
}
