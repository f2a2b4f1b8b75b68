import type { WorkspaceId } from "../../ids.ts";
import type { NewEvaluation, ScoredRun } from "../learning/run-reviews.ts";

/** Plays examples of a shop with an agent of this process, in memory and without a model. */
export interface Evaluator {
  /** null when there is no such agent here. */
  evaluate(
    workspace: WorkspaceId,
    agentId: string,
    runs: readonly ScoredRun[],
  ): Promise<Pick<NewEvaluation, "agentVersion" | "examples" | "passed" | "byKind" | "guardrails" | "failures"> | null>;
}
