import * as z from "zod";

/** A day's calls of one model for one purpose, as the database counts them. */
export const StoredCostLine = z.object({
  day: z.string().meta({ example: "2026-11-22", description: "A day of the shop's clock." }),
  purpose: z.string(),
  model: z.string(),
  calls: z.number().int(),
  failures: z.number().int(),
  inputTokens: z
    .number()
    .int()
    .meta({ description: "Prompt tokens, without those read from the cache or written to it." }),
  outputTokens: z.number().int(),
  cacheReadTokens: z.number().int(),
  cacheWriteTokens: z.number().int(),
  microUsd: z.number().int(),
  unpricedTokens: z.number().int().meta({ description: "Tokens of models without a price, not in `costUsd`." }),
});
export type StoredCostLine = z.output<typeof StoredCostLine>;

export const CostLine = StoredCostLine.omit({ microUsd: true })
  .extend({
    cacheHitRatio: z.number().nullable().meta({ description: "Share of the prompt tokens that the cache gave." }),
    costUsd: z.number(),
  })
  .meta({ id: "CostLine" });
export type CostLine = z.output<typeof CostLine>;
