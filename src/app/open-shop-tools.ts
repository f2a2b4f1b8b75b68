import type { AgentRegistry } from "../core/agent/agent.ts";
import type { KnowledgeSource } from "../core/knowledge/knowledge-source.ts";
import type { Evaluator } from "../core/ports/lab/evaluator.ts";
import type { Logger } from "../core/ports/logger.ts";
import type { OwnSource } from "../core/ports/own-source.ts";
import type { Shell } from "../core/ports/shell.ts";
import type { ToolRegistry } from "../tools/create-tools.ts";
import type { Tool } from "../tools/define-tool.ts";
import type { ModuleParts } from "./agents/module-parts.ts";
import type { OpenDatabase } from "./open-database.ts";
import { openTools, sourcesOf } from "./open-tools.ts";

interface ShopToolDependencies {
  readonly ownSource: OwnSource;
  readonly shell: Shell | null;
  readonly agents: AgentRegistry;
  readonly knowledge: KnowledgeSource;
  readonly database: OpenDatabase;
  readonly logger: Logger;
  readonly newId: () => string;
  /** Receives what closes the connections to outside servers. */
  readonly closers: (() => Promise<void>)[];
}

/** A shop's tools: its own and those of outside servers, with what they read from. */
export async function openShopTools(
  { tools: own, policy, mcpServers }: ModuleParts,
  { agents, knowledge, database, ownSource, shell, logger, newId, closers }: ShopToolDependencies,
): Promise<ToolRegistry> {
  let registry: ToolRegistry | null = null;
  // The examples are played with these very tools, so the evaluator is opened when it is first asked.
  const evaluator: Evaluator = {
    async evaluate(...asked) {
      const { openEvaluator } = await import("../lab/evaluation/open-evaluator.ts");
      return registry === null ? null : openEvaluator({ agents, tools: registry, knowledge }).evaluate(...asked);
    },
  };
  const open = (tools: readonly Tool[]) => {
    registry = openTools(agents, database.toolRates, {
      tools,
      policy,
      knowledge,
      ...sourcesOf(database),
      ownSource,
      evaluator,
      shell,
    });
    return registry;
  };
  if (mcpServers.length === 0) return open(own);
  const { openMcpTools } = await import("../outside/mcp-tools.ts");
  const outside = await openMcpTools(mcpServers, {
    logger,
    raise: (alert) => database.store.alerts.raise([alert], newId),
  });
  closers.push(outside.close);
  return open([...own, ...outside.tools]);
}
