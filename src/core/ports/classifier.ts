import type { IntentInfo } from "../intent.ts";

/** An intent, and whether it may be acted upon without asking a language model. */
export interface ClassifiedIntent extends IntentInfo {
  /** A classifier that does not say is taken at its word from a confidence of `SETTLED_FROM` on. */
  readonly isSettled?: boolean;
}

export const SETTLED_FROM = 85;

/** What the customer wants, in the words of one agent: by rules and by a trained model. Asks nobody. */
export interface Classifier {
  /** `lastAssistant`: what we said last, newest last; "sí" means nothing without it. */
  classifyIntent(text: string, context: { readonly lastAssistant: readonly string[] }): ClassifiedIntent;
  /** Does at the start what would make the first customer wait. Calls nobody. */
  prepare?(): void;
}
