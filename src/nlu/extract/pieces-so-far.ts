import { plainText, titleCase } from "../../core/plain-text.ts";
import { remembering, SOME_TEXTS } from "../../core/remembering.ts";
import { findPlace, isPlaceIn, type PlacedWords, placeAtStart } from "../places/find-place.ts";
import { isDataWord, NOT_IN_A_NAME } from "../words/data-words.ts";
import { isFirstName } from "../words/first-names.ts";
import { isSurname } from "../words/surnames.ts";
import { type Extracted, type ExtractionContext, type FieldKind, NOT_AVAILABLE } from "./field-kinds.ts";
import type { FoundName } from "./read-name.ts";

/**
 * What is known while the pieces of one message are read. The first piece that tells a field wins.
 */
export interface PiecesSoFar {
  readonly told: Extracted;
  readonly raw: Extracted;
  readonly known: Extracted;
  readonly context: ExtractionContext;
  /** A town stands in the message by itself, with its department: no other town ends a neighbourhood's name. */
  readonly hasTown?: boolean;
  /** What stands behind a label of the surname. */
  readonly surnameSaid?: string | undefined;
}

export function put({ told, raw }: PiecesSoFar, kind: FieldKind, value: string | null | undefined, from: string): void {
  if (value == null || value.trim() === "" || told[kind] !== undefined) return;
  told[kind] = value;
  raw[kind] = from;
}

export const wordsOf = remembering(
  (text): readonly string[] =>
    text
      .replace(/(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f|\u200d)+/gu, " ")
      .trim()
      .replace(/(?<![.!¡\s])[.!¡\s]+$/u, "")
      .replace(
        /(?<=\S\s)(?:(?:por|x)\s+favor|porfa(?:vor)?|porfis?|(?:muchas\s+)?gracias|xfa|parcer?o?|sumerc[eé]|veci(?:n[oa])?|se[nñ]or(?:ita|a)?|amig[oa]|mij[oa]|pues|no\s?m[aá]s|nada\s+m[aá]s|mi\s+(?:amor|vida|reina|rey|cielo|coraz[oó]n)|coraz[oó]n|mami|reina|j[aeij]{1,2}(?:j[aeij]{0,2}){1,9})$/iu,
        "",
      )
      .trim()
      .split(/\s+/)
      .filter((word) => word !== ""),
  SOME_TEXTS,
);

export function putName(reading: PiecesSoFar, words: readonly string[], { given, surname, length }: FoundName): void {
  const from = words.slice(0, length).join(" ");
  put(reading, "given_name", given, from);
  put(reading, "surname", surname, from);
}

export function putPlace(reading: PiecesSoFar, { place, department, said: from }: PlacedWords): void {
  const isNew = reading.told.city === undefined;
  put(reading, "city", place.city, from);
  const said = department ?? reading.told.department;
  const fits = said !== undefined && said !== null && isPlaceIn(place.city, said) ? said : null;
  if (isNew) put(reading, "department", fits ?? departmentKnown(reading, place.city) ?? place.department, from);
}

/** A village name of several departments means the one in the known department. */
export function departmentKnown({ known }: PiecesSoFar, city: string): string | null {
  return known.department !== undefined && known.department !== NOT_AVAILABLE && isPlaceIn(city, known.department)
    ? known.department
    : null;
}

/** Beside a known city, a village's name is a neighbourhood; a big city is another city. */
export function putBarePlace(reading: PiecesSoFar, words: readonly string[], placed: PlacedWords): boolean {
  const { told, known, context } = reading;
  const city = told.city ?? known.city;
  const isOther = city !== undefined && city !== NOT_AVAILABLE && plainText(city) !== plainText(placed.place.city);
  const isCertain = placed.place.isBig || placed.department !== null;
  // "Palmira soy yo, el pueblo es Florida": the town that is known adds nothing beside the one that is told.
  if (isOther && told.city !== undefined && placed.place.city === known.city) return true;
  if (isOther && !isCertain) {
    const hasHood = (told.neighbourhood ?? known.neighbourhood) !== undefined;
    // "Mejor al trabajo: Cra 3 # 6-81 en Tabio": another address, in another town.
    if (
      /^en$/iu.test(words[0] ?? "") &&
      told.address !== undefined &&
      known.address !== undefined &&
      told.city === undefined
    )
      return putOver(reading, placed);
    const isHoodOpen = (told.address ?? known.address) !== undefined || (context.isAsked && told.city === undefined);
    return isHoodOpen && !hasHood ? putHood(reading, words) : putOver(reading, placed);
  }
  // "Versalles, Cali": the city is the bigger of two names.
  if (isOther && told.city !== undefined && findPlace(told.city)?.isBig !== true) return putOver(reading, placed);
  putPlace(reading, placed);
  return true;
}

/** A city other than the known one, or than the village read before it in this message. */
export function putOver(reading: PiecesSoFar, placed: PlacedWords): boolean {
  const { told, known } = reading;
  const village = told.city;
  if (village !== undefined && placed.place.isBig) {
    const said = wordsOf(reading.raw.city ?? "");
    const [first = "", ...others] = said;
    delete told.city;
    delete told.department;
    const isNameOpen = told.given_name === undefined && known.given_name === undefined;
    // "Victoria Caldas, 315…, La Dorada": who buys, and no village.
    if (isNameOpen && isFirstName(first) && others.length > 0 && others.every(isSurname)) {
      const surname = titleCase(others.join(" "));
      putName(reading, said, { given: titleCase(first), surname, length: said.length });
    } else put(reading, "neighbourhood", village, village);
  }
  putPlace(reading, placed);
  return true;
}

export function putHood(reading: PiecesSoFar, words: readonly string[]): boolean {
  put(reading, "neighbourhood", nameOfHood(words), words.join(" "));
  return true;
}

/**
 * "El centro" is called Centro; any other article belongs to the name, and so does one that is written as a part of it or stands
 * in a form ("Sector: el centro").
 */
export function nameOfHood(words: readonly string[], isOfAForm = false): string {
  const name = words.join(" ");
  return /^el\s+centro$/iu.test(name) && !name.startsWith("El C") && !isOfAForm
    ? titleCase(words.slice(1).join(" "))
    : titleCase(name);
}

export const SMALL = new Set(["el", "la", "los", "las", "de", "del", "y"]);

export function withoutTail(words: readonly string[]): string[] {
  const kept = [...words];
  while (SMALL.has(plainText(kept.at(-1) ?? "-")) || /^(?:en|mi)$/.test(plainText(kept.at(-1) ?? ""))) kept.pop();
  return kept;
}

const CONNECTORS = new Set(
  "y e en de desde es para pa a por mi aqui aca del queda seria sera ciudad municipio".split(" "),
);

/** "en la ciudad de Pereira" → "Pereira". An article that belongs to the name stays: "La Ceja". */
export function withoutConnectors(words: readonly string[], keepArticles = false): string[] {
  const isConnector = (word: string | undefined): boolean =>
    word !== undefined &&
    CONNECTORS.has(plainText(word)) &&
    !(keepArticles && (SMALL.has(plainText(word)) || /^ciudad$/i.test(word)) && plainText(word) !== "de");
  let from = 0;
  while (
    from < words.length - 1 &&
    isConnector(words[from]) &&
    placeAtStart(words.slice(from))?.length !== words.length - from
  )
    from += 1;
  return words.slice(from);
}

const PART_OF_TOWN = /^(?:norte|sur|oriente|occidente|oriental|occidental|centro)$/;

export function isPlaceWord(word: string): boolean {
  const plain = plainText(word);
  return (
    /^\p{L}[\p{L}.'-]*$/u.test(word) &&
    (SMALL.has(plain) || PART_OF_TOWN.test(plain) || !(NOT_IN_A_NAME.has(plain) || isDataWord(plain)))
  );
}

/** The text after the place. */
export function usePlace(reading: PiecesSoFar, words: readonly string[], placed: PlacedWords): string {
  putPlace(reading, placed);
  return words.slice(placed.length).join(" ");
}
