import { readFileSync } from "node:fs";
import { dirname, isAbsolute, resolve } from "node:path";
import { errorText, RecadoError } from "../../core/errors.ts";
import type { Scenario } from "../memory/scenario.ts";
import type { LocatedScenario, ScenarioFile } from "./located-scenario.ts";
import { type ReadFile, readScenarioFile } from "./read-scenario-file.ts";
import { resolveStartingPoint, type StartingPoints } from "./resolve-starting-point.ts";
import type { WrittenScenario } from "./scenario-schema.ts";

/** Reads a scenario file and what it uses. Throws `bad_scenario` with every fault, each with its file and line. */
export function loadScenarioFile(path: string): ScenarioFile {
  const read = readOrThrow(path);
  const { agent, uses = [], startingPoints = {}, scenarios = [] } = read.file;
  const shared = uses.map((name) => readOrThrow(resolve(dirname(path), name)).file.startingPoints ?? {});
  const points: StartingPoints = Object.assign({}, ...shared, startingPoints);
  refuseTwins(path, scenarios, read.lineOf);
  return {
    path,
    agent: agent === undefined ? null : agentAt(path, agent),
    scenarios: scenarios.map((written, index) => locate({ path, written, index, points, lineOf: read.lineOf })),
  };
}

/** A module is named as seen from the file. */
function agentAt(path: string, agent: string): string {
  return agent.startsWith(".") || isAbsolute(agent) ? resolve(dirname(path), agent) : agent;
}

type Reading = Extract<ReadFile, { kind: "read" }>;

function readOrThrow(path: string): Reading {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (thrown) {
    throw new RecadoError("bad_scenario", `${path} cannot be read: ${errorText(thrown)}`);
  }
  const read = readScenarioFile(text);
  if (read.kind === "read") return read;
  const sentences = read.faults.map(({ line, sentence }) => `${path}:${line}: ${sentence}`);
  throw new RecadoError("bad_scenario", sentences.join("\n"));
}

interface Written {
  readonly path: string;
  readonly written: WrittenScenario;
  readonly index: number;
  readonly points: StartingPoints;
  readonly lineOf: Reading["lineOf"];
}

function locate({ path, written, index, points, lineOf }: Written): LocatedScenario {
  const { from, steps, ...about } = written;
  try {
    return {
      // The schema has told every gap as absent or present; JSON knows no third.
      scenario: dropUndefined({
        ...about,
        ...(from === undefined ? {} : { from: resolveStartingPoint(from, points) }),
        steps,
      }),
      file: path,
      line: lineOf(["scenarios", index]),
      stepLines: steps.map((_, step) => lineOf(["scenarios", index, "steps", step])),
    };
  } catch (thrown) {
    if (!(thrown instanceof RecadoError)) throw thrown;
    const line = lineOf(["scenarios", index, "from"]);
    throw new RecadoError("bad_scenario", `${path}:${line}: scenario "${written.id}", from: ${thrown.message}`);
  }
}

/** What zod gives back names optional parts that may be undefined; a scenario has them or has them not. */
function dropUndefined(scenario: unknown): Scenario {
  return JSON.parse(JSON.stringify(scenario)) as Scenario;
}

function refuseTwins(path: string, scenarios: readonly WrittenScenario[], lineOf: Reading["lineOf"]): void {
  const seen = new Map<string, number>();
  for (const [index, { id }] of scenarios.entries()) {
    const line = lineOf(["scenarios", index, "id"]);
    const first = seen.get(id);
    if (first !== undefined) {
      throw new RecadoError("bad_scenario", `${path}:${line}: scenario "${id}" is there twice, first in line ${first}`);
    }
    seen.set(id, line);
  }
}
