import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { assistant } from "../../src/agents/assistant/assistant.ts";
import { NO_PARTS } from "../../src/app/agents/module-parts.ts";
import { type FullStage, openFullStage } from "../../src/cli/test/full/open-full-stage.ts";
import { describeFailure } from "../../src/lab/scenarios/describe-failure.ts";
import { findScenarioFiles } from "../../src/lab/scenarios/find-scenario-files.ts";
import { isFailure, type JudgedScenario } from "../../src/lab/scenarios/judge-scenario.ts";
import { loadScenarioFile } from "../../src/lab/scenarios/load-scenario-file.ts";

/** All of them each day: they share one stage, and a scenario is played on the day that it is written. */
const scenarios = findScenarioFiles(["src/agents/assistant/scenarios"])
  .flatMap((path) => loadScenarioFile(path).scenarios)
  .filter(({ scenario }) => scenario.only === undefined);

let stage: FullStage;
let inFull: readonly JudgedScenario[];

beforeAll(async () => {
  stage = await openFullStage({ agent: assistant, parts: NO_PARTS }, inject("serverUrl"));
  inFull = await stage.play(scenarios, () => undefined);
}, 120_000);
afterAll(() => stage?.close());

test("every scenario goes through the whole stack as it is written", () => {
  expect(inFull.filter(isFailure).map(describeFailure)).toEqual([]);
  expect(scenarios.length).toBeGreaterThan(9);
  expect(inFull.filter(({ verdict }) => verdict === "passed").length).toBeGreaterThan(0.9 * scenarios.length);
});
