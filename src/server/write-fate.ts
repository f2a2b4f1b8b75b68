import type { ReadinessCheck } from "./server-dependencies.ts";

/**
 * Knows whether messages can be written. A full disk still answers every read, so the last write
 * decides. After a failure each probe tries a write, so that the state heals even when no message
 * comes.
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
