import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { somnioFlow } from "../../src/agents/somnio/somnio-flow.ts";
import { NO_PARTS } from "../../src/app/agents/module-parts.ts";
import { type FullStage, openFullStage } from "../../src/cli/test/full/open-full-stage.ts";
import { playInMemory } from "../../src/lab/memory/play-in-memory.ts";
import { describeFailure } from "../../src/lab/scenarios/describe-failure.ts";
import { findScenarioFiles } from "../../src/lab/scenarios/find-scenario-files.ts";
import { isFailure, type JudgedScenario, judgeScenario, type Stage } from "../../src/lab/scenarios/judge-scenario.ts";
import { loadScenarioFile } from "../../src/lab/scenarios/load-scenario-file.ts";
import { announceShare, SEED_OF_THE_DAY, turnOfTheDay } from "../support/share-of-the-day.ts";

const memory: Stage = { where: "memory", open: ({ scenario }) => playInMemory(somnioFlow, scenario.from) };
const written = findScenarioFiles(["src/agents/somnio/scenarios"])
  .flatMap((path) => loadScenarioFile(path).scenarios)
  .filter(({ scenario }) => scenario.only === undefined);
/** A quarter of them a day, another each day, through the whole stack. In memory all are played each day (test/cli/test). */
const scenarios = process.env["RECADO_PARITY"] === "whole" ? written : turnOfTheDay(written, 4);
announceShare({
  stage: "scenarios through the whole stack",
  played: scenarios.length,
  of: written.length,
  seed: SEED_OF_THE_DAY,
  whole: "RECADO_PARITY=whole npm test -- test/scenarios/parity.test.ts",
});

let stage: FullStage;
let inFull: readonly JudgedScenario[];

/** Signed webhooks, PostgreSQL, a worker, the simulator: all conversations at once, on one standing clock. */
beforeAll(async () => {
  stage = await openFullStage({ agent: somnioFlow, parts: NO_PARTS }, inject("serverUrl"));
  inFull = await stage.play(scenarios, () => undefined);
}, 240_000);
afterAll(() => stage?.close());

test("every scenario goes through the whole stack as it is written", () => {
  expect(inFull.filter(isFailure).map(describeFailure)).toEqual([]);
  expect(written.length).toBeGreaterThan(140);
  expect(inFull.filter(({ verdict }) => verdict === "passed").length).toBeGreaterThan(0.95 * scenarios.length);
});

test("in memory and through PostgreSQL the same is decided, turn by turn (A3)", async () => {
  const differing: string[] = [];
  for (const { located, result } of inFull) {
    const there = comparable(result.decisions);
    const here = comparable((await judgeScenario(located, memory)).result.decisions);
    if (there !== here) differing.push(`${located.scenario.id}: ${firstDifference(here, there)}`);
  }
  expect(differing).toEqual([]);
});

function firstDifference(here: string, there: string): string {
  const at = [...here].findIndex((character, index) => character !== there[index]);
  const around = (text: string) => text.slice(Math.max(0, at - 80), at + 120);
  return `memory …${around(here)}… PostgreSQL …${around(there)}…`;
}

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
const DAY = /\p{L}+ \d{1,2} de \p{L}+(?=, \d{1,2}:\d\d)/gu;
const INSTANT = /\d{4}-\d\d-\d\dT(\d\d:\d\d:\d\d)\.\d{3}Z/g;

/** Replaces ids by the order in which they appear, and takes from times the day on which a scenario was played and the part below a second. */
function comparable(decisions: unknown): string {
  const ids: string[] = [];
  return JSON.stringify(inOrder(decisions), null, 0)
    .replace(UUID, (id) => `id ${(ids.includes(id) ? ids.indexOf(id) : ids.push(id) - 1) + 1}`)
    .replace(INSTANT, "$1")
    .replace(DAY, "day");
}

/** jsonb keeps no order of keys, and what is not there is not there. */
function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  // The reason lists captured fields in the order of the stored data.
  if (typeof value === "string" && value.startsWith("captured ")) return value.split(/, | /).toSorted().join(" ");
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).filter(([, inner]) => inner !== undefined);
  const sorted = entries.sort(([one], [other]) => (one < other ? -1 : 1));
  // Fields that are taken back, and those that are known, come in the order of the stored data.
  const isSet = (name: string) => name === "clearedDatos" || name === "fieldsAccumulated";
  return Object.fromEntries(
    sorted.map(([name, inner]) => [name, isSet(name) && Array.isArray(inner) ? inner.toSorted() : inOrder(inner)]),
  );
}
