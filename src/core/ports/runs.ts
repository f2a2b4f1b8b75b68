import type { Plan, PlanStatus } from "../answers/plan.ts";
import type { Run } from "../answers/run.ts";
import type { ConversationId, RunId, WorkspaceId } from "../ids.ts";
import type { RunStatus } from "../turn/run-machine.ts";
import type { Page } from "./page.ts";

export type RetryResult =
  | { readonly kind: "requeued" }
  | { readonly kind: "not_found" }
  | { readonly kind: "illegal"; readonly status: RunStatus }
  /** What the turn would be decided from is no longer kept. */
  | { readonly kind: "forgotten" }
  /** Both places of the conversation are taken at this moment, or a worker has just begun the run. */
  | { readonly kind: "busy" };

export type DiscardResult =
  /** Now or before. */
  | { readonly kind: "discarded"; readonly run: Run }
  | { readonly kind: "not_found" }
  | { readonly kind: "illegal"; readonly status: RunStatus };

export type CancelResult =
  /** Now or before. One that is at work ends at its next edge. */
  | { readonly kind: "cancelled"; readonly run: Run }
  | { readonly kind: "not_found" }
  | { readonly kind: "over"; readonly status: RunStatus }
  /** It ends with its own answer: there is nothing to go on with. */
  | { readonly kind: "no_segments" };

export type PauseResult =
  /** Now or before. The part that is worked on ends; no other begins before a person resumes it. */
  | { readonly kind: "paused"; readonly run: Run }
  | { readonly kind: "resumed"; readonly run: Run }
  | { readonly kind: "not_found" }
  | { readonly kind: "over"; readonly status: RunStatus }
  | { readonly kind: "no_segments" };

/** Runs as people and programs read and command them, one workspace at a time and under its row security. */
export interface Runs {
  get(workspace: WorkspaceId, id: RunId): Promise<Run | null>;
  /** Newest first, without outputs, tool calls and decisions. */
  list(
    workspace: WorkspaceId,
    filter: {
      status?: RunStatus | undefined;
      /** Dead letters that an operator has discarded, or those that none has. */
      discarded?: boolean | undefined;
      /** Least number of attempts begun. */
      minAttempts?: number | undefined;
      /** Least time from the run's creation to its end, or until now. */
      minDurationMs?: number | undefined;
      conversationId?: ConversationId | undefined;
      cursor?: string | undefined;
      limit: number;
    },
  ): Promise<Page<Run>>;
  /** Puts a failed or dead run back in the queue, at the head of its conversation's waiting work. */
  retry(workspace: WorkspaceId, id: RunId, by: string): Promise<RetryResult>;
  /** Closes a dead letter that needs no more work. A later retry makes it a run like any other. */
  discard(workspace: WorkspaceId, id: RunId, by: { actor: string; note: string | null }): Promise<DiscardResult>;
  /** Calls off a run that goes on in segments. It says nothing more. */
  cancel(workspace: WorkspaceId, id: RunId, actor: string): Promise<CancelResult>;
  /** Pauses a run that goes on in segments, or resumes it. */
  pause(workspace: WorkspaceId, id: RunId, change: { isPaused: boolean; actor: string }): Promise<PauseResult>;
  /** Plans with their tasks, newest first (the views `agent_plans` and `agent_tasks`). */
  plans(
    workspace: WorkspaceId,
    filter: {
      status?: PlanStatus | undefined;
      conversationId?: ConversationId | undefined;
      cursor?: string | undefined;
      limit: number;
    },
  ): Promise<Page<Plan>>;
}
