import * as z from "zod";
import { INPUT_CLASSES } from "../inbound/input-class.ts";
import { RUN_STATUSES } from "../turn/run-machine.ts";

export const Day = z.iso.date().meta({ example: "2026-03-02", description: "A day by the clock of the workspace." });

/** What happened on a day, or in a range of days, as the database counts it. */
export const StoredCounts = z.object({
  conversations: z.number().int().meta({
    description: "Conversations in which a customer wrote, an order was made or a person stepped in. Each counts once.",
  }),
  orders: z.number().int().meta({ description: "Orders, without cancelled ones." }),
  tokens: z.number().int(),
  unpricedTokens: z.number().int().meta({ description: "Tokens of models without a price, not in `costUsd`." }),
  /** Conversations with an order. */
  converted: z.number().int(),
  /** Conversations in which a person took over, by the agent's wish or their own. */
  handedOff: z.number().int(),
  /** Conversations in which a person took over, answered or had a tool called. */
  withPerson: z.number().int(),
  microUsd: z.number(),
});
export type StoredCounts = z.output<typeof StoredCounts>;

const share = z.number().nullable().meta({ description: "0 to 1. Null when there was nothing to share." });

export const InsightCounts = StoredCounts.omit({ converted: true, handedOff: true, withPerson: true, microUsd: true })
  .extend({
    conversion: share,
    handoffs: z.number().int().meta({ description: "Conversations in which a person took over." }),
    resolvedAlone: share.meta({
      description:
        "Share of conversations in which no person took over, answered or had a tool called. 0 to 1, or null.",
    }),
    costUsd: z.number(),
    tokensPerConversation: z.number().nullable(),
    costUsdPerConversation: z.number().nullable(),
    tokensPerOrder: z.number().nullable(),
    costUsdPerOrder: z.number().nullable(),
  })
  .meta({ id: "InsightCounts" });

export const StoredLatency = z.object({
  of: z.enum(["queue", "answer", "reply"]).meta({
    description:
      "queue: from the message's record to the start of its run. answer: queue, phases and first send, without typing. reply: from the message's record to WhatsApp's receipt of the first reply, with typing.",
  }),
  inputClass: z.enum(INPUT_CLASSES).nullable().meta({ description: "Null means all classes." }),
  runs: z.number().int(),
  p50Ms: z.number(),
  p95Ms: z.number(),
});
export type StoredLatency = z.output<typeof StoredLatency>;

export const InsightLatency = StoredLatency.extend({
  targetMs: z.number().nullable().meta({ description: "Target of the 95th percentile." }),
}).meta({ id: "InsightLatency" });

/** What the days of a shop were like. */
export const Insight = z.object({
  from: Day,
  to: Day,
  zone: z.string(),
  total: InsightCounts,
  days: z.array(InsightCounts.extend({ day: Day })),
  runsByStatus: z.record(z.enum(RUN_STATUSES), z.number().int()),
  latencies: z.array(InsightLatency),
  measuredRuns: z
    .number()
    .int()
    .meta({ description: "Latencies come from the newest runs of the range, at most this many." }),
  unmeasured: z
    .array(z.object({ of: z.enum(["ack", "typing"]), targetMs: z.number() }))
    .meta({ description: "Latencies that the database does not keep. `/metrics` measures them by process." }),
});
export type Insight = z.output<typeof Insight>;
