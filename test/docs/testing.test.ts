import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
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

const root = fileURLToPath(new URL("../../", import.meta.url));
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

test("the conversation of docs/testing.md passes in a test runner", () => {
  const [, name = "", text = ""] = /```js (\S+)\n([\s\S]*?)```/.exec(page) ?? [];
  const folder = mkdtempSync(join(realpathSync(tmpdir()), "recado-testing-"));
  try {
    mkdirSync(join(folder, "node_modules"));
    symlinkSync(root, join(folder, "node_modules", "recado"));
    writeFileSync(join(folder, name), text);
    const { status, stdout } = spawnSync(process.execPath, ["--test", join(folder, name)], { encoding: "utf8" });
    expect({ status, stdout }).toMatchObject({ status: 0, stdout: expect.stringContaining("pass 1") });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test("the example of docs/testing.md is a scenario file", () => {
  const [, example = ""] = /```yaml\n([\s\S]*?)```/.exec(page) ?? [];
  expect(readScenarioFile(example)).toMatchObject({ kind: "read" });
});
