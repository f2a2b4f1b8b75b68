import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import type { WorkspaceId } from "../../src/core/ids.ts";
import type { Principal, Role } from "../../src/core/operations/principal.ts";
import { answerMcp } from "../../src/outside/mcp-server.ts";
import { systemClock } from "../../src/runtime/system-clock.ts";
import type { ToolRegistry } from "../../src/tools/create-tools.ts";
import { newId } from "../support/inbound.ts";
import type { TestDatabase } from "../support/test-database.ts";

export interface AskedTool {
  readonly tool: string;
  readonly input: Record<string, unknown>;
}

/** Calls a tool over MCP as a program of this workspace does; the whole answer as JSON. */
export async function asProgram(
  { database, registry }: { readonly database: TestDatabase; readonly registry: ToolRegistry },
  { workspaceId, role }: { readonly workspaceId: WorkspaceId; readonly role: Role },
  { tool, input }: AskedTool,
): Promise<string> {
  const principal: Principal = {
    workspaceId,
    role,
    identity: "token:1",
    actor: "p",
    scopes: null,
    via: "token",
    seesSales: true,
  };
  const parts = { registry, crm: database.store.crm, clock: systemClock, newId };
  const client = new Client({ name: "test", version: "1" });
  const transport = new StreamableHTTPClientTransport(new URL("http://recado.test/mcp"), {
    fetch: async (url, init) => {
      const request = new Request(url, init);
      const text = await request.clone().text();
      return answerMcp(parts, principal, { request, body: text === "" ? undefined : JSON.parse(text) });
    },
  });
  await client.connect(transport);
  const result = await client.callTool({ name: tool, arguments: input });
  await client.close();
  return JSON.stringify(result);
}
