import type { ConversationState } from "../../core/conversation/conversation-state.ts";

/** Lines and messages that a snapshot keeps. No turn reads further back. */
const KEPT = 60;

/** A conversation in memory as data. What stands in it is never changed. */
export interface SandboxSnapshot {
  readonly now: Date;
  readonly state: ConversationState;
  /** When its last turn was committed; null before the first. */
  readonly committedAt: Date | null;
  /** Runs of the shop's own CRM that ask the same once more, by question. */
  readonly liveRuns: Readonly<Record<string, string>>;
}

export function withoutOldLines(state: ConversationState): ConversationState {
  return { ...state, lines: state.lines.slice(-KEPT), outbox: state.outbox.slice(-KEPT) };
}
