import type { ContactId, ConversationId, SessionId, WorkspaceId } from "../../ids.ts";

/** Where a sandbox stands in the books of the shop: a contact that is marked as tried out, and a conversation of it that no number serves. */
export interface SandboxPlace {
  readonly conversationId: ConversationId;
  readonly contactId: ContactId;
}

export interface SandboxPlaces {
  open(workspace: WorkspaceId, agentId: string, newId: () => string): Promise<SandboxPlace>;
  /** The session that calls stand in there; a new one where the night has ended the last. */
  session(
    workspace: WorkspaceId,
    place: SandboxPlace,
    begins: { readonly id: SessionId; readonly agentId: string; readonly mode: string },
  ): Promise<SessionId>;
}
