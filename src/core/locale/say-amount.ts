import type { Locale } from "./locale.ts";
import { packOf } from "./pack-of.ts";

/** Whole units of a currency, as people of the country write them: `$45.000` in Colombia, `20 USD` for another currency than theirs. */
export function sayAmount(amount: number, currency: string, locale: Locale): string {
  const { code, sign, thousands } = packOf(locale).currency;
  const digits = String(Math.abs(amount)).replace(/\B(?=(\d{3})+$)/g, thousands);
  const minus = amount < 0 ? "-" : "";
  return currency === code ? `${minus}${sign}${digits}` : `${minus}${digits} ${currency}`;
}
