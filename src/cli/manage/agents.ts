import { SHIPPED_AGENT_IDS } from "../../agents/shipped-agents.ts";
import { joinParts } from "../../app/agents/join-modules.ts";
import { type LoadedAgents, loadAgents, loadModulesThatWork, loadNamedModules } from "../../app/agents/load-agent.ts";
import { listed } from "../../app/agents/load-agent-module.ts";
import { loadShippedThatWork } from "../../app/agents/load-shipped.ts";
import type { ModuleParts } from "../../app/agents/module-parts.ts";
import type { Agent } from "../../core/agent/agent.ts";
import { RecadoError } from "../../core/errors.ts";
import { isFlowAgent } from "../../flow/define-flow-agent.ts";
import { drawModes } from "../../flow/definition/draw-modes.ts";
import { print } from "../print.ts";
import { textTable } from "../text-table.ts";
import { checkAgent } from "./check-agent.ts";
import { describeFlow } from "./describe-flow.ts";

/** `recado agents list`: the agents that are shipped, and those of the file that RECADO_AGENT names. */
export async function listAgents({ json }: { json?: true }): Promise<void> {
  const agents = await agentsThatWork();
  if (json) {
    print([JSON.stringify(agents.map(({ id, name, version, description }) => ({ id, name, version, description })))]);
    return;
  }
  print(
    textTable(
      agents.map((agent) => [agent.id, `version ${agent.version}`, sizeOf(agent), agent.description]),
      "",
    ),
  );
}

/** `recado agents check`: a line for each agent that works, then one sentence for each fault; exit code 1 where there is one. */
export async function checkAgents(name: string | undefined): Promise<void> {
  const { loaded, faults } = name === undefined ? await allAgents() : { loaded: [await loadAgents(name)], faults: [] };
  for (const { agents, parts } of loaded) {
    for (const agent of agents) {
      const own = await checkAgent(agent, parts);
      if (own.length > 0) faults.push(`agent "${agent.id}" cannot work:\n${listed(own)}`);
      else print([`✓ ${agent.id} (${agent.name}, version ${agent.version}): ${sizeOf(agent)}${partsText(parts)}`]);
    }
  }
  if (faults.length > 0) throw new RecadoError("agent_invalid", faults.join("\n"));
}

/** The shipped agents and those of RECADO_AGENT. One that cannot be loaded hides no other. */
async function allAgents(): Promise<{ loaded: LoadedAgents[]; faults: string[] }> {
  const loaded: LoadedAgents[] = [];
  const faults: string[] = [];
  for (const id of SHIPPED_AGENT_IDS) {
    try {
      loaded.push(await loadAgents(id));
    } catch (thrown) {
      if (!(thrown instanceof RecadoError)) throw thrown;
      faults.push(thrown.message);
    }
  }
  const { modules, leftOut } = await loadNamedModules();
  return {
    loaded: [...loaded, ...modules.map((module) => ({ agents: module.agents, parts: joinParts([module]) }))],
    faults: [...faults, ...leftOut.map(({ text }) => text)],
  };
}

function partsText({ tools, policy, mcpServers, knowledge }: ModuleParts): string {
  const counted = [
    [tools.length, "tool", "tools"],
    [policy.length, "rule", "rules"],
    [mcpServers.length, "MCP server", "MCP servers"],
    [knowledge.flatMap(({ entries }) => entries).length, "entry of knowledge", "entries of knowledge"],
  ] as const;
  const named = counted.flatMap(([count, one, many]) => (count === 0 ? [] : [`${count} ${count === 1 ? one : many}`]));
  return named.length === 0 ? "" : `, with ${named.join(", ")} of its own`;
}

/** `recado agents show`: the modes as a diagram, and what the shop is made of. */
export async function showAgents(name: string | undefined, { mermaid }: { mermaid?: true }): Promise<void> {
  const agents = name === undefined ? (await agentsThatWork()).slice(-1) : (await loadAgents(name)).agents;
  for (const agent of agents) {
    if (mermaid) print([isFlowAgent(agent) ? drawModes(agent.definition) : noFlow(agent)]);
    else {
      const lines = isFlowAgent(agent) ? describeFlow(agent.definition) : ["", noFlow(agent)];
      print([`${agent.name} (${agent.id}, version ${agent.version})`, agent.description, ...lines]);
    }
  }
}

export async function agentsThatWork(): Promise<readonly Agent[]> {
  const own = await loadModulesThatWork();
  return [...(await loadShippedThatWork()), ...own.flatMap(({ agents }) => agents)];
}

function sizeOf(agent: Agent): string {
  if (!isFlowAgent(agent)) return "decides by code of its own";
  const { modes, intents, fields, packs, templates } = agent.definition;
  return [
    `${Object.keys(modes).length} modes`,
    `${Object.keys(intents).length} intents`,
    `${fields.length} fields`,
    `${packs.length} packs`,
    `${templates.length} templates`,
  ].join(", ");
}

function noFlow({ id }: Agent): string {
  return `"${id}" is not made with defineFlowAgent, so there are no modes to show.`;
}
