import * as z from "zod";
import type { RunId } from "../../core/ids.ts";
import type { OperatorDesk } from "../../core/ports/desk/operator-desk.ts";
import { defineTool, type Tool } from "../define-tool.ts";
import { judged } from "./judged.ts";

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
const SHOWN = 200;
const agentId = z.string().min(1).max(100);

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
      ...WRITES,
      name: "propose_correction",
      description: "Judges a run as wrong and keeps what should have been said: it becomes an example of the dataset.",
      input: z.strictObject({ traceId: z.uuid(), correct: z.string().trim().min(1).max(4_096) }),
      output: z.strictObject({ isDone: z.boolean() }),
      run: ({ traceId, correct }, scope) =>
        judged(desk, "dev-review", scope, async (speaker, { name: by }) => {
          const score = { name: "quality", source: "human", value: 0, comment: null, correct, by } as const;
          const isDone = await desk.reviews(speaker).score({ ...score, runId: traceId as RunId });
          if (isDone) return { kind: "ok", output: { isDone } };
          return {
            ...{ kind: "error", type: "not_found", code: "trace_not_found", retryable: false },
            message: `There is no run ${traceId} here.`,
          };
        }),
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
