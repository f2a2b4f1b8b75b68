/** What narrows the orders: kept in the address, so that a link shows the same. */
export interface OrderSearch {
  readonly q: string | null;
  readonly city: string | null;
  readonly from: string | null;
}
