import type { Decision } from "../agent/agent.ts";
import type { Locale } from "../locale/locale.ts";
import { packOf } from "../locale/pack-of.ts";
import { plainDecision } from "./part-decision.ts";

const WORDS = new Set(["/cancel", "/cancelar"]);

/**
 * The customer calls off what was to go on by itself. No everyday word does it: "cancela" may mean
 * an order.
 */
export function isCancelWord(message: string): boolean {
  return WORDS.has(message.trim().toLowerCase());
}

export function cancelDecision(locale: Locale): Decision {
  return plainDecision("the customer calls off what was to go on", {
    messages: [{ text: packOf(locale).texts.cancelled, templateId: null }],
  });
}
