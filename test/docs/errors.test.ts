import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { ERROR_CODES } from "../../src/core/errors.ts";

const page = readFileSync(new URL("../../docs/errors.md", import.meta.url), "utf8");

/** Rows `| \`code\` | retry | when | way out |`. */
const rows = page
  .split("\n")
  .map((line) => line.split("|").map((cell) => cell.trim()))
  .flatMap(([, code = "", retry = "", when = ""]) => {
    const name = /^`([a-z_]+)`$/.exec(code)?.[1];
    return name === undefined ? [] : [{ name, retry, when }];
  });

test("docs/errors.md has every code once, with its retry word, and no other", () => {
  const documented = rows.map(({ name, retry }) => `${name}: ${retry}`).sort();
  const known = Object.entries(ERROR_CODES)
    .map(([name, retry]) => `${name}: ${retry}`)
    .sort();
  expect(documented).toEqual(known);
});

test("every code says when it occurs", () => {
  expect(rows.filter(({ when }) => when.length < 20)).toEqual([]);
});
