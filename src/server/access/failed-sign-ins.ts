import { errorText } from "../../core/errors.ts";
import type { SignIn } from "../../core/ports/access.ts";
import type { Logger } from "../../core/ports/logger.ts";

const WINDOW_MS = 15 * 60_000;
/** In a window: an attacker with many addresses fills no table. */
const MOST_LINES = 30;
const ADDRESSES = 10_000;

interface Parts {
  readonly signIn: Pick<SignIn, "noteFailures">;
  readonly logger: Logger;
  readonly nowMs: () => number;
}

/**
 * Wrong tokens in the audit log. Of one address the first one has a line, then the 10th, the 100th, …, so that the log tells how
 * many they were and an attacker cannot make it grow with each.
 */
export class FailedSignIns {
  readonly #parts: Parts;
  #tries = new Map<string, number>();
  #lines = 0;
  #untilMs = Number.NEGATIVE_INFINITY;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** `address` is a hash. Returns at once: nobody who is refused waits for the log. */
  note(address: string): void {
    const nowMs = this.#parts.nowMs();
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
    const { signIn, logger } = this.#parts;
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
