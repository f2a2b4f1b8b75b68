import type { DecidedMessage, Decision } from "../../core/agent/agent.ts";
import { plainDecision } from "../../core/turn/part-decision.ts";

/** A decision that says one message and does nothing. */
export function say(message: string | DecidedMessage, why: string): Decision {
  return plainDecision(why, {
    messages: [typeof message === "string" ? { text: message, templateId: null } : message],
  });
}
