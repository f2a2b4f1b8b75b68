import type { FactKind, NewFact } from "./fact.ts";

/** A card, an account or a document number in a value that should hold none. */
const LONG_NUMBER = /\d(?:[ .-]?\d){11,}/u;
export const LONGEST_QUOTE = 300;
const LONGEST_VALUE = 200;

/** How sure a rule is by itself. */
export const CONFIDENCE: Readonly<Record<FactKind, number>> = {
  requested: 95,
  confirmed: 95,
  captured: 90,
  stated: 85,
};

/** What is sensitive needs the customer's own wish or yes, and a card or an account is never kept. */
export function mayBeKept({ kind, value, key, quote, sensitivity }: NewFact): boolean {
  const isShort = value !== "" && value.length <= LONGEST_VALUE && quote.length <= LONGEST_QUOTE && key.length <= 64;
  if (!isShort || sensitivity === "payment") return false;
  if (sensitivity !== "plain") return kind === "requested" || kind === "confirmed";
  return !LONG_NUMBER.test(value) || /tel|phone|cel/u.test(key);
}
