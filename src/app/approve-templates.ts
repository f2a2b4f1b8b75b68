import type { AgentRegistry } from "../core/agent/agent.ts";
import { findTemplate } from "../core/outbound/registered-template.ts";
import type { AccessAdmin } from "../core/ports/governance/access.ts";
import type { MessageTemplates } from "../core/ports/message-templates.ts";
import { templatesOf } from "../lab/memory/memory-crm.ts";

interface Register {
  readonly accessAdmin: Pick<AccessAdmin, "workspaces" | "numbers">;
  readonly templates: Pick<MessageTemplates, "list" | "save">;
  readonly agents: AgentRegistry;
  readonly defaultAgentId: string;
}

/**
 * Meta approves no template behind the simulator, so each workspace has those that its agents count on. What a person
 * wrote down stays as it is.
 */
export async function approveTemplates({ accessAdmin, templates, agents, defaultAgentId }: Register): Promise<void> {
  const [workspaces, numbers] = await Promise.all([accessAdmin.workspaces(null), accessAdmin.numbers(null)]);
  for (const { id } of workspaces) {
    const answering = numbers.flatMap(({ workspaceId, agentId }) => (workspaceId === id ? [agentId] : []));
    const needed = [...new Set([defaultAgentId, ...answering])].flatMap((agentId) => {
      const agent = agents.get(agentId);
      return agent === null ? [] : templatesOf(agent);
    });
    if (needed.length === 0) continue;
    const known = await templates.list(id);
    for (const template of needed) {
      if (findTemplate(template, known) === null) await templates.save(id, template, "simulator");
    }
  }
}
