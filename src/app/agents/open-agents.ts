import { createAgentRegistry } from "../../agents/registry.ts";
import type { Agent, AgentRegistry } from "../../core/agent/agent.ts";
import { RecadoError } from "../../core/errors.ts";
import { equipAssistant } from "./equip-assistant.ts";
import { agentFaults, joinParts, loadModules } from "./join-modules.ts";
import { isModulePath } from "./load-agent-module.ts";
import { loadAllShipped, loadShippedThatWork } from "./load-shipped.ts";
import { type ModuleParts, NO_PARTS } from "./module-parts.ts";

/** The agents of a process, their parts, and the agent that answers a number seen for the first time. */
export interface OpenAgents {
  readonly registry: AgentRegistry;
  readonly defaultId: string;
  readonly parts: ModuleParts;
  /** A text for each module that cannot be used. The others go on without it. */
  readonly leftOut: readonly string[];
}

/** Ids of shipped agents and files of modules; at least one. */
export type NamedAgents = readonly [string, ...string[]];

/**
 * Opens the agents that RECADO_AGENT names, beside those that ship. A module that cannot be used is
 * left out, and stops no other.
 *
 * @throws RecadoError `agent_invalid` when none of them can be used
 */
export async function openAgents(named: NamedAgents): Promise<OpenAgents> {
  const [first] = named;
  const paths = named.filter(isModulePath);
  if (paths.length === 0) {
    const { agents, parts } = await equipAssistant(await loadAllShipped(), NO_PARTS, process.env);
    return { registry: createAgentRegistry(agents), defaultId: first, parts, leftOut: [] };
  }
  const { modules, leftOut } = await loadModules(paths, process.cwd());
  const idOf = (name: string) =>
    isModulePath(name) ? (modules.find(({ path }) => path === name)?.agents[0].id ?? null) : name;
  const [defaultId] = named.flatMap((name) => idOf(name) ?? []);
  if (defaultId === undefined) {
    // The file was not named on this command line, so the message says where it comes from.
    throw new RecadoError("agent_invalid", `RECADO_AGENT: ${leftOut.map(({ text }) => text).join("\n")}`);
  }
  const own = modules.flatMap(({ agents }) => agents);
  const { agents, parts } = await equipAssistant(await loadShippedThatWork(), joinParts(modules), process.env);
  return {
    registry: createAgentRegistry([...agents, ...own.reverse()]),
    defaultId,
    parts,
    leftOut: leftOut.map(({ path, text }) =>
      path === first ? `${text}\nUntil it is mended, "${defaultId}" answers new numbers.` : text,
    ),
  };
}

/** The agents given to `createRuntime`, beside those that ship. The first given version of an id is the newest. */
export async function joinShipped(
  own: readonly [Agent, ...Agent[]],
): Promise<Pick<OpenAgents, "registry" | "defaultId">> {
  const [fault] = agentFaults(own, []);
  if (fault !== undefined) throw new RecadoError("agent_invalid", fault);
  return {
    registry: createAgentRegistry([...(await loadShippedThatWork()), ...[...own].reverse()]),
    defaultId: own[0].id,
  };
}
