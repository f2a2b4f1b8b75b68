import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { buildProgram } from "../../src/cli/program.ts";
import { readScenarioFile } from "../../src/lab/scenarios/read-scenario-file.ts";
import {
  expectationShape,
  fileShape,
  scenarioShape,
  startingPointShape,
  stepShape,
} from "../../src/lab/scenarios/scenario-schema.ts";

const page = readFileSync(new URL("../../docs/testing.md", import.meta.url), "utf8");

/** The first words of the tables, in order: `| \`says\` | … |`. */
const tables = page
  .split(/\n\n/)
  .filter((part) => part.startsWith("|"))
  .map((table) => table.split("\n").flatMap((row) => /^\| `([^`]+)` \|/.exec(row)?.[1] ?? []));

test("docs/testing.md has every word of a scenario file, and no other", () => {
  const [options, ...words] = tables;
  expect(words).toEqual([fileShape, scenarioShape, startingPointShape, stepShape, expectationShape].map(wordsOf));
  const command = buildProgram().commands.find((one) => one.name() === "test");
  expect(options?.toSorted()).toEqual(command?.options.map(({ flags }) => flags).toSorted());
});

function wordsOf(shape: object): string[] {
  return Object.keys(shape);
}

test("the example of docs/testing.md is a scenario file", () => {
  const [, example = ""] = /```yaml\n([\s\S]*?)```/.exec(page) ?? [];
  expect(readScenarioFile(example)).toMatchObject({ kind: "read" });
});
