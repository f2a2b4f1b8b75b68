import { type LoadedAgent, loadAgent } from "../../app/agents/load-agent.ts";
import { RecadoError } from "../../core/errors.ts";
import { Example } from "../../lab/evaluation/example.ts";
import { type JudgedExample, judgeExample } from "../../lab/evaluation/judge-example.ts";
import { meaningByModel } from "../../lab/evaluation/judge-meaning.ts";
import { type EvaluationResult, summariseEvaluation } from "../../lab/evaluation/summarise-evaluation.ts";
import { type AskedModels, requireModels } from "../asked-models.ts";
import { playCast } from "../play-cast.ts";
import { printResult } from "../print.ts";
import { textTable } from "../text-table.ts";
import { readJsonLines } from "./json-lines.ts";

export interface EvalRunOptions {
  readonly dataset: string;
  readonly agent: string;
  readonly model?: true;
  readonly judge?: true;
  readonly json?: true;
}

/** Plays a dataset with an agent in memory. Exits 1 when an example does not pass. */
export async function evaluateRun(options: EvalRunOptions): Promise<void> {
  const lines = readJsonLines(options.dataset, Example, {
    what: "example",
    shape: '{"kind", "input", "output" | "correct" | "expect" | "says" | "never"}',
  });
  const cast = await loadAgent(options.agent);
  const examples = lines.filter(({ agent }) => agent === undefined || agent === cast.agent.id);
  if (examples.length === 0) {
    throw new RecadoError(
      "request_invalid",
      `${options.dataset} holds no example for the agent "${cast.agent.id}"; a line is {"kind", "input", "output"}`,
    );
  }
  // A question costs, so none is asked without the flag.
  const asked = options.model || options.judge ? requireModels("leave --model and --judge out") : null;
  const result = await playDataset(cast, examples, {
    cast: options.model === true ? asked : null,
    judge: options.judge === true ? asked : null,
    leftOut: lines.length - examples.length,
  });
  printResult(options.json, result, () => describe(result));
  if (result.passed < result.examples) process.exitCode = 1;
}

async function playDataset(
  cast: LoadedAgent,
  examples: readonly Example[],
  how: { readonly cast: AskedModels | null; readonly judge: AskedModels | null; readonly leftOut: number },
): Promise<EvaluationResult> {
  const open = await playCast(cast, how.cast);
  const judging = how.judge === null ? {} : { judgeMeaning: meaningByModel(how.judge.model, how.judge.names.detector) };
  const judged: JudgedExample[] = [];
  for (const [at, example] of examples.entries()) {
    if (process.stderr.isTTY) process.stderr.write(`\r${at + 1} of ${examples.length} examples`);
    judged.push(await judgeExample(example, open(example.from), judging));
  }
  if (process.stderr.isTTY) process.stderr.write("\n");
  const { id: agent, version } = cast.agent;
  return summariseEvaluation(judged, {
    ...{ agent, version, leftOut: how.leftOut },
    model: how.cast === null ? null : how.cast.names.orchestrator,
  });
}

function describe(result: EvaluationResult): string[] {
  const { agent, version, model, examples, passed, byKind, guardrails, failures, leftOut } = result;
  return [
    `${agent}, version ${version}${model === null ? "" : `, with ${model}`}: ${passed} of ${examples} examples passed`,
    ...textTable(
      Object.entries(byKind)
        .filter(([, count]) => count.examples > 0)
        .map(([kind, count]) => [kind, `${count.passed} of ${count.examples}`]),
    ),
    ...(leftOut === 0 ? [] : [`${leftOut} examples of other agents are left out`]),
    ...Object.entries(guardrails).map(([name, count]) => `guardrail ${name}: ${count} answers`),
    ...failures.flatMap(({ id, kind, why, heard }) => [
      "",
      `✗ ${id} (${kind})`,
      ...why.map((one) => `  ${one}`),
      ...heard.map((text) => `  bot: ${text.replaceAll("\n", "⏎")}`),
    ]),
  ];
}
