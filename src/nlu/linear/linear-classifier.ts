import type { HeadVerdict } from "./head-model.ts";

/** What a classifier trained on one shop's intents says of a message (`docs/nlu.md`). */
export interface LinearClassifier {
  /**
   * The hash of the model's file. A journal names it, so that a decision can be traced to its
   * model.
   */
  readonly hash: string;
  readonly labels: readonly string[];
  /** `clauses`: its parts, when it says several things; each may say what the whole only mentions. */
  classify(text: string, clauses?: readonly string[]): LinearVerdict;
  /** What its heads say, each apart from the others and from the intent; empty without heads. */
  hear(text: string): readonly HeadVerdict[];
}

export interface LinearVerdict {
  readonly intent: string;
  /** 0–1, calibrated: of a hundred messages with 0.9, ninety are right. */
  readonly probability: number;
  /** The next best two. */
  readonly alternatives: readonly { readonly intent: string; readonly probability: number }[];
  /** The threshold of this intent. Infinity: never answered without a better judge. */
  readonly threshold: number;
  /** The probability reaches the threshold, and the intent may be answered locally. */
  readonly isSure: boolean;
}

export interface LabelledText {
  readonly text: string;
  readonly label: string;
  /** The hand that wrote it (`folds.ts`). */
  readonly origin?: string;
}
