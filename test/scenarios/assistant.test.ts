import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { assistant } from "../../src/agents/assistant/assistant.ts";
import { NO_PARTS } from "../../src/app/agents/module-parts.ts";
import { type FullStage, openFullStage } from "../../src/cli/test/full/open-full-stage.ts";
import { describeFailure } from "../../src/lab/scenarios/describe-failure.ts";
import { findScenarioFiles } from "../../src/lab/scenarios/find-scenario-files.ts";
import { isFailure, type JudgedScenario } from "../../src/lab/scenarios/judge-scenario.ts";
import { loadScenarioFile } from "../../src/lab/scenarios/load-scenario-file.ts";
import { announceShare, drawShare, SEED_OF_THE_DAY } from "../support/share-of-the-day.ts";

const written = findScenarioFiles(["src/agents/assistant/scenarios"])
  .flatMap((path) => loadScenarioFile(path).scenarios)
  .filter(({ scenario }) => scenario.only === undefined);
/** A half of them a day, through the whole stack. In memory all are played each day (test/cli/test). */
const scenarios =
  process.env["RECADO_PARITY"] === "whole" ? written : drawShare(written, Math.ceil(written.length / 2));
announceShare({
  stage: "the assistant's scenarios through the whole stack",
  played: scenarios.length,
  of: written.length,
  seed: SEED_OF_THE_DAY,
  whole: "RECADO_PARITY=whole npm test -- test/scenarios/assistant.test.ts",
});

let stage: FullStage;
let inFull: readonly JudgedScenario[];

beforeAll(async () => {
  stage = await openFullStage({ agent: assistant, parts: NO_PARTS }, inject("serverUrl"));
  inFull = await stage.play(scenarios, () => undefined);
}, 120_000);
afterAll(() => stage?.close());

test("every scenario goes through the whole stack as it is written", () => {
  expect(inFull.filter(isFailure).map(describeFailure)).toEqual([]);
  expect(written.length).toBeGreaterThan(9);
  expect(inFull.filter(({ verdict }) => verdict === "passed").length).toBeGreaterThan(0.9 * scenarios.length);
});
