/**
 * Bounds the memory of bodies in flight. With the database down, requests wait and hold their
 * bytes. Beyond the budget a request is refused at once, and Meta sends it again.
 */
export class ByteBudget {
  readonly #limit: number;
  #used = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Returns false and takes nothing when the budget would be overdrawn. */
  take(bytes: number): boolean {
    if (this.#used + bytes > this.#limit) return false;
    this.#used += bytes;
    return true;
  }

  giveBack(bytes: number): void {
    this.#used -= bytes;
    if (this.#used < 0) throw new Error(`Byte budget below zero (${this.#used}): something was given back twice.`);
  }

  get used(): number {
    return this.#used;
  }
}
