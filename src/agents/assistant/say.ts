import type { DecidedMessage, Decision } from "../../core/agent/agent.ts";
import { oneStop } from "../../core/time/one-stop.ts";
import { plainDecision } from "../../core/turn/part-decision.ts";

/** A decision that says one message and does nothing. */
export function say(message: string | DecidedMessage, why: string): Decision {
  return plainDecision(why, {
    messages: [typeof message === "string" ? { text: oneStop(message), templateId: null } : message],
  });
}
