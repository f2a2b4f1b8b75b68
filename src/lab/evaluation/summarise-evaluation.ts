import type { Guardrail } from "../../core/outbound/guardrails.ts";
import { wilsonInterval } from "../../core/wilson.ts";
import { EXAMPLE_KINDS, type ExampleKind } from "./example.ts";
import type { JudgedExample } from "./judge-example.ts";

export interface EvaluationResult {
  readonly agent: string;
  readonly version: string;
  /** The model that was asked; null when the agent answered without one. */
  readonly model: string | null;
  readonly examples: number;
  readonly passed: number;
  /** From 0 to 1, with its 95 % interval; null without an example. */
  readonly share: number | null;
  readonly interval: readonly [number, number] | null;
  readonly byKind: Readonly<Record<ExampleKind, { readonly examples: number; readonly passed: number }>>;
  /** Answers that break a guardrail, by its name. */
  readonly guardrails: Readonly<Partial<Record<Guardrail, number>>>;
  /** Examples of other agents. */
  readonly leftOut: number;
  readonly failures: readonly EvaluationFailure[];
}

export interface EvaluationFailure {
  readonly id: string;
  readonly kind: ExampleKind;
  readonly why: readonly string[];
  readonly heard: readonly string[];
}

export function summariseEvaluation(
  judged: readonly JudgedExample[],
  of: Pick<EvaluationResult, "agent" | "version" | "model" | "leftOut">,
): EvaluationResult {
  const passed = judged.filter(({ hasPassed }) => hasPassed).length;
  const countOf = (kind: ExampleKind) => {
    const own = judged.filter(({ example }) => example.kind === kind);
    return { examples: own.length, passed: own.filter(({ hasPassed }) => hasPassed).length };
  };
  const broken = judged.flatMap(({ guardrails }) => guardrails);
  return {
    ...{ agent: of.agent, version: of.version, model: of.model },
    ...{ examples: judged.length, passed },
    share: judged.length === 0 ? null : passed / judged.length,
    interval: judged.length === 0 ? null : wilsonInterval(passed, judged.length, 1.96),
    byKind: Object.fromEntries(EXAMPLE_KINDS.map((kind) => [kind, countOf(kind)])) as EvaluationResult["byKind"],
    guardrails: Object.fromEntries(
      [...new Set(broken)].map((name) => [name, broken.filter((one) => one === name).length]),
    ),
    leftOut: of.leftOut,
    failures: judged.flatMap(({ example, hasPassed, why, heard }, at) =>
      hasPassed ? [] : [{ id: example.id ?? String(at + 1), kind: example.kind, why, heard }],
    ),
  };
}
