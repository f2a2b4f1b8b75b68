import type { Understanding } from "../inbound/understanding.ts";

type Seen = Extract<Understanding, { kind: "seen" }>;

/** 13 to 19 digits, as they are printed in groups. */
const LONG_NUMBER = /(?<!\d)\d(?:[ -]?\d){12,18}(?!\d)/g;

/**
 * What may be kept of a file's content (requirement R9, threat E7): of an identity document only
 * that it is one, and never a card number. Characters that a database cannot store go too.
 */
export function redactSeen(seen: Seen): Seen {
  if (seen.pictureClass === "ID_FORM") return { ...seen, extractedText: "", responseText: "" };
  return { ...seen, extractedText: cleanse(seen.extractedText), responseText: cleanse(seen.responseText) };
}

function cleanse(text: string): string {
  return text
    .replaceAll("\u0000", " ")
    .replace(/\p{Surrogate}/gu, "\uFFFD")
    .replace(LONG_NUMBER, (number) => (isCardNumber(number) ? "[número de tarjeta]" : number))
    .trim();
}

/** Uses the check digit that every card has (Luhn). */
function isCardNumber(text: string): boolean {
  const digits = [...text.replace(/\D/g, "")].reverse().map(Number);
  const sum = digits.reduce((total, digit, index) => {
    if (index % 2 === 0) return total + digit;
    return total + (digit > 4 ? digit * 2 - 9 : digit * 2);
  }, 0);
  return sum % 10 === 0;
}
