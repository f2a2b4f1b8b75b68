import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { loadModulesThatWork } from "../../app/agents/load-agent.ts";
import { NO_PARTS } from "../../app/agents/module-parts.ts";
import { knowledgeOfParts } from "../../app/agents/parts-in-memory.ts";
import { shopKnowledge } from "../../app/knowledge/shop-knowledge.ts";
import { sourcesOf } from "../../app/open-tools.ts";
import { DEFAULT_WORKSPACE } from "../../core/ids.ts";
import type { Principal } from "../../core/operations/principal.ts";
import { recadoMcpServer } from "../../outside/mcp-server.ts";
import { createIdMaker } from "../../runtime/id-maker.ts";
import { systemClock } from "../../runtime/system-clock.ts";
import { POLICY_RULES } from "../../tools/policy-rules.ts";
import { createShopTools } from "../../tools/shop-tools.ts";
import { withDatabase } from "../with-database.ts";

/** The user who starts this program can already read the database that it names. */
const READER: Principal = {
  workspaceId: DEFAULT_WORKSPACE,
  identity: "mcp",
  actor: "mcp",
  role: "viewer",
  scopes: null,
  via: "token",
  seesSales: true,
};

/**
 * `recado mcp`: runs until the client closes its end. Standard output carries the protocol; faults go to
 * standard error.
 */
export async function serveMcp(): Promise<void> {
  const parts = (await loadModulesThatWork()).map((module) => module.parts);
  const inFiles = { ...NO_PARTS, knowledge: parts.flatMap(({ knowledge }) => knowledge) };
  await withDatabase(async (database, logger) => {
    const served = {
      // Each program connects to its MCP servers itself: they are not offered at second hand.
      registry: createShopTools({
        tools: parts.flatMap(({ tools }) => tools),
        rules: [...parts.flatMap(({ policy }) => policy), ...POLICY_RULES],
        knowledge: shopKnowledge(knowledgeOfParts(inFiles), database.store.shopEntries),
        ...sourcesOf(database),
      }),
      crm: database.store.crm,
      clock: systemClock,
      newId: createIdMaker(() => Date.now()),
    };
    const ended = new Promise<void>((resolve) => process.stdin.once("end", resolve).once("close", resolve));
    const serving = serveStdio(() => recadoMcpServer(served, READER), {
      onerror: (error) => logger.warn({ error: error.message }, "an MCP message was not understood"),
    });
    await ended;
    await serving.close();
  });
}
