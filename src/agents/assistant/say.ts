import type { DecidedMessage, Decision } from "../../core/agent/agent.ts";

/** A decision that says one message and does nothing. */
export function say(message: string | DecidedMessage, why: string): Decision {
  return {
    messages: [typeof message === "string" ? { text: message, templateId: null } : message],
    intentInfo: null,
    stateUpdates: {},
    tools: [],
    handoff: null,
    closesSession: false,
    totalTokens: 0,
    why: [why],
  };
}
