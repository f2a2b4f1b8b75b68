import { BoundedMap } from "./bounded-map.ts";

/** The price as a status carries it. */
export interface Pricing {
  readonly billable: boolean;
  readonly pricing_model: "PMP";
  readonly type: "regular" | "free_customer_service" | "free_entry_point";
  readonly category: "service" | "utility";
}

/** Service messages of one number in one month that cost nothing. */
const FREE_A_MONTH = 1_000;
const DAY_MS = 24 * 60 * 60 * 1000;
const MAX_CHATS = 20_000;

/** The prices of messages. Meta knows a template's category; here each is `utility`. */
export class PriceBook {
  readonly #sentInMonth = new BoundedMap<string, number>(1_000);
  /** Chat → when the customer came by an ad, and until when all is free once they were answered. */
  readonly #entries = new BoundedMap<string, { readonly cameMs: number; readonly freeUntilMs: number }>(MAX_CHATS);

  noteCameByAd(chat: string, atMs: number): void {
    this.#entries.set(chat, { cameMs: atMs, freeUntilMs: 0 });
  }

  /** The price of one more message, which is counted. */
  price(chat: string, isTemplate: boolean, atMs: number): Pricing {
    if (this.#isFreeEntry(chat, atMs)) return { ...FREE, type: "free_entry_point", category: categoryOf(isTemplate) };
    if (isTemplate) return { ...BILLED, category: "utility" };
    const month = `${chat.split(":")[0]}:${new Date(atMs).toISOString().slice(0, 7)}`;
    const sent = (this.#sentInMonth.get(month) ?? 0) + 1;
    this.#sentInMonth.set(month, sent);
    return sent > FREE_A_MONTH ? { ...BILLED, category: "service" } : { ...FREE, category: "service" };
  }

  /**
   * A customer who came by an ad and was answered within a day costs nothing for three days from
   * that answer.
   */
  #isFreeEntry(chat: string, atMs: number): boolean {
    const entry = this.#entries.get(chat);
    if (entry === undefined) return false;
    if (entry.freeUntilMs > 0) return atMs < entry.freeUntilMs;
    if (atMs - entry.cameMs > DAY_MS) return false;
    this.#entries.set(chat, { ...entry, freeUntilMs: atMs + 3 * DAY_MS });
    return true;
  }
}

const FREE = { billable: false, pricing_model: "PMP", type: "free_customer_service" } as const;
const BILLED = { billable: true, pricing_model: "PMP", type: "regular" } as const;

function categoryOf(isTemplate: boolean): Pricing["category"] {
  return isTemplate ? "utility" : "service";
}
