import { useSession } from "../../api/session.tsx";
import { useMoney } from "../../ui/values/money.ts";
import { useNumbers } from "../../ui/values/number.ts";

/** How the amounts of a call are written. */
export function useAmountWords(tool: string): (amount: number) => string {
  const { count } = useNumbers();
  const { currency } = useSession();
  const money = useMoney(null);
  // The shop's own tools count in cents. A tool of another system may count in whole units: its
  // number stands as it is.
  return currency.decimals === 0 || tool.startsWith("crm.") ? money : count;
}
