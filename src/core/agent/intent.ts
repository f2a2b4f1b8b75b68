/**
 * The engine that said what a message means. `context`: the table of our last question and a bare
 * answer to it.
 */
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
  /**
   * The trained model that took part: its file's hash, or the name of the language model. null when
   * none did.
   */
  readonly modelHash?: string | null;
  /** It was sure enough to be acted upon without asking a language model. In a decision: it was acted upon so. */
  readonly isSettled?: boolean;
}

/** An intent that was understood here, by the table, the rules or the trained model, as opposed to by a language model. */
export function isLocal({ engine }: IntentInfo): boolean {
  return engine !== undefined && engine !== "model";
}
