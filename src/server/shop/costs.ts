import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import type { CostLine } from "../../core/ports/model-ledger.ts";
import { problems } from "../problem.ts";
import type { ServerDependencies } from "../server-dependencies.ts";
import type { ServerEnv } from "../server-env.ts";

const CostLineJson = z
  .object({
    day: z.string().openapi({ example: "2026-11-22", description: "As the shop's clock counts days." }),
    purpose: z.string(),
    model: z.string(),
    calls: z.number().int(),
    failures: z.number().int(),
    inputTokens: z.number().int().openapi({ description: "Of prompts, without what the cache gave or took." }),
    outputTokens: z.number().int(),
    cacheReadTokens: z.number().int(),
    cacheWriteTokens: z.number().int(),
    cacheHitRatio: z.number().nullable().openapi({ description: "Share of the prompt tokens that the cache gave." }),
    costUsd: z.number(),
    unpricedTokens: z.number().int().openapi({ description: "Of calls whose model had no price: not in `costUsd`." }),
  })
  .openapi("CostLine");

const SpentJson = z.object({ spentUsd: z.number(), capUsd: z.number() });

const route = createRoute({
  method: "get",
  path: "/internal/agent/costs",
  "x-access": "view",
  tags: ["Costs"],
  summary: "What language models took and cost, by day, purpose and model; the newest day first",
  security: [{ bearer: [] }],
  request: {
    query: z.object({
      days: z.coerce
        .number()
        .int()
        .min(1)
        .max(366)
        .default(30)
        .openapi({ description: "Today and the days before it." }),
    }),
  },
  responses: {
    200: {
      description: "The costs",
      content: {
        "application/json": { schema: z.object({ today: SpentJson, month: SpentJson, items: z.array(CostLineJson) }) },
      },
    },
    ...problems(401, 403, 422),
  },
});

export function addCostRoutes(
  app: OpenAPIHono<ServerEnv>,
  { store, settings: { costCaps } }: ServerDependencies,
): void {
  app.openapi(route, async (c) => {
    const { days } = c.req.valid("query");
    const { workspaceId } = c.get("principal");
    const [items, spent] = await Promise.all([
      store.models.costs(workspaceId, days),
      store.models.standing({ workspaceId, conversationId: null, sessionId: null }),
    ]);
    const today = { spentUsd: spent.dayMicroUsd / 1e6, capUsd: costCaps.dayMicroUsd / 1e6 };
    const month = { spentUsd: spent.monthMicroUsd / 1e6, capUsd: costCaps.monthMicroUsd / 1e6 };
    return c.json({ today, month, items: items.map(describeCost) }, 200);
  });
}

function describeCost({ usage, microUsd, ...line }: CostLine): z.output<typeof CostLineJson> {
  const promptTokens = usage.inputTokens + usage.cacheReadTokens + usage.cacheWriteTokens;
  return {
    day: line.day,
    purpose: line.purpose,
    model: line.model,
    calls: line.calls,
    failures: line.failures,
    inputTokens: usage.inputTokens,
    outputTokens: usage.outputTokens,
    cacheReadTokens: usage.cacheReadTokens,
    cacheWriteTokens: usage.cacheWriteTokens,
    cacheHitRatio: promptTokens === 0 ? null : usage.cacheReadTokens / promptTokens,
    costUsd: microUsd / 1e6,
    unpricedTokens: line.unpricedTokens,
  };
}
