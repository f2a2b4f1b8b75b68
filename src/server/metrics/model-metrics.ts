import { totalTokens } from "../../core/model/token-budget.ts";
import type { ModelCall } from "../../core/ports/model/model-ledger.ts";
import type { ModelPurpose, NotAsked } from "../../core/ports/model/turn-model.ts";
import type { Meters } from "./meters.ts";

export interface ModelMetrics {
  modelCalled(call: Pick<ModelCall, "purpose" | "model" | "outcome" | "usage" | "cost" | "latencyMs">): void;
  modelNotAsked(question: { readonly purpose: ModelPurpose; readonly reason: NotAsked }): void;
  modelReplayed(purpose: ModelPurpose): void;
  runPaid(cost: { readonly microUsd: number; readonly unpricedTokens: number }): void;
}

/** What this process asked of language models, and what it cost. */
export function createModelMetrics(meters: Meters): ModelMetrics {
  const calls = meters.histogram("recado_model_call_seconds");
  const tokens = meters.counter("recado_model_tokens_total");
  const cost = meters.counter("recado_model_cost_usd_total");
  const unpriced = meters.counter("recado_model_unpriced_tokens_total");
  const cacheHits = meters.gauge("recado_model_cache_hit_ratio");
  const notAsked = meters.counter("recado_model_not_asked_total");
  const replayed = meters.counter("recado_model_replayed_total");
  const runCosts = meters.histogram("recado_run_cost_usd");
  const unpricedRuns = meters.counter("recado_run_cost_unknown_total");
  const prompts = new Map<string, { read: number; all: number }>();

  return {
    modelCalled({ purpose, model, outcome, usage, cost: paid, latencyMs }) {
      const labels = { purpose, model };
      calls.observe({ ...labels, outcome }, latencyMs / 1000);
      tokens.inc({ ...labels, kind: "input" }, usage.inputTokens);
      tokens.inc({ ...labels, kind: "output" }, usage.outputTokens);
      tokens.inc({ ...labels, kind: "cache_read" }, usage.cacheReadTokens);
      tokens.inc({ ...labels, kind: "cache_write" }, usage.cacheWriteTokens);
      if (paid === null) unpriced.inc(labels, totalTokens(usage));
      else cost.inc(labels, paid.microUsd / 1e6);
      const key = `${purpose} ${model}`;
      const prompt = prompts.get(key) ?? { read: 0, all: 0 };
      prompt.read += usage.cacheReadTokens;
      prompt.all += usage.inputTokens + usage.cacheReadTokens + usage.cacheWriteTokens;
      prompts.set(key, prompt);
      if (prompt.all > 0) cacheHits.set(labels, prompt.read / prompt.all);
    },
    modelNotAsked: (question) => notAsked.inc(question),
    modelReplayed: (purpose) => replayed.inc({ purpose }),
    runPaid({ microUsd, unpricedTokens }) {
      if (unpricedTokens > 0) unpricedRuns.inc();
      else runCosts.observe(microUsd / 1e6);
    },
  };
}
