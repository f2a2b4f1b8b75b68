import type { Agent } from "../../core/agent/agent.ts";
import type { KnowledgeSource } from "../../core/knowledge/knowledge-source.ts";
import type { ToolRegistry } from "../../tools/create-tools.ts";
import { POLICY_RULES } from "../../tools/policy-rules.ts";
import { createShopTools, SHOP_TOOLS } from "../../tools/shop-tools.ts";
import { fileKnowledge } from "../knowledge/file-knowledge.ts";
import type { ModuleParts } from "./module-parts.ts";

/** What the modules themselves say, for agents that stand in them. */
export function knowledgeOfParts({ knowledge }: ModuleParts, agents: readonly Agent[] = []): KnowledgeSource {
  return fileKnowledge((id) => agents.find((agent) => agent.id === id) ?? null, knowledge);
}

/** The tools of a module beside those that ship, without a connection to its MCP servers: for scenarios and checks. */
export async function toolsOfParts(parts: ModuleParts): Promise<ToolRegistry> {
  const { tools, policy, mcpServers } = parts;
  if (tools.length + policy.length + mcpServers.length + parts.knowledge.length === 0) return SHOP_TOOLS;
  const absent = mcpServers.length === 0 ? [] : (await import("../../outside/mcp-tools.ts")).absentMcpTools(mcpServers);
  return createShopTools({
    tools: [...tools, ...absent],
    rules: [...policy, ...POLICY_RULES],
    knowledge: knowledgeOfParts(parts),
  });
}
