/** Who said what a message means. `context`: the table of our last question and a bare answer to it. */
export const ENGINES = ["context", "rules", "linear", "model"] as const;
export type Engine = (typeof ENGINES)[number];

export interface IntentInfo {
  readonly intent: string;
  /** 0–100. */
  readonly confidence: number;
  readonly alternatives: readonly { readonly intent: string; readonly confidence: number }[];
  /** Which rule or model said so, in words for the person who asks why. */
  readonly reasoning: string;
  readonly engine?: Engine;
  /** Of the trained model that took part: its file's hash, or the name of the language model. Null where none did. */
  readonly modelHash?: string | null;
}
