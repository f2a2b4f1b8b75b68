import type { Agent } from "../core/agent/agent.ts";

/** The agents that come with Recado, each read when it is wanted: a slip in one stops what needs it and nothing else. */
const SHIPPED: Readonly<Record<string, () => Promise<Agent>>> = {
  somnio: async () => (await import("./somnio/somnio-flow.ts")).somnioFlow,
};

export const SHIPPED_AGENT_IDS: readonly string[] = Object.keys(SHIPPED);

/** Null when none is shipped under this id. */
export async function loadShippedAgent(id: string): Promise<Agent | null> {
  return Object.hasOwn(SHIPPED, id) ? ((await SHIPPED[id]?.()) ?? null) : null;
}
