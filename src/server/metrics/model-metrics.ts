import { Counter, Gauge, Histogram, type Registry } from "prom-client";
import { totalTokens } from "../../core/model/token-budget.ts";
import type { ModelCall } from "../../core/ports/model-ledger.ts";
import type { ModelPurpose, NotAsked } from "../../core/ports/turn-model.ts";

export interface ModelMetrics {
  modelCalled(call: Pick<ModelCall, "purpose" | "model" | "outcome" | "usage" | "cost" | "latencyMs">): void;
  modelNotAsked(question: { readonly purpose: ModelPurpose; readonly reason: NotAsked }): void;
  modelReplayed(purpose: ModelPurpose): void;
  runPaid(cost: { readonly microUsd: number; readonly unpricedTokens: number }): void;
}

/** What language models were asked by this process, and what it came to. */
export function createModelMetrics(registry: Registry): ModelMetrics {
  const registers = [registry];
  const calls = new Histogram({
    name: "recado_model_call_seconds",
    help: "Calls of language models, by what came of them",
    labelNames: ["purpose", "model", "outcome"] as const,
    buckets: [0.1, 0.25, 0.5, 1, 2, 4, 8, 12, 20, 30],
    registers,
  });
  const tokens = new Counter({
    name: "recado_model_tokens_total",
    help: "Tokens of calls: input (not from a cache), output, cache_read, cache_write",
    labelNames: ["purpose", "model", "kind"] as const,
    registers,
  });
  const cost = new Counter({
    name: "recado_model_cost_usd_total",
    help: "What calls cost, where the price is known",
    labelNames: ["purpose", "model"] as const,
    registers,
  });
  const unpriced = new Counter({
    name: "recado_model_unpriced_tokens_total",
    help: "Tokens of calls of models without a known price",
    labelNames: ["purpose", "model"] as const,
    registers,
  });
  const cacheHits = new Gauge({
    name: "recado_model_cache_hit_ratio",
    help: "Share of the prompt tokens that came from the provider's cache, since this process began",
    labelNames: ["purpose", "model"] as const,
    registers,
  });
  const notAsked = new Counter({
    name: "recado_model_not_asked_total",
    help: "Questions that nobody was asked, by why",
    labelNames: ["purpose", "reason"] as const,
    registers,
  });
  const replayed = new Counter({
    name: "recado_model_replayed_total",
    help: "Questions that a run's journal answered without a call",
    labelNames: ["purpose"] as const,
    registers,
  });
  const runCosts = new Histogram({
    name: "recado_run_cost_usd",
    help: "What models took for a run that asked any, where the price of each call is known",
    buckets: [0.0001, 0.0003, 0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1],
    registers,
  });
  const unpricedRuns = new Counter({
    name: "recado_run_cost_unknown_total",
    help: "Runs of which nobody knows what they cost: a model without a price was called",
    registers,
  });
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
