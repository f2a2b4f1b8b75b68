/** What a trained classifier of one shop's intents says of a message (`docs/nlu.md`). */
export interface LinearClassifier {
  /** Of the model's file: what a journal names, so that a decision can be traced to the model that made it. */
  readonly hash: string;
  readonly labels: readonly string[];
  classify(text: string): LinearVerdict;
}

export interface LinearVerdict {
  readonly intent: string;
  /** 0–1, calibrated: of a hundred messages with 0.9, ninety are right. */
  readonly probability: number;
  /** The next best two. */
  readonly alternatives: readonly { readonly intent: string; readonly probability: number }[];
  /** Of this intent. Infinity: never answered without asking somebody who knows better. */
  readonly threshold: number;
  /** The probability reaches the threshold, and the intent may be answered locally. */
  readonly isSure: boolean;
}

export interface LabelledText {
  readonly text: string;
  readonly label: string;
}
