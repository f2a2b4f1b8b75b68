import type { Agent } from "../core/agent/agent.ts";
import type { McpServerDefinition } from "../outside/mcp-tools.ts";
import type { Tool } from "../tools/define-tool.ts";
import type { PolicyRule } from "../tools/policy.ts";
import { startApp } from "./app.ts";
import { readConfig } from "./config.ts";
import { joinShipped } from "./open-agents.ts";

export interface RuntimeOptions {
  /** Your agents. The first answers numbers that are seen for the first time; those that are shipped stand beside them. */
  readonly agents: readonly [Agent, ...Agent[]];
  /** Your tools (`defineTool`, `httpTool`), beside those that ship. An agent has those that its `tools` names. */
  readonly tools?: readonly Tool[];
  /** MCP servers, with the tools of each that agents may be given as `mcp.<server>.<tool>`. */
  readonly mcpServers?: readonly McpServerDefinition[];
  /**
   * The environment of `recado start` (docs/operations.md); default: `process.env`. RECADO_AGENT is
   * not read.
   */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** Rules of your own: they are asked first, and the first that fits decides. */
  readonly policy?: readonly PolicyRule[];
}

export interface RunningRuntime {
  /** The server's address: `http://127.0.0.1:4600`. */
  readonly address: string;
  /** The token for `/internal`. */
  readonly apiToken: string;
  /** Ends the turns under way and gives everything back. Safe to call twice. */
  stop(): Promise<void>;
}

/** `recado start` as a function: server, worker and, without DATABASE_URL, the database, in this process. */
export async function createRuntime(options: RuntimeOptions): Promise<RunningRuntime> {
  const { agents, tools = [], policy = [], mcpServers = [], environment = process.env } = options;
  const open = await joinShipped(agents);
  const config = readConfig(
    { ...environment, RECADO_AGENT: open.defaultId },
    { agentIds: open.registry.ids, cwd: process.cwd() },
  );
  const halves = { http: true, worker: true, access: "exclusive", logStyle: "json" } as const;
  const app = await startApp(config, halves, { agents: open.registry, ownTools: tools, policy, mcpServers });
  if (app.address === null) throw new Error("An app with a server has no address.");
  return { address: app.address, apiToken: app.locks.apiToken, stop: app.stop };
}
