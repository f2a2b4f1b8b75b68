import type { ConversationId, RunId, TaskId, WorkspaceId } from "../ids.ts";
import type { TaskPriority, TaskStatus } from "../turn/effects.ts";
import type { Page } from "./page.ts";

/** What a person of the shop is to do, as turns have asked for it. */
export interface Task {
  readonly id: TaskId;
  readonly conversationId: ConversationId;
  /** The run that asked for it; null: something that was to be said at a given time and could not be. */
  readonly runId: RunId | null;
  readonly title: string;
  readonly priority: TaskPriority;
  readonly note: string | null;
  readonly status: TaskStatus;
  /** Null: nobody has taken it. */
  readonly assignee: string | null;
  readonly assignedAt: Date | null;
  readonly createdAt: Date;
  readonly closedAt: Date | null;
  readonly closedBy: string | null;
  readonly closingNote: string | null;
}

export interface Tasks {
  /** The newest first. */
  list(
    workspace: WorkspaceId,
    filter: {
      status?: TaskStatus | undefined;
      assignee?: string | undefined;
      conversationId?: ConversationId | undefined;
      cursor?: string | undefined;
      limit: number;
    },
  ): Promise<Page<Task>>;
  /** Somebody takes it, or is given it; null gives it back to all. Null when there is no such task; one that is done stays as it is. */
  assign(workspace: WorkspaceId, id: TaskId, assignee: string | null, by: string): Promise<Task | null>;
  /** Null when there is none; one that was done before stays as it was. */
  complete(workspace: WorkspaceId, id: TaskId, by: { actor: string; note: string | null }): Promise<Task | null>;
}
