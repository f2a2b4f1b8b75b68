import type { ReadinessCheck } from "./server-dependencies.ts";

/**
 * Whether what comes in can be written. A full disk still answers every read, so the fate of the last write is what is
 * believed; after a failure each question of a prober tries one, so that it heals also where no message comes any more.
 */
export class WriteFate {
  readonly #proveWrites: () => Promise<void>;
  #hasFailed = false;

  constructor(proveWrites: () => Promise<void>) {
    this.#proveWrites = proveWrites;
  }

  succeeded(): void {
    this.#hasFailed = false;
  }

  failed(): void {
    this.#hasFailed = true;
  }

  readonly check: ReadinessCheck = async () => {
    if (!this.#hasFailed) return null;
    await this.#proveWrites();
    this.#hasFailed = false;
    return null;
  };
}
