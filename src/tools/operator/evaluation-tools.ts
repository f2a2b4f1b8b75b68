import * as z from "zod";
import type { RunId } from "../../core/ids.ts";
import type { OperatorDesk } from "../../core/ports/desk/operator-desk.ts";
import type { ToolScope } from "../../core/ports/tools.ts";
import { defineTool, type Tool } from "../define-tool.ts";
import { judged, unknownRun } from "./judged.ts";

const READS = { module: "system", effect: "read", risk: "low", permissions: ["crm.read"], reversible: true } as const;
const WRITES = {
  module: "system",
  effect: "external",
  risk: "low",
  permissions: ["crm.write"],
  reversible: true,
} as const;
const KINDS = ["golden", "failure", "correction"] as const;
const MOST = 200;
/** Judged runs that the counts of a dataset look at. */
const MOST_COUNTED = 1_000;
const SHOWN = 200;
const agentId = z.string().min(1).max(100);
const correct = z.string().trim().min(1).max(4_096);

interface Verdict {
  readonly traceId: string;
  /** 1: the run was right; 0: it was wrong. */
  readonly value: 0 | 1;
  readonly correct: string | null;
}

/** A person's verdict on a run, which makes it an example of the dataset. */
const judgeRun = (desk: OperatorDesk, scope: ToolScope, { traceId, value, correct }: Verdict) =>
  judged(desk, "dev-review", scope, async (speaker, { name: by }) => {
    const score = { name: "quality", source: "human", value, comment: null, correct, by } as const;
    const isDone = await desk.reviews(speaker).score({ ...score, runId: traceId as RunId });
    return isDone ? { kind: "ok", output: { isDone } } : unknownRun(traceId);
  });

/** How good the answers are, and what people say of them (docs/evaluation.md). For owners on a bound phone. */
export function createEvaluationTools(desk: OperatorDesk): readonly Tool[] {
  return [
    defineTool({
      ...READS,
      name: "get_eval_summary",
      description:
        "How many judged runs an agent has by kind, and the newest evaluations: examples and how many passed.",
      input: z.strictObject({ agentId }),
      output: z.strictObject({
        ...{ golden: z.number(), failure: z.number(), correction: z.number() },
        evaluations: z.array(
          z.strictObject({ at: z.string(), agentVersion: z.string(), examples: z.number(), passed: z.number() }),
        ),
      }),
      run: ({ agentId: of }, scope) =>
        judged(desk, "dev-review", scope, async (speaker) => {
          const reviews = desk.reviews(speaker);
          const runs = await reviews.scored({ agentId: of, limit: MOST });
          const [golden = 0, failure = 0, correction = 0] = KINDS.map(
            (kind) => runs.filter((run) => run.kind === kind).length,
          );
          const evaluations = (await reviews.evaluations(of))
            .slice(0, 5)
            .map(({ at, agentVersion, examples, passed }) => ({
              ...{ at: at.toISOString(), agentVersion, examples, passed },
            }));
          return { kind: "ok", output: { golden, failure, correction, evaluations } };
        }),
    }),
    defineTool({
      ...READS,
      name: "list_recent_failures",
      description:
        "The newest 10 runs of an agent that a customer or a person of the shop judged as wrong, with what was said.",
      input: z.strictObject({ agentId }),
      output: z.strictObject({
        failures: z.array(
          z.strictObject({
            traceId: z.string(),
            input: z.string(),
            output: z.string(),
            correct: z.string().nullable(),
          }),
        ),
      }),
      run: ({ agentId: of }, scope) =>
        judged(desk, "dev-review", scope, async (speaker) => {
          const runs = await desk.reviews(speaker).scored({ agentId: of, limit: MOST });
          const failures = runs
            .filter(({ kind }) => kind !== "golden")
            .slice(0, 10)
            .map(({ runId: traceId, input, output, correct }) => ({
              ...{ traceId, correct },
              ...{ input: input.join("\n").slice(0, SHOWN), output: output.join("\n").slice(0, SHOWN) },
            }));
          return { kind: "ok", output: { failures } };
        }),
    }),
    defineTool({
      ...READS,
      name: "get_dataset_stats",
      description: `The examples of an agent's dataset, of its newest ${MOST_COUNTED} judged runs: how many by kind, and by what the customer wanted.`,
      input: z.strictObject({ agentId }),
      output: z.strictObject({
        ...{ examples: z.number(), golden: z.number(), failure: z.number(), correction: z.number() },
        intents: z.array(z.strictObject({ intent: z.string().nullable(), examples: z.number() })),
      }),
      run: ({ agentId: of }, scope) =>
        judged(desk, "dev-review", scope, async (speaker) => {
          const runs = await desk.reviews(speaker).scored({ agentId: of, limit: MOST_COUNTED });
          const ofKind = (wanted: (typeof KINDS)[number]) => runs.filter(({ kind }) => kind === wanted).length;
          const intents = [...new Set(runs.map(({ intent }) => intent))]
            .map((intent) => ({ intent, examples: runs.filter((run) => run.intent === intent).length }))
            .toSorted((one, other) => other.examples - one.examples);
          const [golden, failure, correction] = [ofKind("golden"), ofKind("failure"), ofKind("correction")];
          return { kind: "ok", output: { examples: runs.length, golden, failure, correction, intents } };
        }),
    }),
    defineTool({
      ...READS,
      name: "diagnose_trace",
      description:
        "What went wrong in one run, as code sees it: its scores below 0.5, the calls that did not succeed, and the steps that failed. Empty lists: nothing did.",
      input: z.strictObject({ traceId: z.uuid() }),
      output: z.strictObject({
        ...{ status: z.string(), input: z.string(), output: z.string() },
        weakScores: z.array(z.strictObject({ name: z.string(), value: z.number(), comment: z.string().nullable() })),
        failedCalls: z.array(z.strictObject({ name: z.string(), status: z.string(), output: z.string() })),
        failedSteps: z.array(z.string()),
      }),
      run: ({ traceId }, scope) =>
        judged(desk, "dev-review", scope, async (speaker) => {
          const found = await desk.trace(speaker, traceId);
          if (found === null) return unknownRun(traceId);
          const { status, input, output, scores, tools, steps } = found;
          const weakScores = scores
            .filter(({ value }) => value < 0.5)
            .map(({ name, value, comment }) => ({ name, value, comment }));
          const failedCalls = tools.filter((call) => call.status !== "ok").map(({ input: _, ...call }) => call);
          const failedSteps = steps.filter((step) => step.status === "failed").map(({ name }) => name);
          return { kind: "ok", output: { status, input, output, weakScores, failedCalls, failedSteps } };
        }),
    }),
    defineTool({
      ...WRITES,
      name: "add_to_dataset",
      description:
        "Makes an example of a run: golden (it was right, and must stay so), failure (it was wrong), or correction, with what should have been said.",
      input: z.strictObject({ traceId: z.uuid(), kind: z.enum(KINDS), correct: correct.exactOptional() }),
      output: z.strictObject({ isDone: z.boolean() }),
      async run({ traceId, kind, correct: said = null }, scope) {
        if ((kind === "correction") !== (said !== null)) {
          return {
            ...{ kind: "error", type: "invalid", code: "correction_incomplete", retryable: false },
            message: 'Only a "correction" has "correct", the words that should have been said.',
          };
        }
        return judgeRun(desk, scope, { traceId, value: kind === "golden" ? 1 : 0, correct: said });
      },
    }),
    defineTool({
      ...WRITES,
      name: "propose_correction",
      description: "Judges a run as wrong and keeps what should have been said: it becomes an example of the dataset.",
      input: z.strictObject({ traceId: z.uuid(), correct }),
      output: z.strictObject({ isDone: z.boolean() }),
      run: ({ traceId, correct: said }, scope) => judgeRun(desk, scope, { traceId, value: 0, correct: said }),
    }),
    defineTool({
      ...WRITES,
      name: "propose_prompt_change",
      description:
        "Proposes a version of an agent's prompt (orchestrator, detector or planner). Nothing uses it before an owner approves it in the Studio.",
      input: z.strictObject({
        ...{ agentId, part: z.enum(["orchestrator", "detector", "planner"]) },
        ...{ text: z.string().trim().min(1).max(32_000), note: z.string().trim().min(1).max(1_000) },
      }),
      output: z.strictObject({ version: z.number() }),
      run: ({ agentId: of, part, text, note }, scope) =>
        judged(desk, "dev-review", scope, async (speaker, { name: by }) => {
          const { version } = await desk.reviews(speaker).propose({ agentId: of, part, text, note, by });
          return { kind: "ok", output: { version } };
        }),
    }),
  ];
}
