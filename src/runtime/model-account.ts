import {
  type CostCaps,
  type CostVerdict,
  isEmergency,
  judgeCost,
  type PriceOf,
  usageAtMost,
} from "../core/model/cost-caps.ts";
import { estimatePromptTokens } from "../core/model/estimate-tokens.ts";
import { callTokens, tokenBudget, totalTokens } from "../core/model/token-budget.ts";
import type { ModelUsage } from "../core/ports/model/model.ts";
import type { Charged, ModelLedger, ModelScope, ModelStanding } from "../core/ports/model/model-ledger.ts";
import type { Question, TokenBudget } from "../core/ports/model/turn-model.ts";

export interface AccountLimits {
  /** Requirement B8: the account of one session. */
  readonly tokenLimit: number;
  readonly caps: CostCaps;
}

/**
 * What one scope may still spend: read once, when first needed, and updated by each written call.
 */
export interface ModelAccount {
  standing(): Promise<ModelStanding>;
  budget(): Promise<TokenBudget>;
  /**
   * Judges a call before it is made, by what is known. A call under way counts with its maximum, so
   * there must be no await between this and `hold`.
   */
  judge(standing: ModelStanding, question: Question, model: string): "fits" | "budget" | Exclude<CostVerdict, "within">;
  /** Holds the call's tokens back while `call` runs. */
  hold<Result>(question: Question, call: () => Promise<Result>): Promise<Result>;
  /**
   * The ledger's numbers after a call; null when they could not be written, and the call then
   * counts by itself.
   */
  charge(usage: ModelUsage, microUsd: number, charged: Charged | null): void;
}

export function openAccount(
  ledger: Pick<ModelLedger, "standing">,
  scope: ModelScope,
  { tokenLimit, caps }: AccountLimits,
  priceOf: PriceOf,
): ModelAccount {
  let reading: Promise<ModelStanding> | null = null;
  let known: ModelStanding | null = null;
  let heldTokens = 0;
  const standing = async () => {
    reading ??= ledger.standing(scope).catch((error: unknown) => {
      reading = null; // // The next question reads them again.
      throw error;
    });
    const read = await reading;
    known ??= read;
    return known;
  };
  return {
    standing,
    async budget() {
      const read = await standing();
      const budget = tokenBudget(read.usedTokens, tokenLimit);
      return budget.state === "free" && isEmergency(read, caps) ? { ...budget, state: "near" } : budget;
    },
    judge({ usedTokens, conversationDayMicroUsd, dayMicroUsd, monthMicroUsd }, question, model) {
      // A job without a conversation has no session that pays its tokens.
      if (scope.conversationId !== null && usedTokens + heldTokens + callTokens(question) > tokenLimit) return "budget";
      const estimate = priceOf(model, usageAtMost(estimatePromptTokens(question), question.maxTokens));
      // One who writes all day ends their own account, and not the shop's.
      const ofOne = conversationDayMicroUsd + (estimate?.microUsd ?? 0);
      if (scope.conversationId !== null && ofOne > caps.conversationDayMicroUsd) return "budget";
      const verdict = judgeCost({ dayMicroUsd, monthMicroUsd }, estimate, caps);
      return verdict === "within" ? "fits" : verdict;
    },
    async hold(question, call) {
      const tokens = callTokens(question);
      heldTokens += tokens;
      try {
        return await call();
      } finally {
        heldTokens -= tokens;
      }
    },
    charge(usage, microUsd, charged) {
      if (known === null) return;
      const conversationDayMicroUsd = known.conversationDayMicroUsd + microUsd;
      known =
        charged === null
          ? {
              ...known,
              conversationDayMicroUsd,
              usedTokens: known.usedTokens + totalTokens(usage),
              dayMicroUsd: known.dayMicroUsd + microUsd,
              monthMicroUsd: known.monthMicroUsd + microUsd,
            }
          : { ...known, ...standingOf(charged), conversationDayMicroUsd };
    },
  };
}

function standingOf({ usedTokens, dayMicroUsd, monthMicroUsd }: Charged) {
  return { usedTokens, dayMicroUsd, monthMicroUsd };
}
