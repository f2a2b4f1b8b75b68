import { plainText, titleCase } from "../../core/plain-text.ts";
import { FARM, SETTLEMENT } from "../places/countryside.ts";
import { findDepartment, isPlaceIn, type PlacedWords, placeAtEnd, placeAtStart } from "../places/find-place.ts";
import { isDataWord } from "../words/data-words.ts";
import { isFirstName } from "../words/first-names.ts";
import { RELATIVE } from "../words/relatives.ts";
import { isWhichever } from "./house-in-words.ts";
import { cityMeant } from "./mend-labels.ts";
import type { Piece, PieceLabel } from "./message-pieces.ts";
import { isKnownNeighbourhood } from "./neighbourhoods.ts";
import {
  isPlaceWord,
  nameOfHood,
  type PiecesSoFar,
  put,
  putName,
  putPlace,
  SMALL,
  usePlace,
  withoutConnectors,
  withoutTail,
  wordsOf,
} from "./pieces-so-far.ts";
import { normaliseAddress } from "./read-address.ts";
import { isIdNumber } from "./read-id-number.ts";
import { type FoundName, placeBeforeName, readSaidName, readSaidSurname } from "./read-name.ts";

/** "Con z: Peñaz", "con doble t, Betty": how it is spelled, before it is written. */
const SPELLED =
  /^(?:con\s+)(?:doble\s+|la\s+)?\p{L}{1,3}(?:\s+(?:larga|corta|peque[nñ]a|grande|de\s+\p{L}+))?(?:\s+(?:y\s+)?no\s+con\s+\p{L}{1,3})?\s*[:,]?\s+/iu;

/** "Vivo en una vereda de Planadas", "estamos en un pueblito del Huila". */
const IN_THE_COUNTRY_OF = new RegExp(
  `^(?:una?\\s+|la\\s+|el\\s+)?(?:${SETTLEMENT}|${FARM}|finquita|pueblo|pueblito|municipio)\\s+del?\\s+`,
  "iu",
);

const PLACE_LIKE = new RegExp(
  `\\d|(?<!\\p{L})(?:${SETTLEMENT}|${FARM}|barrio|casa|lote|conjunto|edificio)(?!\\p{L})`,
  "iu",
);

/** Each returns the words that it did not use; null when the label said nothing after all. */
export type LabelReader = (reading: PiecesSoFar, piece: Piece) => string | null;

const IS_A_DAY =
  /^(?:(?:el|los|cada|todos|este|pr[oó]ximo|d[ií]as?|fin|fines)\s+)*(?:lunes|martes|mi[eé]rcoles|jueves|viernes|s[aá]bados?|domingos?|festivos?|semana|ma[nñ]anas?|tardes?)(?!\p{L})/iu;

const IS_TO_CHANGE = /^(?:c[aá]mbi|corr[ií][jg]|p[oó]ng|qu[ií]t)\p{L}{1,6}$/iu;
const RECEIVES = /^(?:a\s+)?(?:qui[eé]n\s+)?(?:recibe|destinatari)/iu;
const OF_THEIRS = new RegExp(
  `^(?:es\\s+)?(?:mi|una?|el|la)\\s+(?:\\p{L}+\\s+)?(?:${RELATIVE}(?!\\p{L})|(?:emplead|porter|celador|vigilante|recepcionista|secretari|asistente|administrador|conserje|se[nñ]or|muchach|ni[nñ]er)\\p{L}*)`,
  "iu",
);

export const READ_LABELLED: Readonly<Record<PieceLabel, LabelReader>> = {
  name: (reading, { text, said }) => {
    const words = wordsOf(text);
    // "El nombre cámbielo".
    if (IS_TO_CHANGE.test(words[0] ?? "")) return null;
    // "Recibe mi vecina Gladys": she opens the door, and is not the customer.
    const receiver = RECEIVES.test(said) && OF_THEIRS.test(text) ? fullNameOf(reading, text) : null;
    if (receiver !== null) return usePutName(reading, receiver.words, receiver.name);
    if (RECEIVES.test(said) && OF_THEIRS.test(text)) {
      put(reading, "directions", `${said.trim()} ${text}`, `${said}${text}`);
      return "";
    }
    const name = readSaidName(words, !/^\s*(?:a\s+)?nombre\s*$/iu.test(said) || words.length <= 4);
    // "Lo recibe Yamile, la de recepción": a given name alone is no other holder of the order.
    if (RECEIVES.test(said) && isWholeKnown(reading) && name?.given != null && name.surname === null) {
      put(reading, "directions", `${said.trim()} ${text}`, `${said}${text}`);
      return "";
    }
    // "Nombre Paz, apellido Bueno": beside its label the other word is the given name.
    if (reading.surnameSaid !== undefined && name?.given === null && words.length <= 2) {
      put(reading, "given_name", titleCase(words.join(" ")), text);
      return "";
    }
    return name === null ? null : usePutName(reading, words, wholeGiven(reading, { words, name, said }));
  },
  soy: (reading, { text }) => {
    const words = wordsOf(text);
    const from = nameBehindCalling(words);
    const name = readSaidName(words.slice(from), false);
    return name === null ? null : usePutName(reading, words.slice(from), name);
  },
  surname: (reading, { text, said, before, isQuestion }) => {
    const words = wordsOf(text.replace(SPELLED, ""));
    const whole = isQuestion ? null : readKnownAgain(reading, words);
    if (whole !== null) return usePutName(reading, words, whole);
    // "El apellido quedó sin la e": a deed.
    const found = isQuestion || /\p{L}ó$/u.test(words[0] ?? "") ? null : readSaidSurname(words);
    if (found === null) return null;
    // "Me faltó el segundo apellido, Rosero": behind the first, which is known.
    const { surname: first } = reading.known;
    const isSecond = /segundo\s+apellido/iu.test(`${before} ${said}`) && first !== undefined && !first.includes(" ");
    put(reading, "surname", isSecond ? `${first} ${found.surname}` : found.surname, text);
    return words.slice(found.length).join(" ");
  },
  phone: (_, { text }) => text,
  address: (reading, { text, isQuestion }) => {
    // "Está mal, es 24 no 42" names no street.
    const isStreetless = !/\p{L}{3}|#/u.test(
      text.replace(/(?<!\p{L})(?:est[aá]|mal|es|son|era|n[uú]mero)(?!\p{L})/giu, ""),
    );
    if (isWhichever(text)) return text;
    if (isQuestion || isStreetless || reading.told.address !== undefined || !PLACE_LIKE.test(text) || text.length < 6)
      return text;
    put(reading, "address", normaliseAddress(text), text);
    return "";
  },
  neighbourhood: (reading, { text, said, isQuestion }) =>
    isQuestion ? null : useNeighbourhood(reading, wordsOf(text), /[:=–-]\s*$/u.test(said)),
  city: (reading, { text, said, isQuestion }) => {
    // "¿cuánto se demora a la ciudad de Cali?" tells nothing; "mi ciudad es Cali, ¿llega?" does.
    if (isQuestion && !/^\s*mi\s|:/iu.test(said)) return null;
    const words = withoutConnectors(wordsOf(text));
    const placed = placeAtStart(words);
    // "Vivo en Andes", and then "el pueblo, en Antioquia": its department.
    const city = reading.told.city ?? reading.known.city ?? "";
    const department = findDepartment(words.join(" "));
    if (department !== null && plainText(words.join(" ")) !== plainText(city) && isPlaceIn(city, department)) {
      put(reading, "department", department, text);
      return "";
    }
    const meant = placed ?? placeMeant(words);
    if (meant !== null) return usePlace(reading, words, meant);
    // "Yo salgo al pueblo los sábados": a day is no town. "Este es un pueblo de cuatro calles" names none.
    const isNameOfPlace =
      !isQuestion &&
      !/pueblo/iu.test(said) &&
      !IS_A_DAY.test(words.join(" ")) &&
      words.length > 0 &&
      words.length <= 4 &&
      words.every(isPlaceWord);
    if (!isNameOfPlace) return null;
    put(reading, "city", titleCase(words.join(" ")), text);
    return "";
  },
  lives: (reading, { text, said, isQuestion }) => {
    // "¿me lo mandan a Cali?" asks; "vivo en Cali ¿llega?" tells.
    if (isQuestion && !/\b(?:viv|est|resid|radic|encuentr|soy|somos)/iu.test(said)) return text;
    const words = withoutConnectors(wordsOf(text.replace(IN_THE_COUNTRY_OF, "")));
    const placed = placeAtStart(words);
    const department = findDepartment(words.join(" "));
    // "vivo en Nariño", "soy de Caldas": the department rather than one of the villages of that name.
    if (department !== null && placed?.place.isBig !== true) {
      put(reading, "department", department, words.join(" "));
      return "";
    }
    if (placed !== null) return usePlace(reading, words, placed);
    const meant = reading.context.isAsked && !isQuestion ? placeMeant(words) : null;
    if (meant !== null) return usePlace(reading, words, meant);
    const [first = ""] = words;
    const isHood =
      reading.context.isAsked &&
      words.length <= 3 &&
      [first, words.join(" ")].some((said) => isKnownNeighbourhood(said));
    if (!isHood) return text === "" ? "" : text;
    put(reading, "neighbourhood", nameOfHood(words), text);
    return "";
  },
  department: (reading, { text }) => {
    const words = withoutConnectors(wordsOf(text));
    for (let length = Math.min(4, words.length); length > 0; length -= 1) {
      const department = findDepartment(words.slice(0, length).join(" "));
      if (department === null) continue;
      // "Ciudad: Barbosa … Dpto: Santander": what is said outdoes what the name of the town made us think.
      const { told } = reading;
      if (told.city !== undefined && isPlaceIn(told.city, department)) delete told.department;
      put(reading, "department", department, words.slice(0, length).join(" "));
      return words.slice(length).join(" ");
    }
    return null;
  },
  email: (_, { text }) => text,
  id_number: (reading, { text }) => {
    const digits = text.replace(/[.\s]/g, "");
    if (!isIdNumber(digits)) return text;
    put(reading, "id_number", digits, text);
    return "";
  },
  denied: () => null,
  directions: (reading, { text, isQuestion }) => {
    if (isQuestion || text === "") return null;
    put(reading, "directions", text, text);
    return "";
  },
};

function placeMeant([first = "", ...others]: readonly string[]): PlacedWords | null {
  const isTown = others.length === 0 || findDepartment(others.join(" ")) !== null;
  const city = isTown ? cityMeant(first) : null;
  const placed = city === null ? null : placeAtStart([city]);
  return placed === null ? null : { ...placed, said: first };
}

function isWholeKnown({ known }: PiecesSoFar): boolean {
  return known.given_name !== undefined && known.surname !== undefined;
}

/** "Lo recibe mi esposo Hernando Triana", where no name is known: the parcel is addressed to him. */
function fullNameOf({ told, known }: PiecesSoFar, text: string): { words: readonly string[]; name: FoundName } | null {
  if ((told.given_name ?? known.given_name) !== undefined) return null;
  const words = wordsOf(text.replace(OF_THEIRS, "").replace(/^[\s,:]+(?:que\s+)?(?:se\s+llama\s+)?/u, ""));
  const name = isFirstName(words[0] ?? "") ? readSaidName(words, false) : null;
  return name?.surname == null || name.given === null ? null : { words, name };
}

/** "Soy pastor Misael Angulo": where the full name begins behind what the customer is; 0 when none does. */
function nameBehindCalling(words: readonly string[]): number {
  const at = words.findIndex((word) => /^\p{Lu}/u.test(word) && isFirstName(word));
  const isNamed = at > 0 && at <= MOST_OF_A_CALLING && /^\p{Lu}/u.test(words[at + 1] ?? "");
  const isCalling = words.slice(0, Math.max(0, at)).every((word) => /^\p{Ll}+$/u.test(word) && !JOINS.test(word));
  return isNamed && isCalling ? at : 0;
}

const MOST_OF_A_CALLING = 3;
const JOINS = /^(?:del?|con|para|y|en)$/u;

/** "Mi apellido es con n: Omar Pena": the known name again, in full. */
function readKnownAgain({ known }: PiecesSoFar, words: readonly string[]): FoundName | null {
  const name = readSaidName(words, false);
  const isAgain = name?.given != null && name.surname !== null && known.given_name !== undefined;
  return isAgain && plainText(known.given_name ?? "").startsWith(plainText(words[0] ?? "-")) ? name : null;
}

function usePutName(reading: PiecesSoFar, words: readonly string[], name: FoundName): string {
  const { told, raw } = reading;
  const isAlone = told.given_name !== undefined && told.surname === undefined;
  // "Yo me llamo José pero es para mi hija Daniela Ríos": a full name is whose the parcel is, and never half of each.
  if (isAlone && name.given !== null && name.surname !== null && !isSameName(name.given, told.given_name)) {
    delete told.given_name;
    delete raw.given_name;
  }
  putName(reading, words, name);
  const after = words.slice(name.length);
  // "soy Ruth de Pereira".
  const placed = /^(?:de|desde|en)$/iu.test(after[0] ?? "") ? placeAtStart(after.slice(1)) : null;
  return placed === null ? after.join(" ") : usePlace(reading, after.slice(1), placed);
}

/** "Nombre: Sol Ángel. Apellido: Flórez": what has its own label is no part of the name. */
function wholeGiven(
  { surnameSaid }: PiecesSoFar,
  { words, name, said }: { readonly words: readonly string[]; readonly name: FoundName; readonly said: string },
): FoundName {
  if (surnameSaid === undefined || name.given === null || name.surname === null || !/nombres?/iu.test(said))
    return name;
  const [first = ""] = plainText(surnameSaid).split(" ");
  const isRepeated = plainText(name.surname).split(" ").includes(first);
  return isRepeated ? name : { ...name, given: titleCase(words.slice(0, name.length).join(" ")), surname: null };
}

function isSameName(given: string, known = ""): boolean {
  return plainText(given).split(" ")[0] === plainText(known).split(" ")[0];
}

const MAX_NEIGHBOURHOOD_WORDS = 8;

/** Where a town with its department, or with a name of more than one word, begins behind the name of a neighbourhood. */
function townInside(words: readonly string[]): number {
  const at = words.findIndex((_, from) => {
    const placed = from === 0 ? null : placeAtStart(words.slice(from));
    const isName = SMALL.has(plainText(words[from - 1] ?? "")) || OPENS_A_NAME.test(words[from - 1] ?? "");
    return (
      placed !== null &&
      !isName &&
      (placed.department !== null || (placed.said.includes(" ") && !SMALL.has(plainText(words[from] ?? ""))))
    );
  });
  return at < 0 ? words.length : at;
}

/** "Villa Colombia", "Nuevo Bogotá": the place belongs to the name. */
const OPENS_A_NAME = /^(?:villa|nuev[ao]|ciudad|alto|bajo|santa|san|puerto)$/iu;

/**
 * Where a neighbourhood's name ends. "Buenos Aires", "Bella Vista" and "Todos los Santos" have
 * words that no person's name has.
 */
const NOT_IN_A_NEIGHBOURHOOD = new Set(
  "donde tambien es esta quedo estaba va voy vamos era mi me no que q y pero para pa por con en ahi alla aca aqui siempre hay mire mira vea mal bien cual cuanto cuando como quiero soy vivo tengo tiene gracias ese esa este o si ya se le mas favor casa apto apartamento torre bloque conjunto edificio hotel hostal residencias tienda diagonal frente pedido frasco pago mando mande manden envie envien".split(
    " ",
  ),
);

const STREET_WORD = /^(?:calle|cll?|carrera|cra|kra|kr|diagonal|dg|transversal|tv|avenida|av|manzana|mz)$/;

/** "mi barrio es peligroso" names none. */
const DESCRIBES =
  /^(?:peligros[oa]|segur[oa]|lejos|cerca|cercano|fe[oa]|bonit[oa]|pequen[oa]|grande|nuev[oa]|viej[oa]|obligatorio|necesario|tranquil[oa]|central|retirado|residencial|rural|urbano|popular|privado|cerrado|vereda)$/;

/** The name of a neighbourhood, up to the city that may follow it. */
function useNeighbourhood(reading: PiecesSoFar, all: readonly string[], isOfAForm: boolean): string | null {
  const words: string[] = [];
  const named = withoutConnectors(all, true);
  const split = placeBeforeName(named);
  for (const word of split !== null && split.at > 0 ? named.slice(0, split.at) : named) {
    const plain = plainText(word);
    if (
      (words.length > 0 && STREET_WORD.test(plain)) ||
      (isDataWord(plain) && !(plain === "ciudad" && words.length === 0)) ||
      NOT_IN_A_NEIGHBOURHOOD.has(plain) ||
      words.length >= MAX_NEIGHBOURHOOD_WORDS ||
      !/^[\p{L}\d.'°-]+$/u.test(word)
    )
      break;
    words.push(word);
  }
  const skipped = all.length - withoutConnectors(all, true).length;
  // "Barrio Santa Teresita Dosquebradas Risaralda voy manejando": the town ends the name, whatever stands behind it.
  const isTownKnown = reading.known.city !== undefined;
  const town = reading.told.city === undefined && !isTownKnown ? townInside(words) : words.length;
  if (town < words.length) words.splice(town);
  // "Guapi Cauca …, barrio puerto cali": where the city is told beside it, the name is whole.
  const isTownTold = reading.told.city !== undefined || reading.hasTown === true;
  const end = words.length > 1 && !isTownTold ? placeAtEnd(words) : null;
  // "Barrio Puerto Cali", of a customer in Guapi: only with its department is it another town.
  const ending = isTownKnown && end?.department == null ? null : end;
  // "La Soledad" in Bogotá: behind an article alone stands no town.
  const isArticle = (word: string): boolean => SMALL.has(plainText(word));
  const placed = ending !== null && words.slice(0, -ending.length).every(isArticle) ? null : ending;
  let kept = placed === null || placed.length === words.length ? words : words.slice(0, -placed.length);
  kept = withoutTail(kept);
  // "Barrio Popular" is a name; "mi barrio es popular" is none.
  const isDescription =
    kept.length === 1 && !/^\p{Lu}/u.test(kept[0] ?? "") && DESCRIBES.test(plainText(kept[0] ?? ""));
  if (isDescription || kept.every((word) => SMALL.has(plainText(word)))) return null;
  put(reading, "neighbourhood", nameOfHood(kept, isOfAForm), kept.join(" "));
  if (placed !== null && placed.length < words.length) putPlace(reading, placed);
  return all.slice(skipped + words.length).join(" ");
}
