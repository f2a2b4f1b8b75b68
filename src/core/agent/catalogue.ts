import type { Locale } from "../locale/locale.ts";

/**
 * A shop's goods and prices. An order is checked against this before it is made: no price comes
 * from a message (invariant 9).
 */
export interface Catalogue {
  /** How its prices are written; absent for Colombia. */
  readonly locale?: Locale;
  readonly packs: readonly {
    readonly id: string;
    readonly name: string;
    /** In the smallest unit that the locale writes: whole pesos in Colombia, cents elsewhere. */
    readonly price: number;
  }[];
  /**
   * What may be added to a unit of a pack, by name. With a list, also an empty one, an order may have
   * several products and quantities; absent, it is one pack, once.
   */
  readonly extras?: readonly { readonly name: string; readonly price: number }[];
  /** What the customer is asked before an order is cancelled; absent: the locale's words for an order. */
  readonly cancelQuestion?: string;
  /** The pack that an order without one stands for; its value is 0. */
  readonly placeholderPack: string;
  /** Value of an order whose pack the customer did not confirm (D5). */
  readonly unconfirmedOrderValue: "pack_price" | "zero";
}
