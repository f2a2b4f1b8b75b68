import { setTimeout as pause } from "node:timers/promises";
import type { MailboxState, ScenarioDatabase } from "../../../postgres/lab/scenario-database.ts";

const POLL_MS = 15;
/** Nothing of a scenario takes long; what does hangs. */
const PATIENCE_MS = 60_000;
/** After so long a message waits for its next attempt. */
const HURRY_MS = 3_000;

interface Wait {
  readonly phone: string | null;
  readonly lastSeq: number;
  readonly giveUpMs: number;
  resolve(): void;
  reject(thrown: unknown): void;
}

/** Whether conversations are at rest: everything answered, everything sent. One question to the database for all of them. */
export class Mailboxes {
  readonly #database: ScenarioDatabase;
  readonly #waits = new Set<Wait>();
  #states: ReadonlyMap<string, MailboxState> = new Map();
  #isAsking = false;
  #hurriedMs = 0;

  constructor(database: ScenarioDatabase) {
    this.#database = database;
  }

  /** @param phone null: every conversation */
  settled(phone: string | null, lastSeq = 0): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waits.add({ phone, lastSeq, giveUpMs: performance.now() + PATIENCE_MS, resolve, reject });
      if (!this.#isAsking) void this.#ask();
    });
  }

  /** The state at the last look. */
  lastSeq(phone: string): number {
    return this.#states.get(phone)?.lastSeq ?? 0;
  }

  async #ask(): Promise<void> {
    this.#isAsking = true;
    while (this.#waits.size > 0) {
      // A caller that arrives while the question is out needs the next answer.
      const waits = [...this.#waits];
      try {
        this.#states = await this.#database.mailboxes();
        for (const wait of waits) this.#look(wait);
        await this.#hurry();
      } catch (thrown) {
        for (const wait of waits) this.#end(wait, () => wait.reject(thrown));
      }
      if (this.#waits.size > 0) await pause(POLL_MS);
    }
    this.#isAsking = false;
  }

  async #hurry(): Promise<void> {
    const nowMs = performance.now();
    const isLate = [...this.#waits].some(({ giveUpMs }) => nowMs > giveUpMs - PATIENCE_MS + HURRY_MS);
    if (!isLate || nowMs < this.#hurriedMs + HURRY_MS) return;
    this.#hurriedMs = nowMs;
    await this.#database.hurrySends();
  }

  #look(wait: Wait): void {
    const { phone, lastSeq } = wait;
    const states = phone === null ? [...this.#states.values()] : [this.#states.get(phone)];
    const isSettled = states.every(
      (state) => state !== undefined && state.pending === 0 && state.unsent === 0 && state.lastSeq >= lastSeq,
    );
    if (isSettled) this.#end(wait, () => wait.resolve());
    else if (performance.now() > wait.giveUpMs) {
      const what = JSON.stringify(states.filter((state) => state === undefined || state.pending + state.unsent > 0));
      this.#end(wait, () => wait.reject(new Error(`the conversation did not come to rest within a minute: ${what}`)));
    }
  }

  #end(wait: Wait, how: () => void): void {
    this.#waits.delete(wait);
    how();
  }
}
