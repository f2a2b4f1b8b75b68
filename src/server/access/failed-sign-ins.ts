import { errorText } from "../../core/errors.ts";
import type { SignIn } from "../../core/ports/governance/access.ts";
import type { Logger } from "../../core/ports/logger.ts";

const WINDOW_MS = 15 * 60_000;
/**
 * One window gets at most this many lines, so that an attacker with many addresses cannot fill the
 * table.
 */
const MOST_LINES = 30;
const ADDRESSES = 10_000;

interface Dependencies {
  readonly signIn: Pick<SignIn, "noteFailures">;
  readonly logger: Logger;
  readonly nowMs: () => number;
}

/**
 * Writes wrong tokens to the audit log. The 1st, 10th, 100th, … of one address get a line, so that
 * the log tells how many there were and an attacker cannot make it grow with each.
 */
export class FailedSignIns {
  readonly #dependencies: Dependencies;
  #tries = new Map<string, number>();
  #lines = 0;
  #untilMs = Number.NEGATIVE_INFINITY;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /** `address` is a hash. Returns at once: a refused caller does not wait for the log. */
  note(address: string): void {
    const nowMs = this.#dependencies.nowMs();
    if (nowMs >= this.#untilMs) {
      this.#tries = new Map();
      this.#lines = 0;
      this.#untilMs = nowMs + WINDOW_MS;
    }
    const tries = (this.#tries.get(address) ?? 0) + 1;
    if (tries > 1 || this.#tries.size < ADDRESSES) this.#tries.set(address, tries);
    if (!Number.isInteger(Math.log10(tries)) || this.#lines >= MOST_LINES) return;
    this.#lines += 1;
    void this.#write(address, tries);
  }

  async #write(address: string, tries: number): Promise<void> {
    const { signIn, logger } = this.#dependencies;
    try {
      await signIn.noteFailures({ address, tries });
    } catch (thrown) {
      logger.error(
        { error: errorText(thrown), address, tries },
        "a failed sign-in could not be written to the audit log",
      );
    }
  }
}
