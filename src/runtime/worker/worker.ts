import { errorText } from "../../core/errors.ts";
import type { WorkerId } from "../../core/ids.ts";
import type { LeaseOffer } from "../../core/ports/mailbox.ts";
import type { ClaimedTurn } from "../../core/turn/turn.ts";
import type { RuntimeDependencies } from "../dependencies.ts";
import { takeEveryStep } from "../every-step.ts";
import { PROCESSING_LIMITS } from "../process-turn.ts";
import { withinTime } from "../within-time.ts";
import { createBackground } from "./background.ts";
import { createPulse, type Pulse } from "./pulse.ts";
import { createSender } from "./sender.ts";
import { workOnTurn } from "./work-on-turn.ts";
import type { WorkerOptions } from "./worker-options.ts";

/**
 * Renewing also finds leases that were given to us without our knowledge: a customer waits behind
 * each.
 */
export const RENEW_MS = 2_000;

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
  const { store, clock, logger } = dependencies;
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
  const background = createBackground(dependencies, options, {
    mailbox: () => claiming.wake(),
    outbox: () => sending.wake(),
  });

  const slotsInUse = () => Math.min(slots, options.admitted?.() ?? slots);

  function freeSlots(): number {
    const held = [...offers].reduce((sum, offer) => sum + offer.freeSlots, 0);
    return Math.max(0, slotsInUse() - running.size - waiting.length - held);
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
    while (running.size < slotsInUse() && waiting.length > 0 && !isStopping) begin(waiting.shift() as ClaimedTurn);
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
    const processed = await workOnTurn(turn, dependencies, limits, sender);
    if (processed.kind === "parked") {
      if (!processed.isAside) return claiming.wakeIn(processed.delayMs);
      claiming.wake();
      return background.wakeResuming();
    }
    if (processed.kind === "committed") {
      if (processed.resumesRuns) background.wakeResuming();
      if (processed.learns) background.wakeLearning();
      if (processed.leavesReplies) sending.wake();
      if (processed.hasMore) claiming.wake();
    }
    if (processed.kind === "failed") claiming.wakeIn(processed.delayMs);
    if (processed.kind === "buried") {
      background.wakeResuming();
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
        claiming.start();
        sending.start();
        renewing.start();
        background.start();
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
        () => takeEveryStep([claiming.stop, background.stop]),
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
