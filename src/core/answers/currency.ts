import * as z from "zod";
import type { Locale } from "../locale/locale.ts";
import { packOf } from "../locale/pack-of.ts";

/** How prices of a locale are counted and named. */
export const CurrencyAnswer = z
  .object({
    code: z.string().meta({ description: "ISO 4217.", example: "COP" }),
    decimals: z.number().int().meta({
      description: "Digits behind the mark. Prices and totals are whole numbers of the smallest unit: 2 means cents.",
    }),
  })
  .meta({ id: "Currency" });
export type CurrencyAnswer = z.output<typeof CurrencyAnswer>;

export function currencyOf(locale: Locale): CurrencyAnswer {
  const { code, decimals } = packOf(locale).currency;
  return { code, decimals };
}
