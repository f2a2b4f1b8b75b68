import type { SessionStatus } from "../agent/session.ts";
import type { ConversationId, RunId, SessionId, WorkspaceId } from "../ids.ts";
import type { Page } from "./page.ts";

/** What is known of a customer, and what was hard to understand: for people, who may have it forgotten. */
export interface Knowledge {
  ofConversation(workspace: WorkspaceId, id: ConversationId): Promise<KnownOfConversation | null>;
  /** A captured datum, out of every session of the conversation. False: it was in none. */
  forgetDatum(workspace: WorkspaceId, id: ConversationId, what: { field: string; actor: string }): Promise<boolean>;
  /** The summary; what it summed up is not summed up again. False: there was none. */
  forgetSummary(workspace: WorkspaceId, id: ConversationId, actor: string): Promise<boolean>;
  /** Messages that an agent was not sure of, the newest first. */
  doubts(workspace: WorkspaceId, filter: { cursor?: string | undefined; limit: number }): Promise<Page<Doubt>>;
}

export interface KnownOfConversation {
  readonly conversationId: ConversationId;
  readonly contact: {
    readonly name: string | null;
    readonly phone: string | null;
    readonly bsuid: string | null;
    readonly tags: readonly string[];
    readonly since: Date;
    readonly marketingStoppedAt: Date | null;
  };
  /** The newest first. */
  readonly sessions: readonly {
    readonly id: SessionId;
    readonly agent: string;
    readonly status: SessionStatus;
    readonly mode: string;
    readonly pack: string | null;
    readonly createdAt: Date;
    readonly known: readonly KnownDatum[];
  }[];
  readonly summary: {
    readonly text: string;
    readonly throughTurn: number;
    readonly model: string | null;
    readonly updatedAt: Date | null;
  } | null;
}

export interface KnownDatum {
  readonly field: string;
  readonly value: string;
  /** What the customer said, where the record of their messages has it. */
  readonly source: { readonly message: string; readonly at: Date } | null;
}

export interface Doubt {
  readonly id: string;
  readonly conversationId: ConversationId;
  readonly runId: RunId;
  readonly message: string;
  readonly mode: string | null;
  readonly intent: string;
  readonly confidence: number;
  readonly alternatives: readonly { readonly intent: string; readonly confidence: number }[];
  readonly reasoning: string;
  readonly createdAt: Date;
}
