import type { Agent } from "../../core/agent/agent.ts";
import type { MemoryDependencies } from "./memory-dependencies.ts";
import { playInMemory } from "./play-in-memory.ts";
import { type Difference, playScenario } from "./play-scenario.ts";
import type { Scenario } from "./scenario.ts";

/** Plays a scenario with an agent in memory. An empty list: it went as written. */
export async function runScenario(
  agent: Agent,
  scenario: Scenario,
  dependencies: MemoryDependencies = {},
): Promise<readonly Difference[]> {
  const { differences, broke } = await playScenario(playInMemory(agent, scenario.from, dependencies), scenario);
  if (broke !== null) throw new Error(`step ${broke.step} broke: ${broke.message}`);
  return differences;
}
