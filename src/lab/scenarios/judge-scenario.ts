import { errorText } from "../../core/errors.ts";
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

/** What became of the scenarios of a file. */
export interface JudgedFile {
  readonly file: string;
  readonly judged: readonly JudgedScenario[];
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
  const result = await play(located, stage);
  return { located, verdict: verdictOf(scenario.fails, result), result, tookMs: performance.now() - startedMs };
}

/** What breaks before the first step breaks the scenario, not the run. */
async function play(located: LocatedScenario, stage: Stage): Promise<ScenarioResult> {
  let player: ScenarioPlayer;
  try {
    player = await stage.open(located);
  } catch (thrown) {
    return { ...NOT_PLAYED, broke: { step: 0, message: errorText(thrown) } };
  }
  return playScenario(player, located.scenario);
}

function verdictOf(fails: string | undefined, { differences, broke }: ScenarioResult): Verdict {
  const isAsWritten = differences.length === 0 && broke === null;
  if (fails === undefined) return isAsWritten ? "passed" : "failed";
  return isAsWritten ? "mended" : "known";
}

export function isFailure({ verdict }: JudgedScenario): boolean {
  return verdict === "failed" || verdict === "mended";
}
