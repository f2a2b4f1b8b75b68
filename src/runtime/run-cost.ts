import * as z from "zod";
import type { StepRecord } from "../core/turn/turn.ts";
import { isModelStep } from "./model-step.ts";

/** What language models cost a run, in all its attempts. */
export interface RunCost {
  /** Cost of the calls with a known price. */
  readonly microUsd: number;
  /** Tokens of the other calls. With one of them the run's cost is unknown. */
  readonly unpricedTokens: number;
}

/**
 * What a step keeps after it asked a model (`journaledOutput` in model-gate.ts). Steps of older
 * versions do not count tokens without a price.
 */
const paid = z.object({
  asked: z.unknown(),
  calls: z.number().positive(),
  microUsd: z.number(),
  unpricedTokens: z.number().default(0),
});

/** Computed from the journal; null when no model was called. */
export function runCost(steps: readonly StepRecord[]): RunCost | null {
  const costs = steps.flatMap((step) => {
    const read = isModelStep(step) ? paid.safeParse(step.output) : null;
    return read?.success === true ? [read.data] : [];
  });
  if (costs.length === 0) return null;
  return {
    microUsd: costs.reduce((sum, { microUsd }) => sum + microUsd, 0),
    unpricedTokens: costs.reduce((sum, { unpricedTokens }) => sum + unpricedTokens, 0),
  };
}
