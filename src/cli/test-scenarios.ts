import { existsSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type { Agent } from "../core/agent.ts";
import { RecadoError } from "../core/errors.ts";
import { playInMemory } from "../memory/play-in-memory.ts";
import { describeFailure } from "../scenarios/describe-failure.ts";
import { findScenarioFiles } from "../scenarios/find-scenario-files.ts";
import { isFailure, type JudgedScenario, judgeScenario, type Stage } from "../scenarios/judge-scenario.ts";
import { junitReport } from "../scenarios/junit-report.ts";
import { loadScenarioFile } from "../scenarios/load-scenario-file.ts";
import type { LocatedScenario } from "../scenarios/located-scenario.ts";
import { describeSummary, summariseScenarios } from "../scenarios/summarise-scenarios.ts";
import { loadAgent } from "./load-agent.ts";
import { watchScenarios } from "./watch-scenarios.ts";

export interface TestOptions {
  readonly agent?: string;
  readonly filter?: string;
  readonly junit?: string;
  readonly json?: true;
  readonly watch?: true;
}

/** A file's scenarios and the agent that plays them. */
interface Batch {
  readonly file: string;
  readonly agent: Agent;
  readonly scenarios: readonly LocatedScenario[];
}

const DEFAULT_AGENT = "somnio";

/** `recado test`: plays scenarios and says what did not go as written. Exits 1 when anything did not. */
export async function testScenarios(paths: readonly string[], options: TestOptions): Promise<void> {
  if (options.watch) return watchScenarios(watchedFolders(paths, options), untilStopped());
  const batches = await gather(paths, options);
  const startedMs = performance.now();
  const say = options.json ? () => undefined : (text: string) => process.stdout.write(`${text}\n`);
  const played: JudgedScenario[] = [];
  for (const batch of batches) {
    const own = await playBatch(batch);
    say(fileLine(batch.file, own));
    played.push(...own);
  }
  const failures = played.filter(isFailure);
  const summary = summariseScenarios(played, performance.now() - startedMs);
  for (const failure of failures) say(`\n${describeFailure(failure)}`);
  say(`\n${describeSummary(summary)}`);
  if (options.junit !== undefined) writeFileSync(options.junit, junitReport(played));
  if (options.json) process.stdout.write(`${JSON.stringify({ ...summary, scenarios: played.map(toJson) })}\n`);
  if (failures.length > 0) process.exitCode = 1;
}

async function gather(paths: readonly string[], { agent, filter }: TestOptions): Promise<Batch[]> {
  const named = paths.length > 0 ? paths : [defaultFolder(agent)];
  const agents = new Map<string, Agent>();
  const batches: Batch[] = [];
  for (const path of findScenarioFiles(named)) {
    const file = loadScenarioFile(shortPath(path));
    const name = agent ?? file.agent ?? DEFAULT_AGENT;
    const scenarios = file.scenarios.filter(matching(filter));
    if (scenarios.length === 0) continue;
    const known = agents.get(name) ?? (await loadAgent(name));
    agents.set(name, known);
    batches.push({ file: file.path, agent: known, scenarios });
  }
  if (batches.length > 0) return batches;
  const which = filter === undefined ? "" : ` whose id, title or file has "${filter}" in it`;
  throw new RecadoError("bad_scenario", `${named.join(", ")}: there are no scenarios${which}.`);
}

/** An agent's scenarios stand in the folder `scenarios` beside it. In a clone the sources are meant, not their copy. */
function defaultFolder(agent: string = DEFAULT_AGENT): string {
  const places = ["../../src/agents", "../agents"].map((folder) =>
    fileURLToPath(new URL(`${folder}/${agent}/scenarios`, import.meta.url)),
  );
  const shipped = /^[\w-]+$/.test(agent) ? places.find(existsSync) : undefined;
  return shipped ?? join(dirname(resolve(agent)), "scenarios");
}

/** What a change can come from: the scenarios, and the agent beside which they stand or which is named. */
function watchedFolders(paths: readonly string[], { agent }: TestOptions): string[] {
  const named = paths.length > 0 ? [...paths] : [dirname(defaultFolder(agent))];
  if (agent !== undefined && existsSync(agent)) named.push(dirname(agent));
  const folders = named.map((path) => (statSync(path, { throwIfNoEntry: false })?.isFile() ? dirname(path) : path));
  return [...new Set(folders.map(shortPath))];
}

function untilStopped(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => resolve());
  });
}

/** As seen from here, where that is shorter. */
function shortPath(path: string): string {
  const short = relative("", path);
  return short.startsWith("..") ? resolve(path) : short || ".";
}

function matching(filter: string | undefined): (located: LocatedScenario) => boolean {
  if (filter === undefined) return () => true;
  const wanted = filter.toLowerCase();
  return ({ scenario, file }) => `${scenario.id}: ${scenario.title} ${file}`.toLowerCase().includes(wanted);
}

async function playBatch({ agent, scenarios }: Batch): Promise<JudgedScenario[]> {
  const stage: Stage = { where: "memory", open: ({ scenario }) => playInMemory(agent, scenario.from) };
  const played: JudgedScenario[] = [];
  for (const located of scenarios) played.push(await judgeScenario(located, stage));
  return played;
}

function fileLine(file: string, played: readonly JudgedScenario[]): string {
  const failed = played.filter(isFailure).length;
  const tookMs = played.reduce((sum, one) => sum + one.tookMs, 0);
  const count = failed === 0 ? `${played.length}` : `${failed} of ${played.length} failed`;
  return `${failed === 0 ? "✓" : "✗"} ${file}  ${count}  ${Math.round(tookMs)} ms`;
}

function toJson({ located, verdict, result, tookMs }: JudgedScenario) {
  const { scenario, file, line } = located;
  const { differences, broke, conversation } = result;
  return { id: scenario.id, title: scenario.title, file, line, verdict, tookMs, differences, broke, conversation };
}
