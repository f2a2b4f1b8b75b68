import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { loadModulesThatWork } from "../../app/agents/load-agent.ts";
import { toolsOfParts } from "../../app/agents/parts-in-memory.ts";
import { DEFAULT_WORKSPACE } from "../../core/ids.ts";
import type { Principal } from "../../core/operations/principal.ts";
import { recadoMcpServer } from "../../outside/mcp-server.ts";
import { createIdMaker } from "../../runtime/id-maker.ts";
import { systemClock } from "../../runtime/system-clock.ts";
import { withDatabase } from "../with-database.ts";

/** The user who starts this program can already read the database that it names. */
const READER: Principal = {
  workspaceId: DEFAULT_WORKSPACE,
  identity: "mcp",
  actor: "mcp",
  role: "viewer",
  scopes: null,
  via: "token",
};

/**
 * `recado mcp`: runs until the client closes its end. Standard output carries the protocol; faults go to
 * standard error.
 */
export async function serveMcp(): Promise<void> {
  const parts = (await loadModulesThatWork()).map((module) => module.parts);
  // Each program connects to its MCP servers itself: they are not offered at second hand.
  const registry = await toolsOfParts({
    tools: parts.flatMap(({ tools }) => tools),
    policy: parts.flatMap(({ policy }) => policy),
    mcpServers: [],
    knowledge: parts.flatMap(({ knowledge }) => knowledge),
  });
  await withDatabase(async (database, logger) => {
    const served = {
      registry,
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
