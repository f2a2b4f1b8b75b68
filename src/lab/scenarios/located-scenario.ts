import type { Scenario } from "../memory/scenario.ts";

/** A scenario and where it is written, for the author who mends one of the two. */
export interface LocatedScenario {
  readonly scenario: Scenario;
  readonly file: string;
  readonly line: number;
  /** The line of each step, in order. */
  readonly stepLines: readonly number[];
}

/** What a file holds. */
export interface ScenarioFile {
  readonly path: string;
  /** The agent that it names: an id, or the absolute path of a module. */
  readonly agent: string | null;
  readonly scenarios: readonly LocatedScenario[];
}
