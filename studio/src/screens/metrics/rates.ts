import { setAnswer } from "../../api/cache.ts";
import { useSession } from "../../api/session.tsx";
import type { AgentConfig, Money } from "../../api/types.ts";
import { useApi, useCommand } from "../../api/use-api.ts";

/** What one of each costs in whole units of the shop's currency; what the owner has not said is not there. */
export type Rates = AgentConfig["messagePrices"];

export const RATE_NAMES = ["usd", "marketing", "utility", "authentication", "service"] as const;

const PATH = "/internal/agent/config";

/** The shop's own prices, the same in every browser, and the way to change them. Null until they are known. */
export function useRates() {
  const { actor } = useSession();
  const { data } = useApi<AgentConfig>(PATH);
  const command = useCommand<AgentConfig>([PATH]);
  const keep = (messagePrices: Rates, onSuccess: () => void) =>
    command.mutate(
      { method: "PATCH", path: PATH, body: { actor, messagePrices } },
      {
        onSuccess: (changed) => {
          setAnswer(PATH, changed);
          onSuccess();
        },
      },
    );
  return { rates: data?.messagePrices ?? null, keep, isPending: command.isPending, error: command.error };
}

/**
 * Cost in whole units of the shop's currency. Null when something was used whose price the owner has not
 * said: a sum that leaves it out would mislead.
 */
export function costOf({ templates, modelMicroUsd, billedReplies }: Money, rates: Rates | null): number | null {
  if (rates === null) return null;
  let sum = 0;
  for (const [used, rate] of [
    [modelMicroUsd / 1e6, rates.usd],
    [templates.marketing, rates.marketing],
    [templates.utility, rates.utility],
    [templates.authentication, rates.authentication],
    [billedReplies, rates.service],
  ] as const) {
    if (used === 0) continue;
    if (rate === undefined) return null;
    sum += used * rate;
  }
  return sum;
}
