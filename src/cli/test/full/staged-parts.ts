import type { ModuleParts } from "../../../app/agents/module-parts.ts";
import type { Tool } from "../../../tools/define-tool.ts";

/** A module's parts for a scenario. As in memory, no tool that changes another system is called. */
export async function stagedParts({ tools, policy, mcpServers, knowledge }: ModuleParts): Promise<ModuleParts> {
  const { absentMcpTools } = await import("../../../outside/mcp-tools.ts");
  return { tools: [...tools, ...absentMcpTools(mcpServers)].map(uncalled), policy, mcpServers: [], knowledge };
}

function uncalled(tool: Tool): Tool {
  if (tool.effect !== "external") return tool;
  return {
    ...tool,
    prepare(input, scope) {
      const checked = tool.prepare(input, scope);
      if (checked.kind === "invalid") return checked;
      return { kind: "valid", value: { ...checked.value, run: async () => DRY_RUN } };
    },
  };
}

const DRY_RUN = { kind: "ok", output: { dryRun: true } } as const;
