import type { AgentRegistry } from "../core/agent/agent.ts";
import { packOf } from "../core/locale/pack-of.ts";
import type { AgentConfigs } from "../core/ports/agent-configs.ts";
import type { AccessAdmin } from "../core/ports/governance/access.ts";

/** A shop in Brazil needs no setting: its agent's locale says where it is, until a person says another. */
export async function takePlaces(configs: AgentConfigs, agents: AgentRegistry, defaultAgentId: string): Promise<void> {
  const places = agents.ids.flatMap((agentId) => {
    const locale = agents.get(agentId)?.locale;
    return locale === undefined ? [] : [{ agentId, locale, timeZone: packOf(locale).timeZone }];
  });
  await configs.takePlaces(places, defaultAgentId);
}

/** A workspace that is made is in its place at once, not only after the next start. */
export function placing(admin: AccessAdmin, place: () => Promise<void>): AccessAdmin {
  return {
    ...admin,
    async createWorkspace(workspace, by) {
      const isNew = await admin.createWorkspace(workspace, by);
      if (isNew) await place();
      return isNew;
    },
  };
}
