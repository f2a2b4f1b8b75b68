import { describe, expect, test } from "vitest";
import { somnioFlow } from "../../src/agents/somnio/somnio-flow.ts";
import { playInMemory } from "../../src/lab/memory/play-in-memory.ts";
import { describeFailure } from "../../src/lab/scenarios/describe-failure.ts";
import { findScenarioFiles } from "../../src/lab/scenarios/find-scenario-files.ts";
import { isFailure, judgeScenario, type Stage } from "../../src/lab/scenarios/judge-scenario.ts";
import { loadScenarioFile } from "../../src/lab/scenarios/load-scenario-file.ts";

const memory: Stage = { where: "memory", open: ({ scenario }) => playInMemory(somnioFlow, scenario.from) };

describe.each(findScenarioFiles(["src/agents/somnio/scenarios"]))("%s", (path) => {
  const { scenarios } = loadScenarioFile(path);
  const cases = scenarios.map((located) => [`${located.scenario.id}: ${located.scenario.title}`, located] as const);
  if (cases.length === 0) test("holds starting points", () => {});
  else {
    test.each(cases)("%s", async (_, located) => {
      const played = await judgeScenario(located, memory);
      expect(isFailure(played) ? describeFailure(played) : "as written").toBe("as written");
    });
  }
});
