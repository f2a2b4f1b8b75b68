/**
 * What is still missing says what words are that no list has, as a clerk reads them who has asked for the surname: "Chapal
 * Cuasquer" is one, "tenjo" is no town of a customer whose town is known, and "guachucal taita" is a town with a word behind it.
 */
import { plainText, titleCase } from "../../core/plain-text.ts";
import { readAcknowledgement } from "../clauses/acknowledgement.ts";
import { findDepartment, isPlaceIn, placeAtStart } from "../places/find-place.ts";
import { foldText } from "../text/fold-text.ts";
import { isCommonWord } from "../words/common-words.ts";
import { isDataWord } from "../words/data-words.ts";
import { isFirstName } from "../words/first-names.ts";
import { mendSpelling } from "../words/mend-spelling.ts";
import { isSurname } from "../words/surnames.ts";
import type { Piece } from "./message-pieces.ts";
import { isNoHood } from "./neighbourhoods.ts";
import { isPlaceWord, type PiecesSoFar, put, putHood, putPlace, withoutConnectors, wordsOf } from "./pieces-so-far.ts";
import { isCapital } from "./read-name.ts";

const PARTICLE = /^(?:de|del|la|las|los|san|y)$/;
/** "Con doble t al final", "con b de burro": how a name is spelled. */
const SPELLING =
  /[\s,]{1,3}(?:(?:se\sescribe|va|es)\s)?(?:con|sin)\s(?:(?:la|doble)\s)?(?:\p{L}{1,2}|hache|zeta|jota|uve|equis|tilde|acento)(?!\p{L})[^.;\n]{0,40}$/iu;
/** "Gaviria por papá y Ocampo por mamá". */
const BY_PARENT = /\spor\s(?:parte\sde\s)?(?:mi\s)?(?:pap[aá]|mam[aá]|padre|madre)(?:\sy(?=\s))?/giu;
/** Forms of verbs, and what is said with affection: no surname that a list lacks ends so. */
const NO_NAME =
  /(?:[aeiáéí](?:me|nos|lo|la|los|las|le|les)|ando|iendo|[aei]mos|aron|ieron|aba|iera|mente|ci[oó]n|iros|[áéíó]\p{L}{1,4}se)$|^(?:esper|permit|disculp|aguard)/u;
const MOST_WORDS = 4;

/** The part of the name that alone is missing, where the town is known: "tenjo" is the surname, "Palmira" the first name. */
export function readMissingName(reading: PiecesSoFar, words: readonly string[], { isAlone, text }: Piece): boolean {
  const { told, known, context } = reading;
  const all = { ...known, ...told };
  const isOpen = context.isAsked && isAlone && [all.phone, all.address, all.city].every((one) => one !== undefined);
  if (!isOpen || words.length > 2 || readAcknowledgement(text) !== null) return false;
  const placed = placeAtStart(words);
  if (placed?.length !== words.length || placed.department !== null) return false;
  const name = titleCase(words.join(" "));
  if (all.given_name !== undefined && all.surname === undefined && (!placed.place.isBig || words.every(isSurname)))
    put(reading, "surname", name, text);
  else if (all.given_name === undefined && all.surname !== undefined && words.length === 1)
    put(reading, "given_name", name, text);
  else return false;
  return true;
}

/** What nothing else has read, by what is missing. `isFirst`: the message begins with it. */
export function readMissing(reading: PiecesSoFar, piece: Piece, isFirst: boolean): boolean {
  const { context } = reading;
  if (!context.isAsked || piece.isQuestion || piece.isPlace === true || piece.text.length > 90) return false;
  return (
    readSurname(reading, piece, isFirst) ||
    (isFirst && (readTown(reading, piece) || readDepartment(reading, piece) || readHood(reading, piece)))
  );
}

function readSurname(reading: PiecesSoFar, { text, isAlone }: Piece, isFirst: boolean): boolean {
  const all = { ...reading.known, ...reading.told };
  if (all.given_name === undefined || all.surname !== undefined || readAcknowledgement(text) !== null) return false;
  const bare = text.replace(SPELLING, "").replace(BY_PARENT, " ");
  const words = wordsOf(bare);
  const isSpelled = bare !== text;
  const names = words.filter((word) => !PARTICLE.test(plainText(word)));
  const isLed = words.length > names.length && /^(?:de|del)$/iu.test(words[0] ?? "");
  if (names.length === 0 || words.length > MOST_WORDS || !names.every(mayBeSurname)) return false;
  // Where the neighbourhood and the town are missing as well, an unknown word may be any of them.
  const isOnly = all.neighbourhood !== undefined || reading.context.missing.every((kind) => kind !== "neighbourhood");
  const isSure = isSpelled || isLed || names.some(isSurname);
  const isPlain = (isAlone || isFirst) && isOnly && all.city !== undefined;
  if (!isSure && !isPlain) return false;
  put(reading, "surname", titleCase(words.join(" ")), bare.trim());
  return true;
}

function mayBeSurname(word: string): boolean {
  if (!/^\p{L}[\p{L}'’-]{2,}$/u.test(word) || isDataWord(plainText(word))) return false;
  if (isSurname(word)) return true;
  const isKnown = isCommonWord(foldText(word)) || isFirstName(word) || placeAtStart([word])?.place.isBig === true;
  return !isKnown && mendSpelling(word) === word && !NO_NAME.test(word.toLowerCase());
}

/** "Guachucal taita", "medellín!! y envuélvanlo bonito": where the name is known, the town that a message begins with. */
function readTown(reading: PiecesSoFar, { text }: Piece): boolean {
  const all = { ...reading.known, ...reading.told };
  if (all.city !== undefined || all.given_name === undefined || all.surname === undefined) return false;
  const words = withoutConnectors(wordsOf(text));
  const placed = placeAtStart(words);
  const next = words[placed?.length ?? 0] ?? "";
  if (placed === null || isCapital(next) || /^(?:de|del|la|el)$/iu.test(next) || TAKES_BACK.test(text)) return false;
  const behind = words
    .slice(placed.length)
    .findIndex((_, at, rest) => departmentOf(rest.slice(at), placed.place.city) !== null);
  putPlace(reading, placed);
  if (behind >= 0) {
    const said = departmentOf(words.slice(placed.length + behind), placed.place.city);
    if (said !== null) reading.told.department = said;
  }
  return true;
}

/** "Popayán no, perdón, Jamundí". */
const TAKES_BACK = /(?<!\p{L})(?:no|perd[oó]n|digo|mejor|sino|mentira|ya\sno|era|antes)(?!\p{L})/iu;

function departmentOf(words: readonly string[], city: string): string | null {
  const named = findDepartment(words.join(" "));
  return named !== null && isPlaceIn(city, named) ? named : null;
}

const MOST_OF_A_DEPARTMENT = 4;

/** "Cundinamarca supongo", "Valle del Cauca joven": the department that is asked for, with which a message begins. */
function readDepartment(reading: PiecesSoFar, { text }: Piece): boolean {
  const all = { ...reading.known, ...reading.told };
  if (all.department !== undefined || all.city === undefined) return false;
  const words = withoutConnectors(wordsOf(text));
  for (let length = Math.min(MOST_OF_A_DEPARTMENT, words.length); length > 0; length -= 1) {
    const department = findDepartment(words.slice(0, length).join(" "));
    if (department === null) continue;
    put(reading, "department", department, words.slice(0, length).join(" "));
    return true;
  }
  return false;
}

/** "En Torobajo, cerca a la universidad", where the neighbourhood is all that is missing. */
function readHood(reading: PiecesSoFar, { text }: Piece): boolean {
  const all = { ...reading.known, ...reading.told };
  const isOnly = [all.given_name, all.surname, all.phone, all.address, all.city].every((one) => one !== undefined);
  const words = withoutConnectors(wordsOf(text), true);
  if (!isOnly || all.neighbourhood !== undefined || !mayBeHood(words, text)) return false;
  return putHood(reading, words);
}

function mayBeHood(words: readonly string[], text: string): boolean {
  const isName = words.length <= 4 && words.every((word) => isPlaceWord(word) && !NO_NAME.test(word.toLowerCase()));
  const isUnknown = words.some((word) => word.length > 3 && !isCommonWord(foldText(word)));
  const isOther = isNoHood(text) || readAcknowledgement(text) !== null;
  return isName && isUnknown && !isOther && words.every((word) => mendSpelling(word) === word);
}

/** So much else is told in a message whose only other words are the neighbourhood. */
const FEWEST_BESIDE = 2;

/**
 * "ana ruiz, 300…, cra 5 # 3-2, catay, popayán": what is left when the rest of a list is read is the neighbourhood, where it is
 * one plain piece of words that no sentence has.
 */
export function readLeftHood(reading: PiecesSoFar, unread: readonly Piece[]): Piece | null {
  const { told, known, context } = reading;
  const all = { ...known, ...told };
  // "ACOSTA. FUNDADORES.": where all but the two was known.
  const isPair = Object.keys(told).length > 0 && known.phone !== undefined && known.address !== undefined;
  const isMuch = Object.keys(told).length >= FEWEST_BESIDE || (isPair && known.city !== undefined);
  const isList = isMuch && all.address !== undefined && all.city !== undefined;
  const isWhole = all.given_name !== undefined && all.surname !== undefined;
  if (!context.isAsked || all.neighbourhood !== undefined || !isList || !isWhole) return null;
  const [only, ...others] = unread.filter(({ text }) => /\p{L}{3}/u.test(text));
  if (only === undefined || others.length > 0 || only.isQuestion || only.label !== null) return null;
  const words = wordsOf(only.text);
  if (!mayBeHood(words, only.text)) return null;
  putHood(reading, words);
  return only;
}
