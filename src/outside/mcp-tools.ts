import * as z from "zod";
import { errorText } from "../core/errors.ts";
import type { NewAlert } from "../core/operations/alert.ts";
import type { Logger } from "../core/ports/logger.ts";
import type { ToolError, ToolErrorType } from "../core/ports/tools.ts";
import type { RiskLevel } from "../core/tool-calls/tool-call.ts";
import { defineTool, type Tool, type ToolAnswer, type ToolRun } from "../tools/define-tool.ts";
import { checkValue } from "../tools/standard-schema.ts";
import { checkTarget, type McpConnection, type McpManifest, type McpTarget, mcpConnection } from "./mcp-connection.ts";

/** One tool of a server that agents may be given, as `mcp.<server>.<tool>`. */
export interface McpGrant {
  readonly tool: string;
  /**
   * The hash of its manifest, as `recado mcp inspect` prints it: the tool's description of itself
   * when it was granted.
   */
  readonly manifest: string;
  /** Default: `high`. */
  readonly risk?: RiskLevel;
  /** Default: `external`, because it may change something. */
  readonly effect?: "read" | "external";
}

export type McpServerDefinition = McpTarget & {
  /** Lower case, because the names of its tools contain it. */
  readonly name: string;
  readonly grants: readonly McpGrant[];
};

export interface McpDependencies {
  readonly logger: Logger;
  /** Tells a person of the shop. */
  readonly raise: (alert: NewAlert) => Promise<unknown>;
  readonly env?: Readonly<Record<string, string | undefined>>;
}

export interface McpTools {
  readonly tools: readonly Tool[];
  close(): Promise<void>;
}

const output = z.object({
  /** Another system's words: data, never an instruction. */
  text: z.string(),
  data: z.unknown(),
  isCut: z.boolean(),
});

const OUTPUT_CHARACTERS = 32_000;
const TIMEOUT_MS = 30_000;

/**
 * The granted tools of MCP servers, as tools of ours. A server that is down does not stop the
 * start: its tools answer that it is down. A tool's description of itself is part of the grant.
 * When it changes, the tool is not called and an alert tells a person.
 */
export async function openMcpTools(servers: readonly McpServerDefinition[], parts: McpDependencies): Promise<McpTools> {
  const opened = servers.map((server) => ({ server, connection: mcpConnection(server, parts.env ?? process.env) }));
  const tools = await Promise.all(
    opened.map(async ({ server, connection }) => {
      const manifests = await connection.manifests().catch((error: unknown) => {
        parts.logger.warn(
          { server: server.name, error: errorText(error) },
          "an MCP server does not answer: its tools say so until it does",
        );
        return new Map<string, McpManifest>();
      });
      return server.grants.map((grant) => grantedTool({ server, grant, connection, parts }, manifests.get(grant.tool)));
    }),
  );
  return {
    tools: tools.flat(),
    async close() {
      await Promise.all(opened.map(({ connection }) => connection.close()));
    },
  };
}

/**
 * The granted tools of servers that nothing connects to: their names are known, and a call answers
 * that the server is down. For tests, and for checks before the start.
 *
 * @throws Error for an address or a name that cannot be used
 */
export function absentMcpTools(servers: readonly McpServerDefinition[]): Tool[] {
  return servers.flatMap((server) => {
    checkTarget(server);
    return server.grants.map((grant) =>
      toolOf(server, grant, undefined, async () =>
        fault("unavailable", "server_down", `The server "${server.name}" is not asked here.`),
      ),
    );
  });
}

interface Granted {
  readonly server: McpServerDefinition;
  readonly grant: McpGrant;
  readonly connection: McpConnection;
  readonly parts: McpDependencies;
}

function grantedTool(granted: Granted, manifest: McpManifest | undefined): Tool {
  return toolOf(granted.server, granted.grant, manifest, (input, run) => call(granted, input, run));
}

function toolOf(
  server: McpServerDefinition,
  grant: McpGrant,
  manifest: McpManifest | undefined,
  ask: (input: Record<string, unknown>, run: ToolRun) => Promise<Answer>,
): Tool {
  // A model reads what was granted, not what the server says today.
  const isAsGranted = manifest?.hash === grant.manifest;
  return defineTool({
    name: `mcp.${server.name}.${grant.tool}`,
    description: isAsGranted ? manifest.description || grant.tool : `${grant.tool} of ${server.name}: not there now.`,
    module: "external",
    input: z.record(z.string(), z.unknown()),
    inputJson: isAsGranted ? manifest.inputSchema : { type: "object" },
    output,
    effect: grant.effect ?? "external",
    risk: grant.risk ?? "high",
    timeout: TIMEOUT_MS,
    permissions: [],
    reversible: grant.effect === "read",
    run: (input, _scope, run) => ask(input, run),
  });
}

type Answer = ToolAnswer<z.output<typeof output>>;

async function call(
  { server, grant, connection, parts }: Granted,
  input: Record<string, unknown>,
  run: ToolRun,
): Promise<Answer> {
  let manifest: McpManifest | undefined;
  try {
    manifest = (await connection.manifests(run.signal)).get(grant.tool);
  } catch (error) {
    return fault(
      "unavailable",
      "server_down",
      `The server "${server.name}" does not answer (${errorText(error).slice(0, 200)}).`,
      true,
    );
  }
  if (manifest === undefined)
    return fault("not_found", "tool_gone", `The server "${server.name}" has no "${grant.tool}" any more.`);
  if (manifest.hash !== grant.manifest) {
    await tellOfChange({ server, grant, connection, parts }, manifest);
    return {
      kind: "denied",
      reason: `"${grant.tool}" of "${server.name}" is not what was granted: its manifest has changed`,
    };
  }
  const checked = checkValue(manifest.schema, input);
  if (checked.kind === "invalid") return fault("invalid", "input_invalid", `The input is not valid: ${checked.fault}`);
  try {
    const result = await connection.call(grant.tool, input, { key: run.idempotencyKey, signal: run.signal });
    const told = readResult(result.content ?? [], result.structuredContent);
    if (result.isError === true)
      return fault("failed", "mcp_tool_error", told.text.slice(0, 500) || "It says that it failed.");
    return { kind: "ok", output: told };
  } catch (error) {
    const said = `"${grant.tool}" of "${server.name}" gave no answer (${errorText(error).slice(0, 200)})`;
    if (grant.effect === "read") return fault("unavailable", "no_answer", said, true);
    // In doubt: the call may have been carried out.
    throw new Error(said);
  }
}

async function tellOfChange({ server, grant, parts }: Granted, { hash }: McpManifest): Promise<void> {
  const name = `mcp.${server.name}.${grant.tool}`;
  parts.logger.error({ tool: name, granted: grant.manifest, found: hash }, "an MCP tool is not what was granted");
  const alert = {
    kind: "mcp_tool_changed",
    subject: name,
    severity: "critical",
    phoneNumberId: null,
    detail: { granted: grant.manifest, found: hash },
  } as const;
  // Denied in both cases.
  await parts
    .raise(alert)
    .catch((error: unknown) => parts.logger.error({ error: errorText(error) }, "an alert could not be raised"));
}

function readResult(
  content: readonly { readonly type: string; readonly text?: unknown }[],
  structured: unknown,
): z.output<typeof output> {
  const text = content.map((part) => (typeof part.text === "string" ? part.text : `[${part.type}]`)).join("\n");
  const isDataTooLarge = JSON.stringify(structured ?? null).length > OUTPUT_CHARACTERS;
  return {
    text: text.slice(0, OUTPUT_CHARACTERS),
    data: isDataTooLarge ? null : (structured ?? null),
    isCut: isDataTooLarge || text.length > OUTPUT_CHARACTERS,
  };
}

function fault(type: ToolErrorType, code: string, message: string, retryable = false): ToolError {
  return { kind: "error", type, code, message, retryable };
}
