import { plainText, titleCase } from "../../core/plain-text.ts";
import { type PlacedWords, placeAtEnd, placeAtStart } from "../places/find-place.ts";
import { isDataWord, NOT_IN_A_NAME } from "../words/data-words.ts";
import { isCommonFirstName, isFirstName, soundsLikeFirstName } from "../words/first-names.ts";
import { isRelative } from "../words/relatives.ts";
import { isSurname } from "../words/surnames.ts";
import { soundsLikeNeighbourhood } from "./neighbourhoods.ts";

export interface FoundName {
  readonly given: string | null;
  readonly surname: string | null;
  /** How many of the words are the name. */
  readonly length: number;
}

const WORD = /^\p{L}[\p{L}'’-]*\.?$/u;
const PARTICLES = new Set(["de", "del", "la", "las", "los", "san", "y"]);
const TITLES = new Set(
  "senor senora senorita sr sra srta don dona doctor doctora dr dra ing lic profe el la mi".split(" "),
);
const LONGEST = 5;
const DEVOTION = new Set(
  "mar carmen pilar rosario socorro jesus dios angeles milagros mercedes transito lourdes rocio".split(" "),
);
const LEADS_PAZ = new Set(["maria", "ana", "luz", "sol", "mari"]);
/** Surnames that are words. With a capital behind a first name they are names. */
const WORD_SURNAMES = new Set(
  "bueno caro cuesta calle paz rico casas duro alegre buena puerta puertas plaza torre guerra claro gordo seguro mesa amor barrios sano "
    .trim()
    .split(" "),
);
/** Names that only follow another: Pedro Nel, Luz Dary, María Fe. */
const ONLY_SECOND = new Set(
  "fda fdo fca fco hdo gpe nel domingo dary mary sol fe paz mar cielo estella stella milena yaneth edith eliecer claver maris".split(
    " ",
  ),
);

/**
 * A name after words that announce it: "me llamo …" is always one, "soy …" may be anything ("soy
 * hipertenso").
 */
export function readSaidName(words: readonly string[], isSure: boolean): FoundName | null {
  const skipped = countTitles(words);
  const name = homeBehind(nameWords(homeBehind(words.slice(skipped)).words, isSure)).words;
  if (name.length === 0 || (!isSure && !isNameLike(name))) return readWordName(words.slice(skipped));
  const [only] = name;
  // "soy Torres" tells a surname.
  if (name.length === 1 && only !== undefined && isSurname(only) && !isFirstName(only))
    return { given: null, surname: titleCase(only), length: skipped + 1 };
  return { ...split(name), length: skipped + name.length };
}

/** "Gómez", and neither "gómez" nor "GÓMEZ". */
export const isCapital = (word: string): boolean => /^\p{Lu}\p{Ll}/u.test(word);

/** "Soy Perfecto Amador": a word that is a name as well, with a capital, before surnames with capitals and nothing else. */
function readWordName(words: readonly string[]): FoundName | null {
  const [given = "", ...others] = words;
  const isName = WORD_NAMES.has(plainText(given)) && words.length <= 3 && words.every(isCapital);
  if (!isName || others.length === 0 || !others.every((word) => isSurname(word))) return null;
  return { given: titleCase(given), surname: titleCase(others.join(" ")), length: words.length };
}

/** A listed or invented first name, or a word that is one where capitals say so. */
export function opensName([first = "", second = ""]: readonly string[]): boolean {
  const isCapitalised = isCapital(first) && isCapital(second);
  return isFirstName(first) || (isCapitalised && (soundsLikeFirstName(first) || WORD_NAMES.has(plainText(first))));
}

const WORD_NAMES = new Set(
  "vale perfecto feliz bienvenido modesto justo amable prospero primitivo clemente constante".split(" "),
);

/**
 * "Andrea López de Manizales" and "Flor Barreto Sogamoso Boyacá": the words before the home, and the home. A bare town without
 * its department may be a surname.
 */
export function homeBehind(words: readonly string[]): {
  readonly words: readonly string[];
  readonly home: PlacedWords | null;
} {
  const home = placeAtEnd(words);
  const before = home === null ? words : words.slice(0, -home.length);
  const isLed = before.length > 1 && /^(?:de|en|desde)$/i.test(before.at(-1) ?? "");
  const isTold = isLed || (home?.department != null && before.length > 1);
  if (!isTold) return homeOfFullName(words);
  return { words: isLed ? before.slice(0, -1) : before, home };
}

/** "Gilberto Taborda de Yarumal": behind a full name a town says the home, unless it is a surname ("Ana Díaz de Rivera"). */
function homeOfFullName(words: readonly string[]): {
  readonly words: readonly string[];
  readonly home: PlacedWords | null;
} {
  const at = words.findLastIndex((word) => /^(?:de|desde)$/iu.test(word));
  const town = words.slice(at + 1);
  const placed = at < 2 || town.some((word) => isSurname(word) || isFirstName(word)) ? null : placeAtStart(town);
  const isFull = isFirstName(words[0] ?? "") && isSurname(words[at - 1] ?? "");
  return placed === null || placed.length < town.length || !isFull
    ? { words, home: null }
    : { words: words.slice(0, at), home: placed };
}

/** "Sandra Oyola de Purificación Tolima" is more than a name. "Juan Gómez Córdoba Bolívar" has three surnames. */
function hasHome(name: readonly string[]): boolean {
  const { words, home } = homeBehind(name);
  const isLed = home !== null && words.length + home.length < name.length;
  return home !== null && words.length > 1 && (isLed || !home.said.split(" ").every((word) => isSurname(word)));
}

/** The place in `words` behind which nothing but a listed full name stands: "barrio Galán Zarzal Valle Ana Ruiz". */
export function placeBeforeName(
  words: readonly string[],
): { readonly at: number; readonly placed: PlacedWords; readonly name: FoundName } | null {
  for (let at = 0; at < words.length - 2; at += 1) {
    const placed = placeAtStart(words.slice(at));
    if (placed === null || (!placed.place.isBig && placed.department === null)) continue;
    const behind = words.slice(at + placed.length);
    const isFull =
      behind.length > 1 &&
      opensName(behind) &&
      (isSurname(behind.at(-1) ?? "") || behind.every((word) => isCapital(word)));
    const name = isFull ? readBareName(behind, { given: undefined, surname: false }) : null;
    if (name?.surname != null && name.length === behind.length) return { at, placed, name };
  }
  return null;
}

/**
 * "Marelvis Padilla San Onofre Sucre calle principal": how many of the words are a name before a town with its department;
 * 0 when no town stands there.
 */
export function nameBeforeTown(words: readonly string[]): { readonly name: number; readonly town: number } | null {
  if (!isFirstName(words[0] ?? "")) return null;
  for (let at = 2; at <= MOST_OF_A_NAME && at < words.length - 1; at += 1) {
    if (!words.slice(0, at).every((word) => WORD.test(word) && !NOT_IN_A_NAME.has(plainText(word)))) return null;
    const placed = placeAtStart(words.slice(at));
    if (placed?.department != null) return { name: at, town: placed.length };
  }
  return null;
}

/** So many words of a name at most, before a town or a house that no comma parts from it. */
export const MOST_OF_A_NAME = 4;

/** Surnames after "mi apellido es". */
export function readSaidSurname(
  words: readonly string[],
): { readonly surname: string; readonly length: number } | null {
  // "cuesta palacios": labelled, and nothing but surnames, though the first is a word as well.
  if (words.length > 1 && words.every((word) => isSurname(word)))
    return { surname: titleCase(words.join(" ")), length: words.length };
  // "De la Espriella", "Del Río".
  const led = words.findIndex((word) => !PARTICLES.has(plainText(word)));
  const name = [...words.slice(0, Math.max(0, led)), ...nameWords(words.slice(Math.max(0, led)), true)];
  return name.length === Math.max(0, led) ? null : { surname: titleCase(name.join(" ")), length: name.length };
}

/**
 * A piece that is only a name. `knows` says which part is missing: "Peña Mora" after "Julián" is a
 * surname.
 */
export function readBareName(
  words: readonly string[],
  knows: { readonly given: string | undefined; readonly surname: boolean; readonly isWhole?: boolean },
): FoundName | null {
  const title = plainText(words[0] ?? "");
  // "Hermana Clemencia Duarte": a title, and a full name behind it.
  const isTitled =
    /^(?:senora?|senorita|sra?|srta|don|dona|dra?|doctora?|con)$/.test(title) ||
    (words.length > 2 &&
      /^(?:herman[oa]|padre|fray|pastora?|profe|profesora?|ing|ingenier[oa]|lic|licenciad[oa]|patruller[oa]|intendente|subintendente|agente|sargent[oa]|cabo|soldado|teniente|capitan|mayor|coronel|dragoneante|monsenor|reverendo|maestr[oa]|concejal|jueza?|abogad[oa]|enfermer[oa]|jefe)$/.test(
        title,
      ));
  const rest = isTitled ? words.slice(1) : words;
  const name = endsInSurname(rest) ? rest : nameWords(rest);
  if (name.length === 0 || name.length < rest.length || !isNameLike(name) || hasHome(name)) return null;
  const startsGiven = isFirstName(name[0] ?? "") || title === "sor";
  const isGivenKnown = knows.given !== undefined;
  if (isGivenKnown && !knows.surname && !startsGiven)
    return { given: null, surname: titleCase(name.join(" ")), length: words.length };
  if (isGivenKnown && (!startsGiven || knows.surname)) return null;
  // A surname alone is no first name.
  if (!startsGiven && name.length === 1 && isSurname(name[0] ?? "")) return null;
  const found = split(name);
  // "Paola", then "Andrea Cifuentes": the second name of the same person.
  const isSecond =
    isGivenKnown &&
    knows.isWhole !== true &&
    !/\s/.test(knows.given ?? "") &&
    found.surname !== null &&
    !/\s/.test(found.given) &&
    plainText(found.given) !== plainText(knows.given ?? "");
  return { ...found, given: isSecond ? `${knows.given} ${found.given}` : found.given, length: words.length };
}

/** The leading words that can be a name's. `isLabelled`: "apellido Calle" means no street. */
function nameWords(words: readonly string[], isLabelled = false): string[] {
  const name: string[] = [];
  for (const word of words) {
    const plain = plainText(word);
    const isLong = name.filter((one) => !PARTICLES.has(plainText(one))).length >= LONGEST;
    if (
      !WORD.test(word) ||
      (isLong && !PARTICLES.has(plain)) ||
      (isDataWord(plain) && !isSurnameOfWord(word, isLabelled || name.length > 0))
    )
      break;
    const isParticle = PARTICLES.has(plain) && name.length > 0;
    const isWordSurname = isSurnameOfWord(word, isLabelled || name.length > 0);
    if (NOT_IN_A_NAME.has(plain) && !isParticle && !isWordSurname) break;
    if (plain === "y" || COURTESY.test(plain)) break;
    name.push(word);
  }
  while (PARTICLES.has(plainText(name.at(-1) ?? "-"))) name.pop();
  return PARTICLES.has(plainText(name[0] ?? "")) ? [] : name;
}

/** "amparo cuesta", "edinson cuesta mosquera": small, behind nothing but first names, and before nothing but surnames. */
function endsInSurname(words: readonly string[]): boolean {
  const at = words.findIndex((word) => WORD_SURNAMES.has(plainText(word)));
  return at > 0 && words.slice(0, at).every(isFirstName) && words.slice(at + 1).every((word) => isSurname(word));
}

/** "Amparo Loaiza para servirle", "Betty Jaramillo a sus órdenes". */
const COURTESY = /^(?:servidora?|servirles?|orden(?:es)?|gusto)$/;

function isSurnameOfWord(word: string, isExpected: boolean): boolean {
  return isExpected && WORD_SURNAMES.has(plainText(word)) && /^\p{Lu}/u.test(word);
}

/** "Mi abuelita", "doña": whom the name belongs to, and no name. */
function countTitles(words: readonly string[]): number {
  const first = words.findIndex((word) => !TITLES.has(plainText(word)) && !isRelative(word));
  return first < 0 ? words.length : first;
}

/** It begins with a first name, ends with a surname, or has every word in capitals as names do. */
/** "Mi hermana Luz Dary compró": a deed. No name of the country ends so. */
const PAST = /ó$/iu;

export function isNameLike(words: readonly string[]): boolean {
  const [first = ""] = words;
  if (words.some((word) => PAST.test(word))) return false;
  if (isFirstName(first) || soundsLikeFirstName(first) || surnamesInFront(words) > 0) return true;
  if (words.every((word) => isSurname(word))) return true;
  // "socorro mercedes casas": a word that no list has, beside a first name and a surname.
  const isListed = (word: string): boolean => isFirstName(word) || isSurname(word);
  if (words.some(isFirstName) && words.some(isSurname) && words.filter((word) => !isListed(word)).length === 1)
    return true;
  const isOfAName = (word: string): boolean => isCapital(word) || PARTICLES.has(plainText(word));
  // "Clima de Bahamas" begins with a capital as every sentence does.
  if (words.length >= 2 && words.every(isOfAName))
    return !PARTICLES.has(plainText(words[1] ?? "")) || words.some((word) => DEVOTION.has(plainText(word)));
  return words.length >= 2 && words.slice(1).every((word) => isSurname(word) || PARTICLES.has(plainText(word)));
}

/** "Villamizar Carmen Alicia": how many surnames stand before the first names; 0 in the usual order. */
export function surnamesInFront(words: readonly string[]): number {
  const given = words.findIndex((word) => isFirstName(word));
  if (words.length === 2 && (soundsLikeNeighbourhood(words.join(" ")) || plainText(words[0] ?? "") === "cruz"))
    return 0;
  const isOnlyGiven = (word: string): boolean => isCommonFirstName(word) && !isSurname(word);
  const isReversed =
    given > 0 &&
    given <= MOST_SURNAMES &&
    words.length - given <= MOST_SURNAMES &&
    words.slice(0, given).every((word) => isSurname(word)) &&
    words.slice(given).every(isOnlyGiven);
  return isReversed ? given : 0;
}

const MOST_SURNAMES = 2;

/** One or two first names, then the surnames. */
function split(words: readonly string[]): { given: string; surname: string | null } {
  const [first = "", ...behind] = words;
  // "Sor María Inés Botero": the title of a nun is a part of her name.
  if (plainText(first) === "sor" && behind.length > 1) {
    const found = split(behind);
    return { ...found, given: `Sor ${found.given}` };
  }
  const inFront = surnamesInFront(words);
  if (inFront > 0)
    return { given: titleCase(words.slice(inFront).join(" ")), surname: titleCase(words.slice(0, inFront).join(" ")) };
  const [, second, third] = words;
  const isSecondGiven = second !== undefined && isSecondName(words, second, third);
  // Four words are always two and two; "María del Pilar Ruiz" has three words before the surname.
  const given = givenLength(words, isSecondGiven);
  const surname = words
    .slice(given)
    .join(" ")
    .replace(/^\p{L}\.?$/u, "");
  return { given: titleCase(words.slice(0, given).join(" ")), surname: surname === "" ? null : titleCase(surname) };
}

function isSecondName(words: readonly string[], second: string, third: string | undefined): boolean {
  // "María Paz" has two first names; "Mireya Paz" and "Ernesto Paz Villota" are called Paz.
  if (plainText(second) === "paz") return LEADS_PAZ.has(plainText(words[0] ?? ""));
  if (ONLY_SECOND.has(plainText(second))) return true;
  // "Juan Bautista Peña"; "Pedro Bautista" is called Bautista.
  if (plainText(second) === "bautista") return plainText(words[0] ?? "") === "juan" && third !== undefined;
  if (WORD_SURNAMES.has(plainText(second))) return false;
  // "Anyela David": of a woman it is her surname.
  if (third === undefined && MEN_AND_SURNAMES.has(plainText(second)) && /a$/iu.test(words[0] ?? "")) return false;
  // "Humberto Cely": a rare word behind one name, and nothing behind it, is the surname.
  if (third === undefined) return isCommonFirstName(second) && !isSurname(second);
  // "Wilmar Cely Pinto": rare as a first name, known as a surname, and a surname behind it.
  const isEither = isFirstName(words[0] ?? "") && !isCommonFirstName(second) && isSurname(second);
  if (isEither && isSurname(third)) return false;
  if (isFirstName(second) || (soundsLikeFirstName(second) && !isSurname(second))) return true;
  // "Aty Seykuinduwa Izquierdo": of three words, the only sure surname is the last.
  const isRare = !isCommonFirstName(words[0] ?? "") && !isSurname(second);
  return words.length === 3 && isSurname(third) && isRare;
}

/** First names of men that are surnames in Colombia. */
const MEN_AND_SURNAMES = new Set(
  "david santiago alonso simon martin vicente marcos leon julio benito jacobo pacho".split(" "),
);

function givenLength(words: readonly string[], isSecondGiven: boolean): number {
  const plain = words.map((word) => plainText(word));
  // María del Carmen, Juan de Dios: the word after a particle belongs to the name when it is a
  // first name.
  const particles = plain.slice(1).findIndex((word) => !PARTICLES.has(word));
  // "Claudia de la Rosa": with nothing behind it, it is the surname.
  const isDevotion = DEVOTION.has(plain[particles + 1] ?? "");
  const isGiven = isFirstName(words[particles + 1] ?? "") && words.length > particles + 2;
  if (particles > 0 && (isGiven || isDevotion)) return particles + 2;
  if (particles > 0) return 1;
  if (words.length === 1) return 1;
  // "Ana Sofía del Mar Castro": so are names of devotion after a second name.
  const devotion = plain.findIndex((word, at) => at > 1 && DEVOTION.has(word) && PARTICLES.has(plain[at - 1] ?? ""));
  if (devotion > 0 && plain.slice(2, devotion).every((word) => PARTICLES.has(word))) return devotion + 1;
  return isSecondGiven || (words.length >= 4 && !PARTICLES.has(plain[2] ?? "") && !isSurname(words[1] ?? "")) ? 2 : 1;
}
