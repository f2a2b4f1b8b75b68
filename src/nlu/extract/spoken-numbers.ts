/**
 * Numbers as people say them, and as a transcription of a voice note writes them: "tres cero cero",
 * "tres diez", "trescientos diez", "setenta y ocho", "doble cero".
 */
import { plainText } from "../../core/plain-text.ts";

const UNITS = "cero uno dos tres cuatro cinco seis siete ocho nueve".split(" ");
const TEENS =
  "diez once doce trece catorce quince dieciseis diecisiete dieciocho diecinueve veinte veintiuno veintidos veintitres veinticuatro veinticinco veintiseis veintisiete veintiocho veintinueve".split(
    " ",
  );
const TENS = "treinta cuarenta cincuenta sesenta setenta ochenta noventa".split(" ");
const HUNDREDS =
  "ciento doscientos trescientos cuatrocientos quinientos seiscientos setecientos ochocientos novecientos".split(" ");
const VALUES = new Map<string, number>([
  ...UNITS.map((word, at) => [word, at] as const),
  ...TEENS.map((word, at) => [word, 10 + at] as const),
  ...TENS.map((word, at) => [word, 30 + 10 * at] as const),
  ...HUNDREDS.map((word, at) => [word, 100 * (at + 1)] as const),
  ["un", 1],
  ["cien", 100],
]);
const REPEATED = new Map([
  ["doble", 2],
  ["triple", 3],
]);

export interface SpokenNumber {
  readonly digits: string;
  /** How many words say it. */
  readonly length: number;
}

/** The one number that begins `words`: `["ciento", "veinte", "tres"]` → 120, two words ("veinte tres" is 20 and 3). */
export function readSpokenNumber(words: readonly string[]): SpokenNumber | null {
  const [first = "", second = "", third = ""] = words.slice(0, 3).map((word) => plainText(word));
  const times = REPEATED.get(first);
  const repeated = VALUES.get(second);
  if (times !== undefined) {
    return repeated === undefined || repeated > 9 ? null : { digits: String(repeated).repeat(times), length: 2 };
  }
  const value = VALUES.get(first);
  if (value === undefined) return null;
  if (value >= 100) {
    const rest = readBelowHundred(words.slice(1));
    return rest === null || rest.value === 0
      ? { digits: String(value), length: 1 }
      : { digits: String(value + rest.value), length: 1 + rest.length };
  }
  const below = readBelowHundred([first, second, third]);
  return below === null ? null : { digits: String(below.value), length: below.length };
}

function readBelowHundred(words: readonly string[]): { readonly value: number; readonly length: number } | null {
  const [first = "", second = "", third = ""] = words.slice(0, 3).map((word) => plainText(word));
  const value = VALUES.get(first);
  if (value === undefined || value >= 100) return null;
  const unit = VALUES.get(third);
  const isJoined = value >= 20 && value % 10 === 0 && second === "y" && unit !== undefined && unit > 0 && unit < 10;
  return isJoined ? { value: value + unit, length: 3 } : { value, length: 1 };
}

const NUMBER_WORD = `(?:${[...VALUES.keys(), ...REPEATED.keys(), "dieciséis", "veintidós", "veintitrés", "veintiséis"].join("|")}|\\d{1,7})`;
/** Number words and digits in a row, with what people put between them. */
const RUN = new RegExp(
  `(?<![\\p{L}\\d#])${NUMBER_WORD}(?:[\\s,.-]{1,3}(?:(?:y|el)\\s)?${NUMBER_WORD}){1,19}(?![\\p{L}\\d])`,
  "giu",
);

const SAYS_DIGIT = /cero|uno|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|ient|doble|triple/iu;

/** Runs that are at least partly in words, as their digits. */
export function findSpokenDigits(
  text: string,
): { readonly digits: string; readonly raw: string; readonly index: number }[] {
  if (!SAYS_DIGIT.test(text)) return [];
  return [...text.matchAll(RUN)].flatMap(({ 0: raw, index }) => {
    if (!/\p{L}{3}/u.test(raw)) return [];
    const words = raw.split(/[\s,.-]+/).filter((word) => word !== "el");
    return [{ digits: mobileOf(words), raw, index }];
  });
}

/** "Trescientos veinticinco …" is 325, or 300 and 25: whichever makes a mobile of ten digits. */
function mobileOf(words: readonly string[]): string {
  const said = withoutEchoes(words);
  const digits = numbersOf(said).join("");
  const apart = `300${numbersOf(said.slice(1)).join("")}`;
  const isApart = digits.length < MOBILE_DIGITS && apart.length === MOBILE_DIGITS;
  return isApart && /^trescientos$/iu.test(said[0] ?? "") ? apart : digits;
}

const MOBILE_DIGITS = 10;

/** "Tres veintiuno, 321, seis siete cinco, 675": digits that write what was just said. */
function withoutEchoes(words: readonly string[]): readonly string[] {
  return words.filter((word, at) => {
    const before = numbersOf(words.slice(Math.max(0, at - MOST_OF_A_GROUP), at)).join("");
    const isSaid = at > 0 && /\p{L}/u.test(words[at - 1] ?? "");
    return !(isSaid && /^\d{2,4}$/.test(word) && before.endsWith(word));
  });
}

const MOST_OF_A_GROUP = 6;

function numbersOf(words: readonly string[]): string[] {
  const numbers: string[] = [];
  for (let at = 0; at < words.length; ) {
    const word = words[at] ?? "";
    const ordinal = ORDINALS.indexOf(plainText(word));
    const said = ordinal < 0 ? readSpokenNumber(words.slice(at, at + 4)) : { digits: String(ordinal + 1), length: 1 };
    if (said !== null) numbers.push(said.digits);
    else if (word !== "y") numbers.push(word);
    at += said?.length ?? 1;
  }
  return numbers;
}

/** Streets are counted in words up to ten: "carrera sexta". */
const ORDINALS = "primera segunda tercera cuarta quinta sexta septima octava novena decima".split(" ");
const SAID = `(?:${[...ORDINALS, "séptima", "décima", ...VALUES.keys(), "dieciséis", "veintidós", "veintitrés", "veintiséis"].join("|")})`;
const STREET = "calle|kalle|cll|cl|carrera|carera|cra|kra|kr|avenida|diagonal|transversal|circular";
/**
 * A street that is numbered in words. Without one, no word of the text is a number of an address.
 */
const SAYS_STREET = new RegExp(`(?<![\\p{L}\\d])(?:${STREET}|manzana|mz|bloque|torre)\\s+${SAID}(?![\\p{L}\\d])`, "iu");
const NUMBERED = new RegExp(
  `(?<![\\p{L}\\d])((?:${STREET}|n[uú]mero|numeral|nro|con|gui[oó]n|raya|rayita|casa|apartamento|apto|torre|bloque|piso|interior|manzana|lote|local|oficina|etapa)\\s+)(${SAID}(?:\\s+(?:y\\s+)?${SAID}){0,5})(?![\\p{L}\\d])`,
  "giu",
);

/** "Calle 11, cuatro treinta y seis": the door stands behind a comma. */
const DOOR_BEHIND = new RegExp(
  `(?<![\\p{L}\\d])((?:${STREET})\\s\\d{1,3}(?:\\s?[a-z])?\\s?,\\s?)(${SAID}(?:\\s(?:y\\s)?${SAID}){1,5})(?![\\p{L}\\d])`,
  "giu",
);

/**
 * The numbers of a spoken address as digits: "calle diez número cinco veintitrés" → "calle 10
 * número 5 23". `restore` gives back the original words of a text taken from it.
 */
export function writeSpokenAddress(text: string): {
  readonly text: string;
  readonly restore: (part: string) => string;
} {
  if (!SAYS_STREET.test(text)) return { text, restore: (part) => part };
  const replaced: (readonly [said: string, written: string])[] = [];
  const write = (_: string, before: string, run: string): string => {
    // "diecinueve cero siete" is 19 and 07.
    const digits = numbersOf(run.split(/\s+/))
      .join(" ")
      .replace(/(?<!\d)0 (?=\d(?!\d))/gu, "0");
    replaced.push([`${before}${run}`, `${before}${digits}`]);
    return `${before}${digits}`;
  };
  const written = text.replace(NUMBERED, write).replace(DOOR_BEHIND, write);
  return {
    text: written,
    restore: (part) => replaced.reduce((restored, [said, digits]) => restored.replace(digits, said), part),
  };
}
