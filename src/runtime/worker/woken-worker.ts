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
import { createSender, type Sender } from "./sender.ts";
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

/** The most conversations that one claim looks among. */
const ASKED_AT_ONCE = 1_000;

/** A call that waits for a slot. It holds no lease: another worker may take its conversation. */
interface Waiting {
  readonly conversation: ConversationKey;
  readonly begin: (turn: ClaimedTurn | null) => void;
  readonly fail: (error: unknown) => void;
}

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
  const waiting: Waiting[] = [];
  let freeSlots = options.slots;
  let isFilling = false;
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

  /**
   * Gives free slots to calls that wait: first to the conversations that have been due for longest, such as those of a
   * worker that died, all claimed in one statement; then, in their order, to those that have no turn to run.
   */
  async function fillSlots(): Promise<void> {
    if (isFilling) return;
    isFilling = true;
    // Calls that come or end together are served together.
    await new Promise((resolve) => setImmediate(resolve));
    while (freeSlots > 0 && waiting.length > 0 && !isStopping) await fill(Math.min(freeSlots, waiting.length));
    isFilling = false;
  }

  async function fill(places: number): Promise<void> {
    const asked = waiting.slice(0, ASKED_AT_ONCE);
    freeSlots -= places;
    let turns: ClaimedTurn[];
    try {
      const conversations = asked.map(({ conversation }) => conversation);
      ({ turns } = await store.mailbox.claim({ worker, leaseMs, freeSlots: places, conversations }));
    } catch (error) {
      freeSlots += places;
      waiting.splice(0, asked.length);
      for (const { fail } of asked) fail(error);
      return;
    }
    for (const turn of turns) running.add(turn);
    const claimed = new Map(turns.map((turn) => [turn.lease.conversationId, turn]));
    const begun = new Map<Waiting, ClaimedTurn | null>();
    for (const call of asked) {
      const turn = claimed.get(call.conversation.conversationId);
      if (turn !== undefined && claimed.delete(turn.lease.conversationId)) begun.set(call, turn);
    }
    for (const call of asked) if (begun.size < places && !begun.has(call)) begun.set(call, null);
    freeSlots += places - begun.size;
    waiting.splice(0, waiting.length, ...waiting.filter((call) => !begun.has(call)));
    for (const [{ begin }, turn] of begun) begin(turn);
  }

  async function inSlot<Result>(
    conversation: ConversationKey,
    work: (turn: ClaimedTurn | null) => Promise<Result>,
  ): Promise<Result> {
    const turn = await new Promise<ClaimedTurn | null>((begin, fail) => {
      waiting.push({ conversation, begin, fail });
      void fillSlots();
    });
    try {
      return await work(turn);
    } finally {
      freeSlots += 1;
      void fillSlots();
    }
  }

  async function workOn(conversation: ConversationKey, first: ClaimedTurn | null): ReturnType<Woken["work"]> {
    const untilMs = clock.monotonicMs() + options.budgetMs * BEGINS_UNTIL;
    const sender = createSender(dependencies, { ...options, slots: SENDS_AT_ONCE }, () => {}, pace);
    let turn = first;
    let former: string | null = null;
    for (;;) {
      if (turn !== null) await run(turn, sender);
      else if (isStopping) return { nextAt: clock.now() };
      const next = await store.mailbox.nextDue(conversation);
      if (next === null) return { nextAt: null };
      if (next.inMs > 0) return { nextAt: new Date(clock.now().getTime() + next.inMs) };
      if (isStopping || clock.monotonicMs() >= untilMs) return { nextAt: clock.now() };
      // Due as before: another call holds it, or nothing can be done for it now. A sweep looks again.
      if (turn === null && next.id === former) return { nextAt: null };
      former = next.id;
      if (next.isReplyDue) await sender.sendDue(conversation);
      await sender.drain();
      turn = next.isTurnDue ? await claimOne(conversation) : null;
      if (!next.isReplyDue && !next.isTurnDue) await background.fireDue();
    }
  }

  async function claimOne(conversation: ConversationKey): Promise<ClaimedTurn | null> {
    const { turns } = await store.mailbox.claim({ worker, leaseMs, freeSlots: 1, conversations: [conversation] });
    for (const turn of turns) running.add(turn);
    return turns[0] ?? null;
  }

  /** The turn, and the first of its replies. */
  async function run(turn: ClaimedTurn, sender: Sender): Promise<void> {
    try {
      const processed = await workOnTurn(turn, dependencies, limits, sender);
      if (processed.kind === "committed" && processed.learns) background.wakeLearning();
    } finally {
      running.delete(turn);
    }
    await sender.drain();
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
      return tracked(inSlot(conversation, (turn) => workOn(conversation, turn)));
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
        async () => {
          for (const { begin } of waiting.splice(0)) begin(null);
        },
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
