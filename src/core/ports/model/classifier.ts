import type { IntentInfo } from "../../agent/intent.ts";
import type { StandingQuestion } from "../flow-reader.ts";

/** An intent, and whether it may be acted upon without asking a language model. */
export interface ClassifiedIntent extends IntentInfo {
  /** A classifier that does not say is taken at its word from a confidence of `SETTLED_FROM` on. */
  readonly isSettled?: boolean;
}

export const SETTLED_FROM = 85;

/** What came before; "el de dos" means nothing without it. */
export interface ClassifierContext {
  /** What we said last, newest last. */
  readonly lastAssistant: readonly string[];
  /** Which of our questions wait for an answer. */
  readonly asked?: readonly StandingQuestion[];
  /** The text is what is left of a message once its data is taken out: no sentence any more. */
  readonly isRemainder?: boolean;
}

/**
 * Tells what the customer wants, in the words of one agent: by rules and by a trained model. It
 * asks no language model.
 */
export interface Classifier {
  classifyIntent(text: string, context: ClassifierContext): ClassifiedIntent;
  /** The names of its trained heads that hear the whole text, whatever else it says. */
  hear?(text: string): readonly string[];
  /** What it was trained to tell apart. */
  readonly labels?: readonly string[];
  /** Does at the start what would make the first customer wait. Calls no other service. */
  prepare?(): void;
  /** The hash of its trained model, where it has one: with another its answers are trusted anew. */
  readonly localModel?: string | null;
}
