import { RecadoError } from "../core/errors.ts";
import { ByteBudget } from "./byte-budget.ts";

/** Charge of an open request before its body has come. */
const OPEN_BYTES = 4 * 1024;

/**
 * Charge of a complete request besides its bytes. It is more than the request weighs: with the
 * webhook's budget of 32 MiB it also limits how many requests wait at once (512), so that those are
 * answered within their second.
 */
const COMPLETE_BYTES = 64 * 1024;

/**
 * An honest body comes at once. A body that takes longer than this is slow and meets the two limits
 * below.
 */
const SLOW_AFTER_MS = 1_000;

/**
 * The least speed of a slow body. Any line on which a person can work is a hundred times faster.
 */
const LEAST_BYTES_PER_SECOND = 1_024;

/**
 * One address may have at most this many slow bodies. More of them are not the fault of a bad line.
 */
const SLOW_BODIES_OF_AN_ADDRESS = 32;

const SWEEP_MS = 500;

/** How long a budget counts as spent after it refused a body. */
const REFUSING_MS = 5_000;

export interface BodyLimits {
  readonly budgetBytes: number;
  /** Limits the time from the head of a request to the last byte of its body. */
  readonly deadlineMs: number;
}

/**
 * The open bodies of one door, within its own budget. A sender who never ends a body loses only its
 * own request. Slow bodies are cut off. When the budget is spent, a slow body makes room, or else
 * the largest unfinished one. A signed webhook, which comes whole within milliseconds, is never
 * refused for bytes that only wait.
 */
export class OpenBodies {
  readonly #budget: ByteBudget;
  readonly #deadlineMs: number;
  readonly #nowMs: () => number;
  /** The unfinished bodies, in the order in which they were opened. */
  readonly #coming = new Set<OpenBody>();
  #sweeping: NodeJS.Timeout | null = null;
  #refusedAtMs = Number.NEGATIVE_INFINITY;

  constructor({ budgetBytes, deadlineMs }: BodyLimits, nowMs: () => number) {
    this.#budget = new ByteBudget(budgetBytes);
    this.#deadlineMs = deadlineMs;
    this.#nowMs = nowMs;
  }

  /**
   * Calls `cut` with the reason, at most once, while the body is unfinished. Throws `overloaded`.
   */
  open(address: string, cut: (why: RecadoError) => void): OpenBody {
    const charge = (bytes: number) => this.#charge(body, bytes);
    const body: OpenBody = new OpenBody({
      ...{ address, cut, charge, openedMs: this.#nowMs() },
      hasCome: () => this.#coming.delete(body),
      nowMs: this.#nowMs,
      giveBack: (bytes) => this.#budget.giveBack(bytes),
    });
    body.take(OPEN_BYTES);
    this.#coming.add(body);
    // The timer must not keep a stopping process alive.
    this.#sweeping ??= setInterval(() => this.sweep(), SWEEP_MS).unref();
    return body;
  }

  /** True while the budget has refused a body within the last seconds. */
  get isRefusing(): boolean {
    return this.#nowMs() - this.#refusedAtMs < REFUSING_MS;
  }

  /** Cuts off bodies that are too slow. */
  sweep(): void {
    const now = this.#nowMs();
    const slowOf = new Map<string, OpenBody[]>();
    for (const body of [...this.#coming]) {
      const ageMs = now - body.openedMs;
      const leastBytes = ((ageMs - SLOW_AFTER_MS) / 1_000) * LEAST_BYTES_PER_SECOND;
      if (ageMs >= this.#deadlineMs) body.cut(tooSlow(`The body did not come within ${this.#deadlineMs / 1_000} s.`));
      else if (body.bodyBytes < leastBytes)
        body.cut(tooSlow(`The body came with less than ${LEAST_BYTES_PER_SECOND} bytes a second.`));
      else if (ageMs >= SLOW_AFTER_MS) slowOf.set(body.address, [...(slowOf.get(body.address) ?? []), body]);
    }
    for (const slow of slowOf.values()) {
      for (const body of slow.slice(0, -SLOW_BODIES_OF_AN_ADDRESS))
        body.cut(tooSlow(`More than ${SLOW_BODIES_OF_AN_ADDRESS} slow bodies came from this address.`));
    }
    if (this.#coming.size > 0 || this.#sweeping === null) return;
    clearInterval(this.#sweeping);
    this.#sweeping = null;
  }

  #charge(asking: OpenBody, bytes: number): void {
    while (!this.#budget.take(bytes)) {
      const victim = this.#heaviestBut(asking);
      if (victim === null || this.#weight(victim) <= asking.bodyBytes + bytes) {
        this.#refusedAtMs = this.#nowMs();
        throw overloaded();
      }
      victim.cut(overloaded());
    }
  }

  #heaviestBut(asking: OpenBody): OpenBody | null {
    let heaviest: OpenBody | null = null;
    for (const body of this.#coming) {
      if (body === asking) continue;
      if (heaviest === null || this.#weight(body) > this.#weight(heaviest)) heaviest = body;
    }
    return heaviest;
  }

  /** A slow body is cut before every other. */
  #weight({ openedMs, bodyBytes }: OpenBody): number {
    return this.#nowMs() - openedMs >= SLOW_AFTER_MS ? Number.POSITIVE_INFINITY : bodyBytes;
  }
}

interface OpenBodyDependencies {
  readonly address: string;
  readonly openedMs: number;
  readonly cut: (why: RecadoError) => void;
  readonly charge: (bytes: number) => void;
  readonly hasCome: () => void;
  readonly nowMs: () => number;
  readonly giveBack: (bytes: number) => void;
}

/**
 * The share of the budget that one request has taken. It is given back when its answer is made and
 * all its holders ended.
 */
export class OpenBody {
  readonly address: string;
  readonly openedMs: number;
  readonly #parts: OpenBodyDependencies;
  #bytes = 0;
  #bodyBytes = 0;
  #holders = 1;
  #isCut = false;

  constructor(parts: OpenBodyDependencies) {
    this.#parts = parts;
    this.address = parts.address;
    this.openedMs = parts.openedMs;
  }

  /** Bytes of the body so far. */
  get bodyBytes(): number {
    return this.#bodyBytes;
  }

  /** Throws `overloaded`. */
  take(bytes: number): void {
    this.#parts.charge(bytes);
    this.#bytes += bytes;
  }

  /** Throws `overloaded`. */
  add(bytes: number): void {
    this.take(bytes);
    this.#bodyBytes += bytes;
  }

  /** The body is complete and can no longer be cut off. Returns the time. Throws `overloaded`. */
  complete(): number {
    this.#parts.hasCome();
    this.take(COMPLETE_BYTES - OPEN_BYTES);
    return this.#parts.nowMs();
  }

  cut(why: RecadoError): void {
    if (this.#isCut) return;
    this.#isCut = true;
    this.#parts.hasCome();
    this.#giveBack();
    this.#parts.cut(why);
  }

  holdUntil(work: Promise<unknown>): void {
    this.#holders += 1;
    const release = () => this.release();
    work.then(release, release);
  }

  release(): void {
    this.#holders -= 1;
    if (this.#holders > 0) return;
    this.#parts.hasCome();
    this.#giveBack();
  }

  #giveBack(): void {
    this.#parts.giveBack(this.#bytes);
    this.#bytes = 0;
  }
}

function tooSlow(message: string): RecadoError {
  return new RecadoError("body_too_slow", `${message} Send it again, whole.`);
}

function overloaded(): RecadoError {
  return new RecadoError("overloaded", "Too many requests are waiting to be stored. Send this one again in a moment.");
}
