import type { Difference, ScenarioLine } from "../memory/play-scenario.ts";
import type { JudgedScenario } from "./judge-scenario.ts";

/** What a person needs to mend it: which scenario and step, what was expected, what came, the conversation so far. */
export function describeFailure({ located, verdict, result }: JudgedScenario): string {
  const { scenario, file, line, stepLines } = located;
  const head = `✗ ${scenario.id}: ${scenario.title}\n  ${file}:${line}`;
  if (verdict === "mended")
    return `${head}\n\n  It passes, and says that it fails (${scenario.fails}): take \`fails:\` out.`;
  const steps = [...new Set(result.differences.map(({ step }) => step))];
  const unmet = steps.map((step) => {
    const rows = result.differences.filter((difference) => difference.step === step).map(describeDifference);
    return [`  ${placeOf(step, stepLines)}`, ...rows].join("\n");
  });
  const { broke } = result;
  const end =
    broke === null ? [] : [`  step ${broke.step} (line ${stepLines[broke.step - 1]}) broke: ${broke.message}`];
  const last = broke?.step ?? steps.at(-1) ?? 0;
  return [head, ...unmet, ...end, describeConversation(result.conversation.filter(({ step }) => step <= last))].join(
    "\n\n",
  );
}

/** Step 0 is what stands before the first. */
function placeOf(step: number, lines: readonly number[]): string {
  return step === 0 ? "the starting point" : `step ${step} (line ${lines[step - 1]})`;
}

const NAME_WIDTH = 14;

function describeDifference({ what, expected, actual }: Difference): string {
  return [
    `    ${what.padEnd(NAME_WIDTH)} expected  ${expected}`,
    `    ${"".padEnd(NAME_WIDTH)} got       ${actual}`,
  ].join("\n");
}

function describeConversation(lines: readonly ScenarioLine[]): string {
  const rows = lines.map(({ by, text }) => {
    const [first = "", ...rest] = text.split("\n");
    return [`    ${by.padEnd(8)}  ${first}`, ...rest.map((line) => `              ${line}`)].join("\n");
  });
  return ["  the conversation so far", ...rows].join("\n");
}
