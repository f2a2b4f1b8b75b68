import * as z from "zod";
import type { StepRecord } from "../core/turn/turn.ts";

/** What language models took for a run, in all its attempts. */
export interface RunCost {
  /** Of the calls whose price is known. */
  readonly microUsd: number;
  /** Of the others: with one of them, nobody knows what the run cost. */
  readonly unpricedTokens: number;
}

/** As a step keeps it that asked a model (`journaledOutput` in model-gate.ts). Steps of older versions say nothing of tokens without a price. */
const paid = z.object({
  asked: z.unknown(),
  calls: z.number().positive(),
  microUsd: z.number(),
  unpricedTokens: z.number().default(0),
});

/** By its journal; null where no model was called. */
export function runCost(steps: readonly StepRecord[]): RunCost | null {
  const costs = steps.flatMap(({ name, output }) => {
    const read = name.startsWith("model.") ? paid.safeParse(output) : null;
    return read?.success === true ? [read.data] : [];
  });
  if (costs.length === 0) return null;
  return {
    microUsd: costs.reduce((sum, { microUsd }) => sum + microUsd, 0),
    unpricedTokens: costs.reduce((sum, { unpricedTokens }) => sum + unpricedTokens, 0),
  };
}
