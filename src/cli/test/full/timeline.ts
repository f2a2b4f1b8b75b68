import { setTimeout as pause } from "node:timers/promises";
import type { Logger } from "../../../core/ports/logger.ts";
import type { ScenarioDatabase } from "../../../postgres/lab/scenario-database.ts";
import { sayScheduled } from "../../../runtime/worker/say-scheduled.ts";

/** A timer is requested again while another lock keeps it from firing. One that does not fire for so long hangs. */
const PATIENCE_MS = 20_000;
const AGAIN_MS = 50;

export interface TimelineDependencies {
  readonly start: Date;
  setClock(now: Date): Promise<void>;
  /** Resolves when every conversation is at rest. */
  settled(): Promise<void>;
  newId(): string;
  readonly logger: Logger;
}

interface Sleeper {
  readonly untilMs: number;
  /** No worker runs meanwhile: what is due fires at the end. */
  readonly isAway: boolean;
  wake(): void;
  fail(thrown: unknown): void;
}

/**
 * The time of many conversations at once, on one database whose clock stands. It moves when all of them wait, to whatever
 * comes first: the end of a wait, a timer, a reminder, a segment, or the night. So each of them lives through the same instants as if it were
 * alone.
 */
export class Timeline {
  readonly #database: ScenarioDatabase;
  readonly #parts: TimelineDependencies;
  readonly #sleepers = new Set<Sleeper>();
  #awake = 0;
  #now: Date;

  constructor(database: ScenarioDatabase, parts: TimelineDependencies) {
    this.#database = database;
    this.#parts = parts;
    this.#now = parts.start;
  }

  now(): Date {
    return this.#now;
  }

  /** One conversation, from its beginning to its end. */
  async live<Result>(play: () => Promise<Result>): Promise<Result> {
    this.#awake += 1;
    try {
      return await play();
    } finally {
      this.#fallAsleep();
    }
  }

  sleep(ms: number, isAway = false): Promise<void> {
    return new Promise((resolve, reject) => {
      const sleeper: Sleeper = {
        untilMs: this.#now.getTime() + ms,
        isAway,
        wake: () => {
          this.#sleepers.delete(sleeper);
          this.#awake += 1;
          resolve();
        },
        fail: (thrown) => {
          this.#sleepers.delete(sleeper);
          this.#awake += 1;
          reject(thrown);
        },
      };
      this.#sleepers.add(sleeper);
      this.#fallAsleep();
    });
  }

  #fallAsleep(): void {
    this.#awake -= 1;
    if (this.#awake > 0 || this.#sleepers.size === 0) return;
    this.#advance().catch((thrown: unknown) => {
      // Otherwise it would wait for ever.
      for (const sleeper of [...this.#sleepers]) sleeper.fail(thrown);
    });
  }

  async #advance(): Promise<void> {
    const sleepers = [...this.#sleepers];
    const wakeMs = Math.min(...sleepers.map(({ untilMs }) => untilMs));
    const isAway = sleepers.some((sleeper) => sleeper.isAway);
    let stuckAt: Date | null = null;
    let giveUpMs = 0;
    for (;;) {
      const fireAt = await this.#nextFireAt();
      // A conversation that is locked for a moment is passed by, as a worker does, which comes
      // again.
      if (fireAt === null || fireAt.getTime() !== stuckAt?.getTime()) giveUpMs = performance.now() + PATIENCE_MS;
      else if (performance.now() > giveUpMs)
        throw new Error(`a timer that was due at ${fireAt.toISOString()} did not fire`);
      else await pause(AGAIN_MS);
      const nights = (await this.#database.nights()).map((at) => at.getTime());
      const fireMs = fireAt === null ? Number.POSITIVE_INFINITY : Math.max(fireAt.getTime(), isAway ? wakeMs : 0);
      // A moment later: only what was quiet before the night is over.
      const nightMs = Math.max(Math.min(...nights) + 1, isAway ? wakeMs : 0);
      const firstMs = Math.min(fireMs, nightMs);
      if (firstMs > wakeMs) break;
      await this.#moveTo(firstMs);
      if (fireMs <= nightMs) {
        await this.#fire();
        stuckAt = fireAt;
      } else {
        await this.#database.store.timers.endDay(10_000);
      }
    }
    await this.#moveTo(wakeMs);
    for (const sleeper of sleepers) if (sleeper.untilMs <= wakeMs) sleeper.wake();
  }

  /** When all conversations are at rest: what a worker takes meanwhile waits no more, and is not said yet. */
  async #nextFireAt(): Promise<Date | null> {
    for (;;) {
      const before = await this.#database.nextFireAt();
      await this.#parts.settled();
      const after = await this.#database.nextFireAt();
      if (before?.getTime() === after?.getTime()) return after;
    }
  }

  async #moveTo(ms: number): Promise<void> {
    this.#now = new Date(Math.max(ms, this.#now.getTime()));
    await this.#parts.setClock(this.#now);
  }

  async #fire(): Promise<void> {
    const { store } = this.#database;
    const { newId, logger } = this.#parts;
    await store.timers.fire({ limit: 1_000, newId });
    await store.confirmations.resume({ limit: 1_000, newId });
    await sayScheduled({ store, logger, newId }, () => {});
  }
}
