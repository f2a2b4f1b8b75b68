import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { DEFAULT_WORKSPACE } from "../../core/ids.ts";
import type { Principal } from "../../core/operations/principal.ts";
import { recadoMcpServer } from "../../outside/mcp-server.ts";
import { createIdMaker } from "../../runtime/id-maker.ts";
import { systemClock } from "../../runtime/system-clock.ts";
import { SHOP_TOOLS } from "../../tools/shop-tools.ts";
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
  await withDatabase(async (database, logger) => {
    const parts = {
      registry: SHOP_TOOLS,
      crm: database.store.crm,
      clock: systemClock,
      newId: createIdMaker(() => Date.now()),
    };
    const ended = new Promise<void>((resolve) => process.stdin.once("end", resolve).once("close", resolve));
    const serving = serveStdio(() => recadoMcpServer(parts, READER), {
      onerror: (error) => logger.warn({ error: error.message }, "an MCP message was not understood"),
    });
    await ended;
    await serving.close();
  });
}
