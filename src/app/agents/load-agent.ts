import { SHIPPED_AGENT_IDS } from "../../agents/shipped-agents.ts";
import type { Agent } from "../../core/agent/agent.ts";
import { readVariable } from "../../core/environment.ts";
import { RecadoError } from "../../core/errors.ts";
import { nearestName } from "../../core/nearest-name.ts";
import { equipAssistant } from "./equip-assistant.ts";
import { checkModule, joinParts, loadModules } from "./join-modules.ts";
import { isModulePath, loadAgentModule } from "./load-agent-module.ts";
import { loadShipped } from "./load-shipped.ts";
import { type ModuleParts, NO_PARTS } from "./module-parts.ts";

/** Agents that a command names, and the parts that belong to them. */
export interface LoadedAgents {
  readonly agents: readonly [Agent, ...Agent[]];
  readonly parts: ModuleParts;
}

export interface LoadedAgent {
  readonly agent: Agent;
  readonly parts: ModuleParts;
}

/** The shipped agent of that id, else the first one of the module at that path. */
export async function loadAgent(name: string): Promise<LoadedAgent> {
  const { agents, parts } = await loadAgents(name);
  return { agent: agents[0], parts };
}

/** The agent of that id, or all that the module at that path exports. */
export async function loadAgents(name: string): Promise<LoadedAgents> {
  if (isModulePath(name)) {
    const module = await loadAgentModule(name, process.cwd());
    await checkModule(module, []);
    return { agents: module.agents, parts: joinParts([module]) };
  }
  const shipped = await loadShipped(name);
  if (shipped !== null) {
    const { agents, parts } = await equipAssistant([shipped], NO_PARTS, process.env);
    return { agents: [agents[0] ?? shipped], parts: shipped.id === "assistant" ? parts : NO_PARTS };
  }
  throw new RecadoError(
    "agent_invalid",
    `"${name}" is no agent that is shipped (did you mean "${nearestName(name, SHIPPED_AGENT_IDS)}"?); name one of your own by its file: ./${name}.js`,
  );
}

/** The modules that RECADO_AGENT names. */
export function loadNamedModules(): ReturnType<typeof loadModules> {
  const named = readVariable(process.env, "RECADO_AGENT")?.split(",") ?? [];
  return loadModules(named.map((name) => name.trim()).filter(isModulePath), process.cwd());
}

/** The same, for a command that needs none of them: one that cannot be used is reported on stderr. */
export async function loadModulesThatWork(): Promise<readonly LoadedAgents[]> {
  const { modules, leftOut } = await loadNamedModules();
  for (const { text } of leftOut) process.stderr.write(`recado: ${text}\nIt is left out.\n`);
  return modules.map((module) => ({ agents: module.agents, parts: joinParts([module]) }));
}
