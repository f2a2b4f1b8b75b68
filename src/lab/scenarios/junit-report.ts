import { describeFailure } from "./describe-failure.ts";
import { isFailure, type JudgedScenario } from "./judge-scenario.ts";

/** The report that CI servers read: a suite for each file, a case for each scenario. */
export function junitReport(played: readonly JudgedScenario[]): string {
  const suites = [...groupByFile(played)].map(([file, scenarios]) => {
    const attributes = counts(scenarios);
    return [`  <testsuite name="${xmlText(file)}" ${attributes}>`, ...scenarios.map(testCase), "  </testsuite>"].join(
      "\n",
    );
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites ${counts(played)}>\n${suites.join("\n")}\n</testsuites>\n`;
}

function groupByFile(played: readonly JudgedScenario[]): Map<string, JudgedScenario[]> {
  const files = new Map<string, JudgedScenario[]>();
  for (const one of played) {
    const { file } = one.located;
    files.set(file, [...(files.get(file) ?? []), one]);
  }
  return files;
}

function counts(played: readonly JudgedScenario[]): string {
  const failures = played.filter(isFailure).length;
  const skipped = played.filter(isSkipped).length;
  const tookMs = played.reduce((sum, one) => sum + one.tookMs, 0);
  return `tests="${played.length}" failures="${failures}" errors="0" skipped="${skipped}" time="${seconds(tookMs)}"`;
}

/** One that fails as it says of itself breaks no build, and is not passed either. */
function isSkipped({ verdict }: JudgedScenario): boolean {
  return verdict === "skipped" || verdict === "known";
}

function testCase(one: JudgedScenario): string {
  const { scenario, file, line } = one.located;
  const head = `    <testcase classname="${xmlText(file)}" name="${xmlText(`${scenario.id}: ${scenario.title}`)}" file="${xmlText(file)}" line="${line}" time="${seconds(one.tookMs)}"`;
  if (isFailure(one)) {
    const [first] = one.result.differences;
    const message =
      first === undefined
        ? (one.result.broke?.message ?? "it passes, and says that it fails")
        : `step ${first.step}, ${first.what}: expected ${first.expected}, got ${first.actual}`;
    return `${head}>\n      <failure message="${xmlText(message.replaceAll("\n", " "))}">${xmlText(describeFailure(one))}</failure>\n    </testcase>`;
  }
  if (isSkipped(one)) {
    const reason = scenario.fails ?? `is played in ${scenario.only} only`;
    return `${head}>\n      <skipped message="${xmlText(reason)}"/>\n    </testcase>`;
  }
  return `${head}/>`;
}

function seconds(ms: number): string {
  return (ms / 1_000).toFixed(4);
}

/** XML 1.0 knows no control characters, not even escaped: they are left out. */
function xmlText(text: string): string {
  return text
    .replace(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, "")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
