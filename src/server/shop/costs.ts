import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import { CostLine, type StoredCostLine } from "../../core/answers/cost-line.ts";
import { answer } from "../answer.ts";
import { problems } from "../problem.ts";
import type { ServerDependencies, StorePorts } from "../server-dependencies.ts";
import type { ServerEnv } from "../server-env.ts";

const SpentJson = z.object({ spentUsd: z.number(), capUsd: z.number() });

const route = createRoute({
  method: "get",
  path: "/internal/agent/costs",
  "x-access": "sales",
  tags: ["Costs"],
  summary: "Show tokens and cost of language models by day, purpose and model, newest day first",
  security: [{ bearer: [] }],
  request: {
    query: z.object({
      days: z.coerce
        .number()
        .int()
        .min(1)
        .max(366)
        .default(30)
        .openapi({ description: "Number of days, today included." }),
    }),
  },
  responses: {
    200: answer("The costs", z.object({ today: SpentJson, month: SpentJson, items: z.array(CostLine) })),
    ...problems(401, 403, 422),
  },
});

export function addCostRoutes(
  app: OpenAPIHono<ServerEnv>,
  { store: { models }, settings: { costCaps } }: StorePorts<"models"> & Pick<ServerDependencies, "settings">,
): void {
  app.openapi(route, async (c) => {
    const { days } = c.req.valid("query");
    const { workspaceId } = c.get("principal");
    const [items, spent] = await Promise.all([
      models.costs(workspaceId, days),
      models.standing({ workspaceId, conversationId: null, sessionId: null }),
    ]);
    const today = { spentUsd: spent.dayMicroUsd / 1e6, capUsd: costCaps.dayMicroUsd / 1e6 };
    const month = { spentUsd: spent.monthMicroUsd / 1e6, capUsd: costCaps.monthMicroUsd / 1e6 };
    return c.json({ today, month, items: items.map(priced) }, 200);
  });
}

function priced({ microUsd, ...line }: StoredCostLine): CostLine {
  const promptTokens = line.inputTokens + line.cacheReadTokens + line.cacheWriteTokens;
  return {
    ...line,
    cacheHitRatio: promptTokens === 0 ? null : line.cacheReadTokens / promptTokens,
    costUsd: microUsd / 1e6,
  };
}
