import type { ConversationKey } from "../core/ports/mailbox.ts";
import { SWEEP_EVERY_MS, type WakeEngine, type Woken } from "../core/ports/wake-engine.ts";

export interface LocalEngineOptions {
  /** Conversations at once. Default 32. */
  readonly atOnce?: number;
  /** Between two sweeps, in ms. Default 30,000. */
  readonly sweepEveryMs?: number;
}

/** A conversation that has been asked for. */
interface Asked {
  readonly conversation: ConversationKey;
  timer: NodeJS.Timeout | null;
  dueAtMs: number;
  isRunning: boolean;
}

/**
 * An engine inside this process: a timer for each conversation. It is the smallest that keeps the
 * contract, for tests, and as a model for an engine of your own (docs/engines.md).
 */
export function localEngine({ atOnce = 32, sweepEveryMs = SWEEP_EVERY_MS }: LocalEngineOptions = {}): WakeEngine {
  const asked = new Map<string, Asked>();
  const ready: Asked[] = [];
  const calls = new Set<Promise<void>>();
  let woken: Woken | null = null;
  let sweeping: NodeJS.Timeout | null = null;
  let isClosed = false;

  function ask(conversation: ConversationKey, at: Date): void {
    if (isClosed) return;
    const key = `${conversation.workspaceId}/${conversation.conversationId}`;
    const one = asked.get(key) ?? { conversation, timer: null, dueAtMs: Number.POSITIVE_INFINITY, isRunning: false };
    asked.set(key, one);
    if (at.getTime() >= one.dueAtMs) return;
    one.dueAtMs = at.getTime();
    if (one.timer !== null) clearTimeout(one.timer);
    one.timer = setTimeout(
      () => {
        one.timer = null;
        ready.push(one);
        begin();
      },
      Math.max(0, one.dueAtMs - Date.now()),
    );
  }

  function begin(): void {
    while (woken !== null && calls.size < atOnce) {
      const next = ready.findIndex(({ isRunning }) => !isRunning);
      const [one] = next < 0 ? [] : ready.splice(next, 1);
      if (one === undefined) return;
      track(call(one, woken));
    }
  }

  async function call(one: Asked, { work }: Woken): Promise<void> {
    one.isRunning = true;
    one.dueAtMs = Number.POSITIVE_INFINITY;
    try {
      const { nextAt } = await work(one.conversation);
      if (nextAt !== null) ask(one.conversation, nextAt);
    } finally {
      one.isRunning = false;
    }
  }

  /** A call that fails is no loss: the worker logs it, and the next sweep asks for the conversation again. */
  function track(work: Promise<void>): void {
    const tracked = work
      .catch(() => {})
      .finally(() => {
        calls.delete(tracked);
        begin();
      });
    calls.add(tracked);
  }

  return {
    async wake(wakes) {
      for (const { at, ...conversation } of wakes) ask(conversation, at);
    },
    async serve(served) {
      woken = served;
      sweeping = setInterval(() => track(served.sweep()), sweepEveryMs);
      begin();
    },
    health: async () => null,
    async close() {
      isClosed = true;
      woken = null;
      if (sweeping !== null) clearInterval(sweeping);
      for (const { timer } of asked.values()) if (timer !== null) clearTimeout(timer);
      await Promise.all(calls);
    },
  };
}
