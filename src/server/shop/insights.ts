import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import { currencyOf } from "../../core/answers/currency.ts";
import { Day, Insight, type StoredCounts, type StoredLatency } from "../../core/answers/insight.ts";
import { Money } from "../../core/answers/money.ts";
import type { WorkspaceId } from "../../core/ids.ts";
import { PATHWAYS } from "../../core/inbound/input-class.ts";
import { DEFAULT_LOCALE } from "../../core/locale/locale.ts";
import { STANDARD_HOURS } from "../../core/time/contact-hours.ts";
import { answer } from "../answer.ts";
import { InvalidRequest, problems } from "../problem.ts";
import type { ServerDependencies, StorePorts } from "../server-dependencies.ts";
import type { ServerEnv } from "../server-env.ts";

const MOST_DAYS = 366;
const DAY_MS = 86_400_000;

const days = {
  from: Day.optional().openapi({ description: "Left out: six days before `to`." }),
  to: Day.optional().openapi({ description: "Left out: today." }),
};

const route = createRoute({
  method: "get",
  path: "/internal/agent/metrics",
  "x-access": "sales",
  tags: ["Metrics"],
  summary: "Show sales, handoffs, cost and speed of the shop by day",
  security: [{ bearer: [] }],
  request: {
    query: z.object({
      ...days,
      by: z.literal("day").default("day"),
    }),
  },
  responses: { 200: answer("The numbers", Insight), ...problems(401, 403, 422) },
});

const moneyRoute = createRoute({
  method: "get",
  path: "/internal/agent/metrics/money",
  "x-access": "sales",
  tags: ["Metrics"],
  summary: "Show what was sold by day, product and city, the stages, the hours and the costs",
  security: [{ bearer: [] }],
  request: { query: z.object({ from: days.from, to: days.to }) },
  responses: { 200: answer("The money", Money), ...problems(401, 403, 422) },
});

export function addInsightRoute(
  app: OpenAPIHono<ServerEnv>,
  {
    store: { insights, agentConfigs },
    clock,
  }: StorePorts<"insights" | "agentConfigs"> & Pick<ServerDependencies, "clock">,
): void {
  const rangeOf = async (workspace: WorkspaceId, asked: { from?: string | undefined; to?: string | undefined }) => {
    const config = await agentConfigs.get(workspace);
    const zone = config?.timeZone ?? STANDARD_HOURS.timeZone;
    const { to = dayOf(clock.now(), zone), from = dayOf(new Date(Date.parse(to) - 6 * DAY_MS), "UTC") } = asked;
    const count = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
    if (count < 1) throw new InvalidRequest([{ field: "from", message: `is after ${to}` }]);
    if (count > MOST_DAYS)
      throw new InvalidRequest([{ field: "from", message: `asks for more than ${MOST_DAYS} days` }]);
    return { zone, from, to, currency: currencyOf(config?.locale ?? DEFAULT_LOCALE).code };
  };

  app.openapi(moneyRoute, async (c) => {
    const { workspaceId } = c.get("principal");
    const range = await rangeOf(workspaceId, c.req.valid("query"));
    return c.json({ ...range, ...(await insights.money(workspaceId, range)) }, 200);
  });

  app.openapi(route, async (c) => {
    const { workspaceId } = c.get("principal");
    const { zone, from, to } = await rangeOf(workspaceId, c.req.valid("query"));
    const { total, days: lines, ...insight } = await insights.read(workspaceId, { from, to });
    return c.json(
      {
        from,
        to,
        zone,
        total: describeCounts(total),
        days: lines.map(({ day, ...counts }) => ({ day, ...describeCounts(counts) })),
        runsByStatus: insight.runsByStatus,
        latencies: insight.latencies.map((latency) => ({ ...latency, targetMs: targetOf(latency) })),
        measuredRuns: insight.measuredRuns,
        unmeasured: [
          { of: "ack" as const, targetMs: 150 },
          { of: "typing" as const, targetMs: 300 },
        ],
      },
      200,
    );
  });
}

/** Requirements R1 and R8: the input class of a message sets the target of its answer. */
function targetOf({ of, inputClass }: StoredLatency): number | null {
  return of === "answer" && inputClass !== null ? PATHWAYS[inputClass].targetMs : null;
}

function describeCounts({ microUsd, converted, handedOff, withPerson, ...counts }: StoredCounts) {
  const costUsd = microUsd / 1e6;
  const { conversations, orders, tokens } = counts;
  return {
    ...counts,
    conversion: ratio(converted, conversations),
    handoffs: handedOff,
    resolvedAlone: ratio(conversations - withPerson, conversations),
    costUsd,
    tokensPerConversation: ratio(tokens, conversations),
    costUsdPerConversation: ratio(costUsd, conversations),
    tokensPerOrder: ratio(tokens, orders),
    costUsdPerOrder: ratio(costUsd, orders),
  };
}

function ratio(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole;
}

/** Returns `YYYY-MM-DD`, the Swedish way to write a date. */
function dayOf(at: Date, timeZone: string): string {
  return at.toLocaleDateString("sv-SE", { timeZone });
}
