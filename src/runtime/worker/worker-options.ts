import type { WorkerId } from "../../core/ids.ts";
import { NUMBER_MESSAGES_PER_SECOND } from "../../core/outbound/pacing.ts";
import { SEND_TIMES, type SendTimes } from "../../core/outbound/send-policy.ts";
import { type RetryPolicy, RUN_RETRY_POLICY } from "../../core/turn/run-retry-policy.ts";

export interface WorkerOptions {
  readonly worker: WorkerId;
  /** Turns at once in this process. */
  readonly slots: number;
  /**
   * Returns how many of the slots may be in use now; absent: all. A door in the same process asks for
   * fewer while its answers are slow.
   */
  readonly admitted?: (() => number) | undefined;
  /**
   * Replies under way at once, and as many whose record is being committed. More than turns, because the provider
   * takes longer than a decision.
   */
  readonly sendSlots: number;
  readonly leaseMs: number;
  readonly sendTimes: SendTimes;
  /**
   * Messages a second from one business number, by this process; null: as fast as the channel takes
   * them.
   */
  readonly messagesPerSecond: number | null;
  /** The poll behind every signal: how often the mailbox is looked at without one. */
  readonly pollMs: number;
  /** How often dead workers are looked for. */
  readonly sweepMs: number;
  /**
   * How often the worker checks whether a day of selling is over and what the night must delete.
   */
  readonly dayMs: number;
  /** How often new lines of the audit log are chained. */
  readonly sealMs: number;
  readonly retry: RetryPolicy;
  /** See `ProcessingLimits`. */
  readonly maxBegun?: number;
}

export const WORKER_DEFAULTS: Omit<WorkerOptions, "worker"> = {
  // A line of customers is worked off a tenth to a fifth faster than with 32: while some turns wait for their commit, others compute
  // (docs/adr/0014).
  slots: 64,
  sendSlots: 64,
  leaseMs: 30_000,
  sendTimes: SEND_TIMES,
  messagesPerSecond: NUMBER_MESSAGES_PER_SECOND,
  pollMs: 1_000,
  // Two looks find a dead worker within 0.9 s.
  sweepMs: 450,
  dayMs: 60_000,
  sealMs: 5_000,
  retry: RUN_RETRY_POLICY,
};
