import { spawn } from "node:child_process";
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { transform } from "@swc/core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { announceShare, drawShare, SEED_OF_THE_DAY } from "../support/share-of-the-day.ts";
import { PLANTED_BUGS } from "./bugs.ts";
import { findPlace } from "./find-place.ts";
import { lostWords } from "./named-test.ts";
import type { PlantedBug } from "./planted-bug.ts";

/**
 * The tests are tested: each invariant's own test must be green on our source and red on the same source with one bug
 * planted in it. The bugs live in a copy, on a database server of this run.
 *
 * Each costs the start of a test run. So `npm test` plants one by the seed of the day, and `npm run test:planted-bugs` all.
 * `RECADO_PLANTED_BUGS` names which: `all`, `101-200` of the list, or what the test's path or the bug begins with
 * (`test/core, test/nlu/extract, a pregnancy is answered`).
 */
const PLANTED = plantedBugs(process.env["RECADO_PLANTED_BUGS"]);
announceShare({
  stage: "planted bugs",
  played: PLANTED.length,
  of: PLANTED_BUGS.length,
  seed: SEED_OF_THE_DAY,
  whole: "npm run test:planted-bugs",
});

function plantedBugs(named: string | undefined): readonly PlantedBug[] {
  if (named === undefined || named === "") return drawShare(PLANTED_BUGS, 1);
  if (named === "all") return PLANTED_BUGS;
  const [, from, to] = /^(\d+)-(\d+)$/u.exec(named) ?? [];
  if (from !== undefined) return PLANTED_BUGS.slice(Number(from) - 1, Number(to));
  const openings = named.split(",").map((one) => one.trim());
  const bugs = PLANTED_BUGS.filter(({ test, bug }) =>
    openings.some((one) => test.startsWith(one) || bug.startsWith(one)),
  );
  if (bugs.length === 0) throw new Error(`RECADO_PLANTED_BUGS="${named}": no planted bug and no test of one begins so`);
  return bugs;
}

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
/** What tests import; a test that starts `bin/recado.js` runs what was built and sees no bug. */
const COPIED = [
  "src",
  "test",
  "studio",
  "bench",
  "examples",
  "docs",
  "package.json",
  "tsconfig.json",
  "vitest.config.ts",
];

/** What `npm test` has built of our source. A copy takes it along and builds one file anew, which is a fraction of compiling all. */
const BUILT = process.env["RECADO_TEST_BUILD"];

/** At most two at a time: most of them wait for a database. */
const AT_ONCE = Math.min(2, PLANTED.length);
const copies: string[] = [];
const free: string[] = [];
const waiting: ((copy: string) => void)[] = [];
beforeAll(async () => {
  for (let n = 0; n < AT_ONCE; n++) {
    const copy = await mkdtemp(join(tmpdir(), "recado-bugs-"));
    copies.push(copy);
    free.push(copy);
    await Promise.all(COPIED.map((name) => cp(join(ROOT, name), join(copy, name), { recursive: true })));
    if (BUILT !== undefined) await cp(BUILT, join(copy, "dist"), { recursive: true, filter: isLoaded });
    await nameModules(join(copy, "package.json"));
    await symlink(join(ROOT, "node_modules"), join(copy, "node_modules"));
  }
}, 300_000);
afterAll(() => Promise.all(copies.map((copy) => rm(copy, { recursive: true, force: true }))));

/** Agents import `recado`, which is the bundle: in a copy they get its modules, where the bug is. */
async function nameModules(packageFile: string): Promise<void> {
  const text = await readFile(packageFile, "utf8");
  const named = text
    .replaceAll("./dist/bundle/index.js", "./dist/index.js")
    .replaceAll("./dist/bundle/", "./dist/doors/");
  await writeFile(packageFile, named);
}

/** A test loads modules: no bundle, no browser app, no types. */
function isLoaded(path: string): boolean {
  return !/\/dist\/(?:bundle|studio)$|\.d\.ts$|\.map$/u.test(path);
}

/** Lends a copy of our source, when one is free. */
async function withCopy<Result>(work: (copy: string) => Promise<Result>): Promise<Result> {
  const copy = free.pop() ?? (await new Promise<string>((resolve) => waiting.push(resolve)));
  try {
    return await work(copy);
  } finally {
    const next = waiting.shift();
    if (next === undefined) free.push(copy);
    else next(copy);
  }
}

interface Verdict {
  /** Names of tests, with the groups that they stand in. */
  readonly passed: readonly string[];
  readonly failed: readonly string[];
  /** Those of the failed that were stopped when their time was up: a busy machine does that to a test as well as a bug. */
  readonly outOfTime: readonly string[];
  /** Files that could not even be loaded: such a run says nothing about a bug. */
  readonly unloaded: readonly string[];
}

const STOPPED = /^(?:Error: )?(?:Test|Hook) timed out in /u;

/** Runs tests of the copy by file and name, on databases like ours or, after a change of the migrations, like the copy's. */
async function runTests(copy: string, files: readonly string[], pattern: string, isMigrated = true): Promise<Verdict> {
  const report = join(copy, "report.json");
  await rm(report, { force: true });
  const child = spawn(
    process.execPath,
    [
      join(ROOT, "node_modules/vitest/vitest.mjs"),
      "run",
      ...files,
      "-t",
      pattern,
      "--testTimeout=120000",
      "--reporter=json",
      `--outputFile=${report}`,
    ],
    {
      cwd: copy,
      stdio: "ignore",
      env: {
        ...process.env,
        RECADO_TEST_DATABASE_URL: inject("serverUrl"),
        ...(isMigrated ? { RECADO_TEST_TEMPLATE: inject("templateDatabase") } : {}),
        ...(BUILT === undefined ? {} : { RECADO_TEST_BUILD: join(copy, "dist/") }),
        RECADO_TEST_PATIENCE_MS: "5000",
        RECADO_FUZZ: "300",
        // A bug that only some of the generated cases meet is met each day, and in the same case.
        RECADO_SHARES: "all",
        RECADO_GENERATED: "whole",
        RECADO_CUSTOMERS: "60",
      },
    },
  );
  await new Promise((resolve) => child.once("exit", resolve));
  const { testResults } = JSON.parse(await readFile(report, "utf8"));
  const ran: {
    name: string;
    status: string;
    message: string;
    assertionResults: { status: string; fullName: string; failureMessages: readonly string[] }[];
  }[] = testResults;
  const results = ran.flatMap((file) => file.assertionResults);
  const unloaded = ran
    .filter(({ status, assertionResults }) => status === "failed" && assertionResults.length === 0)
    .map(({ name, message }) => `${name}: ${message}`);
  const named = (status: string) => results.filter((one) => one.status === status).map((one) => one.fullName);
  const outOfTime = results
    .filter(({ failureMessages }) => failureMessages.some((message) => STOPPED.test(message)))
    .map((one) => one.fullName);
  return { passed: named("passed"), failed: named("failed"), outOfTime, unloaded };
}

async function withBug<Result>(copy: string, bug: PlantedBug, work: () => Promise<Result>): Promise<Result> {
  const file = join(copy, bug.file);
  const source = await readFile(file, "utf8");
  const place = findPlace(source, bug.find, bug.replace);
  if (place === null) throw new Error(`${bug.file} has no place, or more than one, for: ${bug.bug}`);
  const write = async (text: string) => {
    await writeFile(file, text);
    await build(copy, bug.file, text);
  };
  await write(source.slice(0, place.start) + place.text + source.slice(place.end));
  try {
    return await work();
  } finally {
    await write(source);
  }
}

/** One file of src as \`npm run build\` builds it. The rest of a copy is read as it is. */
async function build(copy: string, file: string, text: string): Promise<void> {
  if (BUILT === undefined || !file.startsWith("src/")) return;
  const built = join(copy, "dist", file.slice("src/".length));
  if (!file.endsWith(".ts")) return writeFile(built, text);
  const { code } = await transform(text, { jsc: { parser: { syntax: "typescript" }, target: "es2022" } });
  // The compiler writes the names of the built modules into imports.
  const named = code.replaceAll(/((?:from|import)\s*\(?\s*"\.[^"]*)\.ts"/gu, '$1.js"');
  await writeFile(built.replace(/\.ts$/u, ".js"), named);
}

test("each bug has its place in the source exactly once, and its test exists under its name", async () => {
  const wrong: string[] = [];
  for (const planted of PLANTED_BUGS) {
    const { bug, file, find, replace, test } = planted;
    const source = await readFile(join(ROOT, file), "utf8");
    if (findPlace(source, find, replace) === null) wrong.push(`${file}: ${bug}`);
    const lost = lostWords(ROOT, planted);
    if (lost.length > 0) wrong.push(`${test}: no test is named "${planted.named}" (${lost.join(", ")})`);
  }
  expect(wrong).toEqual([]);
});

test(
  "without a bug all of these tests are green, and each bug names one of them",
  async () => {
    const files = [...new Set(PLANTED.map((bug) => bug.test))];
    const named = PLANTED.map((bug) => bug.named).join("|");
    const verdict = await withCopy((copy) => runTests(copy, files, named));
    expect(verdict.unloaded).toEqual([]);
    expect(verdict.failed, `of these out of time: ${verdict.outOfTime.join(", ")}`).toEqual([]);
    // A bug whose test has another name since would be caught by no test.
    const nameless = PLANTED.filter((bug) => !verdict.passed.some((name) => new RegExp(bug.named).test(name)));
    expect(nameless.map((bug) => `${bug.test}: ${bug.named}`)).toEqual([]);
  },
  60_000 + 5_000 * PLANTED.length,
);

test.concurrent.each(PLANTED)(
  "$invariant: $bug, and its test says so",
  async (bug) => {
    const isMigrated = !bug.file.endsWith(".sql");
    const verdict = await withCopy((copy) =>
      withBug(copy, bug, () => runTests(copy, [bug.test], bug.named, isMigrated)),
    );
    expect(verdict.unloaded).toEqual([]);
    expect(verdict.failed).not.toEqual([]);
    expect(verdict.outOfTime).not.toEqual(verdict.failed);
  },
  300_000,
);
