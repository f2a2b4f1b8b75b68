/**
 * A shop's goods and prices. An order is checked against this before it is made: no price comes
 * from a message (invariant 9).
 */
export interface Catalogue {
  readonly packs: readonly {
    readonly id: string;
    readonly name: string;
    /** Whole units of the currency. */
    readonly price: number;
  }[];
  /** The pack that an order without one stands for; its value is 0. */
  readonly placeholderPack: string;
  /** Value of an order whose pack the customer did not confirm (D5). */
  readonly unconfirmedOrderValue: "pack_price" | "zero";
}
