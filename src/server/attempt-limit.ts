const WINDOW_MS = 60_000;
const FAILURES = 20;

/** So that many addresses do not fill the memory: the oldest are forgotten. */
const ADDRESSES = 10_000;

/**
 * How often one address may be wrong about a token in a minute. Nobody guesses 256 bits; this keeps those who try from
 * asking the database each time. It stands before `/internal` and the sign-in alone: the webhook never meets it.
 */
export class AttemptLimit {
  readonly #failures = new Map<string, { count: number; untilMs: number }>();
  readonly #nowMs: () => number;

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs;
  }

  isReached(address: string): boolean {
    const found = this.#failures.get(address);
    return found !== undefined && found.untilMs > this.#nowMs() && found.count >= FAILURES;
  }

  failed(address: string): void {
    const found = this.#failures.get(address);
    const isOver = found === undefined || found.untilMs <= this.#nowMs();
    if (isOver) {
      this.#failures.delete(address);
      this.#failures.set(address, { count: 1, untilMs: this.#nowMs() + WINDOW_MS });
    } else found.count += 1;
    for (const oldest of this.#failures.keys()) {
      if (this.#failures.size <= ADDRESSES) break;
      this.#failures.delete(oldest);
    }
  }
}
