import type { Decision, IntentInfo } from "../../core/agent.ts";

/** A decision that says and changes nothing, with its reasons; the rest is written over it. */
export function decision(
  intentInfo: IntentInfo | null,
  why: readonly string[],
  changes: Partial<Decision> = {},
): Decision {
  return {
    messages: [],
    intentInfo,
    stateUpdates: {},
    tools: [],
    handoff: null,
    closesSession: false,
    totalTokens: 0,
    why,
    ...changes,
  };
}

/** What a message is called in the record when no intent was looked for: no words, or only an acknowledgement. */
export function wordlessIntent(intent: string): IntentInfo {
  return { intent, confidence: 100, alternatives: [], reasoning: "told by its kind; no intent was looked for" };
}
