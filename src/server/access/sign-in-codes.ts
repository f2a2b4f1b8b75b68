import { createHash, randomBytes } from "node:crypto";

const LIFE_MS = 10 * 60_000;

/** A few links at once at most: who asks for more gets the newest ones. */
const AT_MOST = 16;

/** Codes that each sign in once, as the owner of the installation; those of one process, and gone with it. */
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

  /** True once. */
  redeem(code: string): boolean {
    const key = hashOf(code);
    const expiresAtMs = this.#expiresAtMs.get(key);
    this.#expiresAtMs.delete(key);
    return expiresAtMs !== undefined && expiresAtMs > this.#nowMs();
  }
}

const hashOf = (code: string) => createHash("sha256").update(code).digest("hex");
