import {
  findDepartment,
  findPlace,
  isPlaceIn,
  type PlacedWords,
  placeAtEnd,
  placeAtStart,
} from "../places/find-place.ts";
import { plainText, titleCase } from "../plain-text.ts";
import { isDataWord, NOT_IN_A_NAME } from "./data-words.ts";
import { type Extracted, type ExtractionContext, type FieldKind, NOT_AVAILABLE, type Told } from "./field-kinds.ts";
import type { Piece, PieceLabel } from "./message-pieces.ts";
import { isKnownNeighbourhood, soundsLikeNeighbourhood } from "./neighbourhoods.ts";
import { normaliseAddress, readUnits } from "./read-address.ts";
import { type FoundName, readBareName, readSaidName, readSaidSurname } from "./read-name.ts";

/** What is known while the pieces of one message are read; the first that tells a field tells it. */
interface Reading {
  readonly told: Extracted;
  readonly raw: Extracted;
  readonly known: Extracted;
  readonly context: ExtractionContext;
}

/** Names, places and neighbourhoods; `left` is what is none of them. */
export function readPieces(
  pieces: readonly Piece[],
  found: Told,
  context: ExtractionContext,
): { readonly told: Told; readonly left: string } {
  const told: Extracted = { ...found.fields };
  const raw: Extracted = { ...found.raw };
  const reading: Reading = { told, raw, known: context.known, context };
  const left: string[] = [];
  const open: Piece[] = [];
  // What says what it is comes first, so that what does not can be seen beside it.
  for (const piece of pieces) {
    if (piece.label === null) open.push(piece);
    else {
      const after = READ_LABELLED[piece.label](reading, piece);
      if (after === null) left.push(`${piece.said}${piece.text}`);
      else if (after !== "") open.push({ ...piece, label: null, said: "", text: after });
    }
  }
  const mayBeBare = context.isAsked || told.address !== undefined || Object.keys(told).length >= 2;
  for (const piece of open) {
    if (!(mayBeBare && readBare(reading, piece))) left.push(piece.text);
  }
  return { told: { fields: told, raw }, left: left.join(", ") };
}

function put({ told, raw }: Reading, kind: FieldKind, value: string | null | undefined, from: string): void {
  if (value == null || value.trim() === "" || told[kind] !== undefined) return;
  told[kind] = value;
  raw[kind] = from;
}

function wordsOf(text: string): string[] {
  return text
    .replace(/[.!¡\s]+$/u, "")
    .trim()
    .split(/\s+/)
    .filter((word) => word !== "");
}

/** Each returns the words that it did not use, or null where the label said nothing after all. */
type LabelReader = (reading: Reading, piece: Piece) => string | null;

const READ_LABELLED: Readonly<Record<PieceLabel, LabelReader>> = {
  name: (reading, { text, said }) => {
    const words = wordsOf(text);
    const name = readSaidName(words, !/^\s*(?:a\s+)?nombre\s*$/iu.test(said) || words.length <= 4);
    return name === null ? null : usePutName(reading, words, name);
  },
  soy: (reading, { text }) => {
    const words = wordsOf(text);
    const name = readSaidName(words, false);
    return name === null ? null : usePutName(reading, words, name);
  },
  surname: (reading, { text, isQuestion }) => {
    const words = wordsOf(text);
    const found = isQuestion ? null : readSaidSurname(words);
    if (found === null) return null;
    put(reading, "surname", found.surname, text);
    return words.slice(found.length).join(" ");
  },
  phone: (_, { text }) => text,
  address: (reading, { text, isQuestion }) => {
    const isPlaceLike =
      /\d|(?<!\p{L})(?:vereda|finca|barrio|casa|lote|hacienda|corregimiento|conjunto|edificio)(?!\p{L})/iu;
    if (isQuestion || reading.told.address !== undefined || !isPlaceLike.test(text) || text.length < 6) return text;
    put(reading, "address", normaliseAddress(text), text);
    return "";
  },
  neighbourhood: (reading, { text, isQuestion }) => (isQuestion ? null : useNeighbourhood(reading, wordsOf(text))),
  city: (reading, { text, said, isQuestion }) => {
    // "¿cuánto se demora a la ciudad de Cali?" tells nothing; "mi ciudad es Cali, ¿llega?" does.
    if (isQuestion && !/^\s*mi\s|:/iu.test(said)) return null;
    const words = withoutConnectors(wordsOf(text));
    const placed = placeAtStart(words);
    if (placed !== null) return usePlace(reading, words, placed);
    const isNameOfPlace = !isQuestion && words.length > 0 && words.length <= 4 && words.every(isPlaceWord);
    if (!isNameOfPlace) return null;
    put(reading, "city", titleCase(words.join(" ")), text);
    return "";
  },
  lives: (reading, { text }) => {
    const words = withoutConnectors(wordsOf(text));
    const placed = placeAtStart(words);
    if (placed !== null) return usePlace(reading, words, placed);
    const isHood = isKnownNeighbourhood(words.join(" ")) && reading.context.isAsked;
    if (!isHood) return text === "" ? "" : text;
    put(reading, "neighbourhood", titleCase(words.join(" ")), text);
    return "";
  },
  department: (reading, { text }) => {
    const words = withoutConnectors(wordsOf(text));
    for (let length = Math.min(4, words.length); length > 0; length -= 1) {
      const department = findDepartment(words.slice(0, length).join(" "));
      if (department === null) continue;
      put(reading, "department", department, words.slice(0, length).join(" "));
      return words.slice(length).join(" ");
    }
    return null;
  },
  email: (_, { text }) => text,
  id_number: (reading, { text }) => {
    const digits = text.replace(/[.\s]/g, "");
    if (!/^\d{6,10}$/.test(digits)) return text;
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

function usePutName(reading: Reading, words: readonly string[], name: FoundName): string {
  putName(reading, words, name);
  return words.slice(name.length).join(" ");
}

function putName(reading: Reading, words: readonly string[], { given, surname, length }: FoundName): void {
  const from = words.slice(0, length).join(" ");
  put(reading, "given_name", given, from);
  put(reading, "surname", surname, from);
}

function usePlace(reading: Reading, words: readonly string[], placed: PlacedWords): string {
  putPlace(reading, placed);
  return words.slice(placed.length).join(" ");
}

function putPlace(reading: Reading, { place, department, said: from }: PlacedWords): void {
  const isNew = reading.told.city === undefined;
  put(reading, "city", place.city, from);
  const said = department ?? reading.told.department;
  const fits = said !== undefined && said !== null && isPlaceIn(place.city, said) ? said : null;
  if (isNew) put(reading, "department", fits ?? place.department ?? departmentKnown(reading, place.city), from);
}

/** A village that several departments have lies in the one that we know of. */
function departmentKnown({ known }: Reading, city: string): string | null {
  return known.department !== undefined && known.department !== NOT_AVAILABLE && isPlaceIn(city, known.department)
    ? known.department
    : null;
}

const MAX_NEIGHBOURHOOD_WORDS = 6;
const SMALL = new Set(["el", "la", "los", "las", "de", "del", "y"]);

/** Where a neighbourhood's name ends. "Buenos Aires", "Bella Vista" and "Todos los Santos" have words that no person's name has. */
const NOT_IN_A_NEIGHBOURHOOD = new Set(
  "es esta mi me no que y pero para por con en mal bien cual cuanto cuando como quiero soy vivo tengo tiene gracias ese esa este o si ya se le mas favor casa apto torre pedido frasco".split(
    " ",
  ),
);

/** The name of a neighbourhood, up to the city that may follow it. */
function useNeighbourhood(reading: Reading, all: readonly string[]): string | null {
  const words: string[] = [];
  for (const word of withoutConnectors(all, true)) {
    const plain = plainText(word);
    if (
      isDataWord(plain) ||
      NOT_IN_A_NEIGHBOURHOOD.has(plain) ||
      words.length >= MAX_NEIGHBOURHOOD_WORDS ||
      !/^[\p{L}\d.'°-]+$/u.test(word)
    )
      break;
    words.push(word);
  }
  const skipped = all.length - withoutConnectors(all, true).length;
  const placed = words.length > 1 ? placeAtEnd(words) : null;
  let kept = placed === null || placed.length === words.length ? words : words.slice(0, -placed.length);
  kept = withoutTail(kept);
  if (kept.length === 0 || kept.every((word) => SMALL.has(plainText(word)))) return null;
  put(reading, "neighbourhood", titleCase(kept.join(" ")), kept.join(" "));
  if (placed !== null && placed.length < words.length) putPlace(reading, placed);
  return all.slice(skipped + words.length).join(" ");
}

function withoutTail(words: readonly string[]): string[] {
  const kept = [...words];
  while (SMALL.has(plainText(kept.at(-1) ?? "-")) || /^(?:en|mi)$/.test(plainText(kept.at(-1) ?? ""))) kept.pop();
  return kept;
}

const CONNECTORS = new Set("y e en de desde es para pa a por mi aqui aca del queda seria ciudad municipio".split(" "));

/** "en la ciudad de Pereira" → "Pereira". An article that belongs to the name stays: "La Ceja". */
function withoutConnectors(words: readonly string[], keepArticles = false): string[] {
  const isConnector = (word: string | undefined): boolean =>
    word !== undefined &&
    CONNECTORS.has(plainText(word)) &&
    !(keepArticles && SMALL.has(plainText(word)) && plainText(word) !== "de");
  let from = 0;
  while (
    from < words.length - 1 &&
    isConnector(words[from]) &&
    placeAtStart(words.slice(from))?.length !== words.length - from
  )
    from += 1;
  return words.slice(from);
}

function isPlaceWord(word: string): boolean {
  const plain = plainText(word);
  return /^\p{L}[\p{L}.'-]*$/u.test(word) && (SMALL.has(plain) || !(NOT_IN_A_NAME.has(plain) || isDataWord(plain)));
}

const SPEAKS_OF_SENDING =
  /(?<!\p{L})(?:cu[aá]nto|cu[aá]ndo|c[oó]mo|d[oó]nde|qu[eé]|env[ií]\p{L}{1,4}|llega\p{L}?|mandan?|despacha\p{L}?|demora\p{L}?|cobra\p{L}?|tiene|tienen|hay|hacen)(?!\p{L})/iu;

/** What stands alone between commas or on a line. True when all of it was data. */
function readBare(reading: Reading, piece: Piece): boolean {
  if (piece.isQuestion) return readPlaceOfAddress(reading, piece);
  if (piece.text.length > 90) return false;
  const words = wordsOf(piece.text);
  if (words.length === 0) return true;
  return (
    readIdNumber(reading, piece.text) ||
    readUnitsOfAddress(reading, piece.text) ||
    readWhole(reading, words, piece) ||
    (!SPEAKS_OF_SENDING.test(piece.text) && readRun(reading, words, piece))
  );
}

/** "¿me lo envían a la Carrera 4 # 10-55 en Neiva?": the city of an address that was just told. */
function readPlaceOfAddress(reading: Reading, piece: Piece): boolean {
  if (!piece.isAfterAddress || !/^(?:en|de)\s/iu.test(piece.text)) return false;
  const words = withoutConnectors(wordsOf(piece.text));
  const placed = placeAtStart(words);
  return placed !== null && usePlace(reading, words, placed) === "";
}

/** A bare number where the office needs to know who comes. */
function readIdNumber(reading: Reading, text: string): boolean {
  const digits = text.replace(/[.\s]/g, "");
  if (!reading.context.missing.includes("id_number") || !/^\d{6,10}$/.test(digits)) return false;
  put(reading, "id_number", digits, text);
  return true;
}

function readUnitsOfAddress(reading: Reading, text: string): boolean {
  const units = readUnits(text);
  const address = reading.told.address ?? reading.known.address;
  if (units === null || address === undefined || address === NOT_AVAILABLE) return false;
  if (!address.toLowerCase().includes(units.toLowerCase())) {
    reading.told.address = `${address} ${units}`;
    reading.raw.address = `${reading.raw.address ?? address} ${text}`;
  }
  return true;
}

/** The piece is one thing: a name, a city, a department, a neighbourhood. */
function readWhole(reading: Reading, words: readonly string[], piece: Piece): boolean {
  const { told, known } = reading;
  const all = { ...known, ...told };
  const bare = withoutConnectors(words);
  const name = readBareName(words, { given: all.given_name, surname: all.surname !== undefined });
  const placed = wholePlace(bare);
  const department = findDepartment(bare.join(" "));
  const isHoodFirst = piece.isAfterAddress && all.neighbourhood === undefined && isKnownNeighbourhood(words.join(" "));
  if (isHoodFirst && placed?.place.isBig !== true) return putHood(reading, words);
  // "Leticia", "Florencia": a first name while no name is known, a city after that. "Mosquera" after "Nelson": a surname.
  const isName =
    name !== null && (placed === null || (name.given === null ? !placed.place.isBig : all.city !== undefined));
  if (name !== null && isName) {
    putName(reading, words, name);
    return true;
  }
  if (placed !== null && (all.city === undefined || department === null)) return putBarePlace(reading, words, placed);
  if (department !== null) {
    put(reading, "department", department, bare.join(" "));
    return true;
  }
  return mayBeHood(reading, words, piece) && putHood(reading, words);
}

function wholePlace(words: readonly string[]): PlacedWords | null {
  const placed = placeAtStart(words);
  return placed !== null && placed.length === words.length ? placed : null;
}

/** A village's name beside a city that is known is the name of a neighbourhood; a big city is another city. */
function putBarePlace(reading: Reading, words: readonly string[], placed: PlacedWords): boolean {
  const { told, known } = reading;
  const city = told.city ?? known.city;
  const isOther = city !== undefined && city !== NOT_AVAILABLE && plainText(city) !== plainText(placed.place.city);
  const isCertain = placed.place.isBig || placed.department !== null;
  if (isOther && !isCertain) {
    const hasHood = (told.neighbourhood ?? known.neighbourhood) !== undefined;
    return (told.address ?? known.address) !== undefined && !hasHood
      ? putHood(reading, words)
      : putOver(reading, placed);
  }
  // "Versalles, Cali": of two names the city is the bigger one.
  if (isOther && told.city !== undefined && findPlace(told.city)?.isBig !== true) return putOver(reading, placed);
  putPlace(reading, placed);
  return true;
}

/** Another city than the one that was known, or than the village that was read before it in this message. */
function putOver(reading: Reading, placed: PlacedWords): boolean {
  const { told } = reading;
  const village = told.city;
  if (village !== undefined && placed.place.isBig) {
    delete told.city;
    delete told.department;
    put(reading, "neighbourhood", village, village);
  }
  putPlace(reading, placed);
  return true;
}

function putHood(reading: Reading, words: readonly string[]): boolean {
  put(reading, "neighbourhood", titleCase(words.join(" ")), words.join(" "));
  return true;
}

/** Right after an address, by a name that is known, or when nothing else is missing but that. */
function mayBeHood({ told, known, context }: Reading, words: readonly string[], piece: Piece): boolean {
  const all = { ...known, ...told };
  if (all.neighbourhood !== undefined || words.length > 4) return false;
  const isPlausible =
    words.every((word) => isPlaceWord(word) || /^\d{1,2}$/.test(word)) && words.some((word) => word.length > 2);
  if (!isPlausible) return false;
  const text = words.join(" ");
  const hasAddress = all.address !== undefined;
  if (piece.isAfterAddress || (hasAddress && (isKnownNeighbourhood(text) || soundsLikeNeighbourhood(text))))
    return true;
  if (context.isAsked && isKnownNeighbourhood(text)) return true;
  const isAllElseKnown = [all.given_name, all.surname, all.phone, all.city].every((one) => one !== undefined);
  return hasAddress && isAllElseKnown && context.isAsked && piece.isAlone;
}

/** Several things in one run of words: "wilson ramírez ibagué tolima", "centro tunja boyacá". */
function readRun(reading: Reading, words: readonly string[], piece: Piece): boolean {
  if (words.length < 2 || words.length > 12) return false;
  const placed = placeAtEnd(words);
  if (placed !== null && placed.length < words.length) {
    const before = withoutTail(words.slice(0, -placed.length));
    const isSaid = /^(?:en|de|desde|para|a)$/.test(plainText(words[words.length - placed.length - 1] ?? ""));
    const isRead = before.length === 0 || readWhole(reading, before, piece);
    if (!isRead && !isSaid) return false;
    putPlace(reading, placed);
    return isRead;
  }
  const start = placeAtStart(words);
  if (start?.place.isBig === true && start.length < words.length) {
    putPlace(reading, start);
    return readWhole(reading, words.slice(start.length), piece);
  }
  return readLeadingName(reading, words, piece);
}

/** "Nelson Murcia de Pasto", "Ana Gómez Kennedy": a name, then what else can be read. */
function readLeadingName(reading: Reading, words: readonly string[], piece: Piece): boolean {
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
