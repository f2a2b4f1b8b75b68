import type { PriceOf } from "../core/model/cost-caps.ts";
import { costOf } from "../core/model/price.ts";
import type { Model } from "../core/ports/model/model.ts";
import type { Tools } from "../core/ports/tools.ts";
import { summaryQuestion } from "../flow/model/summary-question.ts";
import { MODEL_TIMES } from "../runtime/call-model.ts";
import type { RuntimeDependencies } from "../runtime/dependencies.ts";
import { createModelGate, type ModelGate } from "../runtime/model-gate.ts";
import { createSummariser } from "../runtime/summariser.ts";
import type { Config } from "./config.ts";
import { loadPrices } from "./load-prices.ts";
import { connectModel } from "./model-server.ts";

type ModelGateSettings = Pick<RuntimeDependencies, "store" | "clock" | "logger" | "metrics" | "newId"> & {
  readonly tools: Tools;
};

/** Replaces the provider and its prices, for tests. */
export interface ModelSubstitutes {
  /** Asked whatever the environment says. */
  readonly model?: Model | null;
  readonly priceOf?: PriceOf;
}

export interface OpenModelGate {
  readonly modelGate: ModelGate;
  /** Ends what it does beside the turns. */
  stop(): Promise<void>;
}

/** The gate through which agents ask a language model; null when there is none. */
export function openModelGate(
  config: Pick<Config, "engine" | "modelServer" | "models">,
  { store, ...surroundings }: ModelGateSettings,
  { model = openModel(config), priceOf = priceToday(config, () => surroundings.clock.now()) }: ModelSubstitutes,
): OpenModelGate | null {
  if (model === null) return null;
  const modelGate = createModelGate({
    ...surroundings,
    model,
    ledger: store.models,
    alerts: store.alerts,
    priceOf,
    settings: { ...config.models, times: MODEL_TIMES },
    outgrown: (conversation) => summariser.consider(conversation),
  });
  const summariser = createSummariser({
    summaries: store.summaries,
    modelGate,
    questionFor: summaryQuestion,
    logger: surroundings.logger,
  });
  return { modelGate, stop: summariser.stop };
}

/** null: the engine asks no model. */
export function openModel({ engine, modelServer }: Pick<Config, "engine" | "modelServer">): Model | null {
  return engine === "local" ? null : connectModel(modelServer);
}

export function priceToday({ models }: Pick<Config, "models">, now: () => Date): PriceOf {
  const book = loadPrices(models.pricesFile);
  return (model, usage) => {
    const cost = costOf(book, { model, usage, day: now().toISOString().slice(0, 10) });
    return cost.kind === "priced" ? { microUsd: cost.microUsd, priceDate: cost.price.from } : null;
  };
}
