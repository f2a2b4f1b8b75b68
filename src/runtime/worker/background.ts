import type { RuntimeDependencies } from "../dependencies.ts";
import { takeEveryStep } from "../every-step.ts";
import { createPulse, type Pulse } from "./pulse.ts";
import { sayScheduled } from "./say-scheduled.ts";
import type { WorkerOptions } from "./worker-options.ts";

/** The most that one statement does for overdue work: after a long pause there may be a crowd. */
const TIMERS_AT_ONCE = 32;
const SESSIONS_AT_ONCE = 200;
const AUDIT_LINES_AT_ONCE = 500;
const LEARNT_AT_ONCE = 50;

/**
 * Pause after a full round: a first night with months of sessions must not push aside waiting
 * customers.
 */
const BETWEEN_ROUNDS_MS = 1_000;

/** What a job tells the worker: conversations have new work, or replies wait to be sent. */
export interface WakeUps {
  mailbox(): void;
  outbox(): void;
}

/** A worker's jobs beside its turns and replies. */
export interface Background {
  start(): void;
  /** Looks at once for runs whose question was answered or ran out. */
  wakeResuming(): void;
  /** Keeps at once what the last turns have learnt. */
  wakeLearning(): void;
  /** Fires what is due now: timers, questions that ran out, reminders. Errors are the database's. */
  fireDue(): Promise<void>;
  /** Resolves when the jobs under way have ended. */
  stop(): Promise<void>;
}

export function createBackground(
  dependencies: Pick<RuntimeDependencies, "store" | "logger" | "metrics" | "newId">,
  options: Pick<WorkerOptions, "pollMs" | "sweepMs" | "dayMs" | "sealMs">,
  wake: WakeUps,
): Background {
  const { store, logger, metrics, newId } = dependencies;

  async function takeOverDeadWorkers(): Promise<null> {
    const { deadWorkers, freedConversations } = await store.workers.sweep();
    if (deadWorkers > 0) {
      logger.warn(
        { dead_workers: deadWorkers, conversations: freedConversations },
        "took over the work of dead workers",
      );
      wake.mailbox();
      wake.outbox();
    }
    return null;
  }

  async function fireTimers(): Promise<number | null> {
    const { fired, nextDueInMs } = await store.timers.fire({ limit: TIMERS_AT_ONCE, newId });
    if (fired > 0) wake.mailbox();
    return fired === TIMERS_AT_ONCE ? 0 : nextDueInMs;
  }

  async function resumeRuns(): Promise<number | null> {
    const { resumed, nextDueInMs } = await store.confirmations.resume({ limit: TIMERS_AT_ONCE, newId });
    if (resumed > 0) wake.mailbox();
    return resumed === TIMERS_AT_ONCE ? 0 : nextDueInMs;
  }

  async function endDays(): Promise<number | null> {
    const { closed } = await store.timers.endDay(SESSIONS_AT_ONCE);
    if (closed > 0) logger.info({ sessions: closed }, "the night has closed sessions");
    return closed === SESSIONS_AT_ONCE ? BETWEEN_ROUNDS_MS : null;
  }

  async function forgetOldData(): Promise<number | null> {
    const round = await store.retention.forget();
    if (round.kind === "nothing_due") return null;
    if (round.kind === "forgot" && round.rows > 0) metrics.forgotten(round.class, round.rows);
    if (round.kind === "ended" && (round.isCut || Object.keys(round.removed).length > 0)) {
      logger.info(
        { workspace: round.workspace, rows: round.removed },
        round.isCut
          ? "the night has forgotten what was kept long enough; its time is up, and the next one goes on"
          : "the night has forgotten what was kept long enough",
      );
    }
    return BETWEEN_ROUNDS_MS;
  }

  async function learn(): Promise<number | null> {
    const { taken, kept } = await store.memory.learn(LEARNT_AT_ONCE);
    if (kept > 0) metrics.remembered(kept);
    return taken === LEARNT_AT_ONCE ? 0 : null;
  }

  async function sealAuditLog(): Promise<number | null> {
    const sealed = await store.audit.seal(AUDIT_LINES_AT_ONCE);
    return sealed === AUDIT_LINES_AT_ONCE ? BETWEEN_ROUNDS_MS : null;
  }

  const every = (everyMs: number, work: () => Promise<number | null>): Pulse => createPulse(everyMs, logger, work);
  const resuming = every(options.pollMs, resumeRuns);
  const learning = every(options.pollMs, learn);
  const pulses = [
    resuming,
    learning,
    every(options.sweepMs, takeOverDeadWorkers),
    every(options.pollMs, fireTimers),
    every(options.pollMs, () => sayScheduled(dependencies, wake.mailbox)),
    every(options.dayMs, endDays),
    every(options.dayMs, forgetOldData),
    every(options.sealMs, sealAuditLog),
  ];

  return {
    start() {
      for (const pulse of pulses) pulse.start();
    },
    wakeResuming: resuming.wake,
    wakeLearning: learning.wake,
    async fireDue() {
      await Promise.all([fireTimers(), resumeRuns(), sayScheduled(dependencies, wake.mailbox)]);
    },
    stop: () => takeEveryStep(pulses.map((pulse) => pulse.stop)),
  };
}
