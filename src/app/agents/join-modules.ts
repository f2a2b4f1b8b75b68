import { SHIPPED_AGENT_IDS } from "../../agents/shipped-agents.ts";
import type { Agent } from "../../core/agent/agent.ts";
import { errorText, RecadoError } from "../../core/errors.ts";
import { toolNameFaults } from "../../core/tool-calls/tool-names.ts";
import type { Tool } from "../../tools/define-tool.ts";
import { createShopTools, SHOP_TOOLS } from "../../tools/shop-tools.ts";
import { type AgentModule, listed, loadAgentModule } from "./load-agent-module.ts";
import { type ModuleParts, policyOf } from "./module-parts.ts";

/** A module that cannot be used, and why. */
export interface LeftOut {
  readonly path: string;
  readonly text: string;
}

/** The modules that can be used together, in their order. A module that cannot be used stops no other. */
export async function loadModules(
  paths: readonly string[],
  cwd: string,
): Promise<{ readonly modules: readonly AgentModule[]; readonly leftOut: readonly LeftOut[] }> {
  const modules: AgentModule[] = [];
  const leftOut: LeftOut[] = [];
  for (const path of new Set(paths)) {
    try {
      const module = await loadAgentModule(path, cwd);
      await checkModule(module, modules);
      modules.push(module);
    } catch (thrown) {
      if (!(thrown instanceof RecadoError)) throw thrown;
      leftOut.push({ path, text: thrown.message });
    }
  }
  return { modules, leftOut };
}

/** @throws RecadoError `agent_invalid`, with a sentence for everything that keeps it from working beside the others */
export async function checkModule(module: AgentModule, others: readonly AgentModule[]): Promise<void> {
  const faults = [...agentFaults(module.agents, others), ...(await toolFaults(module, others))];
  if (faults.length === 0) return;
  throw new RecadoError("agent_invalid", `${module.path} cannot be used:\n${listed(faults)}`);
}

/** A sentence for each agent that cannot stand beside the others. */
export function agentFaults(agents: readonly Agent[], others: readonly AgentModule[]): string[] {
  const taken = new Map(
    others.flatMap(({ path, agents }) => agents.map(({ id, version }) => [`${id} ${version}`, ` (${path})`])),
  );
  return agents.flatMap(({ id, version }) => {
    if (SHIPPED_AGENT_IDS.includes(id)) {
      return [`An agent with the id ${JSON.stringify(id)} is shipped: give yours another.`];
    }
    const other = taken.get(`${id} ${version}`);
    taken.set(`${id} ${version}`, "");
    if (other === undefined) return [];
    return [`There are two agents ${JSON.stringify(id)} of version ${version}${other}: give one another version.`];
  });
}

async function toolFaults({ agents, parts }: AgentModule, others: readonly AgentModule[]): Promise<string[]> {
  const taken = new Map(SHOP_TOOLS.list().map(({ tool }) => [tool.name, "which ships"]));
  for (const { path, parts } of others) {
    for (const { name } of await allTools(parts)) taken.set(name, `of ${path}`);
  }
  const own = await allTools(parts).catch((thrown: unknown) => errorText(thrown));
  if (typeof own === "string") return [own];
  const names = own.map(({ name }) => name);
  const doubled = names.flatMap((name, index) => {
    if (names.indexOf(name) < index) return [`two tools have the name "${name}": give one another`];
    const owner = taken.get(name);
    return owner === undefined ? [] : [`the tool "${name}" has the name of one ${owner}: give it another`];
  });
  if (doubled.length > 0) return doubled;
  const alike = toolNameFaults([...taken.keys(), ...names]).map((fault) => `the tool ${fault}`);
  if (alike.length > 0) return alike;
  const registry = createShopTools({ tools: own });
  return agents.flatMap((agent) => {
    const absent = (agent.tools ?? []).filter((name) => registry.kindOf(name) === null);
    if (absent.length > 0) return absent.map((name) => absentTool(agent.id, name));
    try {
      registry.toolsFor(agent);
      return [];
    } catch (thrown) {
      return [`the tools of the agent "${agent.id}": ${errorText(thrown)}`];
    }
  });
}

/** The tools of a module, those of its MCP servers included. */
async function allTools({ tools, mcpServers }: ModuleParts): Promise<readonly Tool[]> {
  if (mcpServers.length === 0) return tools;
  const { absentMcpTools } = await import("../../outside/mcp-tools.ts");
  return [...tools, ...absentMcpTools(mcpServers)];
}

function absentTool(agentId: string, name: string): string {
  return `the agent "${agentId}" names the tool "${name}", which neither ships nor is exported as \`tools\``;
}

/** A module's rules judge the calls of its own agents alone, and only they say its knowledge. */
export function joinParts(modules: readonly AgentModule[]): ModuleParts {
  return {
    tools: modules.flatMap(({ parts }) => parts.tools),
    policy: modules.flatMap(({ agents, parts }) =>
      policyOf(
        agents.map(({ id }) => id),
        parts.policy,
      ),
    ),
    mcpServers: modules.flatMap(({ parts }) => parts.mcpServers),
    knowledge: modules.flatMap(({ agents, parts }) =>
      parts.knowledge.map(({ entries }) => ({ agents: agents.map(({ id }) => id), entries })),
    ),
  };
}
