import type { Agent } from "../../src/core/agent/agent.ts";
import type { MemoryDependencies } from "../../src/lab/memory/memory-dependencies.ts";
import { playInMemory } from "../../src/lab/memory/play-in-memory.ts";
import { type Difference, playScenario } from "../../src/lab/memory/play-scenario.ts";
import type { Scenario } from "../../src/lab/memory/scenario.ts";

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
