import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import * as z from "zod";

/** The tables of docs/sizing.md, computed from what the bench measured. `UPDATE_DOCS=1` writes them. */
const PAGE = fileURLToPath(new URL("../../docs/sizing.md", import.meta.url));
const RESULTS = new URL("../../bench/results.json", import.meta.url);

const { machine, date, sections } = z
  .object({
    machine: z.string(),
    date: z.string(),
    sections: z.object({
      cost: z.array(z.object({ setup: z.string(), walBytes: z.number(), nodeMs: z.number(), postgresMs: z.number() })),
      turns: z.array(z.object({ kind: z.string(), setup: z.string(), turnsPerSecond: z.number() })),
    }),
  })
  .parse(JSON.parse(readFileSync(RESULTS, "utf8")));

const steady = costOf("serve + worker, 100 messages/s");
const backlog = costOf("worker, backlog");
const FULL = 0.6;
const DAY_S = 86_400;

function costOf(setup: string) {
  const found = sections.cost.find((one) => one.setup === setup);
  if (found === undefined) throw new Error(`bench/results.json has no cost of "${setup}"`);
  return found;
}

function table(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const line = (cells: readonly (string | number)[]) => `| ${cells.join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}

const cores = (rate: number, ms: number) => ((rate * ms) / 1_000 / FULL).toFixed(2);

const TABLES: Readonly<Record<string, string>> = {
  sizes: `${table(
    [
      "messages/s in the busiest minute",
      "processors for doors and workers",
      "processors for PostgreSQL",
      "log written, MB/s",
    ],
    [1, 10, 50, 100, 200, 400].map((rate) => [
      rate,
      cores(rate, steady.nodeMs),
      cores(rate, steady.postgresMs),
      ((rate * steady.walBytes) / 1e6).toFixed(2),
    ]),
  )}

Door and worker apart, ${steady.nodeMs} ms and PostgreSQL ${steady.postgresMs} ms of processor time, ${Math.round(steady.walBytes).toLocaleString("en")} bytes of log a message
(${machine}, ${date}). A shop with 20,000 messages a day writes ${((20_000 * steady.walBytes) / 1e6).toFixed(0)} MB of log a day beside whole pages (below), and on average ${(20_000 / DAY_S).toFixed(2)} messages a second.`,
  database: table(
    ["processors of PostgreSQL", "messages/s as they come", "messages/s while a line is worked off"],
    [2, 4, 8, 16].map((count) => [
      count,
      Math.floor((count * FULL * 1_000) / steady.postgresMs),
      Math.floor((count * FULL * 1_000) / backlog.postgresMs),
    ]),
  ),
  knee: table(
    ["workers, on two processors with their PostgreSQL", "turns/s of a line that is worked off"],
    sections.turns
      .filter(({ kind }) => kind === "backlog")
      .map(({ setup, turnsPerSecond }) => [setup, Math.round(turnsPerSecond)]),
  ),
};

test("the tables of docs/sizing.md say what the bench measured last", () => {
  const page = readFileSync(PAGE, "utf8");
  const computed = Object.entries(TABLES).reduce(
    (text, [name, rows]) =>
      text.replace(
        new RegExp(`<!-- ${name} -->[\\s\\S]*<!-- /${name} -->`),
        () => `<!-- ${name} -->\n\n${rows}\n\n<!-- /${name} -->`,
      ),
    page,
  );
  if (process.env["UPDATE_DOCS"] === "1") writeFileSync(PAGE, computed);
  else expect(page, "run it with UPDATE_DOCS=1").toBe(computed);
});
