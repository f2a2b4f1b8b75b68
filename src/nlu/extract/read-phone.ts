import { parsePhoneNumberFromString } from "libphonenumber-js/mobile";
import { DEFAULT_LOCALE, type Locale } from "../../core/locale/locale.ts";
import { packOf } from "../../core/locale/pack-of.ts";
import type { Standing } from "./phone-in-text.ts";
import { writtenElsewhere } from "./read-phone-elsewhere.ts";
import { findSpokenDigits } from "./spoken-numbers.ts";
import { isCorrection, isSomebodyElses } from "./whose.ts";

/** Digits as people group them: blanks, dots, dashes, brackets between them. */
const GAP = "[\\s().-]{0,3}";
/** A mobile in plain digits, as most are typed. */
export const TYPED_MOBILE = /(?<!\d)3\d{2}[ .-]?\d{3}[ .-]?\d{2}[ .-]?\d{2}(?!\d)/u;
/** A mobile of Colombia in whatever groups: `301 555 0142`, `30 15 55 01 42`, `3 01 555 …`, `3 0 1 5 …`, with or without 57. */
const MOBILE = `(?:(?:\\+|00)?57${GAP})?\\(?3(?:[\\s.-]?\\d\\d${GAP}(?:\\d${GAP}){6}\\d|\\d(?:[\\s.-]\\d\\d){4}|(?:[\\s.-]\\d){9})`;
const INTERNATIONAL = `(?:\\+|00)\\(?[1-9](?:${GAP}\\d){7,14}`;
/** A landline, by its code of two digits and the 60 before it. */
const LINE = new RegExp(`(?<![\\d#]|\\d[.-])(?:(?:\\+|00)?57${GAP})?\\(?60[1-8](?:${GAP}\\d){7}(?!\\d)`, "g");
const PHONE = new RegExp(
  `(?<![\\d#]|\\d[.-])(?:${MOBILE}|3\\d\\d,\\s?\\d{3},\\s?\\d\\d(?:,?\\s?)\\d\\d|${INTERNATIONAL})(?!\\d)`,
  "g",
);

/** Words about a wrong number: "no es 301…", "ya no uso el 315…". */
const DENIED =
  /\b(?:no\s+(?:es|era|va|me\s+llamen?\s+al?)|ya\s+no(?:\s+\p{L}+){0,2}|no\s+tengo)(?:\s+(?:el|mi|ese))?\s*$/iu;
/** Words for another number to try. */
const SECOND =
  /(?<!\p{L})(?:si\s+no\s+(?:contest|respond)\p{L}*|tambi[eé]n|otro|alterno|o\s+(?:al?|el)\s+m[ií]o|(?:mi|el|del?)\s+(?:\p{L}+\s+)?(?:trabajo|oficina|espos[oa]|hij[oa]|herman[oa]|mam[aá]|pap[aá]|vecin[oa]))(?!\p{L})[^\d\n]{0,25}$/iu;
const IN_CASE =
  /(?<!\p{L})(?:por\s+si\s+(?:algo|acaso|las\s+moscas|no\s+contest\p{L}*)|(?:si|cuando)\s+(?:yo\s+)?no\s+(?:l[eo]s?\s+)?(?:contest|respond)\p{L}*|y\s+tambi[eé]n|de\s+respaldo|alterno)(?!\p{L})/iu;
const OWN = /(?<!\p{L})(?:m[ií]o|personal|mi\s+(?:cel|n[uú]mero|tel|whats))\p{L}*[^\d\n]{0,12}$/iu;
/** "El cel de ella 312…", "312… es el de él": of the one who receives the parcel. */
const OF_RECEIVER =
  /(?:cel(?:ular)?|n[uú]mero|tel(?:[eé]fono)?|whatsapp)\s+de\s+(?:ella|[eé]l)\s*(?:es\s+)?(?:el\s+)?:?\s*$/iu;
const IS_OF_RECEIVER =
  /^[\s,(]*(?:es|ese\s+es)\s+(?:el\s+)?(?:de|n[uú]mero\s+de|cel(?:ular)?\s+de)\s+(?:ella|[eé]l)(?!\p{L})/iu;
const LOOKED_AT = 60;

/** Any grouping of digits, when the words before them announce a phone. */
const LABELLED =
  /(?<!\p{L})(?:cel(?:u|ular)?|tel(?:[eé]fono)?|n[uú]mero|whatsapp|wasap|wpp|m[oó]vil)(?:\s+(?:es|el|de|mi|celular|cel|tel[eé]fono|whatsapp)){0,4}\s*(?:[:#=]\s*)?((?:(?:\+|00)?57[\s-]?)?3(?:[\s.()-]{0,3}\d){9})(?!\d)/giu;

export interface FoundPhone {
  /** Country code and number, digits only. */
  readonly value: string;
  readonly raw: string;
}

export interface FoundPhones {
  /** The number that is meant. */
  readonly phone: FoundPhone | null;
  /** More than one when nothing says which is meant. */
  readonly candidates: readonly string[];
  /** Every number in the text, as it stands there. */
  readonly all: readonly string[];
}

/** The phone number that a message tells, and every other number in it. `known`: the one told before. */
export function findPhone(text: string, locale: Locale = DEFAULT_LOCALE, known?: string): FoundPhones {
  const isColombian = packOf(locale).phoneCountry === "CO";
  const written = isColombian ? [...writtenPhones(text), ...spokenPhones(text)] : writtenElsewhere(text, locale);
  const found = written.toSorted((one, other) => one.index - other.index);
  const meant = found.filter(({ value, raw, index }) => {
    const isDenied = DENIED.test(text.slice(Math.max(0, index - LOOKED_AT), index));
    return value !== null && !isDenied && !isSomebodyElses(text, index, index + raw.length);
  });
  const all = found.map(({ raw }) => raw);
  // "Mentiras, el 310… lo boté, use 311…": beside the known number the other one is new.
  const [other, ...more] = meant.filter(({ value }) => value !== known);
  if (other !== undefined && more.length === 0 && meant.length > 1 && isCorrection(text))
    return { phone: asTold(other), candidates: [], all };
  const [first, last] = [meant[0], meant.at(-1)];
  if (first === undefined || last === undefined) return { phone: null, candidates: [], all };
  // The first of two is theirs, unless the second takes it back: "315… no, mejor 301…".
  if (first !== last && isCorrection(text.slice(first.index + first.raw.length, last.index)))
    return { phone: asTold(last), candidates: [], all };
  const said = (words: RegExp): typeof meant =>
    meant.filter(({ index }) => words.test(text.slice(Math.max(0, index - LOOKED_AT), index)));
  const seconds = said(SECOND);
  const [theirs] = [
    ...said(OF_RECEIVER),
    ...meant.filter(({ index, raw }) => IS_OF_RECEIVER.test(text.slice(index + raw.length))),
  ];
  const own = said(OWN).find((one) => !seconds.includes(one)) ?? theirs;
  const chosen = own ?? meant.find((one) => !seconds.includes(one)) ?? first;
  // "Y también este por si algo": beside a known number it is one more, and takes the place of none.
  if (known !== undefined && meant.length === 1 && seconds.includes(first) && IN_CASE.test(text))
    return { phone: null, candidates: [], all };
  const values = new Set(meant.filter((one) => !seconds.includes(one)).map(({ value }) => value));
  const isSure = own !== undefined || values.size <= 1;
  return { phone: asTold(chosen), candidates: isSure ? [] : [...values].flatMap((value) => value ?? []), all };
}

function asTold({ raw, value }: Standing): FoundPhone | null {
  return value === null ? null : { raw, value };
}

function writtenPhones(text: string): Standing[] {
  const mobiles = [...text.matchAll(PHONE)].map(({ 0: raw, index }) => ({ raw, index, value: normalisePhone(raw) }));
  const labelled = [...text.matchAll(LABELLED)].flatMap(({ 0: said, 1: raw = "", index }) => {
    const at = index + said.length - raw.length;
    const isFound = mobiles.some(
      (one) => one.value !== null && at < one.index + one.raw.length && one.index < at + raw.length,
    );
    return isFound ? [] : [{ raw, index: at, value: normalisePhone(raw) }];
  });
  const lines = [...text.matchAll(LINE)].map(({ 0: raw, index }) => ({ raw, index, value: null }));
  const isApart = (line: Standing): boolean =>
    !mobiles.some(({ raw, index }) => index < line.index + line.raw.length && line.index < index + raw.length);
  return [...[...mobiles, ...labelled].filter(({ value }) => value !== null), ...lines.filter(isApart)];
}

function spokenPhones(text: string): Standing[] {
  return findSpokenDigits(text).flatMap(({ digits, raw, index }) => {
    const value = normalisePhone(digits);
    return value === null ? [] : [{ raw, value, index }];
  });
}

/**
 * Requirement A15: a Colombian mobile gets its 57; an international number keeps its own country
 * code, which only a `+` or `00` can announce. Any other number (a landline, too few digits, one
 * digit ten times) cannot reach a customer, and is asked for again.
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

/** 333 333 3333 is a placeholder, although the numbering plan allows it. */
function isMadeUp(digits: string): boolean {
  return /(\d)\1{7}/.test(digits);
}
