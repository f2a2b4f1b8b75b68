import { expect, test } from "vitest";
import { somnioFlow } from "../../src/agents/somnio/somnio-flow.ts";
import { findScenarioFiles } from "../../src/lab/scenarios/find-scenario-files.ts";
import { loadScenarioFile } from "../../src/lab/scenarios/load-scenario-file.ts";

const ids = findScenarioFiles(["src/agents/somnio/scenarios"])
  .flatMap((path) => loadScenarioFile(path).scenarios)
  .map(({ scenario }) => scenario.id);

/** `20, 21` is both; `22, after a question` is a case of 22. */
const numbers = ids.map((id) => [...id.matchAll(/(?:^|, )(\d+)(?=,|$)/g)].map(([, number]) => Number(number)));

/** Scenarios of the requirements that concern Somnio: 46, 47 and those from 64 on are of other agents. */
const REQUIRED = Array.from({ length: 63 }, (_, index) => index + 1).filter((number) => number !== 46 && number !== 47);

test("every scenario of the requirements that concerns Somnio is there under its number", () => {
  expect(REQUIRED.filter((number) => !numbers.flat().includes(number))).toEqual([]);
});

test("as many again are our own", () => {
  expect(numbers.filter((own) => own.length === 0).length).toBeGreaterThanOrEqual(REQUIRED.length);
});

test("there is a yes in every mode", () => {
  const modes = Object.keys(somnioFlow.definition.modes);
  expect(modes.filter((mode) => !ids.includes(`yes, ${mode}`))).toEqual([]);
});

test("every timer level is played to its end (L-13)", () => {
  const played = ids.filter((id) => id.startsWith("L")).join(" ");
  expect(Object.keys(somnioFlow.definition.timers).filter((level) => !played.includes(level))).toEqual([]);
});
