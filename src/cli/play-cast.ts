import type { LoadedAgent } from "../app/agents/load-agent.ts";
import { knowledgeOfParts, toolsOfParts } from "../app/agents/parts-in-memory.ts";
import { toolsInMemory } from "../lab/memory/memory-tools.ts";
import { playInMemory } from "../lab/memory/play-in-memory.ts";
import type { ScenarioPlayer } from "../lab/memory/scenario-player.ts";
import type { StartingPoint } from "../lab/memory/starting-point.ts";

/** Opens conversations in memory with an agent and the parts of its module. */
export async function playCast({ agent, parts }: LoadedAgent): Promise<(from?: StartingPoint) => ScenarioPlayer> {
  const tools = toolsInMemory(await toolsOfParts(parts));
  const knowledge = knowledgeOfParts(parts, [agent]);
  return (from = {}) => playInMemory(agent, from, { tools, knowledge });
}
