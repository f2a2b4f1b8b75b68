import { createHash, createHmac, randomBytes } from "node:crypto";
import type { Context } from "hono";
import { RecadoError } from "../../core/errors.ts";
import type { ClientAddress } from "../client-address.ts";
import type { ServerDependencies } from "../server-dependencies.ts";
import type { ServerEnv } from "../server-env.ts";
import { Turnstile } from "../turnstile.ts";
import { AttemptLimit } from "./attempt-limit.ts";
import { areSecretsEqual } from "./constant-time.ts";
import { FailedSignIns } from "./failed-sign-ins.ts";

/** What a caller can show. */
export type Shown = "token" | "cookie" | "link" | "verify_token";

/** Random characters that no number of guesses finds. What Recado makes itself is longer. */
const UNGUESSABLE_LENGTH = 32;

/** Secrets that were good a moment ago go on, whatever others at the same address (a proxy's, say) try meanwhile. */
const REMEMBERED = 1_000;

/** Looks into the database for addresses that have guessed too often: they wait for each other, and for nobody else. */
const LOOKS_AT_ONCE = 2;
const LOOKS_WAITING = 1_000;

/**
 * Compares what callers show with what they should. An address that has been wrong too often finds out nothing more about a
 * secret that is short enough to be guessed. A secret of 256 bits needs no such limit and is looked up always: the neighbours
 * of a guesser, behind the same proxy, still come in.
 */
export class GuessGuard {
  readonly #limit: AttemptLimit;
  readonly #wereGood = new Set<string>();
  readonly #looks = new Turnstile(LOOKS_AT_ONCE, LOOKS_WAITING);
  readonly #addressOf: ClientAddress;
  readonly #parts: Pick<ServerDependencies, "logger" | "metrics">;
  readonly #auditLog: FailedSignIns;
  /** Who reads a log learns whether two lines are of one address, and not which it is. Nobody chooses an app secret, so nobody guesses it. */
  readonly #hashKey: string;

  constructor(
    parts: Pick<ServerDependencies, "clock" | "logger" | "metrics" | "signIn" | "settings">,
    addressOf: ClientAddress,
  ) {
    const { clock, logger, metrics, signIn, settings } = parts;
    const nowMs = () => clock.monotonicMs();
    this.#limit = new AttemptLimit(nowMs);
    this.#auditLog = new FailedSignIns({ signIn, logger, nowMs });
    this.#hashKey = settings.appSecrets[0] ?? randomBytes(32).toString("hex");
    this.#addressOf = addressOf;
    this.#parts = { logger, metrics };
  }

  /** What `look` finds for a secret; null when there is nothing. Throws `too_many_attempts` past the limit. */
  async find<Found>(
    c: Context<ServerEnv>,
    shown: Shown,
    secret: string,
    look: () => Promise<Found | null>,
  ): Promise<Found | null> {
    const key = keyOf(secret);
    const address = this.#addressOf(c);
    if (this.#limit.hasFailed(address, key)) return this.#wrong(c, shown, key);
    const isHeldOff = !this.#wereGood.has(key) && this.#limit.isReached(address);
    const found = await (isHeldOff ? this.#looks.pass(look) : look());
    this.#wereGood.delete(key);
    if (found === null) return this.#wrong(c, shown, key);
    this.#remember(key);
    return found;
  }

  /** Whether the secret is the expected one, for a secret that people may have chosen. Past the limit it is not compared. */
  isEqual(c: Context<ServerEnv>, secret: string, expected: string): boolean {
    const mayBeGuessed = expected.length < UNGUESSABLE_LENGTH;
    if (mayBeGuessed && !this.#wereGood.has(keyOf(secret)) && this.#limit.isReached(this.#addressOf(c))) return false;
    return areSecretsEqual(secret, expected);
  }

  #remember(key: string): void {
    this.#wereGood.add(key);
    for (const oldest of this.#wereGood) {
      if (this.#wereGood.size <= REMEMBERED) break;
      this.#wereGood.delete(oldest);
    }
  }

  /** Counted always; in the log no more lines than the limit allows. */
  #wrong(c: Context<ServerEnv>, shown: Shown, key: string): null {
    const { logger, metrics } = this.#parts;
    const address = this.#addressOf(c);
    const hash = createHmac("sha256", this.#hashKey).update(address).digest("hex").slice(0, 16);
    metrics.signInFailed(shown);
    this.#auditLog.note(hash);
    if (this.#limit.isReached(address))
      throw new RecadoError("too_many_attempts", "Too many wrong tokens came from this address: wait a minute.");
    const fields = { request_id: c.get("requestId"), address: hash, shown };
    logger.warn(fields, "a sign-in failed");
    this.#limit.failed(address, key);
    if (this.#limit.isReached(address)) logger.warn(fields, "an address has guessed too often and is held off");
    return null;
  }
}

function keyOf(secret: string): string {
  return createHash("sha256").update(secret).digest("base64");
}
