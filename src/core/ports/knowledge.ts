import type { Doubt, Known } from "../answers/knowledge.ts";
import type { ConversationId, WorkspaceId } from "../ids.ts";
import type { Page } from "./page.ts";

/** What Recado knows of customers and what it could not understand, for operators to look at and to delete. */
export interface Knowledge {
  ofConversation(workspace: WorkspaceId, id: ConversationId): Promise<Known | null>;
  /** Deletes a captured datum from every session of the conversation. False when no session had it. */
  forgetDatum(workspace: WorkspaceId, id: ConversationId, what: { field: string; actor: string }): Promise<boolean>;
  /** Deletes the summary. Messages that it covered are not summed up again. False when there was none. */
  forgetSummary(workspace: WorkspaceId, id: ConversationId, actor: string): Promise<boolean>;
  /** Messages that an agent was not sure of, newest first. */
  doubts(workspace: WorkspaceId, filter: { cursor?: string | undefined; limit: number }): Promise<Page<Doubt>>;
}
