import { useSession } from "../../api/session.tsx";
import type { Agent } from "../../api/types.ts";
import { useApi } from "../../api/use-api.ts";

/**
 * Prices and totals, which are whole numbers of the smallest unit: in the currency of the agent that
 * they are of, or of the workspace when the agent names none.
 */
export function useMoney(agentId: string | null): (amount: number) => string {
  const session = useSession();
  const agent = useApi<Agent>(`/internal/agent/agents/${encodeURIComponent(agentId ?? "")}`, {
    pollMs: false,
    enabled: agentId !== null,
  });
  const { code, decimals } = agent.data?.currency ?? session.currency;
  // The country decides how a price is written, in every language of the Studio: customers read it so.
  const format = new Intl.NumberFormat(agent.data?.locale ?? session.locale, {
    style: "currency",
    currency: code,
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  });
  return (amount) => format.format(amount / 10 ** decimals);
}
