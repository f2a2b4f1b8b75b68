import type { AgentInput } from "../core/agent/agent.ts";
import { fenced, quotable } from "../flow/model/fence.ts";

const CUSTOMER = "customer";

/** What was said, oldest first: the customer's words fenced, ours named. */
export function earlierLines({ history }: Pick<AgentInput, "history">, most: number): string {
  const lines = history
    .filter(({ role }) => role !== "system")
    .slice(-most)
    .map(({ role, content }) => (role === "user" ? fenced(content, CUSTOMER) : `We: ${quotable(content)}`));
  return lines.join("\n") || "(nothing yet)";
}

export function newMessages({ messages }: Pick<AgentInput, "messages">): string {
  return messages.map((text, index) => `Message ${index + 1}:\n${fenced(text, CUSTOMER)}`).join("\n");
}

/** A summary holds customers' words, so it is trusted no more than they are. */
export function earlierSummary(summary: string | null): string {
  return summary === null ? "(nothing)" : fenced(summary, CUSTOMER);
}
