import { writeFileSync } from "node:fs";
import { describeFailure } from "../../lab/scenarios/describe-failure.ts";
import {
  isFailure,
  type JudgedFile,
  type JudgedScenario,
  judgeScenario,
  type Stage,
} from "../../lab/scenarios/judge-scenario.ts";
import { junitReport } from "../../lab/scenarios/junit-report.ts";
import { describeSummary, summariseScenarios } from "../../lab/scenarios/summarise-scenarios.ts";
import { playCast } from "../play-cast.ts";
import { gatherScenarios, type ScenarioBatch, watchedFolders } from "./gather-scenarios.ts";
import { watchScenarios } from "./watch-scenarios.ts";

export interface TestOptions {
  readonly agent?: string;
  readonly filter?: string;
  readonly junit?: string;
  readonly json?: true;
  readonly watch?: true;
  readonly full?: true;
  readonly record?: string;
  readonly keepData?: true;
}

/** `recado test`: plays scenarios and says what did not go as written. Exits 1 when anything did not. */
export async function testScenarios(paths: readonly string[], options: TestOptions): Promise<void> {
  if (options.record !== undefined) {
    const { recordConversation } = await import("./record-conversation.ts");
    return recordConversation(options.record, options);
  }
  const wanted = { paths, ...options };
  if (options.watch) return watchScenarios(watchedFolders(wanted), untilStopped());
  const { batches, unplayed } = await gatherScenarios(wanted);
  const startedMs = performance.now();
  const say = options.json ? () => undefined : (text: string) => process.stdout.write(`${text}\n`);
  const played: JudgedScenario[] = [];
  const play = options.full ? (await import("./full/play-batches.ts")).playBatchesInFull : playBatchesInMemory;
  for await (const { file, judged } of play(batches)) {
    say(fileLine(file, judged, options.full !== true));
    played.push(...judged);
  }
  const failures = played.filter(isFailure);
  const summary = summariseScenarios(played, performance.now() - startedMs);
  for (const failure of failures) say(`\n${describeFailure(failure)}`);
  for (const { file, why } of unplayed) process.stderr.write(`recado: ${file} is not played: ${why}\n`);
  say(`\n${describeSummary(summary)}`);
  if (options.junit !== undefined) writeFileSync(options.junit, junitReport(played));
  if (options.json) process.stdout.write(`${JSON.stringify({ ...summary, scenarios: played.map(toJson) })}\n`);
  if (failures.length + unplayed.length > 0) process.exitCode = 1;
}

async function* playBatchesInMemory(batches: readonly ScenarioBatch[]): AsyncGenerator<JudgedFile> {
  for (const { file, cast, scenarios } of batches) {
    const open = await playCast(cast);
    const stage: Stage = { where: "memory", open: ({ scenario }) => open(scenario.from) };
    const judged: JudgedScenario[] = [];
    for (const located of scenarios) judged.push(await judgeScenario(located, stage));
    yield { file, judged };
  }
}

function untilStopped(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => resolve());
  });
}

function fileLine(file: string, played: readonly JudgedScenario[], isTimed: boolean): string {
  const failed = played.filter(isFailure).length;
  const tookMs = played.reduce((sum, one) => sum + one.tookMs, 0);
  const count = failed === 0 ? `${played.length}` : `${failed} of ${played.length} failed`;
  // Conversations that are played together wait for each other.
  return `${failed === 0 ? "✓" : "✗"} ${file}  ${count}${isTimed ? `  ${Math.round(tookMs)} ms` : ""}`;
}

function toJson({ located, verdict, result, tookMs }: JudgedScenario) {
  const { scenario, file, line } = located;
  const { differences, broke, conversation } = result;
  return { id: scenario.id, title: scenario.title, file, line, verdict, tookMs, differences, broke, conversation };
}
