import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import * as z from "zod";
import { METRICS } from "../../src/server/metrics/metric-table.ts";

test("the dashboard asks for metrics that there are, by labels that they have", () => {
  const { panels } = z
    .object({ panels: z.array(z.object({ title: z.string(), targets: z.array(z.object({ expr: z.string() })) })) })
    .parse(JSON.parse(readFileSync("deploy/grafana-dashboard.json", "utf8")));
  expect(panels.length).toBeGreaterThan(10);
  for (const { title, targets } of panels) {
    for (const { expr } of targets) {
      const asked = [...expr.matchAll(/recado_\w+/g)].map(([name]) => name);
      expect(asked, title).not.toEqual([]);
      for (const name of asked) {
        const base = name.replace(/_(bucket|count|sum)$/, "");
        const found = Object.entries(METRICS).find(([one]) => one === base);
        expect(found?.[1].kind === "histogram", `${title}: ${name}`).toBe(base !== name);
        const labels: readonly string[] = found?.[1].labels ?? [];
        const used = [...expr.matchAll(/by \(([^)]*)\)|\{(\w+)[!=]/g)].flatMap(([, by = "", where = ""]) =>
          `${by},${where}`.split(",").map((one) => one.trim()),
        );
        expect(
          used.filter((one) => one !== "" && one !== "le" && !labels.includes(one)),
          `${title}: ${name}`,
        ).toEqual([]);
      }
    }
  }
});

const codeIn = (cell: string) => [...cell.matchAll(/`([^`]+)`/g)].map(([, code]) => String(code));

test("docs/operations.md names every metric with its labels, and no other", () => {
  const rows = readFileSync("docs/operations.md", "utf8").matchAll(/^\| (`recado_\w+`[^|]*) \|([^|]*)\|/gm);
  const documented = [...rows].flatMap(([, names = "", labels = ""]) =>
    codeIn(names).map((name) => [name, codeIn(labels)] as const),
  );
  const named = Object.entries(METRICS).map(([name, { labels }]) => [name, [...labels]] as const);
  expect(Object.fromEntries(documented)).toEqual(Object.fromEntries(named));
});
