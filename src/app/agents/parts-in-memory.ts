import type { ToolRegistry } from "../../tools/create-tools.ts";
import { POLICY_RULES } from "../../tools/policy-rules.ts";
import { createShopTools, SHOP_TOOLS } from "../../tools/shop-tools.ts";
import type { ModuleParts } from "./module-parts.ts";

/** The tools of a module beside those that ship, without a connection to its MCP servers: for scenarios and checks. */
export async function toolsOfParts({ tools, policy, mcpServers }: ModuleParts): Promise<ToolRegistry> {
  if (tools.length + policy.length + mcpServers.length === 0) return SHOP_TOOLS;
  const absent = mcpServers.length === 0 ? [] : (await import("../../outside/mcp-tools.ts")).absentMcpTools(mcpServers);
  return createShopTools({ tools: [...tools, ...absent], rules: [...policy, ...POLICY_RULES] });
}
