import type { TurnEnding } from "../../core/turn/turn.ts";

/**
 * How a turn leaves its run: ended well, ended in the dead letters, waiting for an answer, or queued
 * until its next segment. The rest of the statement is the same.
 */
export interface Ending extends TurnEnding {
  readonly status: "completed" | "waiting_confirmation" | "queued" | "dead_letter";
  readonly eventStatus: "done" | "failed";
  readonly failure: { readonly code: string; readonly message: string } | null;
}

/** What every row of a turn says of where it comes from. `turn`: its place in the statement. */
export function originOf({ turn: { lease, run, contact, session, asked, segment }, commit }: Ending, index: number) {
  return {
    turn: index,
    conversation_id: lease.conversationId,
    session_id: commit.session?.id ?? asked?.sessionId ?? segment?.sessionId ?? session?.id ?? null,
    run_id: run.id,
    contact_id: contact.id,
  };
}
