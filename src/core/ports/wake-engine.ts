import type { ConversationKey } from "./mailbox.ts";

/** A conversation that has work at an instant: a turn, a reply, a timer, a question that runs out. */
export interface Wake extends ConversationKey {
  /** The instant, on the clock of this host. */
  readonly at: Date;
  /** Names the work: the same work has the same id, so an engine may ask for it once. ≤ 40 characters. */
  readonly id: string;
}

/** What an engine calls. Both are safe to call at any time, twice at once, and on several hosts. */
export interface Woken {
  /**
   * Runs the turns of one conversation and sends its replies, until nothing of it is due or the time
   * of this call is spent. `nextAt`: when it wants to be called again; null when nothing of it waits.
   */
  work(conversation: ConversationKey): Promise<{ readonly nextAt: Date | null }>;
  /**
   * Does what belongs to no conversation (retention, the audit log, files, alerts), and wakes every
   * conversation that is due. An engine calls it twice a minute, whatever happens.
   */
  sweep(): Promise<void>;
  /** Asks the engine at once for every conversation that is due: for a process that may sleep after it. */
  tell(): Promise<void>;
}

/**
 * Who calls the workers. PostgreSQL alone decides what a call may do: it holds lease, fence and
 * order. So a wake that is lost, doubled, late or out of order costs time and nothing else.
 */
export interface WakeEngine {
  /**
   * Asks for a call of `work` for each of these, at its instant. It is called after the commit.
   * Rejects when the engine cannot be reached: the next sweep asks again.
   */
  wake(wakes: readonly Wake[]): Promise<void>;
  /** Begins to call. An engine that calls over HTTP has opened its own door by then. */
  serve(woken: Woken): Promise<void>;
  /** Null when the engine answers; otherwise one sentence about the fault, for `/readyz`. */
  health(): Promise<string | null>;
  /** Calls no more, and waits for the calls under way. */
  close(): Promise<void>;
}

/** How often an engine calls `sweep`. A wake that was lost costs at most this. */
export const SWEEP_EVERY_MS = 30_000;
