import type { Agent } from "../../core/agent/agent.ts";
import { playInMemory } from "./play-in-memory.ts";
import { type Difference, playScenario } from "./play-scenario.ts";
import type { SandboxSurroundings } from "./sandbox-surroundings.ts";
import type { Scenario } from "./scenario.ts";

/** Plays a scenario with an agent in memory. An empty list: it went as written. */
export async function runScenario(
  agent: Agent,
  scenario: Scenario,
  surroundings: SandboxSurroundings = {},
): Promise<readonly Difference[]> {
  const { differences, broke } = await playScenario(playInMemory(agent, scenario.from, surroundings), scenario);
  if (broke !== null) throw new Error(`step ${broke.step} broke: ${broke.message}`);
  return differences;
}
