import type { Agent } from "../core/agent/agent.ts";

/** The shipped agents, each read on demand: a slip in one stops only what needs it. */
const SHIPPED: Readonly<Record<string, () => Promise<Agent>>> = {
  somnio: async () => (await import("./somnio/somnio-flow.ts")).somnioFlow,
  assistant: async () => (await import("./assistant/assistant.ts")).assistant,
  operator: async () => (await import("./operator/operator.ts")).operator,
};

export const SHIPPED_AGENT_IDS: readonly string[] = Object.keys(SHIPPED);

/** null when no agent is shipped under this id. */
export async function loadShippedAgent(id: string): Promise<Agent | null> {
  return Object.hasOwn(SHIPPED, id) ? ((await SHIPPED[id]?.()) ?? null) : null;
}
