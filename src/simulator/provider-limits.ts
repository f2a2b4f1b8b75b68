import * as z from "zod";
import { BoundedMap } from "./bounded-map.ts";
import { type GraphRefusal, refusalOf } from "./graph-refusal.ts";

/**
 * The provider's normal rules. Unlike a fault, they are how the Cloud API behaves on a good day.
 */
export const RULES = z.strictObject({
  /**
   * One message in 6 s to one person. 45 may be borrowed; a sender who has borrowed all of them
   * pays all of them back first.
   */
  pairRate: z.boolean(),
  /**
   * Free-form messages only within 24 h of the customer's last message. `known` lets a message pass
   * to a customer who never wrote to this simulator, `strict` does not.
   */
  window: z.enum(["off", "known", "strict"]),
  /** The numbers of the account; null accepts any. */
  phoneNumberIds: z.array(z.string().regex(/^[0-9]{1,32}$/, "must be Meta's id of a number: digits")).nullable(),
  /**
   * Meta repeats a webhook without a 200 for seven days; here the tries take this long. null: a few
   * seconds.
   */
  retriesOverMs: z
    .int()
    .min(0)
    .max(7 * 86_400_000)
    .nullable(),
});

export type Rules = z.infer<typeof RULES>;

export const DEFAULT_RULES: Rules = { pairRate: true, window: "known", phoneNumberIds: null, retriesOverMs: null };

const PAIR_PACE_MS = 6_000;
const MOST_BORROWED = 45;
const WINDOW_MS = 24 * 60 * 60 * 1000;
const MAX_PAIRS = 20_000;

interface Pair {
  /** Until then the borrowed sends are being paid back. */
  readonly owesUntilMs: number;
  /** All of the credit was used: nothing is lent before everything is paid back. */
  readonly isSpent: boolean;
}

/** Whether a person may be written to now: pair rate, service window, throughput. */
export class ProviderLimits {
  rules: Rules = DEFAULT_RULES;
  readonly #pairs = new BoundedMap<string, Pair>(MAX_PAIRS);
  readonly #lastWroteMs = new BoundedMap<string, number>(MAX_PAIRS);
  readonly #sendsOfSecond = new BoundedMap<string, { readonly second: number; readonly sends: number }>(1_000);

  /** Whether the number belongs to the account. */
  hasNumber(phoneNumberId: string): boolean {
    const { phoneNumberIds } = this.rules;
    return phoneNumberIds === null ? /^[0-9]{1,32}$/.test(phoneNumberId) : phoneNumberIds.includes(phoneNumberId);
  }

  noteCustomerWrote(chat: string, atMs: number): void {
    this.#lastWroteMs.set(chat, atMs);
  }

  noteSend(chat: string, atMs: number): void {
    const owesUntilMs = Math.max(this.#pairs.get(chat)?.owesUntilMs ?? atMs, atMs) + PAIR_PACE_MS;
    this.#pairs.set(chat, { owesUntilMs, isSpent: owesUntilMs - atMs > (MOST_BORROWED - 1) * PAIR_PACE_MS });
  }

  /** null when the message may pass. */
  judge(chat: string, isTemplate: boolean, nowMs: number): GraphRefusal | null {
    if (!isTemplate && !this.#isWindowOpen(chat, nowMs)) return refusalOf({ code: 131047 });
    return this.rules.pairRate && this.#isTooFast(chat, nowMs) ? refusalOf({ code: 131056 }) : null;
  }

  /** Counts one more send of a number; true beyond `perSecond` within one second. */
  isBeyondThroughput(phoneNumberId: string, perSecond: number, nowMs: number): boolean {
    const second = Math.floor(nowMs / 1000);
    const known = this.#sendsOfSecond.get(phoneNumberId);
    const sends = known?.second === second ? known.sends + 1 : 1;
    this.#sendsOfSecond.set(phoneNumberId, { second, sends });
    return sends > perSecond;
  }

  #isTooFast(chat: string, nowMs: number): boolean {
    const pair = this.#pairs.get(chat);
    return pair?.isSpent === true && nowMs < pair.owesUntilMs;
  }

  #isWindowOpen(chat: string, nowMs: number): boolean {
    if (this.rules.window === "off") return true;
    const lastWroteMs = this.#lastWroteMs.get(chat);
    if (lastWroteMs === undefined) return this.rules.window === "known";
    return nowMs - lastWroteMs <= WINDOW_MS;
  }
}
