import { errorText } from "../core/errors.ts";
import type { WorkerId } from "../core/ids.ts";
import type { LeaseOffer } from "../core/ports/store.ts";
import { type RetryPolicy, RUN_RETRY_POLICY } from "../core/retry-policy.ts";
import type { ClaimedTurn } from "../core/turn.ts";
import type { RuntimeDependencies } from "./dependencies.ts";
import { PROCESSING_LIMITS, processTurn } from "./process-turn.ts";
import { createPulse, type Pulse } from "./pulse.ts";
import { createSender } from "./sender.ts";
import { announceTyping } from "./typing.ts";

export interface WorkerOptions {
  readonly worker: WorkerId;
  /** Turns at once in this process. */
  readonly slots: number;
  readonly leaseMs: number;
  readonly sendLeaseMs: number;
  /** The net under every signal: how often the mailbox is looked at without one. */
  readonly pollMs: number;
  /** How often dead workers are looked for. */
  readonly sweepMs: number;
  readonly retry: RetryPolicy;
  /** See `ProcessingLimits`. */
  readonly maxBegun?: number;
}

export const WORKER_DEFAULTS: Omit<WorkerOptions, "worker"> = {
  slots: 16,
  leaseMs: 30_000,
  sendLeaseMs: 45_000,
  pollMs: 1_000,
  sweepMs: 1_000,
  retry: RUN_RETRY_POLICY,
};

/** The announcements that a worker listens for; its sign of life is kept as long as it is open. */
export type KeepPresence = (onWake: (reason: "mailbox" | "outbox") => void) => {
  readonly ready: Promise<void>;
  close(): Promise<void>;
};

export interface Worker {
  readonly id: WorkerId;
  start(): void;
  /** What an enqueue in this process may take along; null when it is stopping. */
  offer(): LeaseOffer | null;
  /** Turns whose lease this process has taken. They begin at once, or as soon as a slot is free. */
  accept(turns: readonly ClaimedTurn[]): void;
  wake(reason: "mailbox" | "outbox"): void;
  /** Drains for at most `graceMs`, then gives the rest back. */
  stop(graceMs: number): Promise<void>;
}

/** Claims conversations, runs their turns, sends their replies, and watches over the workers beside it. */
export function createWorker(
  dependencies: RuntimeDependencies,
  options: WorkerOptions,
  keepPresence: KeepPresence,
): Worker {
  const { store, clock, logger, metrics } = dependencies;
  const { worker, slots, leaseMs } = options;
  const limits = { ...PROCESSING_LIMITS, ...options };
  const waiting: ClaimedTurn[] = [];
  const running = new Map<ClaimedTurn, Promise<void>>();
  let isStopping = false;
  let isPresent = false;
  let presence: ReturnType<KeepPresence> | null = null;

  const claiming: Pulse = createPulse(options.pollMs, logger, async () => {
    const freeSlots = slots - running.size - waiting.length;
    if (freeSlots <= 0) return null; // A turn that ends wakes us.
    const { turns, nextDueInMs } = await store.mailbox.claim({ worker, leaseMs, freeSlots });
    accept(turns);
    // Only a full claim says that there may be more; asking after each turn would cost two empty claims a turn.
    return turns.length === freeSlots ? 0 : nextDueInMs;
  });
  const sender = createSender(dependencies, options, () => sending.wake());
  const sending: Pulse = createPulse(options.pollMs, logger, () => sender.sendDue());
  const renewing: Pulse = createPulse(Math.floor(leaseMs / 3), logger, async () => {
    const working = [...running.keys(), ...waiting].map((turn) => turn.lease);
    await store.mailbox.renew(worker, working, leaseMs);
    return null;
  });
  const sweeping: Pulse = createPulse(options.sweepMs, logger, async () => {
    const { deadWorkers, freedConversations } = await store.workers.sweep(worker);
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
  const pulses = [claiming, sending, renewing, sweeping];

  function accept(turns: readonly ClaimedTurn[]): void {
    if (isStopping && turns.length > 0) {
      // They were leased while we began to stop: others take them at once.
      void store.mailbox
        .release(turns.map((turn) => turn.lease))
        .catch((error: unknown) => logger.error({ error: errorText(error) }, "turns could not be given back"));
      return;
    }
    waiting.push(...turns);
    while (running.size < slots && waiting.length > 0 && !isStopping) begin(waiting.shift() as ClaimedTurn);
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
        if (waiting.length === 0 && running.size === slots - 1) claiming.wake();
      });
    running.set(turn, work);
  }

  async function workOn(turn: ClaimedTurn): Promise<void> {
    const startedMs = clock.monotonicMs();
    const typing = announceTyping(turn, dependencies);
    let inputClass: string | null = null;
    const processed = await processTurn(turn, dependencies, limits, {
      routed(route) {
        inputClass = route.inputClass;
        if (route.kind === "answer") typing.begin();
      },
    });
    const durationMs = clock.monotonicMs() - startedMs;
    const outcome = processed.kind === "committed" ? processed.outcome : processed.kind;
    metrics.turnFinished({ outcome, inputClass, durationMs });
    logger.debug(
      {
        run_id: turn.run.id,
        conversation_id: turn.lease.conversationId,
        input_class: inputClass,
        outcome,
        latency_ms: durationMs,
      },
      "turn finished",
    );
    if (processed.kind === "committed") {
      if (processed.toSend !== null) sender.sendMarked(processed.toSend, processed.markedMs, typing.settled());
      if (processed.hasMore) claiming.wake();
    }
    if (processed.kind === "failed") claiming.wakeIn(processed.delayMs);
    if (processed.kind === "buried") {
      claiming.wake();
      sending.wake();
    }
  }

  return {
    id: worker,
    start() {
      presence = keepPresence((reason) => (reason === "outbox" ? sending.wake() : claiming.wake()));
      // Nothing is taken before the sign of life stands: else a kill in the first instants would cost a whole lease.
      void presence.ready.then(() => {
        if (isStopping) return;
        isPresent = true;
        for (const pulse of pulses) pulse.start();
      });
    },
    offer() {
      if (isStopping || !isPresent) return null;
      return { worker, leaseMs, freeSlots: Math.max(0, slots - running.size - waiting.length) };
    },
    accept,
    wake: (reason) => (reason === "outbox" ? sending.wake() : claiming.wake()),
    async stop(graceMs) {
      isStopping = true;
      await Promise.all([claiming.stop(), sweeping.stop()]);
      await store.mailbox.release(waiting.splice(0).map((turn) => turn.lease));
      await withinGrace(Promise.all([...running.values()]), graceMs);
      // What is still running will find its fence gone and write nothing.
      await store.mailbox.release([...running.keys()].map((turn) => turn.lease));
      await withinGrace(sender.drain(), graceMs);
      await Promise.all([sending.stop(), renewing.stop()]);
      await presence?.close();
    },
  };
}

async function withinGrace(work: Promise<unknown>, graceMs: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const grace = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, graceMs);
  });
  await Promise.race([work, grace]);
  clearTimeout(timer);
}
