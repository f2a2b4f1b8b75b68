import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import { INPUT_CLASSES, PATHWAYS } from "../../core/inbound/input-class.ts";
import type { DayCounts, Latency } from "../../core/ports/insights.ts";
import { NIGHT } from "../../core/time/night.ts";
import { RUN_STATUSES } from "../../core/turn/run-machine.ts";
import { InvalidRequest, problems } from "../problem.ts";
import type { ServerDependencies } from "../server-dependencies.ts";
import type { ServerEnv } from "../server-env.ts";

const MOST_DAYS = 366;
const DAY_MS = 86_400_000;

const Day = z.iso.date().openapi({ example: "2026-03-02", description: "A day of the shop, America/Bogota." });

const share = z.number().nullable().openapi({ description: "0 to 1; null where there is nothing to share." });

const CountsJson = z
  .object({
    conversations: z
      .number()
      .int()
      .openapi({ description: "In which a customer spoke, an order was made or a person had a hand; each once." }),
    orders: z.number().int().openapi({ description: "Without those that were cancelled." }),
    conversion: share,
    handoffs: z.number().int().openapi({ description: "Conversations in which a person took over." }),
    resolvedAlone: share.openapi({ description: "In which no person took over, answered or had a tool called." }),
    tokens: z.number().int(),
    costUsd: z.number(),
    unpricedTokens: z.number().int().openapi({ description: "Of calls whose model had no price: not in `costUsd`." }),
    tokensPerConversation: z.number().nullable(),
    costUsdPerConversation: z.number().nullable(),
    tokensPerOrder: z.number().nullable(),
    costUsdPerOrder: z.number().nullable(),
  })
  .openapi("InsightCounts");

const LatencyJson = z
  .object({
    of: z.enum(["queue", "answer", "reply"]).openapi({
      description:
        "queue: from the message's record to the start of its run. answer: queue, phases and the first send, without the time in which a reply is typed. reply: from the record to the provider's receipt of the first reply, typing and all.",
    }),
    inputClass: z.enum(INPUT_CLASSES).nullable(),
    runs: z.number().int(),
    p50Ms: z.number(),
    p95Ms: z.number(),
    targetMs: z.number().nullable().openapi({ description: "Of the 95th percentile." }),
  })
  .openapi("InsightLatency");

const route = createRoute({
  method: "get",
  path: "/internal/agent/metrics",
  "x-access": "view",
  tags: ["Metrics"],
  summary: "What the days of the shop were like: sales, handoffs, cost and speed",
  security: [{ bearer: [] }],
  request: {
    query: z.object({
      from: Day.optional().openapi({ description: "Six days before `to` if it is not said." }),
      to: Day.optional().openapi({ description: "Today if it is not said." }),
      by: z.literal("day").default("day"),
    }),
  },
  responses: {
    200: {
      description: "The numbers",
      content: {
        "application/json": {
          schema: z.object({
            from: Day,
            to: Day,
            zone: z.string(),
            total: CountsJson,
            days: z.array(CountsJson.extend({ day: Day })),
            runsByStatus: z.record(z.enum(RUN_STATUSES), z.number().int()),
            latencies: z.array(LatencyJson),
            measuredRuns: z
              .number()
              .int()
              .openapi({ description: "Latencies are of the newest runs of the range, this many at most." }),
            unmeasured: z
              .array(z.object({ of: z.enum(["ack", "typing"]), targetMs: z.number() }))
              .openapi({ description: "What the database keeps no instant of; `/metrics` measures it by process." }),
          }),
        },
      },
    },
    ...problems(401, 422),
  },
});

export function addInsightRoute(app: OpenAPIHono<ServerEnv>, { store, clock }: ServerDependencies): void {
  app.openapi(route, async (c) => {
    const { to = dayOf(clock.now()), from = dayOf(new Date(Date.parse(to) - 6 * DAY_MS), "UTC") } =
      c.req.valid("query");
    const days = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
    if (days < 1) throw new InvalidRequest([{ field: "from", message: `is after ${to}` }]);
    if (days > MOST_DAYS) throw new InvalidRequest([{ field: "from", message: `${MOST_DAYS} days at most` }]);
    const { total, days: lines, ...insight } = await store.insights.read(c.get("principal").workspaceId, { from, to });
    return c.json(
      {
        from,
        to,
        zone: NIGHT.zone,
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

/** Requirements R1 and R8: the class of what was said sets how long its answer may take. */
function targetOf({ of, inputClass }: Latency): number | null {
  return of === "answer" && inputClass !== null ? PATHWAYS[inputClass].targetMs : null;
}

function describeCounts({ microUsd, converted, handedOff, withPerson, ...counts }: DayCounts) {
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

/** `YYYY-MM-DD`, as Swedes write it. */
function dayOf(at: Date, timeZone: string = NIGHT.zone): string {
  return at.toLocaleDateString("sv-SE", { timeZone });
}
