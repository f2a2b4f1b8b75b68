/** A phrase of another language and the same in the Spanish that the grammar reads; `$1` is its first group. */
export type Entry = readonly [phrase: string, spanish: string];

/** The words of time of one language, folded: lower case, no accents or apostrophes. */
export interface Dictionary {
  /** Tried in their order at each word, so the longer one stands first. */
  readonly entries: readonly Entry[];
  /** Words of numbers; they are digits before the entries are tried. */
  readonly numbers: Readonly<Record<string, number>>;
  /** Words that speak of time where no entry has taken them: the reading would be incomplete. */
  readonly unread: ReadonlySet<string>;
}

export const words = (list: string): string[] => list.split(" ");
