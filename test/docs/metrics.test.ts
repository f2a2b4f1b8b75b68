import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { METRICS } from "../../src/server/metrics/metric-table.ts";

const codeIn = (cell: string) => [...cell.matchAll(/`([^`]+)`/g)].map(([, code]) => String(code));

test("docs/operations.md names every metric with its labels, and no other", () => {
  const rows = readFileSync("docs/operations.md", "utf8").matchAll(/^\| (`recado_\w+`[^|]*) \|([^|]*)\|/gm);
  const documented = [...rows].flatMap(([, names = "", labels = ""]) =>
    codeIn(names).map((name) => [name, codeIn(labels)] as const),
  );
  const named = Object.entries(METRICS).map(([name, { labels }]) => [name, [...labels]] as const);
  expect(Object.fromEntries(documented)).toEqual(Object.fromEntries(named));
});
