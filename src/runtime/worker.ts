import { errorText } from "../core/errors.ts";
import type { WorkerId } from "../core/ids.ts";
import type { InputClass } from "../core/inbound/input-class.ts";
import { NUMBER_MESSAGES_PER_SECOND } from "../core/outbound/pacing.ts";
import { SEND_TIMES, type SendTimes } from "../core/outbound/send-policy.ts";
import type { LeaseOffer } from "../core/ports/mailbox.ts";
import { type RetryPolicy, RUN_RETRY_POLICY } from "../core/turn/retry-policy.ts";
import type { ClaimedTurn } from "../core/turn/turn.ts";
import type { RuntimeDependencies } from "./dependencies.ts";
import { takeEveryStep } from "./every-step.ts";
import { PROCESSING_LIMITS, processTurn } from "./process-turn.ts";
import { createPulse, type Pulse } from "./pulse.ts";
import { sayScheduled } from "./say-scheduled.ts";
import { createSender } from "./sender.ts";
import { announceTyping, paceOf } from "./typing.ts";
import { withinTime } from "./within-time.ts";

export interface WorkerOptions {
  readonly worker: WorkerId;
  /** Turns at once in this process. */
  readonly slots: number;
  /**
   * Replies under way at once. More than turns, because a reply holds its place until its record is
   * committed.
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
  slots: 32,
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

/**
 * Renewing also finds leases that were given to us without our knowledge: a customer waits behind
 * each.
 */
const RENEW_MS = 2_000;

/** The most that one statement does for overdue work: after a long pause there may be a crowd. */
const TIMERS_AT_ONCE = 32;
const SESSIONS_AT_ONCE = 200;
const AUDIT_LINES_AT_ONCE = 500;

/**
 * Pause after a full round: a first night with months of sessions must not push aside waiting
 * customers.
 */
const BETWEEN_ROUNDS_MS = 1_000;

/**
 * The announcements that a worker listens for. Its sign of life lasts as long as this connection is
 * open.
 */
export type KeepPresence = (onWake: (reason: "mailbox" | "outbox") => void) => {
  readonly ready: Promise<void>;
  close(): Promise<void>;
};

export interface Worker {
  readonly id: WorkerId;
  start(): void;
  /**
   * What an enqueue in this process may take along; null when it is stopping. Its slots are
   * reserved until `accept` gets it. The caller must always give it back, also when nothing was
   * taken.
   */
  offer(conversations?: number): LeaseOffer | null;
  /**
   * Turns whose lease this process has taken, with the offer they were taken on. They begin as soon
   * as a slot is free.
   */
  accept(turns: readonly ClaimedTurn[], offer?: LeaseOffer): void;
  wake(reason: "mailbox" | "outbox"): void;
  /** Drains for at most `graceMs`, then gives the rest back. */
  stop(graceMs: number): Promise<void>;
}

/**
 * For a caller that does not say how many conversations it has: few, so that many offers can be out
 * at once.
 */
const SLOTS_AN_OFFER = 4;

/**
 * Claims conversations, runs their turns, sends their replies, and watches over the other workers.
 */
export function createWorker(
  dependencies: RuntimeDependencies,
  options: WorkerOptions,
  keepPresence: KeepPresence,
): Worker {
  const { store, clock, logger, metrics, newId } = dependencies;
  const { worker, slots, leaseMs } = options;
  const limits = { ...PROCESSING_LIMITS, ...options };
  const waiting: ClaimedTurn[] = [];
  const running = new Map<ClaimedTurn, Promise<void>>();
  const offers = new Set<LeaseOffer>();
  let wasFull = false;
  /**
   * A conversation may wait for a slot in the queue. New ones go behind it; otherwise a crowd at
   * the door would pass it for ever.
   */
  let isBehind = false;
  let isStopping = false;
  let isPresent = false;
  let presence: ReturnType<KeepPresence> | null = null;

  const claiming: Pulse = createPulse(options.pollMs, logger, async () => {
    if (freeSlots() === 0) {
      wasFull = true; // // A freed slot wakes the loop.
      isBehind = true;
      return null;
    }
    const offer = holdSlots(freeSlots());
    let turns: ClaimedTurn[] = [];
    try {
      const claimed = await store.mailbox.claim(offer);
      turns = claimed.turns;
      // Only a full claim says that there may be more. Asking after each turn would cost two empty
      // claims a turn.
      isBehind = turns.length === offer.freeSlots;
      return isBehind ? 0 : claimed.nextDueInMs;
    } finally {
      accept(turns, offer);
    }
  });
  const sender = createSender(dependencies, { ...options, slots: options.sendSlots }, () => sending.wake());
  const sending: Pulse = createPulse(options.pollMs, logger, () => sender.sendDue());
  const renewing: Pulse = createPulse(Math.min(leaseMs / 3, RENEW_MS), logger, async () => {
    const working = [...running.keys(), ...waiting].map((turn) => turn.lease);
    await store.mailbox.renew(worker, working, leaseMs);
    return null;
  });
  const sweeping: Pulse = createPulse(options.sweepMs, logger, async () => {
    const { deadWorkers, freedConversations } = await store.workers.sweep();
    if (deadWorkers > 0) {
      logger.warn(
        { dead_workers: deadWorkers, conversations: freedConversations },
        "took over the work of dead workers",
      );
      claiming.wake();
      sending.wake();
    }
    return null;
  });
  const firing: Pulse = createPulse(options.pollMs, logger, async () => {
    const { fired, nextDueInMs } = await store.timers.fire({ limit: TIMERS_AT_ONCE, newId });
    if (fired > 0) claiming.wake();
    return fired === TIMERS_AT_ONCE ? 0 : nextDueInMs;
  });
  const resuming: Pulse = createPulse(options.pollMs, logger, async () => {
    const { resumed, nextDueInMs } = await store.confirmations.resume({ limit: TIMERS_AT_ONCE, newId });
    if (resumed > 0) claiming.wake();
    return resumed === TIMERS_AT_ONCE ? 0 : nextDueInMs;
  });
  const endingDays: Pulse = createPulse(options.dayMs, logger, async () => {
    const { closed } = await store.timers.endDay(SESSIONS_AT_ONCE);
    if (closed > 0) logger.info({ sessions: closed }, "the night has closed sessions");
    return closed === SESSIONS_AT_ONCE ? BETWEEN_ROUNDS_MS : null;
  });
  const forgetting: Pulse = createPulse(options.dayMs, logger, async () => {
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
  });
  const speakingUp: Pulse = createPulse(options.pollMs, logger, () => sayScheduled(dependencies, claiming.wake));
  const sealing: Pulse = createPulse(options.sealMs, logger, async () => {
    const sealed = await store.audit.seal(AUDIT_LINES_AT_ONCE);
    return sealed === AUDIT_LINES_AT_ONCE ? BETWEEN_ROUNDS_MS : null;
  });
  const pulses = [claiming, sending, renewing, sweeping, firing, speakingUp, resuming, endingDays, forgetting, sealing];

  function freeSlots(): number {
    const held = [...offers].reduce((sum, offer) => sum + offer.freeSlots, 0);
    return Math.max(0, slots - running.size - waiting.length - held);
  }

  function holdSlots(most: number): LeaseOffer {
    const offer = { worker, leaseMs, freeSlots: Math.min(most, freeSlots()) };
    offers.add(offer);
    return offer;
  }

  function claimIfWasFull(): void {
    if (!wasFull || freeSlots() === 0) return;
    wasFull = false;
    claiming.wake();
  }

  const giveBack = (turns: readonly ClaimedTurn[]) => store.mailbox.release(turns.map((turn) => turn.lease));

  function accept(turns: readonly ClaimedTurn[], offer?: LeaseOffer): void {
    if (offer !== undefined) offers.delete(offer);
    if (isStopping && turns.length > 0) {
      // They were leased while we began to stop: others take them at once.
      giveBack(turns).catch((error: unknown) =>
        logger.error({ error: errorText(error) }, "turns could not be given back"),
      );
      return;
    }
    waiting.push(...turns);
    while (running.size < slots && waiting.length > 0 && !isStopping) begin(waiting.shift() as ClaimedTurn);
    claimIfWasFull();
  }

  function begin(turn: ClaimedTurn): void {
    const work = workOn(turn)
      .catch((error: unknown) => {
        logger.error(
          { run_id: turn.run.id, error: errorText(error) },
          "a turn could not be ended; its lease will run out",
        );
      })
      .finally(() => {
        running.delete(turn);
        accept([]);
      });
    running.set(turn, work);
  }

  async function workOn(turn: ClaimedTurn): Promise<void> {
    const startedMs = clock.monotonicMs();
    const typing = announceTyping(turn, dependencies);
    let inputClass: InputClass | null = null;
    let pathway: string | null = null;
    const processed = await processTurn(turn, dependencies, limits, {
      reserve: sender.reserve,
      routed(route) {
        inputClass = route.inputClass;
        pathway = route.kind === "answer" ? route.pathway : null;
        if (route.kind === "answer") typing.thinking();
      },
      replying: typing.speaking,
    }).finally(typing.over);
    const durationMs = clock.monotonicMs() - startedMs;
    if (processed.kind === "parked") {
      logger.debug(
        { run_id: turn.run.id, delay_ms: processed.delayMs },
        "a turn waits: its reply is being typed, a file is on its way, or a limit is spent",
      );
      if (!processed.isAside) return claiming.wakeIn(processed.delayMs);
      claiming.wake();
      return resuming.wake();
    }
    const outcome = processed.kind === "committed" ? processed.outcome : processed.kind;
    metrics.turnFinished({ outcome, inputClass, durationMs });
    logger.info(
      {
        run_id: turn.run.id,
        conversation_id: turn.lease.conversationId,
        event_id: turn.events[0]?.id,
        user_id: turn.contact.id,
        input_class: inputClass,
        pathway,
        outcome,
        latency_ms: durationMs,
      },
      "turn finished",
    );
    if (processed.kind === "committed") {
      const { typedUntil } = processed;
      processed.send?.(typing.settled(), () =>
        metrics.replyAccepted({ inputClass, ...paceOf(turn, typedUntil, clock.now()) }),
      );
      if (processed.resumesRuns) resuming.wake();
      if (processed.leavesReplies) sending.wake();
      if (processed.hasMore) claiming.wake();
    }
    if (processed.kind === "failed") claiming.wakeIn(processed.delayMs);
    if (processed.kind === "buried") {
      resuming.wake();
      claiming.wake();
      sending.wake();
    }
  }

  return {
    id: worker,
    start() {
      presence = keepPresence((reason) => (reason === "outbox" ? sending.wake() : claiming.wake()));
      // Nothing is taken before the sign of life stands: otherwise a kill in the first moments
      // would cost a whole lease.
      void presence.ready.then(() => {
        if (isStopping) return;
        isPresent = true;
        for (const pulse of pulses) pulse.start();
      });
    },
    offer(conversations = SLOTS_AN_OFFER) {
      if (isStopping || !isPresent) return null;
      return holdSlots(isBehind ? 0 : conversations);
    },
    accept,
    wake: (reason) => (reason === "outbox" ? sending.wake() : claiming.wake()),
    async stop(graceMs) {
      isStopping = true;
      const deadlineMs = clock.monotonicMs() + graceMs;
      const untilDeadline = (work: () => Promise<unknown>) =>
        withinTime(Math.max(0, deadlineMs - clock.monotonicMs()), work);
      await takeEveryStep([
        () =>
          takeEveryStep([
            claiming.stop,
            sweeping.stop,
            firing.stop,
            speakingUp.stop,
            resuming.stop,
            endingDays.stop,
            forgetting.stop,
            sealing.stop,
          ]),
        () => giveBack(waiting.splice(0)),
        () => untilDeadline(() => Promise.all(running.values())),
        // Turns still running will find their fence gone and write nothing.
        () => giveBack([...running.keys()]),
        sending.stop,
        () => untilDeadline(sender.drain),
        renewing.stop,
        async () => presence?.close(),
      ]);
    },
  };
}
