import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { loadConfig } from "../../app/load-config.ts";
import { createLogger } from "../../app/log.ts";
import { openDatabase } from "../../app/open-database.ts";
import { DEFAULT_WORKSPACE } from "../../core/ids.ts";
import type { Principal } from "../../core/operations/principal.ts";
import { recadoMcpServer } from "../../outside/mcp-server.ts";
import { createIdMaker } from "../../runtime/id-maker.ts";
import { systemClock } from "../../runtime/system-clock.ts";
import { SHOP_TOOLS } from "../../tools/shop-tools.ts";

/** Whoever may start this program reads the database that it names. */
const READER: Principal = {
  workspaceId: DEFAULT_WORKSPACE,
  identity: "mcp",
  actor: "mcp",
  role: "viewer",
  scopes: null,
  via: "token",
};

/** `recado mcp`: until the other side closes its end. Standard output is the protocol's; what goes wrong is said on the other. */
export async function serveMcp(): Promise<void> {
  const logger = createLogger({ level: "warn", style: "line", secrets: [] });
  const database = await openDatabase(loadConfig(), { access: "shared", http: false, worker: false, logger });
  try {
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
  } finally {
    await database.close();
  }
}
