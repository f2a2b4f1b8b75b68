/** Digits as people group them: blanks, dots, dashes, brackets between them. */
const DIGIT_RUN = /(?<![\d#])(\+|00)?\(?\d(?:[\s().-]{0,2}\d){6,16}(?!\d)/g;

export interface FoundPhone {
  /** Country code and number, digits only. Null where the digits cannot be a phone number. */
  readonly value: string | null;
  readonly raw: string;
}

/** Every run of digits that looks like a phone number, in order. */
export function findPhones(text: string): FoundPhone[] {
  return [...text.matchAll(DIGIT_RUN)].map(([raw]) => ({ raw, value: normalisePhone(raw) }));
}

/**
 * Requirement A15: a Colombian mobile gets its 57; an international number keeps its own country code, which only a `+` or
 * `00` can say. Anything else is no phone number, and is asked again.
 */
export function normalisePhone(raw: string): string | null {
  const digits = raw.replace(/\D/g, "");
  const isInternational = /^\s*(?:\+|00)/.test(raw);
  const number = isInternational && raw.trim().startsWith("00") ? digits.slice(2) : digits;
  if (isInternational) {
    if (number.startsWith("57")) return /^573\d{9}$/.test(number) ? number : null;
    return /^[1-9]\d{7,14}$/.test(number) ? number : null;
  }
  if (/^3\d{9}$/.test(number)) return /^(\d)\1+$/.test(number) ? null : `57${number}`;
  return /^573\d{9}$/.test(number) ? number : null;
}
