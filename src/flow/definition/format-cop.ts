import { formatMoney } from "../../core/locale/money.ts";

/** `79900` → `$79.900`, as prices are written in Colombia. */
export function formatCop(amount: number): string {
  return formatMoney(amount, "es-CO");
}
