import { errorText, RecadoError } from "../../core/errors.ts";
import type { ConversationKey } from "../../core/ports/mailbox.ts";
import { SWEEP_EVERY_MS, type WakeEngine, type Woken } from "../../core/ports/wake-engine.ts";
import type { ClaimedTurn } from "../../core/turn/turn.ts";
import type { RuntimeDependencies } from "../dependencies.ts";
import { takeEveryStep } from "../every-step.ts";
import { PROCESSING_LIMITS } from "../process-turn.ts";
import { withinTime } from "../within-time.ts";
import { createBackground } from "./background.ts";
import { createNumberPace } from "./number-pace.ts";
import { createPulse } from "./pulse.ts";
import { createSender } from "./sender.ts";
import { createWaker } from "./waker.ts";
import { workOnTurn } from "./work-on-turn.ts";
import { type KeepPresence, RENEW_MS, type Worker } from "./worker.ts";
import type { WorkerOptions } from "./worker-options.ts";

export interface WokenOptions extends WorkerOptions {
  /**
   * How long one call of `work` may take, in ms. It begins nothing new after 80 % of it: a host that
   * ends a call at its limit must not end it in the middle of a turn.
   */
  readonly budgetMs: number;
  /** How long a call of `sweep` stays, in ms, so that the jobs beside the turns get their time in a process that sleeps between calls. */
  readonly sweepStaysMs: number;
}

/** The share of a call's time after which it begins nothing new. */
const BEGINS_UNTIL = 0.8;

/** The replies of one conversation leave one after the other. */
const SENDS_AT_ONCE = 4;

/**
 * A worker that claims nothing by itself: an engine calls it for one conversation at a time. All
 * that protects a turn (lease, fence, order, journal) is the ordinary worker's.
 */
export function createWokenWorker(
  dependencies: RuntimeDependencies,
  options: WokenOptions,
  keepPresence: KeepPresence,
  engine: Pick<WakeEngine, "wake">,
): Worker & Woken {
  const { store, clock, logger } = dependencies;
  const { worker, leaseMs } = options;
  const limits = { ...PROCESSING_LIMITS, ...options };
  const pace = createNumberPace(clock, options.messagesPerSecond);
  const running = new Set<ClaimedTurn>();
  const calls = new Set<Promise<unknown>>();
  /** Calls that wait for a slot. They hold no lease: another worker may take their conversations. */
  const waiting: (() => void)[] = [];
  let freeSlots = options.slots;
  let isStopping = false;
  let presence: ReturnType<KeepPresence> | null = null;
  const waker = createWaker(store.mailbox, engine, dependencies);
  const background = createBackground(dependencies, options, { mailbox: waker.wake, outbox: waker.wake });
  const renewing = createPulse(Math.min(leaseMs / 3, RENEW_MS), logger, async () => {
    await store.mailbox.renew(
      worker,
      [...running].map(({ lease }) => lease),
      leaseMs,
    );
    return null;
  });

  /** One turn if one is due, and every reply that is. True when a turn was taken. */
  async function moveOn(conversation: ConversationKey): Promise<boolean> {
    const sender = createSender(dependencies, { ...options, slots: SENDS_AT_ONCE }, () => {}, pace);
    const { turns } = await store.mailbox.claim({ worker, leaseMs, freeSlots: 1, conversation });
    for (const turn of turns) {
      running.add(turn);
      try {
        const processed = await workOnTurn(turn, dependencies, limits, sender);
        if (processed.kind === "committed" && processed.learns) background.wakeLearning();
      } finally {
        running.delete(turn);
      }
    }
    await sender.drain();
    await sender.sendDue(conversation);
    await sender.drain();
    return turns.length > 0;
  }

  async function workOn(conversation: ConversationKey): ReturnType<Woken["work"]> {
    const untilMs = clock.monotonicMs() + options.budgetMs * BEGINS_UNTIL;
    let former: string | null = null;
    while (!isStopping) {
      const hadTurn = await moveOn(conversation);
      const next = await store.mailbox.nextDue(conversation);
      if (next === null) return { nextAt: null };
      if (next.inMs > 0) return { nextAt: new Date(clock.now().getTime() + next.inMs) };
      if (clock.monotonicMs() >= untilMs) return { nextAt: clock.now() };
      // Due as before: another call holds it, or nothing can be done for it now. A sweep looks again.
      if (!hadTurn && next.id === former) return { nextAt: null };
      former = next.id;
      if (!hadTurn) await background.fireDue();
    }
    return { nextAt: clock.now() };
  }

  async function inSlot<Result>(work: () => Promise<Result>): Promise<Result> {
    if (freeSlots > 0) freeSlots -= 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) freeSlots += 1;
      else next();
    }
  }

  function tracked<Result>(call: Promise<Result>): Promise<Result> {
    calls.add(call);
    return call.finally(() => calls.delete(call));
  }

  return {
    id: worker,
    start() {
      // Only its sign of life: engines tell of work, not the database.
      presence = keepPresence(() => {});
      void presence.ready.then(() => {
        if (isStopping) return;
        renewing.start();
        background.start();
        waker.start();
      });
    },
    offer: () => null,
    accept(turns) {
      if (turns.length === 0) return;
      store.mailbox
        .release(turns.map(({ lease }) => lease))
        .catch((error: unknown) => logger.error({ error: errorText(error) }, "turns could not be given back"));
    },
    wake: waker.wake,
    async work(conversation) {
      if (isStopping) throw new RecadoError("not_ready", "The worker is stopping. Ask another one.");
      return tracked(inSlot(() => workOn(conversation)));
    },
    tell: waker.look,
    sweep: () =>
      tracked(
        Promise.all([waker.look(), new Promise((resolve) => setTimeout(resolve, options.sweepStaysMs))]).then(() => {}),
      ),
    async stop(graceMs) {
      isStopping = true;
      await takeEveryStep([
        () => takeEveryStep([waker.stop, background.stop]),
        () => withinTime(graceMs, () => Promise.allSettled(calls)),
        // Turns still running will find their fence gone and write nothing.
        () => store.mailbox.release([...running].map(({ lease }) => lease)),
        renewing.stop,
        async () => presence?.close(),
      ]);
    },
  };
}

export const WOKEN_DEFAULTS: Pick<WokenOptions, "budgetMs" | "sweepStaysMs"> = {
  budgetMs: 2 * SWEEP_EVERY_MS,
  sweepStaysMs: 0,
};
