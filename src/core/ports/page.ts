/** Part of a list, and where the next part begins. */
export interface Page<Item> {
  readonly items: Item[];
  readonly nextCursor: string | null;
}
