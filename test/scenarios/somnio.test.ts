import { describe, expect, test } from "vitest";
import { somnioFlow } from "../../src/agents/somnio/somnio-flow.ts";
import { runScenario } from "../../src/memory/run-scenario.ts";
import { COLLECTING_SCENARIOS } from "./somnio/collecting.ts";
import { SELLING_SCENARIOS } from "./somnio/selling.ts";
import { TALKING_SCENARIOS } from "./somnio/talking.ts";

describe.each([
  ["talking", TALKING_SCENARIOS],
  ["collecting", COLLECTING_SCENARIOS],
  ["selling", SELLING_SCENARIOS],
])("%s", (_, scenarios) => {
  test.each(scenarios.map((scenario) => [`${scenario.title} (${scenario.id})`, scenario] as const))(
    "%s",
    async (_name, scenario) => {
      expect(await runScenario(somnioFlow, scenario)).toEqual([]);
    },
  );
});
