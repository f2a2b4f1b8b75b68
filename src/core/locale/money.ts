import { foldLetters } from "../plain-text.ts";
import type { Locale } from "./locale.ts";
import type { Currency } from "./locale-pack.ts";
import { packOf } from "./pack-of.ts";

/**
 * A price as people of the country write it, from whole numbers of its smallest unit: `79900` →
 * `$79.900` in Colombia, `1250` → `R$ 12,50` in Brazil. Not `Intl`: its data differs between builds
 * of Node.
 */
export function formatMoney(amount: number, locale: Locale): string {
  const { sign, thousands, decimal, decimals } = packOf(locale).currency;
  const digits = String(Math.abs(amount)).padStart(decimals + 1, "0");
  const whole = digits.slice(0, digits.length - decimals).replace(/\B(?=(\d{3})+$)/g, thousands);
  const cents = decimals === 0 ? "" : `${decimal}${digits.slice(-decimals)}`;
  return `${amount < 0 ? "-" : ""}${sign}${whole}${cents}`;
}

const NUMBER =
  /(?<![\d.,])\d{1,3}(?:[.,]\d{3})+(?:[.,]\d{1,2})?(?![\d.,]\d)|(?<![\d.,])\d{1,9}(?:[.,]\d{1,2})?(?![\d.,]\d)/g;

/**
 * The first price in a message, as a whole number of the smallest unit; null when no number stands
 * beside a sign, a name of the currency or, with cents, alone. "2,5 kg" is no price.
 */
export function readMoney(text: string, locale: Locale): number | null {
  const { currency } = packOf(locale);
  const folded = foldLetters(text);
  for (const { 0: written, index } of folded.matchAll(NUMBER)) {
    const after = /^\s*([a-z]+)?(?:\s+de)?(?:\s+([a-z]+))?/.exec(folded.slice(index + written.length));
    const [next = "", second = ""] = [after?.[1], after?.[2]];
    const multiple = currency.multiples[next] ?? 1;
    const isNamed =
      isSignBefore(folded.slice(0, index), currency) ||
      currency.names.includes(next) ||
      (multiple > 1 && (second === "" || currency.names.includes(second)));
    const amount = amountOf(written, currency);
    if (amount === null || (!isNamed && !hasCents(written, next, currency))) continue;
    return amount * multiple;
  }
  return null;
}

function isSignBefore(before: string, { names }: Currency): boolean {
  const word = /([a-z]{1,12})\s{0,2}\$?\s{0,2}$/.exec(before)?.[1] ?? "";
  return /(?:r|us|mx|cop|usd|mxn)?\$\s*$/.test(before) || names.includes(word);
}

/** "3,50" alone is a price in Brazil; "3,50 m" is none. */
function hasCents(written: string, next: string, { decimal, decimals }: Currency): boolean {
  return decimals === 2 && next === "" && new RegExp(`\\${decimal}\\d\\d$`).test(written);
}

/** null for a number that the country does not write so: "1.250" with three decimals. */
function amountOf(written: string, { thousands, decimal, decimals }: Currency): number | null {
  const [whole = "", cents = "", ...more] = written.split(decimal);
  const grouped = whole.split(thousands);
  const isGrouped = grouped.length === 1 || grouped.slice(1).every((group) => group.length === 3);
  if (more.length > 0 || !isGrouped || !/^\d*$/.test(cents) || cents.length > 2) return null;
  if (decimals === 0) return cents === "" ? Number(grouped.join("")) : null;
  return Number(grouped.join("")) * 10 ** decimals + Number(cents.padEnd(decimals, "0"));
}

/**
 * What a person types to find an amount: "129.900", "$ 129,900" and "129900" are one in Colombia, "R$ 12,50" and "12.50" one in
 * Brazil, and "1.250" is 1,250 reais there. Null for other words: a phone has more digits, a house number fewer.
 */
export function readTypedAmount(typed: string, locale: Locale): number | null {
  const { decimals } = packOf(locale).currency;
  const written = /^(?:[A-Za-z]{0,3}\$)? ?([\d.,]{2,13})$/.exec(typed.trim())?.[1] ?? "";
  const [, whole, cents] = /^(\d{1,9}|\d{1,3}(?:[.,]\d{3}){1,2})(?:[.,](\d\d))?$/.exec(written) ?? [];
  if (whole === undefined) return null;
  const digits = whole.replaceAll(/[.,]/g, "");
  // Prices of a country without cents have at least four digits.
  if (decimals === 0) return digits.length < 4 || digits.length > 8 || Number(cents ?? 0) > 0 ? null : Number(digits);
  return digits.length > 7 ? null : Number(digits) * 10 ** decimals + Number(cents ?? 0);
}
