const WINDOW_MS = 60_000;
const FAILURES = 20;

/**
 * At most this many addresses are remembered. The oldest are forgotten, so that they cannot fill
 * the memory.
 */
const ADDRESSES = 10_000;

/**
 * Limits the wrong secrets that one address may show in a minute. A repeated wrong secret counts
 * once. The limit stands before `/internal`, the sign-in and Meta's handshake; deliveries to the
 * webhook never meet it.
 */
export class AttemptLimit {
  readonly #failures = new Map<string, { readonly keys: Set<string>; readonly untilMs: number }>();
  readonly #nowMs: () => number;

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs;
  }

  isReached(address: string): boolean {
    return (this.#of(address)?.size ?? 0) >= FAILURES;
  }

  /** Returns true when the address showed this wrong secret within the last minute. */
  hasFailed(address: string, key: string): boolean {
    return this.#of(address)?.has(key) ?? false;
  }

  /** `key` stands for the secret that was shown. */
  failed(address: string, key: string): void {
    const known = this.#of(address);
    if (known !== null) {
      if (known.size < FAILURES) known.add(key);
      return;
    }
    this.#failures.delete(address);
    this.#failures.set(address, { keys: new Set([key]), untilMs: this.#nowMs() + WINDOW_MS });
    for (const oldest of this.#failures.keys()) {
      if (this.#failures.size <= ADDRESSES) break;
      this.#failures.delete(oldest);
    }
  }

  #of(address: string): Set<string> | null {
    const found = this.#failures.get(address);
    return found === undefined || found.untilMs <= this.#nowMs() ? null : found.keys;
  }
}
