import type { Decision } from "../../core/agent/agent.ts";
import { plainDecision } from "../../core/turn/part-decision.ts";

/** A decision that says one text and does nothing. */
export const say = (text: string, why: string): Decision =>
  plainDecision(why, { messages: [{ text, templateId: null }] });
