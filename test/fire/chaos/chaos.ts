import { execFileSync } from "node:child_process";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, test } from "vitest";
import { FULL_LENGTH, SUITE_NAMES } from "./plan.ts";
import { expectProof } from "./prove.ts";
import { describeRun, type KeptResult, type RedResult } from "./report.ts";
import { runSuite } from "./run-suite.ts";

/**
 * `npm run test:chaos`: all suites at full length, then docs/chaos-report.md. test/fire/chaos/run.js reads the command line. What a suite
 * of full length or of a share came to is kept beside this file, also that it ended red: the green ones stay in the report, and a
 * run of the red one alone writes it again.
 */
const KEPT = fileURLToPath(new URL("./results/", import.meta.url));
const REPORT = fileURLToPath(new URL("../../../docs/chaos-report.md", import.meta.url));
const seed = Number(process.env["RECADO_CHAOS_SEED"] ?? Math.floor(Date.now() / 1_000) % 1_000_000);
const only = process.env["RECADO_CHAOS_SUITE"];
const count = process.env["RECADO_CHAOS_COUNT"];
const share = Number(process.env["RECADO_CHAOS_SHARE"] ?? 1);
if (!(share > 0 && share <= 1)) throw new Error(`--share is ${share}: it must be above 0 and at most 1`);
const chosen = only === undefined ? SUITE_NAMES : SUITE_NAMES.filter((suite) => suite === only);
if (chosen.length === 0) throw new Error(`--suite is "${only}": it must be one of ${SUITE_NAMES.join(", ")}`);

const results: KeptResult[] = [];
for (const [n, suite] of chosen.entries()) {
  const order = { suite, seed: seed + n, count: Number(count ?? Math.ceil(FULL_LENGTH[suite] * share)) };
  test(`${suite}: ${order.count} faults, seed ${order.seed}`, async () => {
    const found = { commit: commitName(), date: new Date().toISOString().slice(0, 10), share };
    // Until it has ended green: also a suite that throws, or lasts too long, is red.
    if (count === undefined) await keep({ ...order, ...found, isRed: true });
    const result = await runSuite(order);
    const { output, ...told } = result;
    console.log(JSON.stringify(told));
    if (output !== "") console.log(output);
    expectProof(result);
    const one = { ...told, ...found };
    results.push(one);
    if (count === undefined) await keep(one);
  }, 1_800_000);
}

afterAll(async () => {
  const all = count === undefined ? await kept() : [];
  if (all.length === SUITE_NAMES.length) await writeFile(REPORT, describeRun(all));
  else console.log(describeRun(results));
});

async function keep(one: KeptResult | RedResult): Promise<void> {
  await mkdir(KEPT, { recursive: true });
  await writeFile(join(KEPT, `${one.suite}.json`), `${JSON.stringify(one, null, 2)}\n`);
}

/** The newest result of each suite that was ever run here. */
async function kept(): Promise<(KeptResult | RedResult)[]> {
  const texts = await Promise.all(
    SUITE_NAMES.map((suite) => readFile(join(KEPT, `${suite}.json`), "utf8").catch(() => null)),
  );
  return texts.flatMap((text) => (text === null ? [] : [JSON.parse(text) as KeptResult | RedResult]));
}

function commitName(): string {
  try {
    return execFileSync("git", ["rev-parse", "--short", "HEAD"], { encoding: "utf8" }).trim();
  } catch {
    return "not known: these sources stand in no repository";
  }
}
