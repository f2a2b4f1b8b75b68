import type { Decision } from "../agent/agent.ts";
import { plainDecision } from "./part-decision.ts";

const WORDS = new Set(["/cancel", "/cancelar"]);

/** The customer calls off what was to go on by itself. No everyday word does it: "cancela" may mean an order. */
export function isCancelWord(message: string): boolean {
  return WORDS.has(message.trim().toLowerCase());
}

const CANCELLED = "Listo, cancelé lo que tenía pendiente. Si necesita algo más, me escribe por aquí.";

export function cancelDecision(text = CANCELLED): Decision {
  return plainDecision("the customer calls off what was to go on", { messages: [{ text, templateId: null }] });
}
