import type { PromptVersion } from "../../answers/prompt.ts";
import type { WorkspaceId } from "../../ids.ts";

/** A prompt of an agent, by the agent's id and the part of it: `orchestrator`, `detector`, `planner`. */
export interface PromptPlace {
  readonly agentId: string;
  readonly part: string;
}

/** The versions of the prompts of agents in one workspace. What is in use holds from the next turn on, in every process. */
export interface Prompts {
  /** The newest first. */
  list(workspace: WorkspaceId, agentId?: string): Promise<readonly PromptVersion[]>;
  propose(
    workspace: WorkspaceId,
    prompt: PromptPlace & { readonly text: string; readonly note: string | null; readonly by: string },
  ): Promise<PromptVersion>;
  /** Approves a version and puts it into use; null when there is none. */
  approve(workspace: WorkspaceId, place: PromptPlace, version: number, by: string): Promise<PromptVersion | null>;
  /** Puts an approved version into use; null: the agent's own words. */
  use(
    workspace: WorkspaceId,
    place: PromptPlace,
    version: number | null,
    by: string,
  ): Promise<"ok" | "not_found" | "not_approved">;
  /** What is in use, and the number of the changes so far. */
  inUse(workspace: WorkspaceId): Promise<{
    readonly changes: number;
    readonly prompts: readonly (PromptPlace & { readonly text: string })[];
  }>;
}
