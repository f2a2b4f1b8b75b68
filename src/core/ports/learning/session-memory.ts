import type { ContactId, ConversationId, RunId, SessionId, WorkspaceId } from "../../ids.ts";
import type { ConversationEvent } from "../../inbound/event.ts";
import type { NewFact } from "../../memory/fact.ts";

/** A closed session whose customer's words a model may read. */
export interface ClosedSession {
  readonly workspaceId: WorkspaceId;
  readonly sessionId: SessionId;
  readonly conversationId: ConversationId;
  readonly contactId: ContactId;
  /** The run of its newest event. */
  readonly runId: RunId;
  /** The newest events of the session, oldest first; at most 30, and none from before the customer had all forgotten. */
  readonly events: readonly ConversationEvent[];
}

/** What models learn from closed sessions. Each session is handed out once, to one worker. */
export interface SessionMemory {
  /** The session of one of these agents that was closed first, in the last day; null when none is left. */
  claim(agents: readonly string[]): Promise<ClosedSession | null>;
  /** Queues facts as a turn does; a worker keeps them. */
  queue(session: ClosedSession, facts: readonly NewFact[]): Promise<void>;
  /** Gives a session back that no model was asked about. */
  postpone(session: ClosedSession, delayMs: number): Promise<void>;
}
