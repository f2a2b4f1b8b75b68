/** Digits as people group them: blanks, dots, dashes, brackets between them. */
const GAP = "[\\s().-]{0,3}";
/** A mobile of Colombia in whatever groups: `301 555 0142`, `30 15 55 01 42`, `3 0 1 5 …`, with or without 57. */
const MOBILE = `(?:(?:\\+|00)?57${GAP})?\\(?3(?:\\d\\d${GAP}(?:\\d${GAP}){6}\\d|\\d(?:[\\s.-]\\d\\d){4}|(?:[\\s.-]\\d){9})`;
const INTERNATIONAL = `(?:\\+|00)\\(?[1-9](?:${GAP}\\d){7,14}`;
const PHONE = new RegExp(`(?<![\\d#]|\\d[.-])(?:${MOBILE}|${INTERNATIONAL})(?!\\d)`, "g");

/** Said of a number that is not the one: "no es 301…", "ya no uso el 315…". */
const DENIED = /\b(?:no\s+(?:es|era|va)|ya\s+no(?:\s+\p{L}+){0,2}|no\s+tengo)(?:\s+(?:el|mi|ese))?\s*$/iu;
const CORRECTED =
  /(?<!\p{L})(?:no|mejor|perd[oó]n|digo|disculpe|corrijo|correcci[oó]n|me\s+equivoqu[eé]|sino)(?!\p{L})/iu;

export interface FoundPhone {
  /** Country code and number, digits only. */
  readonly value: string;
  readonly raw: string;
}

/** The phone number that a message tells, and every other that stands in it. */
export function findPhone(text: string): { readonly phone: FoundPhone | null; readonly all: readonly string[] } {
  const found = [...text.matchAll(PHONE)].flatMap(({ 0: raw, index }) => {
    const value = normalisePhone(raw);
    return value === null ? [] : [{ raw, value, index }];
  });
  const meant = found.filter(({ index }) => !DENIED.test(text.slice(Math.max(0, index - 40), index)));
  // Of two the first is theirs, unless the second takes it back: "315… no, mejor 301…".
  const [first, ...others] = meant;
  const last = others.at(-1);
  const isCorrected =
    first !== undefined && last !== undefined && CORRECTED.test(text.slice(first.index + first.raw.length, last.index));
  return { phone: (isCorrected ? last : first) ?? null, all: found.map(({ raw }) => raw) };
}

/**
 * Requirement A15: a Colombian mobile gets its 57; an international number keeps its own country code, which only a `+` or
 * `00` can say. Anything else is no phone number, and is asked again.
 */
export function normalisePhone(raw: string): string | null {
  const digits = raw.replace(/\D/g, "");
  const isInternational = /^\s*(?:\+|00)/.test(raw);
  const number = isInternational && raw.trim().startsWith("00") ? digits.slice(2) : digits;
  const isOneDigit = /(\d)\1{7,}$/.test(number);
  if (isOneDigit) return null;
  if (isInternational) {
    if (number.startsWith("57")) return /^573\d{9}$/.test(number) ? number : null;
    return /^[1-9]\d{7,14}$/.test(number) ? number : null;
  }
  if (/^3\d{9}$/.test(number)) return `57${number}`;
  return /^573\d{9}$/.test(number) ? number : null;
}
