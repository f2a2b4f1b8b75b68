import type { TaskStatus } from "../../agent/shop-words.ts";
import type { Task } from "../../answers/desk/task.ts";
import type { ConversationId, TaskId, WorkspaceId } from "../../ids.ts";
import type { Page } from "../page.ts";

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
  /** Assigns a task; an assignee of null opens it to all. A done task is returned unchanged; null when there is none. */
  assign(workspace: WorkspaceId, id: TaskId, assignee: string | null, by: string): Promise<Task | null>;
  /** Closes a task. A done task is returned unchanged; null when there is none. */
  complete(workspace: WorkspaceId, id: TaskId, by: { actor: string; note: string | null }): Promise<Task | null>;
}
