import { afterAll, beforeAll, expect, test } from "vitest";
import { DEFAULT_WORKSPACE } from "../../src/core/ids.ts";
import type { PriceOf } from "../../src/core/model/cost-caps.ts";
import type { Model } from "../../src/core/ports/model/model.ts";
import { defineAgent } from "../../src/index.ts";
import { openModelGate, USAGE } from "../support/model-gate.ts";
import { eventually, openShop, recordingChannel, registryOf } from "../support/shop.ts";
import { createTestDatabase, type TestDatabase } from "../support/test-database.ts";
import { OPTIONS } from "./front-desk.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const TOKENS = USAGE.inputTokens + USAGE.outputTokens + USAGE.cacheReadTokens + USAGE.cacheWriteTokens;

/** Each name has its own price, in micro-dollars a token; the configured ones would be dear. */
const PRICES: Readonly<Record<string, number>> = {
  "reads-1": 1,
  "speaks-1": 10,
  spare: 100,
  cheap: 9_000,
  strong: 9_000,
};
const priceOf: PriceOf = (model, { inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens }) => {
  const rate = PRICES[model];
  const tokens = inputTokens + outputTokens + cacheReadTokens + cacheWriteTokens;
  return rate === undefined ? null : { microUsd: tokens * rate, priceDate: "2026-11-01" };
};

/** A model that reads as a detector when it is asked without tools, and that is `down` under some names. */
function modelWithout(...down: readonly string[]): Model {
  return {
    async complete({ model, tools }) {
      if (down.includes(model))
        return {
          kind: "failed",
          failure: { kind: "retry_later", code: "overloaded_error", httpStatus: 529, retryAfterMs: null, usage: null },
        };
      const reading = { intent: "question", confidence: 97, alternatives: [], reasoning: "" };
      const text = tools === undefined || tools.length === 0 ? JSON.stringify(reading) : "We open at 9.";
      const content = [{ type: "text", text }] as const;
      return { kind: "answered", answer: { text, toolCalls: [], content, model, responseId: null, usage: USAGE } };
    },
    capabilities: () => ({ images: false, documents: false, structuredOutput: true, contextTokens: null }),
  };
}

let guests = 0;
async function pays(model: Model) {
  const own = defineAgent({
    ...OPTIONS,
    id: "somnio",
    detector: { ...OPTIONS.detector, model: "reads-1" },
    orchestrator: { ...OPTIONS.orchestrator, model: "speaks-1" },
  });
  const { channel, texts } = recordingChannel();
  const modelGate = openModelGate(database.store, model, { priceOf, settings: { fallbackModel: "spare" } });
  const shop = openShop(database.store, { channel, agents: registryOf(own), modelGate });
  shop.worker.start();
  guests += 1;
  const { runId } = await shop.says("when do you open?", { phone: `5736${String(10_000_000 + guests)}` });
  await eventually("the answer", () => texts().length === 1);
  await shop.worker.stop(500);
  expect(texts()).toEqual(["We open at 9."]);
  const calls = await database.rows(
    "select purpose, model, outcome, cost_micro_usd::int as cost from model_calls where run_id = $1 order by created_at, id",
    [runId],
  );
  const run = await database.store.runs.get(DEFAULT_WORKSPACE, runId as never);
  return { calls, costUsd: run?.costUsd };
}

test("an agent says which models it names, each once", () => {
  const named = { ...OPTIONS.detector, model: "reads-1" };
  expect(defineAgent({ ...OPTIONS, detector: named, orchestrator: named }).models).toEqual(["reads-1"]);
  expect(defineAgent(OPTIONS).models).toBeUndefined();
});

test("each model of an agent is asked by its own name, and paid at its own price", async () => {
  const { calls, costUsd } = await pays(modelWithout());
  expect(calls).toEqual([
    { purpose: "detector", model: "reads-1", outcome: "answered", cost: TOKENS },
    { purpose: "orchestrator", model: "speaks-1", outcome: "answered", cost: 10 * TOKENS },
  ]);
  expect(costUsd).toBeCloseTo((11 * TOKENS) / 1e6);
});

test("the model that stands in for one of them is paid at its price", async () => {
  const { calls } = await pays(modelWithout("speaks-1"));
  expect(calls.at(-1)).toEqual({ purpose: "orchestrator", model: "spare", outcome: "answered", cost: 100 * TOKENS });
});
