import { RecadoError } from "../core/errors.ts";

/**
 * Runs a few tasks at once. Further tasks wait in order, at most `mostWaiting` of them; the rest
 * are refused.
 */
export class Turnstile {
  readonly #atOnce: number;
  readonly #mostWaiting: number;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(atOnce: number, mostWaiting: number) {
    this.#atOnce = atOnce;
    this.#mostWaiting = mostWaiting;
  }

  async pass<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#running < this.#atOnce) this.#running += 1;
    else if (this.#waiting.length < this.#mostWaiting) await new Promise<void>((go) => this.#waiting.push(go));
    else throw new RecadoError("too_many_attempts", "Too many wrong tokens came from this address. Wait a minute.");
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#running -= 1;
      else next();
    }
  }
}
