import type { Agent } from "../../core/agent/agent.ts";
import type { KnowledgeEntry } from "../../core/knowledge/knowledge-entry.ts";
import { joinEntries, type KnowledgeSource } from "../../core/knowledge/knowledge-source.ts";
import { isFlowAgent } from "../../flow/define-flow-agent.ts";
import type { AgentKnowledge } from "../agents/module-parts.ts";

/** What the files of this process say for each agent: the entries of its flow, then those of its module. */
export function fileKnowledge(
  agentOf: (id: string) => Agent | null,
  parts: readonly AgentKnowledge[],
): KnowledgeSource {
  const known = new Map<string, readonly KnowledgeEntry[]>();
  return {
    entriesOf(_, agentId) {
      const before = known.get(agentId);
      if (before !== undefined) return before;
      const agent = agentOf(agentId);
      const own = agent !== null && isFlowAgent(agent) ? agent.definition.knowledge : [];
      const entries = parts
        .filter(({ agents }) => agents === null || agents.includes(agentId))
        .reduce((all, part) => joinEntries(all, part.entries), own);
      known.set(agentId, entries);
      return entries;
    },
  };
}
