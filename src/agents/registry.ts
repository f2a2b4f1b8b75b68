import type { Agent, AgentRegistry } from "../core/agent/agent.ts";

/** The last given version of an id is the newest. Older ones stay for the runs that they began. */
export function createAgentRegistry(agents: readonly Agent[]): AgentRegistry {
  const versionsById = new Map<string, Map<string, Agent>>();
  const newestById = new Map<string, Agent>();
  for (const agent of agents) {
    const versions = versionsById.get(agent.id) ?? new Map<string, Agent>();
    if (versions.has(agent.version)) throw new Error(`agent "${agent.id}" version "${agent.version}" was given twice`);
    versions.set(agent.version, agent);
    versionsById.set(agent.id, versions);
    newestById.set(agent.id, agent);
  }
  return {
    ids: [...versionsById.keys()],
    get(id, version) {
      if (version === undefined || version === null) return newestById.get(id) ?? null;
      return versionsById.get(id)?.get(version) ?? null;
    },
    versionsOf: (id) => [...(versionsById.get(id)?.keys() ?? [])].reverse(),
  };
}
