import type { IntentInfo } from "../agent.ts";

/** What the customer wants, in the words of one agent. Today by rules; by calibrated models where they serve. */
export interface Classifier {
  /** `lastAssistant`: what we said last, newest last; "sí" means nothing without it. */
  classifyIntent(text: string, context: { readonly lastAssistant: readonly string[] }): IntentInfo;
}
