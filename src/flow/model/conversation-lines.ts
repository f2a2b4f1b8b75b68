import type { AgentInput } from "../../core/agent/agent.ts";
import { fenced, quotable } from "./fence.ts";

const NOBODY = "(nada todavía)";

/** What was said, oldest first; the customer's words are fenced, ours are named. */
export function historyLines({ history }: Pick<AgentInput, "history">, turns: number): string {
  const lines = history
    .filter(({ role }) => role !== "system")
    .slice(-turns)
    .map(({ role, content }) => (role === "user" ? fenced(content) : `Nosotros: ${quotable(content)}`));
  return lines.join("\n") || NOBODY;
}

/** The messages of this turn, each in a fence of its own. */
export function newMessages({ messages }: Pick<AgentInput, "messages">): string {
  return messages.map((text, index) => `Mensaje ${index + 1}:\n${fenced(text)}`).join("\n");
}
