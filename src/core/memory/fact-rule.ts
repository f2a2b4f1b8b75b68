import type { Sensitivity } from "./fact.ts";

/** How a clause of a customer tells one fact. */
export interface FactRule {
  readonly key: string;
  /** On folded letters, from the beginning of a clause. The group `value` is the value; `subject` whom it is about. */
  readonly pattern: RegExp;
  readonly sensitivity?: Sensitivity;
  /** In place of the words themselves. */
  readonly value?: string;
}
