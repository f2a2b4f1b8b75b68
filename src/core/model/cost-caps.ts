import type { ModelUsage } from "../ports/model/model.ts";

/** The cost of a call in millionths of a US dollar, and the first day of the price that says so. */
export interface CallCost {
  readonly microUsd: number;
  readonly priceDate: string;
}

/** null when this model's price is unknown. */
export type PriceOf = (model: string, usage: ModelUsage) => CallCost | null;

/** Requirement R10, in millionths of a US dollar, of one workspace; days and months as the shop's clock counts them. */
export interface CostCaps {
  readonly dayMicroUsd: number;
  readonly monthMicroUsd: number;
  /** The same of one conversation, which is one customer or one member of the shop, in a day. */
  readonly conversationDayMicroUsd: number;
  /**
   * True when the shop has set a cap. A model without a known price is then not asked, because the
   * cap could not be held. With our default caps it is asked, and its tokens are counted.
   */
  readonly areExplicit: boolean;
}

export interface Spent {
  readonly dayMicroUsd: number;
  readonly monthMicroUsd: number;
}

export type CostVerdict = "within" | "over" | "unknown_price";

/** Whether a call of (at most) this cost may still be made. */
export function judgeCost(spent: Spent, estimate: CallCost | null, caps: CostCaps): CostVerdict {
  if (estimate === null) {
    if (caps.areExplicit) return "unknown_price";
    return spent.dayMicroUsd >= caps.dayMicroUsd || spent.monthMicroUsd >= caps.monthMicroUsd ? "over" : "within";
  }
  const { microUsd } = estimate;
  const fits = spent.dayMicroUsd + microUsd <= caps.dayMicroUsd && spent.monthMicroUsd + microUsd <= caps.monthMicroUsd;
  return fits ? "within" : "over";
}

/** Requirement R10: less than a hundredth of a cap is left. */
const EMERGENCY = 0.99;
/** The shares of a cap at which an alert is raised, the lowest first. */
const WARNED_AT = [0.8, 0.95, EMERGENCY, 1] as const;
export type CostLevel = 0 | (typeof WARNED_AT)[number];

/** The highest share that has been reached. */
export function costLevel(spentMicroUsd: number, capMicroUsd: number): CostLevel {
  return WARNED_AT.findLast((share) => spentMicroUsd >= capMicroUsd * share) ?? 0;
}

/** The last of the money is kept for what cannot be left out, and the alert is critical. */
export function isEmergency({ dayMicroUsd, monthMicroUsd }: Spent, caps: CostCaps): boolean {
  return (
    isEmergencyLevel(costLevel(dayMicroUsd, caps.dayMicroUsd)) ||
    isEmergencyLevel(costLevel(monthMicroUsd, caps.monthMicroUsd))
  );
}

export function isEmergencyLevel(level: CostLevel): boolean {
  return level >= EMERGENCY;
}

/** The most that a call can cost, when only its size is known. */
export function usageAtMost(promptTokens: number, maxTokens: number): ModelUsage {
  return { inputTokens: promptTokens, outputTokens: maxTokens, cacheReadTokens: 0, cacheWriteTokens: 0 };
}
