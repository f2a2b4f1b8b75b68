import type { Fact, PastWindow } from "./fact.ts";

/** What a turn asks of the memory of its customer. */
export interface Recollecting {
  /** null: the profile alone. */
  readonly text: string | null;
  readonly facts: number;
  readonly windows: number;
  /** How much of what could be shared with the text must be shared, 0 to 1. */
  readonly leastShare: number;
  readonly conversationId: string;
  /** The newest lines of this conversation, which the turn reads anyway. */
  readonly recent: number;
}

export interface Recollection {
  /** The facts of the profile, newest first. */
  readonly profile: readonly Fact[];
  /** Those that have most to do with the text, the best first. */
  readonly facts: readonly Fact[];
  readonly windows: readonly PastWindow[];
}
