import type { ModelUsage } from "../ports/model/model.ts";
import type { Question, TokenBudget } from "../ports/model/turn-model.ts";
import { estimatePromptTokens } from "./estimate-tokens.ts";

/** Requirement B8: tokens of one session of a conversation. A new session (a new sale, the next day) begins at nothing. */
export const DEFAULT_TOKEN_LIMIT = 50_000;

/**
 * From here on a conversation is `near` its limit: an agent shortens, or uses what it can say
 * without a model.
 */
const NEAR_SHARE = 0.8;

/** The least that a call is taken for before it is made, however short its question looks (B8: about 2,000). */
export const LEAST_CALL_TOKENS = 2_000;

/** All that a call moves, whatever it costs: what is read from a cache fills the budget like the rest. */
export function totalTokens(usage: ModelUsage): number {
  return usage.inputTokens + usage.outputTokens + usage.cacheReadTokens + usage.cacheWriteTokens;
}

/** The most that an answer may take in all: a call that fits is never cut off in mid-answer by the budget. */
export function callTokens(
  question: Pick<Question, "system" | "messages" | "tools" | "outputSchema" | "maxTokens">,
): number {
  return Math.max(LEAST_CALL_TOKENS, estimatePromptTokens(question) + question.maxTokens);
}

export function tokenBudget(used: number, limit: number): TokenBudget {
  if (used + LEAST_CALL_TOKENS > limit) return { limit, used, state: "spent" };
  return { limit, used, state: used >= limit * NEAR_SHARE ? "near" : "free" };
}
