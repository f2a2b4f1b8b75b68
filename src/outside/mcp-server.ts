import { createMcpHandler, fromJsonSchema, type JsonSchemaType, McpServer } from "@modelcontextprotocol/server";
import { startDeadline } from "../core/call-deadline.ts";
import type { Principal } from "../core/operations/principal.ts";
import { bindCrm, type Crm } from "../core/ports/crm.ts";
import type { ToolScope } from "../core/ports/tools.ts";
import { STANDARD_HOURS } from "../core/time/contact-hours.ts";
import type { ToolRegistry } from "../tools/create-tools.ts";

export interface RecadoMcpDependencies {
  readonly registry: ToolRegistry;
  readonly crm: Crm;
  readonly clock: { now(): Date };
  readonly newId: () => string;
}

/** No conversation: a read about "this conversation" must name one here. */
const NOBODY = "00000000-0000-0000-0000-000000000000";

/** The longest answer; a reader asks for more in smaller pages. */
const ANSWER_CHARACTERS = 200_000;

/**
 * Recado's own read tools for programs that speak MCP. They are bound to the caller's workspace and
 * judged by the same policy as every other call, and they change nothing.
 */
export function recadoMcpServer(
  { registry, crm, clock, newId }: RecadoMcpDependencies,
  principal: Principal,
): McpServer {
  const server = new McpServer({ name: "recado", version: "1" }, { capabilities: { tools: {} } });
  const scope = (): ToolScope => ({
    workspaceId: principal.workspaceId,
    conversationId: NOBODY,
    contactId: NOBODY,
    agentId: "mcp",
    agentVersion: "1",
    granted: [],
    isDryRun: false,
    // Every caller is a reader here.
    actor: { kind: "service", name: principal.actor, role: "viewer" },
    requests: [],
    approval: null,
    crm: bindCrm(crm, principal.workspaceId),
    crmAgentsEnabled: true,
    catalogue: null,
    said: [],
    sessionId: NOBODY,
    reminders: [],
    orders: [],
    cause: "service",
    now: clock.now(),
    lastCustomerMessageAt: null,
    hasOptedOut: false,
    contactHours: STANDARD_HOURS,
    newId,
  });
  for (const { tool } of registry.list()) {
    if (tool.effect !== "read") continue;
    const name = registry.names.toModel(tool.name) ?? tool.name;
    const inputSchema = fromJsonSchema<Record<string, unknown>>(tool.staffInputSchema as JsonSchemaType);
    const annotations = { readOnlyHint: true, destructiveHint: false, openWorldHint: false };
    server.registerTool(name, { description: tool.description, inputSchema, annotations }, async (input, context) => {
      const deadline = startDeadline({ timeoutMs: tool.timeoutMs, signal: context.mcpReq.signal });
      const call = { tool: tool.name, input, idempotencyKey: newId(), scope: scope(), signal: deadline.signal };
      const result = await registry.execute(call).finally(() => deadline.end());
      if (result.kind === "ok") return told(JSON.stringify(result.output));
      if (result.kind === "error") return told(`${result.code}: ${result.message}`, true);
      return told(`denied because ${result.reason}`, true);
    });
  }
  return server;
}

function told(text: string, isError = false) {
  const isTooLong = text.length > ANSWER_CHARACTERS;
  const said = isTooLong ? `The answer has ${text.length} characters: ask for less at once.` : text;
  return { content: [{ type: "text" as const, text: said }], isError: isError || isTooLong };
}

/** `request` without its body, which has been read. */
interface McpRequest {
  readonly request: Request;
  readonly body: unknown;
}

/** Streamable HTTP, one request at a time. The door before it has already admitted the caller. */
export async function answerMcp(
  parts: RecadoMcpDependencies,
  principal: Principal,
  asked: McpRequest,
): Promise<Response> {
  const handler = createMcpHandler(() => recadoMcpServer(parts, principal));
  try {
    return await handler.fetch(asked.request, { parsedBody: asked.body });
  } finally {
    await handler.close();
  }
}
