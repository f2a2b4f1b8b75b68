import { createHash, randomBytes } from "node:crypto";

const LIFE_MS = 10 * 60_000;

/** At most this many links work at once: the newest ones. */
const AT_MOST = 16;

/**
 * Codes that each sign in once, as the owner of the installation. They live in this process and end
 * with it.
 */
export class SignInCodes {
  readonly #expiresAtMs = new Map<string, number>();
  readonly #nowMs: () => number;

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs;
  }

  issue(): string {
    const code = randomBytes(32).toString("base64url");
    this.#expiresAtMs.set(hashOf(code), this.#nowMs() + LIFE_MS);
    for (const oldest of [...this.#expiresAtMs.keys()].slice(0, -AT_MOST)) this.#expiresAtMs.delete(oldest);
    return code;
  }

  /** What `open` gives for a valid code, the first time only; null for any other. A code whose opening failed works again. */
  async redeem<Opened>(code: string, open: () => Promise<Opened>): Promise<Opened | null> {
    const key = hashOf(code);
    const expiresAtMs = this.#expiresAtMs.get(key);
    this.#expiresAtMs.delete(key);
    if (expiresAtMs === undefined || expiresAtMs <= this.#nowMs()) return null;
    try {
      return await open();
    } catch (thrown) {
      this.#expiresAtMs.set(key, expiresAtMs);
      throw thrown;
    }
  }
}

const hashOf = (code: string) => createHash("sha256").update(code).digest("hex");
