import type { Reading } from "../ports/flow-reader.ts";
import type { TimerSignal } from "../time/timer-policy.ts";

/** The part of one rule in a turn. */
export interface RuleStep {
  /** The rule's name in the code, so that a reader can find it. */
  readonly rule: string;
  /** `decided`: none after it was asked. */
  readonly outcome: "went_on" | "decided";
  /** The reasons that it added. */
  readonly why: readonly string[];
  readonly signals: readonly TimerSignal[];
  /** The mode after it. */
  readonly mode: string;
}

/** How the block of a turn came about, by template id. */
export interface BlockTrail {
  /** The questions that were to be answered. */
  readonly asked: readonly string[];
  /** The texts for them, and those that had waited. */
  readonly selected: readonly string[];
  /** Left out because it was said already. */
  readonly filtered: readonly string[];
  readonly sent: readonly string[];
  readonly pending: readonly string[];
}

/** How a decision came about: read by people, by nothing that decides. */
export interface DecisionTrail {
  /** The reading of the customer's words; null when there were none. */
  readonly reading: Reading | null;
  readonly rules: readonly RuleStep[];
  readonly block: BlockTrail;
}
