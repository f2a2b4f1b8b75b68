import { errorText } from "../../core/errors.ts";
import { type Guardrail, guardrailFaults } from "../../core/outbound/guardrails.ts";
import { plainText } from "../../core/plain-text.ts";
import { compareStep } from "../memory/compare-step.ts";
import type { Expectation } from "../memory/scenario.ts";
import type { ScenarioPlayer } from "../memory/scenario-player.ts";
import type { Example } from "./example.ts";
import { isAlike } from "./is-alike.ts";

/** Says whether two answers mean the same; null when it cannot say. */
export type JudgeMeaning = (asked: {
  readonly input: string;
  readonly wanted: string;
  readonly heard: string;
}) => Promise<boolean | null>;

export interface JudgedExample {
  readonly example: Example;
  readonly hasPassed: boolean;
  /** Why it did not pass, one sentence each. */
  readonly why: readonly string[];
  readonly heard: readonly string[];
  /** The guardrails that the answer breaks. They are counted, and fail no example. */
  readonly guardrails: readonly Guardrail[];
}

export interface Judging {
  /** Absent: words are compared by code alone. */
  readonly judgeMeaning?: JudgeMeaning;
}

/** Plays what came before, then the input, and holds the answer against what the example asks for. */
export async function judgeExample(
  example: Example,
  player: ScenarioPlayer,
  { judgeMeaning }: Judging = {},
): Promise<JudgedExample> {
  const broken = (why: string): JudgedExample => ({ example, hasPassed: false, why: [why], heard: [], guardrails: [] });
  let observed: Awaited<ReturnType<ScenarioPlayer["play"]>>;
  try {
    for (const says of example.before) await player.play({ says });
    observed = await player.play({ says: [...example.input] });
  } catch (thrown) {
    return broken(`it broke: ${errorText(thrown)}`);
  }
  const heard = observed.turns.flatMap((turn) => turn.heard);
  const answer = heard.join("\n");
  const means = async (wanted: string): Promise<boolean> =>
    isAlike(answer, wanted) ||
    ((await judgeMeaning?.({ input: example.input.join("\n"), wanted, heard: answer })) ?? false);

  const why: string[] = [];
  const { expect, says = [], never = [], output, correct, kind } = example;
  if (expect !== undefined) {
    for (const { what, expected, actual } of compareStep(expect as Expectation, observed)) {
      why.push(`${what}: ${expected} expected, and it is ${actual}`);
    }
  }
  for (const words of says) if (!holds(answer, words)) why.push(`it does not say "${words}"`);
  for (const words of never) if (holds(answer, words)) why.push(`it says "${words}"`);
  if (output !== undefined) {
    const then = output.join("\n");
    if (kind === "golden" && !(await means(then))) why.push("it does not say what was right then");
    if (kind !== "golden" && isAlike(answer, then)) why.push("it says again what was wrong then");
  }
  if (correct !== undefined && !(await means(correct.join("\n")))) why.push("it does not say what is correct");
  const said = [...example.before, ...example.input].join("\n");
  const guardrails = guardrailFaults(answer, { said, facts: answer }).map(({ guardrail }) => guardrail);
  return { example, hasPassed: why.length === 0, why, heard, guardrails };
}

/** Letters and digits decide, not signs, capitals or accents. */
function holds(answer: string, words: string): boolean {
  const plain = plainText(words);
  return plain === "" ? answer.includes(words) : ` ${plainText(answer)} `.includes(` ${plain} `);
}
