import type { Agent } from "../core/agent.ts";

export interface AgentRegistry {
  /** Each id once, in the order in which the agents were given. */
  readonly ids: readonly string[];
  /**
   * The agent of a run: the pinned version where one is named, else the newest. Null when it is not here; a run that is
   * pinned to a version of another process must wait for that process, not be decided by a different agent.
   */
  get(id: string, version?: string | null): Agent | null;
}

/** Of several versions of one id the last one given is the newest; older ones stay for the runs that they began. */
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
  };
}
