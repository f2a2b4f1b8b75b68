import type { ConversationId, WorkspaceId } from "../../ids.ts";

/** A message that was answered without a language model, to be judged by one after the fact. */
export interface AuditQuestion {
  readonly workspaceId: WorkspaceId;
  readonly conversationId: ConversationId;
  readonly runId: string;
  readonly agentId: string;
  /** Where the sale stood when it was said. */
  readonly mode: string | null;
  /** From the chat record, at the moment of asking. */
  readonly text: string;
  /** What we had said last, newest last. */
  readonly lastAssistant: readonly string[];
}

export interface AuditAnswer {
  readonly intent: string;
  /** 0–100. */
  readonly confidence: number;
  /** The language model that said so. */
  readonly model: string;
}

export interface Auditor {
  /** Null: it could not say now. Asked again later a few times; then the sample waits for a person. */
  label(question: AuditQuestion): Promise<AuditAnswer | null>;
}
