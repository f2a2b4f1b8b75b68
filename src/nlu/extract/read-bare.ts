import { plainText, titleCase } from "../../core/plain-text.ts";
import { readAcknowledgement } from "../clauses/acknowledgement.ts";
import { onlyAnswers } from "../clauses/read-clauses.ts";
import {
  departmentBehind,
  findDepartment,
  isPlaceIn,
  nicknamedPlace,
  type PlacedWords,
  placeAtEnd,
  placeAtStart,
} from "../places/find-place.ts";
import { foldText } from "../text/fold-text.ts";
import { isCommonWord } from "../words/common-words.ts";
import { isFirstName } from "../words/first-names.ts";
import { mendSpelling } from "../words/mend-spelling.ts";
import { isSurname } from "../words/surnames.ts";
import { type Extracted, NOT_AVAILABLE } from "./field-kinds.ts";
import type { Piece } from "./message-pieces.ts";
import { isKnownNeighbourhood, isNoHood, soundsLikeNeighbourhood } from "./neighbourhoods.ts";
import {
  isPlaceWord,
  type PiecesSoFar,
  put,
  putBarePlace,
  putHood,
  putName,
  putPlace,
  SMALL,
  usePlace,
  withoutConnectors,
  withoutTail,
  wordsOf,
} from "./pieces-so-far.ts";
import { readUnits } from "./read-address.ts";
import { isIdNumber } from "./read-id-number.ts";
import { readMissingName } from "./read-missing.ts";
import { isCapital, placeBeforeName, readBareName } from "./read-name.ts";
import { readNameInside } from "./read-name-inside.ts";

const SPEAKS_OF_SENDING =
  /(?<!\p{L})(?:cu[aá]nto|cu[aá]ndo|c[oó]mo|d[oó]nde|qu[eé]|env[ií]\p{L}{1,4}|llega\p{L}?|mandan?|despacha\p{L}?|demora\p{L}?|cobra\p{L}?|tiene|tienen|hay|hacen)(?!\p{L})/iu;

/** "sí señora en Pasto", "listo vecina Ibagué": a yes and its addressee, before the data. */
const ASSENT =
  /^(?:(?:s[ií]|se[nñ]or(?:a|ita)?|claro(?:\s+que)?|listo|dale|bueno|ok(?:ay|ey)?|vale|perfecto|correcto|exacto|as[ií]\s+es|veci(?:n[oa])?|amig[oa]|do[nñ]a|sumerc[eé]|pues|an[oó]t[ea](?:me|le)?|ap[uú]nt[ea](?:me|le)?|p[oó]ng[ae](?:me|le)?|escrib[ae](?:me|le)?)(?::?\s+|$))+(?=\p{L}|$)/iu;

/** "Anote Segundo Aunta": what follows is to be noted, whatever was asked. */
export const NOTES = /^(?:an[oó]t|ap[uú]nt|escr[ií]b)\p{L}{1,5}\s/iu;

export function withoutAssent(text: string): string {
  return text.replace(ASSENT, "");
}

/** Reads text that stands alone between commas or on a line. True when all of it was data. */
export function readBare(reading: PiecesSoFar, told: Piece): boolean {
  if (told.isQuestion) return readPlaceOfAddress(reading, told);
  const assented = withoutAssent(told.text);
  const piece = reading.context.isAsked && assented !== "" ? { ...told, text: assented } : told;
  if (piece.text.length > 90) return false;
  const words = wordsOf(piece.text);
  if (words.length === 0) return true;
  // "Cali no": told to be wrong.
  if (words.length > 1 && /^no$/i.test(words.at(-1) ?? "")) return true;
  return (
    readMissingName(reading, words, piece) ||
    readNameBehindPlace(reading, words, piece) ||
    readFullerName(reading, words) ||
    readNameAgain(reading, words) ||
    readSecondName(reading, words) ||
    readIdNumber(reading, piece.text) ||
    readUnitsOfAddress(reading, piece.text) ||
    (piece.isPlace !== true && readNameInside(reading, words)) ||
    readWhole(reading, words, piece) ||
    (!SPEAKS_OF_SENDING.test(piece.text) && readRun(reading, words, piece)) ||
    readRareName(reading, words, piece)
  );
}

/** "¿me lo envían a la Carrera 4 # 10-55 en Neiva?": the city of an address that was just told. */
function readPlaceOfAddress(reading: PiecesSoFar, piece: Piece): boolean {
  if (!piece.isAfterAddress || !/^(?:en|de)\s/iu.test(piece.text)) return false;
  const words = withoutConnectors(wordsOf(piece.text));
  const placed = placeAtStart(words);
  return placed !== null && usePlace(reading, words, placed) === "";
}

/** "Zarzal Valle Francy Marulanda", "La Esperanza Neiva Huila Ana Ruiz": the name stands behind the town. */
function readNameBehindPlace(reading: PiecesSoFar, words: readonly string[], piece: Piece): boolean {
  if ({ ...reading.known, ...reading.told }.given_name !== undefined) return false;
  const found = placeBeforeName(words);
  if (found === null || (found.at > 0 && !readWhole(reading, words.slice(0, found.at), piece))) return false;
  putPlace(reading, found.placed);
  putName(reading, words.slice(found.at + found.placed.length), found.name);
  return true;
}

/** "soy Luisa, Luisa Fernanda Arenas": the same person once more, in full. */
function readFullerName({ told, raw }: PiecesSoFar, words: readonly string[]): boolean {
  if (told.given_name === undefined || told.surname !== undefined || words.length < 2) return false;
  const fuller = readBareName(words, { given: undefined, surname: false });
  if (fuller === null || plainText(words[0] ?? "") !== plainText(told.given_name)) return false;
  if (fuller.given !== null) told.given_name = fuller.given;
  if (fuller.surname !== null) told.surname = fuller.surname;
  raw.given_name = words.join(" ");
  if (fuller.surname !== null) raw.surname = words.join(" ");
  return true;
}

/** "Fanny Molina" after "Fani Molina": one of the two is another, and the rest says that it is the same person. */
function readNameAgain(reading: PiecesSoFar, words: readonly string[]): boolean {
  const { told, known } = reading;
  if (told.given_name !== undefined || known.given_name === undefined) return false;
  const name = words.length < 2 ? null : readBareName(words, { given: undefined, surname: false });
  if (name?.given == null || name.surname === null) return false;
  const isSame = (one: string, other: string): boolean => plainText(one) === plainText(other);
  // "Yuranis Patricia Ariza" after "Yuranis": all of it is the name.
  const isWhole = known.surname === undefined && words.length > 2 && isSame(words[0] ?? "", known.given_name);
  const isOther = known.surname !== undefined && isSame(name.surname, known.surname);
  if (!isWhole && !isOther && !(known.surname !== undefined && isSame(name.given, known.given_name))) return false;
  putName(reading, words, name);
  return true;
}

/** "Jairo Humberto" after "Jairo": the same person, with the second name. */
function readSecondName(reading: PiecesSoFar, words: readonly string[]): boolean {
  const { told, known } = reading;
  const [first = "", second = ""] = words;
  const isSame = known.given_name !== undefined && plainText(first) === plainText(known.given_name);
  if (!isSame || told.given_name !== undefined || words.length !== 2 || !isFirstName(second)) return false;
  if (known.surname === undefined && isSurname(second)) return false;
  put(reading, "given_name", titleCase(words.join(" ")), words.join(" "));
  return true;
}

/**
 * "delroy archbold escalona", "sunilda berrio ballesta": no list has the given name. While the name is asked for, unknown
 * words beside a surname, or three with capitals, are one; the summary says it back.
 */
function readRareName(reading: PiecesSoFar, words: readonly string[], { isAlone, text }: Piece): boolean {
  const { told, known, context } = reading;
  if (!context.isAsked || !isAlone || (told.given_name ?? known.given_name) !== undefined) return false;
  const isUnknown = (word: string): boolean =>
    /^\p{L}{3,}$/u.test(word) && !isCommonWord(foldText(word)) && mendSpelling(word) === word;
  // "Over": alone, where all but the name is told already.
  if (words.length === 1 && words.every(isUnknown) && isOnlyGivenOpen(known) && readAcknowledgement(text) === null) {
    if (!isCapital(words[0] ?? "") || placeAtStart(words) !== null) return false;
    put(reading, "given_name", titleCase(words[0] ?? ""), words[0] ?? "");
    return true;
  }
  const isName =
    words.length >= 2 &&
    words.length <= 4 &&
    words.every((word) => isUnknown(word) || isSurname(word)) &&
    (isSurname(words.at(-1) ?? "") ||
      (words.length > 2 && (words.every(isCapital) || words.slice(1).some((word) => isSurname(word))))) &&
    readAcknowledgement(text) === null;
  const [given = "", ...others] = words;
  if (!isName || placeAtEnd(words) !== null || soundsLikeNeighbourhood(text)) return false;
  const isTwo = others.length > 2;
  const name = isTwo ? { given: [given, others[0]], surname: others.slice(1) } : { given: [given], surname: others };
  putName(reading, words, {
    given: titleCase(name.given.join(" ")),
    surname: titleCase(name.surname.join(" ")),
    length: words.length,
  });
  return true;
}

/** All but the name is known, or the surname is. */
function isOnlyGivenOpen({ phone, address, city, surname }: Extracted): boolean {
  return surname !== undefined || [phone, address, city].every((one) => one !== undefined);
}

/** A bare number, when the office needs the name of the person who comes. */
function readIdNumber(reading: PiecesSoFar, text: string): boolean {
  const digits = text.replace(/[.\s]/g, "");
  if (!reading.context.missing.includes("id_number") || !isIdNumber(digits)) return false;
  put(reading, "id_number", digits, text);
  return true;
}

export function readUnitsOfAddress(reading: PiecesSoFar, text: string): boolean {
  const units = readUnits(text);
  const address = reading.told.address ?? reading.known.address;
  if (units === null || address === undefined || address === NOT_AVAILABLE) return false;
  if (!address.toLowerCase().includes(units.toLowerCase())) {
    reading.told.address = withUnits(address, units);
    reading.raw.address = `${reading.raw.address ?? address} ${text}`;
  }
  return true;
}

/** Another flat replaces the known one. */
function withUnits(address: string, units: string): string {
  const [kind = ""] = units.split(" ");
  const former = new RegExp(`\\b${kind} \\S+$|\\b${kind} \\S+(?= )`, "i");
  return /^\p{L}+$/u.test(kind) && former.test(address) ? address.replace(former, units) : `${address} ${units}`;
}

/** The piece is one thing: a name, a city, a department, a neighbourhood. */
function readWhole(reading: PiecesSoFar, words: readonly string[], piece: Piece): boolean {
  const { told, known } = reading;
  const all = { ...known, ...told };
  const bare = withoutConnectors(words);
  // "San Gil" once more, while the surname is asked for: the town that stands.
  if (bare.length > 1 && all.city !== undefined && plainText(bare.join(" ")) === plainText(all.city)) return true;
  const name =
    (piece.isPlace === true && !isOfRecipient(reading, words)) || isPartOfTown(words)
      ? null
      : readBareName(words, {
          given: all.given_name,
          surname: all.surname !== undefined,
          // Beside a phone or an address of its own it is the whole name, and another's than the one who wrote.
          isWhole: told.phone !== undefined || told.address !== undefined,
        });
  const named = wholePlace(bare);
  // "… # 27-09 San Miguel, Corozal Sucre": behind an address, and before a town with its department, a village is a neighbourhood.
  const isHoodOfTown =
    named !== null &&
    named.department === null &&
    !named.place.isBig &&
    reading.hasTown === true &&
    piece.isAfterAddress;
  const placed = isHoodOfTown ? null : named;
  const department = findDepartment(bare.join(" "));
  // "San Martín, Cesar", "Andes, Ant.": the department of the city that was just told, whatever else it may be.
  const ofCity = told.city === undefined ? null : departmentBehind(told.city, bare.join(" "));
  if (ofCity !== null) {
    told.department = ofCity;
    reading.raw.department = bare.join(" ");
    return true;
  }
  if (placed !== null && placed.department !== null) return putBarePlace(reading, words, placed);
  const isHoodFirst = piece.isAfterAddress && all.neighbourhood === undefined && isKnownNeighbourhood(words.join(" "));
  if (isHoodFirst && placed?.place.isBig !== true) return putHood(reading, words);
  const isHood = piece.isAfterAddress && !isFirstName(words[0] ?? "") && placed === null && department === null;
  if (isHood && all.city !== undefined && /^\p{Ll}/u.test(words[0] ?? "") && mayBeHood(reading, words, piece))
    return putHood(reading, words);
  // "Leticia", "Florencia": a first name while no name is known, a city after that. "Mosquera" after "Nelson": a surname.
  const isName =
    name !== null &&
    (placed === null ||
      (name.given === null
        ? !placed.place.isBig || (told.address === undefined && words.every((word) => isSurname(word)))
        : isFirstName(words[0] ?? "") &&
          (all.city !== undefined || (!placed.place.isBig && all.given_name === undefined))));
  if (name !== null && isName) {
    putName(reading, words, name);
    return true;
  }
  // "…, Bogotá" of a customer in Cali is another city, and no department of Cali.
  const isOtherCity = placed?.place.isBig === true && department !== null && !isPlaceIn(all.city ?? "", department);
  if (placed !== null && (all.city === undefined || department === null || isOtherCity))
    return putBarePlace(reading, words, placed);
  if (department !== null) {
    put(reading, "department", department, bare.join(" "));
    return true;
  }
  // "Laureles Medellín Antioquia", "Medellín centro" is more than a neighbourhood.
  const hasCity = placeAtEnd(words) !== null || placeAtStart(words)?.place.isBig === true;
  // "… Tunja, por los Muiscas", "en el centro".
  const isLed = /^(?:por|en)$/iu.test(words[0] ?? "") && SMALL.has(plainText(words[1] ?? ""));
  const hood = isLed && !words.some((word) => IS_LANDMARK.test(plainText(word))) ? words.slice(1) : words;
  return !hasCity && mayBeHood(reading, hood, piece) && putHood(reading, hood);
}

/** "Por el parque" says where it is near, and names no neighbourhood. */
const IS_LANDMARK =
  /^(?:parque|estadio|iglesia|hospital|colegio|escuela|plaza|terminal|puente|cementerio|galeria|cancha|tienda|esquina|lado|entrada|salida|carretera|via|centro comercial|momento|trabajo|pueblo)$/;

/** "Es para ESPERANZA PÉREZ, 304 414 9526, …": a full name with a phone of its own is who receives, however it is typed. */
function isOfRecipient({ told }: PiecesSoFar, words: readonly string[]): boolean {
  const [first = "", ...others] = words;
  return told.phone !== undefined && isFirstName(first) && isSurname(others.at(-1) ?? "");
}

/** "Suba Rincón" begins with a district, and no first name. */
function isPartOfTown([first = "", ...others]: readonly string[]): boolean {
  return others.length > 0 && isKnownNeighbourhood(first) && !isFirstName(first);
}

export function wholePlace(words: readonly string[]): PlacedWords | null {
  const placed = placeAtStart(words);
  return placed !== null && placed.length === words.length ? placed : nicknamedPlace(words);
}

/** Right after an address, by a known name, or when nothing else is missing. */
function mayBeHood({ told, known, context }: PiecesSoFar, words: readonly string[], piece: Piece): boolean {
  const all = { ...known, ...told };
  if (all.neighbourhood !== undefined || words.length > 4 || isAnswerOnly(piece.text)) return false;
  if (piece.isAlone && isNoHood(piece.text)) return false;
  const isPlausible =
    words.every((word) => isPlaceWord(word) || /^\d{1,2}$/.test(word)) && words.some((word) => word.length > 2);
  if (!isPlausible || words.some((word) => ASKS_TO_DO.test(word))) return false;
  const text = words.join(" ");
  const hasAddress = all.address !== undefined;
  if (piece.isAfterAddress || (hasAddress && (isKnownNeighbourhood(text) || soundsLikeNeighbourhood(text))))
    return true;
  if (context.isAsked && (isKnownNeighbourhood(text) || isPartOfTown(words))) return true;
  // "…, Plan Parejo, calle 5 # 23-18": between a name and the street.
  const isNamed = all.given_name !== undefined && all.surname !== undefined;
  const isNoSentence = soundsLikeNeighbourhood(text) || words.some((word) => !isCommonWord(foldText(word)));
  if (piece.isBeforeAddress === true && context.isAsked && isNamed && isNoSentence) return true;
  const isAllElseKnown = [all.given_name, all.surname, all.phone, all.city].every((one) => one !== undefined);
  return hasAddress && isAllElseKnown && context.isAsked && piece.isAlone;
}

/** "Mándeselo", "envíemelos": a wish, and no name of a place; nor are goods. */
const ASKS_TO_DO =
  /^\p{L}+[áéíaei]\p{L}{1,4}(?:me|se|nos|le|les)l[oa]s?$|^(?:frasc|frasq|tarr|potes?$|unidades|pastill)\p{L}*$/iu;

/** "Sip", "los 2 porfa", "el segundo": a yes or a number is no place. */
function isAnswerOnly(text: string): boolean {
  return readAcknowledgement(text) !== null || (CHOOSES.test(text) && onlyAnswers(text, { goods: NO_GOODS }));
}

const CHOOSES = /\d|(?<!\p{L})(?:un[oa]?|dos|tres|primer|segund|tercer|[uú]ltim)/iu;
const NO_GOODS: ReadonlySet<string> = new Set();

/**
 * "quiero pedir para Armenia" and "vivo con mi hermana en Soacha" tell a place; "nací en Pasto" and
 * "mi hijo vive en Cali" tell another's.
 */
const SPEAKS_OF_OWN_HOME =
  /^(?!.*\b(?:vive[ns]?|vivian?|nac\w+|trabaj\w+|famili\w+|compre|compraron|viaj\w+|vacaciones|son|ustedes|empresa|tienda|medic[oa]|doctora?|estudi\w+|jefe|fui|iba|conozco)\b).*\b(?:viv[oi]\w*|estoy|estamos|resid\w+|radic\w+|queda\w*|ubicad\w+|envi\w+|mand\w+|despach\w+|recib\w+|entreg\w+|ped\w+|quiero|quisiera|necesito|comprar|encuentr\w+|casa|direccion|para|aqui|aca|un|uno|dos|tres|[123]|frasc\w+|tarr\w+|municipio|vereda|barrio|mejor|llegue\w*)\b/;

/** Several things in one run of words: "wilson ramírez ibagué tolima", "centro tunja boyacá". */
function readRun(reading: PiecesSoFar, words: readonly string[], piece: Piece): boolean {
  if (words.length < 2 || words.length > 12) return false;
  const placed = placeAtEnd(words);
  if (placed !== null && placed.length < words.length) {
    const before = withoutTail(words.slice(0, -placed.length));
    if (/^(?:el|la)$/i.test(words[0] ?? "") && before.length === 0) return false;
    const isSaid = /^(?:en|de|desde|para|pa|a)$/.test(plainText(words[words.length - placed.length - 1] ?? ""));
    const joint = plainText(words[words.length - placed.length - 1] ?? "");
    // "San Antonio de Pereira, Rionegro Antioquia": the whole is a name.
    if (reading.hasTown === true && placed.department === null && joint === "de" && soundsLikeNeighbourhood(piece.text))
      return putHood(reading, words);
    // "San Miguel Paipa Boyacá", "Andalucía Medellín": the city is the town behind, and no village before it.
    const village = wholePlace(before);
    if (village !== null && !village.place.isBig && village.department === null && joint !== "de")
      putPlace(reading, placed);
    const isRead = before.length === 0 || readWhole(reading, before, piece) || readHoodBefore(reading, before, placed);
    const isTheirs = piece.isPlace === true || SPEAKS_OF_OWN_HOME.test(plainText(before.join(" ")));
    // Behind an address a city is its city, whatever stands between them.
    if (!isRead && !(isSaid && isTheirs) && !piece.isAfterAddress) return false;
    putPlace(reading, placed);
    return isRead;
  }
  if (readSaidPlace(reading, words)) return false;
  const start = placeAtStart(words);
  if (start?.place.isBig === true && start.length < words.length) {
    putPlace(reading, start);
    return readWhole(reading, words.slice(start.length), piece);
  }
  return readLeadingName(reading, words, piece);
}

/** "Mojica cali", where all but the neighbourhood and the city is known: a name that no list has, and no word of a sentence. */
function readHoodBefore(
  { told, raw, known, context }: PiecesSoFar,
  words: readonly string[],
  placed: PlacedWords,
): boolean {
  const all = { ...known, ...told };
  const isOpen = all.address !== undefined && all.surname !== undefined && all.neighbourhood === undefined;
  const isName = words.every(isPlaceWord) && words.some((word) => word.length > 2 && !isCommonWord(foldText(word)));
  if (!context.isAsked || !isOpen || all.city !== undefined || !placed.place.isBig || !isName || words.length > 3)
    return false;
  return putHood({ told, raw, known, context }, words);
}

/**
 * "quiero pedir uno para Plato": a village needs words before it that say that a place is meant.
 */
function readSaidPlace(reading: PiecesSoFar, words: readonly string[]): boolean {
  const at = words.findLastIndex((word) => /^(?:a|en|para|pa|hasta)$/i.test(word));
  const placed = at > 0 ? wholePlace(words.slice(at + 1)) : null;
  if (placed === null || !SPEAKS_OF_OWN_HOME.test(plainText(words.slice(0, at).join(" ")))) return false;
  putPlace(reading, placed);
  return true;
}

/** "Nelson Murcia de Pasto", "Ana Gómez Kennedy": a name, then further data. */
function readLeadingName(reading: PiecesSoFar, words: readonly string[], piece: Piece): boolean {
  if ({ ...reading.known, ...reading.told }.given_name !== undefined) return false;
  for (let length = Math.min(4, words.length - 1); length > 0; length -= 1) {
    const name = readBareName(words.slice(0, length), { given: undefined, surname: false });
    if (name === null) continue;
    const after = words.slice(length);
    const isPlace = wholePlace(withoutConnectors(after)) !== null || isKnownNeighbourhood(after.join(" "));
    if (!isPlace) continue;
    putName(reading, words, name);
    return readWhole(reading, after, piece);
  }
  return false;
}
