import { loadShippedAgent, SHIPPED_AGENT_IDS } from "../../agents/shipped-agents.ts";
import type { Agent } from "../../core/agent/agent.ts";
import { errorText, RecadoError } from "../../core/errors.ts";
import { faultsOf, listed } from "./load-agent-module.ts";

/** One that is shipped, or null; its faults are a sentence each, with the folder in which they stand. */
export async function loadShipped(id: string, load = loadShippedAgent): Promise<Agent | null> {
  try {
    return await load(id);
  } catch (thrown) {
    const faults = faultsOf(thrown) ?? [errorText(thrown)];
    throw new RecadoError(
      "agent_invalid",
      `The shipped agent "${id}" (src/agents/${id}) cannot work:\n${listed(faults)}`,
      thrown,
    );
  }
}

/** All that are shipped. */
export async function loadAllShipped(): Promise<Agent[]> {
  const agents = await Promise.all(SHIPPED_AGENT_IDS.map((id) => loadShipped(id)));
  return agents.filter((agent) => agent !== null);
}

/**
 * The shipped agents that work, beside one of your own. Faulty ones are reported on stderr and stop
 * nothing.
 */
export async function loadShippedThatWork(load = loadShippedAgent): Promise<Agent[]> {
  const agents = await Promise.all(
    SHIPPED_AGENT_IDS.map(async (id) => {
      try {
        return await loadShipped(id, load);
      } catch (thrown) {
        process.stderr.write(`recado: ${errorText(thrown)}\nIt is left out.\n`);
        return null;
      }
    }),
  );
  return agents.filter((agent) => agent !== null);
}
