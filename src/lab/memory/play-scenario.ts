import type { Decision } from "../../core/agent/agent.ts";
import { errorText } from "../../core/errors.ts";
import { compareStep, type Unmet } from "./compare-step.ts";
import type { Scenario, ScenarioStep } from "./scenario.ts";
import type { Observation, ScenarioPlayer } from "./scenario-player.ts";

/** An expectation that was not met, and after which step: the first is 1. */
export interface Difference extends Unmet {
  readonly step: number;
}

/** A line of the conversation, as it is shown beside a difference. */
export interface ScenarioLine {
  readonly step: number;
  /** `customer`, `bot`, `operator`, `clock` or `system`. */
  readonly by: string;
  readonly text: string;
}

export interface ScenarioResult {
  /** Empty: it went as written. */
  readonly differences: readonly Difference[];
  readonly conversation: readonly ScenarioLine[];
  /**
   * What the agent decided, turn by turn; null where it was not asked. A replayed turn is not among
   * them.
   */
  readonly decisions: readonly (Decision | null)[];
  /** What broke, at which step; what follows it was not played. */
  readonly broke: { readonly step: number; readonly message: string } | null;
}

/** Plays a scenario, all of it, whatever is not as expected on the way. */
export async function playScenario(player: ScenarioPlayer, { steps }: Scenario): Promise<ScenarioResult> {
  const differences: Difference[] = [];
  const conversation: ScenarioLine[] = [];
  const decisions: (Decision | null)[] = [];
  for (const [index, step] of steps.entries()) {
    const number = index + 1;
    conversation.push(...actionLines(step).map((line) => ({ step: number, ...line })));
    let observed: Observation;
    try {
      observed = await player.play(step);
    } catch (thrown) {
      return { differences, conversation, decisions, broke: { step: number, message: errorText(thrown) } };
    }
    conversation.push(...answerLines(observed).map((line) => ({ step: number, ...line })));
    const decided = observed.turns.map(({ decision }) => decision);
    if (step.replay !== true) decisions.push(...decided);
    const unmet = step.expect === undefined ? [] : compareStep(step.expect, observed);
    differences.push(
      ...[...unmet, ...replayDifference(step, decisions, decided)].map((one) => ({ step: number, ...one })),
    );
  }
  return { differences, conversation, decisions, broke: null };
}

/** The same input again must be decided in the same way. */
function replayDifference(
  { replay }: ScenarioStep,
  before: readonly (Decision | null)[],
  again: readonly (Decision | null)[],
): Unmet[] {
  if (replay !== true || again.length === 0) return [];
  const [expected, actual] = [before.at(-1) ?? null, again.at(-1) ?? null].map((decision) => JSON.stringify(decision));
  return expected === actual ? [] : [{ what: "replay", expected: expected ?? "", actual: actual ?? "" }];
}

type Line = Omit<ScenarioLine, "step">;

/** What happened, in the words in which it is shown. */
function actionLines(step: ScenarioStep): Line[] {
  const lines: Line[] = [];
  const add = (by: string, text: string) => lines.push({ by, text });
  if (step.fault !== undefined) add("system", `fault ${JSON.stringify(step.fault)}`);
  if (step.cutAfter !== undefined) add("system", `only ${step.cutAfter} of the last messages had left`);
  for (const text of [step.says ?? []].flat()) add("customer", text);
  if (step.button !== undefined) add("customer", `[button] ${step.button}`);
  if (step.sticker === true) add("customer", "[sticker]");
  if (step.media !== undefined) add("customer", `[${step.media.kind}] ${step.media.words ?? ""}`.trim());
  for (const { kind, words = "" } of step.files ?? []) add("customer", `[${kind}] ${words}`.trim());
  if (step.wait !== undefined) add("clock", `${step.wait} later`);
  if (step.away !== undefined) add("clock", `${step.away} later, without a worker meanwhile`);
  if (step.forced !== undefined) add("system", `intent ${step.forced} is forced`);
  if (step.operatorSays !== undefined) add("operator", step.operatorSays);
  if (step.takesOver === true) add("operator", "[takes over]");
  if (step.handsBack === true) add("operator", "[hands back]");
  if (step.answers !== undefined) add("system", `the question is answered: ${step.answers.decision}`);
  if (step.nightly === true) add("system", "the nightly close");
  if (step.replay === true) add("system", "the same once more");
  return lines;
}

function answerLines({ turns }: Observation): Line[] {
  return turns.flatMap(({ decision, isTimer, heard, isWindowClosed }) => {
    const timer: Line[] = isTimer ? [{ by: "clock", text: "a timer fires" }] : [];
    const said: Line[] = heard.map((text) => ({ by: "bot", text }));
    if (isWindowClosed) said.push({ by: "bot", text: "[the 24-hour window is closed: nothing leaves]" });
    else if (heard.length === 0) said.push({ by: "bot", text: decision === null ? "[off]" : "[silent]" });
    return [...timer, ...said];
  });
}
