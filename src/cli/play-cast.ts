import type { LoadedAgent } from "../app/agents/load-agent.ts";
import { knowledgeOfParts, toolsOfParts } from "../app/agents/parts-in-memory.ts";
import { toolsInMemory } from "../lab/memory/memory-tools.ts";
import { playInMemory } from "../lab/memory/play-in-memory.ts";
import { createSandboxModel, type SandboxModelDependencies } from "../lab/memory/sandbox-model.ts";
import type { ScenarioPlayer } from "../lab/memory/scenario-player.ts";
import type { StartingPoint } from "../lab/memory/starting-point.ts";

/** The model that the agent may ask; its tools are those of the conversation. */
export type CastModel = Pick<SandboxModelDependencies, "model" | "models" | "tokenLimit">;

/** Opens conversations in memory with an agent and the parts of its module. Without a model none is asked. */
export async function playCast(
  { agent, parts }: LoadedAgent,
  asked: CastModel | null = null,
): Promise<(from?: StartingPoint) => ScenarioPlayer> {
  const tools = toolsInMemory(await toolsOfParts(parts));
  const knowledge = knowledgeOfParts(parts, [agent]);
  return (from = {}) => {
    const model = asked === null ? null : createSandboxModel({ ...asked, tools });
    return playInMemory(agent, from, { tools, knowledge, model });
  };
}
