import { playScenario, type ScenarioResult } from "../memory/play-scenario.ts";
import type { ScenarioPlayer } from "../memory/scenario-player.ts";
import type { LocatedScenario } from "./located-scenario.ts";

/**
 * How a scenario ended. `known`: it fails, as it says of itself. `mended`: it says so and passes, which is a failure, for
 * its mark is out of date. `skipped`: it can be played elsewhere only.
 */
export type Verdict = "passed" | "failed" | "known" | "mended" | "skipped";

export interface JudgedScenario {
  readonly located: LocatedScenario;
  readonly verdict: Verdict;
  readonly result: ScenarioResult;
  readonly tookMs: number;
}

export interface Stage {
  readonly where: "memory" | "full";
  /** A conversation of its own for each scenario. */
  open(located: LocatedScenario): ScenarioPlayer | Promise<ScenarioPlayer>;
}

const NOT_PLAYED: ScenarioResult = { differences: [], conversation: [], decisions: [], broke: null };

export async function judgeScenario(located: LocatedScenario, stage: Stage): Promise<JudgedScenario> {
  const { scenario } = located;
  if (scenario.only !== undefined && scenario.only !== stage.where) {
    return { located, verdict: "skipped", result: NOT_PLAYED, tookMs: 0 };
  }
  const startedMs = performance.now();
  const result = await playScenario(await stage.open(located), scenario);
  return { located, verdict: verdictOf(scenario.fails, result), result, tookMs: performance.now() - startedMs };
}

function verdictOf(fails: string | undefined, { differences, broke }: ScenarioResult): Verdict {
  const isAsWritten = differences.length === 0 && broke === null;
  if (fails === undefined) return isAsWritten ? "passed" : "failed";
  return isAsWritten ? "mended" : "known";
}

export function isFailure({ verdict }: JudgedScenario): boolean {
  return verdict === "failed" || verdict === "mended";
}
