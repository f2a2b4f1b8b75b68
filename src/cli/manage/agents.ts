import { loadAgents } from "../../app/load-agent.ts";
import { isModulePath, listed, loadAgentModule } from "../../app/load-agent-module.ts";
import { loadAllShipped, loadShippedThatWork } from "../../app/load-shipped.ts";
import { readVariable } from "../../app/read-variable.ts";
import type { Agent } from "../../core/agent/agent.ts";
import { RecadoError } from "../../core/errors.ts";
import { isFlowAgent } from "../../flow/define-flow-agent.ts";
import { checkDefinition } from "../../flow/definition/check-definition.ts";
import { drawModes } from "../../flow/definition/draw-modes.ts";
import { print } from "../print.ts";
import { textTable } from "../text-table.ts";
import { describeFlow } from "./describe-flow.ts";

/** `recado agents list`: the agents that are shipped, and those of the file that RECADO_AGENT names. */
export async function listAgents({ json }: { json?: true }): Promise<void> {
  const agents = [...(await loadShippedThatWork()), ...(await ownAgents())];
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

/** `recado agents check`: one sentence for each fault; exit code 1 where there is one. */
export async function checkAgents(name: string | undefined): Promise<void> {
  const agents = name === undefined ? [...(await loadAllShipped()), ...(await ownAgents())] : await loadAgents(name);
  for (const agent of agents) {
    const faults = isFlowAgent(agent) ? checkDefinition(agent.definition) : [];
    if (faults.length > 0) {
      throw new RecadoError("agent_invalid", `agent "${agent.id}" cannot work:\n${listed(faults)}`);
    }
    print([`✓ ${agent.id} (${agent.name}, version ${agent.version}): ${sizeOf(agent)}`]);
  }
}

/** `recado agents show`: the modes as a diagram, and what the shop is made of. */
export async function showAgents(name: string | undefined, { mermaid }: { mermaid?: true }): Promise<void> {
  const agents =
    name === undefined ? [...(await loadShippedThatWork()), ...(await ownAgents())].slice(-1) : await loadAgents(name);
  for (const agent of agents) {
    if (mermaid) print([isFlowAgent(agent) ? drawModes(agent.definition) : noFlow(agent)]);
    else {
      const lines = isFlowAgent(agent) ? describeFlow(agent.definition) : ["", noFlow(agent)];
      print([`${agent.name} (${agent.id}, version ${agent.version})`, agent.description, ...lines]);
    }
  }
}

async function ownAgents(): Promise<readonly Agent[]> {
  const given = readVariable(process.env, "RECADO_AGENT");
  return given !== null && isModulePath(given) ? loadAgentModule(given, process.cwd()) : [];
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
