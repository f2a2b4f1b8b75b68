import { expect, test } from "vitest";
import { operator } from "../../../src/agents/operator/operator.ts";
import { playInMemory } from "../../../src/lab/memory/play-in-memory.ts";
import { describeFailure } from "../../../src/lab/scenarios/describe-failure.ts";
import { findScenarioFiles } from "../../../src/lab/scenarios/find-scenario-files.ts";
import { isFailure, judgeScenario, type Stage } from "../../../src/lab/scenarios/judge-scenario.ts";
import { loadScenarioFile } from "../../../src/lab/scenarios/load-scenario-file.ts";

const memory: Stage = { where: "memory", open: ({ scenario }) => playInMemory(operator, scenario.from) };
const scenarios = findScenarioFiles(["src/agents/operator/scenarios"]).flatMap(
  (path) => loadScenarioFile(path).scenarios,
);

test.each(scenarios.map((located) => [`${located.scenario.id}: ${located.scenario.title}`, located] as const))(
  "in memory, %s",
  async (_, located) => {
    const played = await judgeScenario(located, memory);
    expect(isFailure(played) ? describeFailure(played) : "as written").toBe("as written");
  },
);
