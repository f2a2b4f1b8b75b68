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

/** The kinds of secrets that a caller can show. */
export type Shown = "token" | "cookie" | "link" | "verify_token";

/** Random characters that guessing never finds. Recado's own secrets are longer. */
const UNGUESSABLE_LENGTH = 32;

/**
 * This many recent valid secrets are remembered. They keep working while an attacker guesses from
 * the same address, such as a proxy's.
 */
const REMEMBERED = 1_000;

/**
 * Addresses that guessed too often get this many database lookups at once. Those lookups wait for
 * each other, and other callers do not wait for them.
 */
const LOOKS_AT_ONCE = 2;
const LOOKS_WAITING = 1_000;

/**
 * Compares shown secrets with valid ones. An address that was wrong too often learns nothing more
 * about a secret that is short enough to guess. A secret of 256 bits needs no such limit and is
 * always looked up, so that other callers behind the same proxy still come in.
 */
export class GuessGuard {
  readonly #limit: AttemptLimit;
  readonly #wereGood = new Set<string>();
  readonly #looks = new Turnstile(LOOKS_AT_ONCE, LOOKS_WAITING);
  readonly #addressOf: ClientAddress;
  readonly #telling: Pick<ServerDependencies, "logger" | "metrics">;
  readonly #auditLog: FailedSignIns;
  /**
   * A reader of the log sees whether two lines share an address, but not which. An app secret is
   * random, so it is not guessed.
   */
  readonly #hashKey: string;

  constructor(
    dependencies: Pick<ServerDependencies, "clock" | "logger" | "metrics" | "signIn" | "settings">,
    addressOf: ClientAddress,
  ) {
    const { clock, logger, metrics, signIn, settings } = dependencies;
    const nowMs = () => clock.monotonicMs();
    this.#limit = new AttemptLimit(nowMs);
    this.#auditLog = new FailedSignIns({ signIn, logger, nowMs });
    this.#hashKey = settings.appSecrets[0] ?? randomBytes(32).toString("hex");
    this.#addressOf = addressOf;
    this.#telling = { logger, metrics };
  }

  /** Returns what `look` finds for a secret, or null. Throws `too_many_attempts` past the limit. */
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

  /** Compares a secret that a person may have chosen. Past the limit it is not compared. */
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

  /** Counts every wrong secret, and logs at most as many as the limit allows. */
  #wrong(c: Context<ServerEnv>, shown: Shown, key: string): null {
    const { logger, metrics } = this.#telling;
    const address = this.#addressOf(c);
    const hash = createHmac("sha256", this.#hashKey).update(address).digest("hex").slice(0, 16);
    metrics.signInFailed(shown);
    this.#auditLog.note(hash);
    if (this.#limit.isReached(address))
      throw new RecadoError("too_many_attempts", "Too many wrong tokens came from this address. Wait a minute.");
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
