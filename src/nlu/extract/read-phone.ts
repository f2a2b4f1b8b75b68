import { parsePhoneNumberFromString } from "libphonenumber-js/mobile";

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

export interface FoundPhones {
  /** The one that is meant. */
  readonly phone: FoundPhone | null;
  /** More than one where nothing says which of them is meant. */
  readonly candidates: readonly string[];
  /** Every number that stands in the text, as it stands there. */
  readonly all: readonly string[];
}

/** The phone number that a message tells, and every other that stands in it. */
export function findPhone(text: string): FoundPhones {
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
  const phone = (isCorrected ? last : first) ?? null;
  const candidates = isCorrected ? [] : [...new Set(meant.map(({ value }) => value))];
  return { phone, candidates, all: found.map(({ raw }) => raw) };
}

/**
 * Requirement A15: a Colombian mobile gets its 57; an international number keeps its own country code, which only a `+` or
 * `00` can say. Anything else (a line in a house, too few digits, one digit ten times) is no number to call a customer on, and
 * is asked again.
 */
export function normalisePhone(raw: string): string | null {
  const digits = raw.replace(/\D/g, "");
  if (isMadeUp(digits)) return null;
  const isInternational = /^\s*\(?(?:\+|00)/.test(raw);
  const code = digits.replace(/^00/, "");
  // Mexico wrote a 1 between code and number until 2019, and WhatsApp still does.
  const international = isInternational
    ? code.replace(/^521(?=\d{10}$)/, "52")
    : /^573\d{9}$/.test(digits)
      ? digits
      : null;
  const written = international ?? (/^3\d{9}$/.test(digits) ? `57${digits}` : null);
  if (written === null || !/^[1-9]\d{7,14}$/.test(written)) return null;
  return parsePhoneNumberFromString(`+${written}`)?.isValid() === true ? written : null;
}

/** Nobody has 333 333 3333, which the numbering plan allows. */
function isMadeUp(digits: string): boolean {
  return /(\d)\1{7}/.test(digits);
}
