import type { ContactMemory } from "../answers/contact-memory.ts";
import type { ContactId, WorkspaceId } from "../ids.ts";

/** What is remembered of customers. Turns queue what they learn; a worker keeps it after them. */
export interface Memory {
  /** Keeps the facts of at most `limit` turns. The answer counts those turns and facts. */
  learn(limit: number): Promise<{ readonly taken: number; readonly kept: number }>;
  /** null when there is no such contact. */
  ofContact(workspace: WorkspaceId, contact: ContactId): Promise<ContactMemory | null>;
  /**
   * Forgets facts of a contact by id, or all that is remembered of it: how many went. Writes a line of the
   * audit log. null when there is no such contact.
   */
  forget(
    workspace: WorkspaceId,
    contact: ContactId,
    which: { readonly facts: "all" | readonly string[]; readonly actor: string },
  ): Promise<number | null>;
}
