import { findIn } from "../text/pattern-gate.ts";
import { normaliseAddress } from "./read-address.ts";
/** A wrong number in a known value, and the right one: "es 24, no 42", "no es 12-30 sino 12-80". */
export interface Correction {
  readonly kind: "address" | "phone";
  /** The whole value, with the right number in the place of the wrong one. */
  readonly value: string;
  readonly raw: string;
}

const NUMBER = "(\\d{1,4}[a-z]?(?:(?:\\s?-\\s?|\\s)\\d{1,4})?)(?![\\d-])";
const OF =
  "(?:(?:en|el|la|con|n[uú]mero|calle|cll?|carrera|cra|kra|kr|cr|avenida|av|diagonal|dg|transversal|tv|casa|apto|apartamento|torre|interior|manzana)\\.?\\s+){0,2}";
const PATTERNS: readonly { readonly words: RegExp; readonly right: 1 | 2; readonly wrong: 1 | 2 }[] = [
  {
    words: new RegExp(
      `(?<![\\p{L}\\d])${OF}${NUMBER}\\s?,?\\s+(?:y\\s+)?no\\s+(?:es\\s+|era\\s+)?${OF}${NUMBER}`,
      "iu",
    ),
    right: 1,
    wrong: 2,
  },
  {
    words: new RegExp(
      `(?<!\\p{L})no\\s+(?:es|era|son|termina|(?:vivo|queda|estoy|vivimos)\\s+en)\\s+${OF}${NUMBER}\\s?,?\\s+(?:es|era|sino|son|termina)\\s+(?:que\\s+)?(?:es\\s+)?${OF}${NUMBER}(?!\\s{0,2}(?:#|n[o°º.]))`,
      "iu",
    ),
    right: 2,
    wrong: 1,
  },
];

/** "Termina en 67", "no termina en 66 sino en 67": the end of the known phone. */
const ENDING =
  /(?<!\p{L})(?:(?:no\s+)?termina\s+en\s+\d{2,4}\s?,?\s+(?:sino|es)\s+en\s+|(?<!no\s)termina\s+en\s+|(?:los\s+)?[uú]ltimos\s+(?:(?:\p{L}+|\d)\s+)?(?:n[uú]meros|d[ií]gitos)\s+son\s+|al\s+final\s+(?:es|va|son)\s+)(\d{2,4})(?!\d)|(?<!\d|(?:casa|apto|apartamento|lote|local|km)\s)(\d{3,4})\s+al\s+final(?=\s?[.,!]|\s?$)/iu;

/** "Cl 51 no 90-4": in an address "no" is the sign of a number. */
const STREET_AND_DOOR =
  /^(?:calle|cll?|carrera|cra|kra|kr|cr|avenida|av|diagonal|dg|transversal|tv)\.?\s+\d+[a-z]?\s+no\.?\s+\d/iu;

interface Known {
  readonly address?: string;
  readonly phone?: string;
}

/**
 * null when nothing is corrected, or when the known value does not hold the wrong number exactly
 * once.
 */
export function findCorrection(text: string, { address, phone }: Known): Correction | null {
  const ending = findIn(ENDING, text);
  const end = ending?.[1] ?? ending?.[2];
  if (ending != null && end !== undefined && phone !== undefined && !/\d{5,}/.test(text)) {
    return { kind: "phone", value: phone.slice(0, -end.length) + end, raw: ending[0] };
  }
  const door =
    address === undefined
      ? null
      : (findWhole(text, address) ?? findDoor(text, address) ?? findStreet(text, address) ?? findUnit(text, address));
  if (door !== null) return door;
  for (const { words, right, wrong } of PATTERNS) {
    const match = findIn(words, text);
    if (match === null || STREET_AND_DOOR.test(match[0])) continue;
    const [is, isNot] = [tight(match[right]), tight(match[wrong])];
    // "4-22, no 10": a whole door takes the place of a whole door only.
    if (is.includes("-") && !isNot.includes("-")) continue;
    if (address !== undefined) {
      const places = [...address.matchAll(new RegExp(`(?<!\\d)${isNot}(?!\\d)`, "giu"))];
      const [place, ...others] = places;
      if (place !== undefined && others.length === 0) {
        const value = address.slice(0, place.index) + is.toUpperCase() + address.slice(place.index + isNot.length);
        return { kind: "address", value, raw: match[0] };
      }
    }
    const isEnding = /^\d{2,4}$/.test(is) && is.length === isNot.length && phone?.endsWith(isNot) === true;
    if (isEnding && phone !== undefined && /\btermina/iu.test(text)) {
      return { kind: "phone", value: phone.slice(0, -isNot.length) + is, raw: match[0] };
    }
  }
  return null;
}

const VIA = "(calle|cll?|carrera|cra|kra?|cr|avenida|av|diagonal|dg|transversal|tv)";
/** "Cra 14 # 20-33 no 23": a whole street with its door, and behind it the number that was wrong. */
const WHOLE_AND_WRONG = new RegExp(
  `(?<!\\p{L})(${VIA}\\.?\\s{0,2}\\d{1,3}\\s?[a-z]{0,2}(?:\\s(?:bis|sur|norte|este|oeste)){0,2}\\s?(?:#|n[°º]|nro\\.?|n[uú]mero|con)\\s?\\d{1,3}\\s?[a-z]?(?:\\s(?:sur|este))?\\s?-\\s?\\d{1,3})\\s?,?\\s(?:y\\s)?no\\s(?:(?:es|era|son)\\s)?(?:(?:la|el|en)\\s)?(?:${VIA}\\.?\\s)?\\d{1,3}[a-z]?(?:\\s?[-#]\\s?\\d{1,3}){0,2}(?![\\d-])`,
  "iu",
);
/** What stands behind the door of a known address: the flat, the tower. */
const BEHIND_THE_DOOR = /#\s?\d{1,3}\s?[a-z]?(?:\s(?:sur|este))?\s?-\s?\d{1,3}(.*)$/iu;

/** The street as it should be, with the flat that is known. */
function findWhole(text: string, address: string): Correction | null {
  const match = findIn(WHOLE_AND_WRONG, text);
  if (match === null) return null;
  return {
    kind: "address",
    value: `${normaliseAddress(match[1] ?? "")}${BEHIND_THE_DOOR.exec(address)?.[1] ?? ""}`,
    raw: match[0],
  };
}

/** "El número de la casa es 15-76": one of the two numbers is the known door's, and no street is named. */
const DOOR =
  /(?<!\p{L})(?:es|era|va|son|corrijo|perd[oó]n|no)(?!\p{L})[^\d]{0,40}(?<!\d)(\d{1,3}[a-z]?)\s?-\s?(\d{1,3})(?![\d-])/iu;
const DOORS = /(?<![\d-])(\d{1,3}[a-z]?)\s?-\s?(\d{1,3})(?![\d-])/giu;
const STREET = /(?<!\p{L})(?:calle|cll?|carrera|cra|kra|kr|cr|avenida|av|diagonal|dg|transversal|tv)\.?\s*\d/iu;

function findDoor(text: string, address: string): Correction | null {
  const match = findIn(DOOR, text);
  const doors = [...address.matchAll(DOORS)];
  const [known, ...others] = doors;
  const isOne = [...text.matchAll(DOORS)].length === 1 && others.length === 0 && !STREET.test(text);
  if (match === null || known === undefined || !isOne) return null;
  const [first = "", second = ""] = [match[1], match[2]];
  if (first.toLowerCase() !== known[1]?.toLowerCase() && second !== known[2]) return null;
  const value = address.replace(known[0], `${first.toUpperCase()}-${second}`);
  return value === address ? null : { kind: "address", value, raw: match[0] };
}

/** "Es la calle 91 C sur", and nothing more: the known street with the same number, or of the same kind. */
const ONLY_STREET = new RegExp(
  `^(?:(?:no|ah|ay|uy|perd[oó]n|disculpe|corrijo|mejor dicho|digo|la direcci[oó]n)[\\s,]+){0,3}(?:es|era|digo|corrijo|por|perd[oó]n)\\s+(?:en\\s+|por\\s+)?(?:la\\s+|el\\s+)?${VIA}\\.?\\s*(\\d{1,3}\\s?[a-z]{0,2}(?:\\s?bis)?(?:\\s(?:sur|norte|este|oeste))?)[\\s.!]*$`,
  "iu",
);
const KNOWN_STREET =
  /^(Calle|Carrera|Avenida|Diagonal|Transversal) (\d{1,3}\s?[a-z]{0,2}(?:\s?bis)?(?:\s(?:sur|norte|este|oeste))?)(?=\s#)/iu;

function findStreet(text: string, address: string): Correction | null {
  const said = ONLY_STREET.exec(text.trim());
  const known = KNOWN_STREET.exec(address);
  const [, via = "", number = ""] = said ?? [];
  if (said === null || known === null || known[1]?.toLowerCase() !== normaliseAddress(via).toLowerCase()) return null;
  const value = address.replace(known[0], `${known[1]} ${number.trim()}`);
  return value === address ? null : { kind: "address", value, raw: said[0] };
}

function tight(number = ""): string {
  return number.replace(/\s?[-\s]\s?/g, "-");
}

const UNIT = "(apto|apartamento|apt|torre|casa|interior|int|bloque|piso|local|oficina|lote|manzana|mz)";
/** "Cambié de apto, ahora es el 504", "el apto quedó mal, es 504": a unit by its name, and behind it the number that is right. */
const UNIT_THEN_NUMBER = new RegExp(
  `(?<!\\p{L})${UNIT}(?!\\p{L})[^\\d?]{1,40}(?<!\\p{L})(?:es|ser[ií]a|queda|era|ahora|sino|mejor|digo)(?:\\s(?:el|la|en|ahora)){0,2}\\s(\\d{1,5}[a-z]?)(?![\\d-])`,
  "iu",
);

function findUnit(text: string, address: string): Correction | null {
  const match = findIn(UNIT_THEN_NUMBER, text);
  const [, unit = "", number = ""] = match ?? [];
  const numbers = text.match(/\d+/g) ?? [];
  // "Es el 403 y yo le escribí 304": the other one is the number that stands.
  const isOnly = numbers.every((one) => number.startsWith(one) || address.includes(one));
  const written = normaliseAddress(`${unit} 1`).split(" ")[0] ?? "";
  const name = written === "Apartamento" ? "(?:Apartamento|apto|apt)" : written;
  const known =
    match === null ? null : new RegExp(`(?<!\\p{L})${name} \\d{1,5}[a-z]?(?![\\p{L}\\d])`, "iu").exec(address);
  if (match === null || known === null || !isOnly) return null;
  const value = address.replace(known[0], `${known[0].split(" ")[0]} ${number}`);
  return value === address ? null : { kind: "address", value, raw: match[0] };
}
