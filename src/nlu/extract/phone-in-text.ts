/** A number in a text. */
export interface Standing {
  readonly raw: string;
  /** null for a number on which no customer can be called. */
  readonly value: string | null;
  readonly index: number;
}
