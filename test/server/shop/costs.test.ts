import { expect, test } from "vitest";
import type { StoredCostLine } from "../../../src/core/answers/cost-line.ts";
import { API_TOKEN, openDoor } from "../open-door.ts";
import { StoreDouble } from "../store-double.ts";

const headers = { authorization: `Bearer ${API_TOKEN}` };

function doorWith(lines: readonly StoredCostLine[]) {
  const { store } = new StoreDouble();
  const asked: number[] = [];
  const { app } = openDoor({
    parts: {
      store: {
        ...store,
        models: {
          ...store.models,
          standing: async () => ({
            usedTokens: 0,
            conversationDayMicroUsd: 0,
            dayMicroUsd: 1_500_000,
            monthMicroUsd: 20_000_000,
            turnCount: 0,
            summarisedThrough: 0,
            summary: null,
          }),
          costs: async (_, days) => {
            asked.push(days);
            return [...lines];
          },
        },
      },
    },
  });
  return { app, asked };
}

test("what models cost is told by day, purpose and model, with the share of the cache and the caps", async () => {
  const usage = { inputTokens: 300, outputTokens: 50, cacheReadTokens: 600, cacheWriteTokens: 100 };
  const line = { day: "2026-11-22", purpose: "detector", model: "cheap", calls: 2, failures: 1, ...usage };
  const { app, asked } = doorWith([{ ...line, microUsd: 1_234, unpricedTokens: 0 }]);
  const response = await app.request("/internal/agent/costs?days=7", { headers });
  expect(response.status).toBe(200);
  expect(asked).toEqual([7]);
  expect(await response.json()).toEqual({
    today: { spentUsd: 1.5, capUsd: 3 },
    month: { spentUsd: 20, capUsd: 90 },
    items: [
      {
        day: "2026-11-22",
        purpose: "detector",
        model: "cheap",
        calls: 2,
        failures: 1,
        inputTokens: 300,
        outputTokens: 50,
        cacheReadTokens: 600,
        cacheWriteTokens: 100,
        cacheHitRatio: 0.6,
        costUsd: 0.001234,
        unpricedTokens: 0,
      },
    ],
  });
});

test.each(["0", "367", "siempre"])("%s days are refused by name", async (days) => {
  const { app } = doorWith([]);
  const response = await app.request(`/internal/agent/costs?days=${days}`, { headers });
  expect(response.status).toBe(422);
  expect(JSON.stringify(await response.json())).toContain("days");
});
