import type { PriceOf } from "../../src/core/model/cost-caps.ts";
import type { Model } from "../../src/core/ports/model/model.ts";
import type { Question } from "../../src/core/ports/model/turn-model.ts";
import type { Store } from "../../src/core/ports/store.ts";
import { MODEL_TIMES } from "../../src/runtime/call-model.ts";
import {
  createModelGate,
  type ModelGate,
  type ModelGateDependencies,
  type ModelSettings,
} from "../../src/runtime/model-gate.ts";
import { systemClock } from "../../src/runtime/system-clock.ts";
import { SHOP_TOOLS } from "../../src/tools/shop-tools.ts";
import { newId } from "./inbound.ts";
import { silentLogger } from "./silent-logger.ts";

const SETTINGS: ModelSettings = {
  models: { detector: "cheap", orchestrator: "strong", writer: "cheap" },
  fallbackModel: null,
  tokenLimit: 50_000,
  caps: { dayMicroUsd: 3_000_000, monthMicroUsd: 90_000_000, conversationDayMicroUsd: 500_000, areExplicit: false },
  times: MODEL_TIMES,
};

/** One micro-dollar a token. */
export const aMicroDollarAToken: PriceOf = (_model, usage) => ({
  microUsd: usage.inputTokens + usage.outputTokens + usage.cacheReadTokens + usage.cacheWriteTokens,
  priceDate: "2026-11-01",
});

/** A model gate on the given store and model; what is not given is what production has, but for the pauses: nobody waits. */
export function openModelGate(
  store: Store,
  model: Model,
  {
    settings = {},
    ...parts
  }: Partial<Omit<ModelGateDependencies, "settings">> & { settings?: Partial<ModelSettings> } = {},
): ModelGate {
  return createModelGate({
    model,
    ledger: store.models,
    alerts: store.alerts,
    tools: SHOP_TOOLS,
    clock: systemClock,
    logger: silentLogger,
    metrics: { modelCalled() {}, modelNotAsked() {}, modelReplayed() {} },
    newId,
    priceOf: aMicroDollarAToken,
    pause: async () => {},
    settings: { ...SETTINGS, ...settings },
    ...parts,
  });
}

export function question(key: string, change: Partial<Question> = {}): Question {
  return {
    key,
    purpose: "detector",
    prompt: { id: "prueba", version: "3" },
    system: [{ text: "Usted lee mensajes." }],
    messages: [{ role: "user", content: [{ type: "text", text: "¿Cuánto vale?" }] }],
    maxTokens: 1_024,
    ...change,
  };
}

/** Usage that is known to the token. */
export const USAGE = { inputTokens: 1_000, outputTokens: 50, cacheReadTokens: 400, cacheWriteTokens: 50 };

/** A model that says `sí` for `USAGE`; what it was asked, in order. */
export function countedModel(usage = USAGE): Model & { readonly asked: string[] } {
  const asked: string[] = [];
  const complete: Model["complete"] = async ({ model }) => {
    asked.push(model);
    return {
      kind: "answered",
      answer: {
        text: "sí",
        toolCalls: [],
        content: [{ type: "text", text: "sí" }],
        model,
        responseId: null,
        usage,
      },
    };
  };
  return {
    asked,
    complete,
    capabilities: () => ({ images: false, documents: false, structuredOutput: true, contextTokens: null }),
  };
}
