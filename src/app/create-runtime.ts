import type { Agent } from "../core/agent/agent.ts";
import { RecadoError } from "../core/errors.ts";
import { entryFaults, type KnowledgeEntry } from "../core/knowledge/knowledge-entry.ts";
import type { WakeEngine } from "../core/ports/wake-engine.ts";
import type { McpServerDefinition } from "../outside/mcp-tools.ts";
import type { Tool } from "../tools/define-tool.ts";
import type { PolicyRule } from "../tools/policy.ts";
import { joinShipped } from "./agents/open-agents.ts";
import { startApp } from "./app.ts";
import type { AppHalves } from "./app-halves.ts";
import { type Config, readConfig } from "./config.ts";
import type { Substitutes } from "./substitutes.ts";

/** `all`: `recado start`. `serve` and `worker`: the commands of those names, for several processes on one database. */
export type RuntimeRole = "all" | "serve" | "worker";

export interface RuntimeOptions {
  /** Your agents. The first answers numbers that are seen for the first time; those that are shipped stand beside them. */
  readonly agents: readonly [Agent, ...Agent[]];
  /** Your tools (`defineTool`, `httpTool`), beside those that ship. An agent has those that its `tools` names. */
  readonly tools?: readonly Tool[];
  /** MCP servers, with the tools of each that agents may be given as `mcp.<server>.<tool>`. */
  readonly mcpServers?: readonly McpServerDefinition[];
  /** What the agents may say of the shop (docs/knowledge.md): `readKnowledge(folder)`, or entries. */
  readonly knowledge?: readonly KnowledgeEntry[];
  /**
   * The environment of `recado start` (docs/operations.md); default: `process.env`. RECADO_AGENT is
   * not read.
   */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** Rules of your own: they are asked first, and the first that fits decides. */
  readonly policy?: readonly PolicyRule[];
  /**
   * Who calls the workers (docs/engines.md). Absent: they look for work by themselves, which needs no
   * service beside PostgreSQL and is the fastest.
   */
  readonly wakeEngine?: WakeEngine;
  /** Default: `all`. Server and workers must be given the same agents and tools. */
  readonly role?: RuntimeRole;
}

/** A worker without a server: it has no address. */
export interface RunningWorker {
  /** Ends the turns under way and gives everything back. Safe to call twice. */
  stop(): Promise<void>;
}

export interface RunningRuntime extends RunningWorker {
  /** The server's address: `http://127.0.0.1:4600`. */
  readonly address: string;
  /** The token for `/internal`. */
  readonly apiToken: string;
}

const HALVES: Readonly<Record<RuntimeRole, AppHalves>> = {
  all: { http: true, worker: true, access: "exclusive", logStyle: "json" },
  serve: { http: true, worker: false, access: "exclusive", logStyle: "json" },
  worker: { http: false, worker: true, access: "shared", logStyle: "json" },
};

/** `recado start`, `serve` or `worker` as a function; without DATABASE_URL, with the database. */
export async function createRuntime(options: RuntimeOptions): Promise<RunningRuntime | RunningWorker> {
  const { config, substitutes } = await prepareApp(options);
  const app = await startApp(config, HALVES[options.role ?? "all"], substitutes);
  return app.address === null
    ? { stop: app.stop }
    : { address: app.address, apiToken: app.locks.apiToken, stop: app.stop };
}

/** Throws `bad_environment` and `agent_invalid`. */
export async function prepareApp(
  options: RuntimeOptions,
): Promise<{ readonly config: Config; readonly substitutes: Substitutes }> {
  const {
    agents,
    tools = [],
    policy = [],
    mcpServers = [],
    knowledge = [],
    environment = process.env,
    wakeEngine,
  } = options;
  const open = await joinShipped(agents);
  const config = readConfig(
    { ...environment, RECADO_AGENT: open.defaultId },
    { agentIds: open.registry.ids, cwd: process.cwd() },
  );
  const [fault] = entryFaults(knowledge);
  if (fault !== undefined) throw new RecadoError("agent_invalid", `The knowledge cannot be used: ${fault}.`);
  const parts = {
    ...{ tools, policy, mcpServers },
    knowledge: knowledge.length === 0 ? [] : [{ agents: agents.map(({ id }) => id), entries: knowledge }],
  };
  return { config, substitutes: { agents: open.registry, parts, ...(wakeEngine === undefined ? {} : { wakeEngine }) } };
}
