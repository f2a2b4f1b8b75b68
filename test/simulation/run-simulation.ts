import { parseArgs } from "node:util";
import { MUTANT_NAMES, MUTANTS, type Mutant } from "./planted-mutants.ts";
import { simulate } from "./simulate.ts";

/**
 * `npm run test:simulation -- --schedules 1000000 --seed 1`: as many schedules as are asked for, one after the other.
 * `--trace` tells each step, `--mutant NAME` plants a bug, `--mutants` looks for all of them.
 */
const USAGE = "test:simulation -- [--schedules N] [--seed N] [--trace] [--mutant NAME] [--mutants]";

const { values } = parseArgs({
  options: {
    schedules: { type: "string", default: "100000" },
    seed: { type: "string", default: "1" },
    mutant: { type: "string" },
    mutants: { type: "boolean", default: false },
    trace: { type: "boolean", default: false },
  },
});

function count(name: "schedules" | "seed"): number {
  const number = Number(values[name]);
  if (Number.isSafeInteger(number) && number >= 0) return number;
  throw new Error(`--${name} is "${values[name]}"; it must be a whole number.\n${USAGE}`);
}

function mutantNamed(name: string | undefined): Mutant | null {
  if (name === undefined) return null;
  const found = MUTANT_NAMES.find((one) => one === name);
  if (found !== undefined) return found;
  throw new Error(`There is no mutant "${name}". There are: ${MUTANT_NAMES.join(", ")}.`);
}

function runSchedules(from: number, schedules: number, mutant: Mutant | null): boolean {
  const [startedMs, startedCpu] = [performance.now(), process.cpuUsage()];
  let steps = 0;
  for (let seed = from; seed < from + schedules; seed += 1) {
    const trace: string[] | null = values.trace ? [] : null;
    const outcome = simulate(seed, mutant, trace);
    steps += outcome.steps;
    if (trace !== null) console.log(trace.join("\n"));
    if (outcome.violation === null) continue;
    console.log(`seed ${seed}, step ${outcome.steps}: ${outcome.violation.detail}`);
    const planted = mutant === null ? "" : ` --mutant ${mutant}`;
    console.log(`Step by step: npm run test:simulation -- --seed ${seed} --schedules 1 --trace${planted}`);
    return false;
  }
  const minutes = (performance.now() - startedMs) / 60_000;
  const { user, system } = process.cpuUsage(startedCpu);
  const cpuMinutes = (user + system) / 60_000_000;
  const rate = (of: number) => Math.round(schedules / of).toLocaleString("en");
  console.log(
    `${schedules} schedules from seed ${from}, ${Math.round(steps / schedules)} steps each: no invariant broken. ` +
      `${rate(minutes)} schedules/min (${rate(cpuMinutes)} per minute of processor time).`,
  );
  return true;
}

function lookForMutants(): boolean {
  let areAllCaught = true;
  for (const mutant of MUTANT_NAMES) {
    const [invariant, bug] = MUTANTS[mutant];
    const others = new Set<string>();
    let at: number | null = null;
    for (let seed = 1; seed <= 1_000 && at === null; seed += 1) {
      const broken = simulate(seed, mutant).violation?.invariant;
      if (broken === invariant) at = seed;
      else if (broken !== undefined) others.add(broken);
    }
    areAllCaught &&= at !== null;
    const also = others.size === 0 ? "" : ` (before that it broke ${[...others].join(", ")})`;
    console.log(`${mutant}: ${at === null ? "NOT CAUGHT" : `${invariant} at seed ${at}`}${also}: ${bug}`);
  }
  return areAllCaught;
}

try {
  const isGood = values.mutants
    ? lookForMutants()
    : runSchedules(count("seed"), count("schedules"), mutantNamed(values.mutant));
  process.exitCode = isGood ? 0 : 1;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 2;
}
