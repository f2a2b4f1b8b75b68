/**
 * Personal data in a message, by rules (requirement A15): an impossible value is not captured. Each
 * reader takes its words out of the text, so that the next reader, and the search for a question in
 * the rest, do not read them again.
 */

import { DEFAULT_LOCALE } from "../../core/locale/locale.ts";
import { plainText } from "../../core/plain-text.ts";
import { COUNTRYSIDE_NOUN } from "../places/countryside.ts";
import { findDepartment, findPlace, isPlaceIn, MAX_DEPARTMENT_WORDS, placeAtStart } from "../places/find-place.ts";
import { placeAnywhere, placeBesideDepartment } from "../places/place-beside-department.ts";
import { legibleText } from "../text/legible-text.ts";
import { findIn, isIn, replaceEach, replaceIn } from "../text/pattern-gate.ts";
import { soundOf } from "../text/sound-of.ts";
import { withoutFillers } from "../text/without-fillers.ts";
import { addressInWords, needsAddress } from "./address-in-words.ts";
import { findCorrection } from "./correct-a-number.ts";
import { findCourierNote } from "./courier-notes.ts";
import {
  type Extracted,
  type ExtractionContext,
  type ExtractionDoubt,
  type FieldKind,
  NOT_AVAILABLE,
  type Told,
} from "./field-kinds.ts";
import { type Candidates, findDoubts } from "./find-doubts.ts";
import { findHints } from "./find-hints.ts";
import { mendLabels } from "./mend-labels.ts";
import { ADDRESS_MARK, splitPieces } from "./message-pieces.ts";
import { withPartedRuns } from "./part-runs.ts";
import { withPlainCorrections } from "./plain-corrections.ts";
import { withPlainTellings } from "./plain-tellings.ts";
import { findAddress, normaliseAddress, readUnits, withoutDenials } from "./read-address.ts";
import { findEmail, mendHost } from "./read-email.ts";
import { findIdNumber } from "./read-id-number.ts";
import { institutionAddress } from "./read-institution.ts";
import { findNegations, isBareNone, NEGATABLE } from "./read-negations.ts";
import { findPhone } from "./read-phone.ts";
import { readPieces } from "./read-pieces.ts";
import { withRespelled } from "./respelled.ts";
import { writeSpokenEmail } from "./spoken-email.ts";
import { writeSpokenAddress } from "./spoken-numbers.ts";
import { DICTATED, NO_DATA, WRITTEN_SHORT } from "./typed-signs.ts";

export interface Extraction extends Told {
  readonly fields: Extracted;
  /** The words from which each of them was read. */
  readonly raw: Extracted;
  /** Kinds whose old value cannot stand beside the new ones: the department of another city. */
  readonly cleared: readonly FieldKind[];
  /** A place that only a question mentions. */
  readonly hints: Extracted;
  readonly doubts: readonly ExtractionDoubt[];
  /** The rest of the text. */
  readonly rest: string;
}

/** "No es Ibagué, es Barranquilla", "no es en Cali sino en Palmira". */
const NOT_THERE =
  /(?<!\p{L})no\s+(?:es|era|vivo|queda|va)\s+(?:en\s+|de\s+|para\s+|a\s+)?(\p{Lu}?[\p{L} ]{3,30}?)\s*(?:[,.;]\s*(?:es|sino|vivo|queda|va)|\s+sino)\s+(?:es\s+)?(?:en\s+|de\s+|para\s+|a\s+)?([\p{L} ]{3,30})/iu;

/** One place in the place of another: the right one is the city. */
function withRightPlace(text: string): string {
  const match = findIn(NOT_THERE, text);
  if (match === null || text.includes("?")) return text;
  const [said, wrong = "", right = ""] = match;
  const isPlace = (words: string): boolean => placeAtStart(words.trim().split(/\s+/)) !== null;
  return isPlace(wrong) && isPlace(right) ? text.replace(said, `ciudad ${right}`) : text;
}

/** "…, ¿me lo corrige por favor?": a wish, though it is asked. */
const ASKS_TO_MEND =
  /[,;.\s]{0,3}¿?(?:(?:me|nos)\s(?:l[oa]s?\s)?)?(?:puede[ns]?\s|podr[ií]an?\s)?(?:corrig|corrij|correg|cambi|arregl|modific)\p{L}{1,8}(?:\s(?:por|favor|porfa|eso|pues|ah[ií]|gracias)){0,3}\s?\?/giu;

/** A WhatsApp text has at most 4,096 characters; data needs far fewer. */
const MAX_READ = 2_000;

export function extractFields(message: string, context: ExtractionContext): Extraction {
  // One character may become eighteen when it is written out.
  const text = legibleText(message.slice(0, MAX_READ)).slice(0, MAX_READ);
  const found: Draft = { fields: {}, raw: {}, candidates: {} };
  const none = context.isAsked && isBareNone(text, context.missing.length === 1) ? deniable(context.missing) : [];
  if (none.length > 0)
    return {
      fields: Object.fromEntries(none.map((kind) => [kind, NOT_AVAILABLE])),
      raw: Object.fromEntries(none.map((kind) => [kind, text.trim().slice(0, MAX_VALUE)])),
      cleared: [],
      hints: {},
      doubts: [],
      rest: "",
    };

  const stated = replaceIn(ASKS_TO_MEND, mendLabels(withoutFillers(text)), ".");
  const parted = withPartedRuns(withPlainTellings(withPlainCorrections(stated, context.known), context), context);
  const dictated = replaceEach(withRightPlace(parted), NO_DATA);
  const plain = replaceEach(context.isAsked ? replaceIn(DICTATED, dictated, ",") : dictated, WRITTEN_SHORT);
  let rest = takeIdNumber(takeEmail(takeCorrection(plain, found, context.known), found), found);
  for (const { kind, raw } of findNegations(rest)) {
    if (found.fields[kind] !== undefined) continue;
    found.fields[kind] = NOT_AVAILABLE;
    found.raw[kind] = raw;
    rest = cut(rest, raw);
  }
  rest = takePhone(rest, found, context.known.phone);
  rest = takeAddress(rest, found, context.known, context.isAsked);
  const isDoorKnown = context.isAsked || (found.fields.address ?? context.known.address) !== undefined;
  // "Me lo pueden dejar con el portero", before any data: they ask how it is done.
  if (isDoorKnown || Object.keys(found.fields).length > 0)
    rest = takeDirections(takeCourierNote(rest, found, isDoorKnown), found, isDoorKnown);
  const { told, left: unread } = readPieces(splitPieces(rest), found, context);
  const words = needsAddress(told.fields, text, context) ? addressInWords(unread, told.fields, context.isAsked) : null;
  if (words !== null) {
    told.fields.address = normaliseAddress(words);
    told.raw.address = words;
  }
  takeBesideDepartment(text, told, context);
  takeTownOfAddress(told, context);
  takeTownAnywhere(text, told, context);
  takeDepartmentAnywhere(text, told, context);
  const isBeside = (piece: string): boolean => !words?.includes(piece.trim());
  // What we asked for is an address, and nothing else; unasked, a wish may stand beside it.
  const besides = context.isAsked
    ? ""
    : unread
        .split(/[,;\n]/)
        .filter(isBeside)
        .join(",");
  const left = words === null ? unread : besides;
  dropTownOfName(text, told);
  const spelled = withRespelled(plain, told, context.known);
  const fields = withKnownSecondName(withoutPlaceBehind(trimmed(spelled.fields), context.known), context.known);
  return {
    fields,
    raw: trimmed(spelled.raw),
    cleared: unsettledBy(fields, context.known),
    hints: findHints(left),
    doubts: findDoubts({ text, rest: left, fields, candidates: found.candidates }, context),
    rest: left,
  };
}

/** "A nombre de Socorro Santander, así me llamo yo": said once, and of the name. */
function dropTownOfName(text: string, { fields, raw }: Pick<Draft, "fields" | "raw">): void {
  const { given_name: given = "", surname = "", city = "" } = fields;
  const name = ` ${plainText(`${given} ${surname}`).trim()} `;
  const town = ` ${plainText(city)} `;
  const isOnce = ` ${plainText(text)} `.split(town).length === 2;
  if (given === "" || surname === "" || city === "" || !name.includes(town) || !isOnce) return;
  delete fields.city;
  delete raw.city;
  delete fields.department;
  delete raw.department;
}

/** "Mi nombre es Martha, con h", of Marta Cecilia: the second name stays. */
function withKnownSecondName(fields: Extracted, known: Extracted): Extracted {
  const [first = "", ...others] = known.given_name?.split(" ") ?? [];
  const name = fields.given_name ?? "";
  const isSpelledAnew = name !== "" && !name.includes(" ") && soundOf(plainText(name)) === soundOf(plainText(first));
  const isOnly = fields.surname === undefined || plainText(fields.surname) === plainText(known.surname ?? "");
  return others.length > 0 && isSpelledAnew && isOnly ? { ...fields, given_name: [name, ...others].join(" ") } : fields;
}

/** "Barrio la Campiña Yopal Casanare", of a customer in Yopal: the neighbourhood ends before the city. */
export function withoutPlaceBehind(fields: Extracted, known: Extracted): Extracted {
  const words = fields.neighbourhood?.split(" ") ?? [];
  const ends = [fields.department ?? known.department, fields.city ?? known.city].map((place) =>
    plainText(place ?? "").split(" "),
  );
  const left = ends.reduce<readonly string[]>((hood, place) => {
    const last = hood.slice(-place.length).map(plainText);
    return last.length === place.length && place.join(" ") !== "" && last.join(" ") === place.join(" ")
      ? hood.slice(0, -place.length)
      : hood;
  }, words);
  const isWhole = left.length === words.length || left.length === 0 || OPENS_A_NAME.test(left.at(-1) ?? "");
  return isWhole ? fields : { ...fields, neighbourhood: left.join(" ") };
}

/** "Villa Colombia", "Nuevo Bogotá": the place belongs to the name. */
const OPENS_A_NAME = /^(?:de|del|la|el|los|las|villa|nuev[ao]|ciudad|alto|bajo|santa|san|centro)$/i;

/** A city in the middle of directions, or one that was read as the department behind it ("Salamina, caldas"). */
function takeBesideDepartment(
  text: string,
  { fields, raw }: Pick<Draft, "fields" | "raw">,
  context: ExtractionContext,
): void {
  const isMissing = fields.city === undefined && context.known.city === undefined && context.missing.includes("city");
  const isDepartment = fields.city !== undefined && findDepartment(fields.city) !== null;
  const isOpen = fields.city !== undefined && fields.department === undefined && context.known.department === undefined;
  const isOfReceiver = isIn(FOR_ONE_WHO_LIVES, text);
  const isAddressed = context.isAsked || fields.address !== undefined || isIn(LIVES_HERE, text);
  const isTold = isOfReceiver || (isAddressed && !/[?¿]/.test(text));
  const isVillage = isBareVillage(fields.city, raw.city) && fields.address !== undefined;
  // "Barrio Centro de Málaga, Santander", of one who wrote from Bogotá.
  const isElsewhere =
    fields.city === undefined &&
    context.known.city !== undefined &&
    fields.department !== undefined &&
    !isPlaceIn(context.known.city, fields.department);
  const isUnsettled =
    isMissing || (isOfReceiver && fields.city === undefined) || isDepartment || isOpen || isVillage || isElsewhere;
  if (!isTold || !isUnsettled) return;
  const found = placeBesideDepartment(text);
  if (found === null || (isOpen && !isDepartment && !isVillage && found.place.city !== fields.city)) return;
  // "… de Ocaña, N. de S. …: calle 7 # 29-144 La Primavera": the village's name is a neighbourhood of that town.
  if (isVillage && found.place.city !== fields.city && fields.city !== undefined) fields.neighbourhood ??= fields.city;
  fields.city = found.place.city;
  fields.department = found.department;
  raw.city = raw.department = `${found.place.city}, ${found.department}`;
}

/** A place that no department was told for, and that is no big city: its name may be any neighbourhood's. */
function isBareVillage(city: string | undefined, said: string | undefined): boolean {
  return city !== undefined && plainText(said ?? "") === plainText(city) && findPlace(city)?.isBig === false;
}

/** "Finca Los Naranjos de Timbío", "corregimiento San Félix de Salamina": no other town was told. */
function takeTownOfAddress({ fields, raw }: Pick<Draft, "fields" | "raw">, { known }: ExtractionContext): void {
  const [, town] = IN_THE_COUNTRY_OF.exec(fields.address ?? "") ?? [];
  if (town === undefined || (fields.city ?? known.city) !== undefined) return;
  const placed = placeAtStart(town.split(" "));
  if (placed === null || placed.length < town.split(" ").length) return;
  fields.city = placed.place.city;
  raw.city = town;
  const department = placed.department ?? placed.place.department;
  if (department !== null && fields.department === undefined) fields.department = department;
}

/** The last resort for a town that is asked for: the only one that the words name. */
function takeTownAnywhere(
  text: string,
  { fields, raw }: Pick<Draft, "fields" | "raw">,
  { isAsked, missing, known }: ExtractionContext,
): void {
  const isMissing = (fields.city ?? known.city) === undefined && missing.includes("city");
  if (!isAsked || !isMissing || /[?¿]/u.test(text)) return;
  const placed = placeAnywhere(text);
  const claimed = [fields.neighbourhood, fields.surname, fields.given_name].map((value) => plainText(value ?? ""));
  if (placed === null || claimed.some((value) => value.includes(plainText(placed.place.city)))) return;
  fields.city = placed.place.city;
  raw.city = placed.said;
  const department = placed.department ?? placed.place.department;
  if (department === null || (fields.department ?? known.department) !== undefined) return;
  fields.department = department;
  raw.department = placed.said;
}

/** "El municipio es El Tambo, pero póngale Cauca, porque hay otro en Nariño": which of the towns of that name is said somewhere. */
function takeDepartmentAnywhere(
  text: string,
  { fields, raw }: Pick<Draft, "fields" | "raw">,
  { known }: ExtractionContext,
): void {
  const city = fields.city;
  if (city === undefined || (fields.department ?? known.department) !== undefined || /[?¿]/u.test(text)) return;
  const words = [...text.matchAll(/\p{L}+/gu)];
  const named = words.flatMap(({ index }, at) => {
    const said = words.slice(at, at + MAX_DEPARTMENT_WORDS).map(([word]) => word);
    const long = said.map((_, less) => said.slice(0, said.length - less).join(" ")).find((one) => findDepartment(one));
    const department = long === undefined ? null : findDepartment(long);
    const isOther = OTHER_OF_THAT_NAME.test(text.slice(0, index)) || plainText(city).includes(plainText(long ?? "-"));
    const isDenied = /^\s?,?\sno(?!\p{L})/iu.test(text.slice(index + (long ?? "").length));
    return department !== null && isPlaceIn(city, department) && !isOther && !isDenied ? [department] : [];
  });
  const [only, ...others] = new Set(named);
  if (only === undefined || others.length > 0) return;
  fields.department = only;
  raw.department = only;
}

const OTHER_OF_THAT_NAME =
  /(?<!\p{L})(?:otr[oa]s?|un[oa]|no|ni)\s(?:(?:(?:es|el|la|que|hay|queda)\s){0,2}(?:en|de|del)\s(?:el\s)?)?$/iu;

const IN_THE_COUNTRY_OF = new RegExp(`^(?:${COUNTRYSIDE_NOUN})\\s.{2,60}\\s(?:de|en)\\s(\\p{L}[\\p{L} ]{2,30})$`, "iu");

/** "Para mi madre que está en Armenia, Quindío", "pa mi hermana, … y vive en Ipiales Nariño". */
const FOR_ONE_WHO_LIVES =
  /(?<!\p{L})p(?:ar)?a\s+(?:la\s+casa\s+de\s+)?(?:mi|una?|el|la)\s[^?]{1,100}\s(?:est[aá]|vive|queda|reside)\s+en\s/iu;

/** "Yo vivo en el campo, Aipe Huila": unasked, and their home all the same. */
const LIVES_HERE = /(?<!\p{L})(?:(?:vivo|vivimos|resido)\s+(?:en|por)|soy\s[^?.]{2,60}\stambi[eé]n\s+del?)\s/iu;

/**
 * What is found before the text is cut into pieces, and the values from a place where one was
 * expected.
 */
interface Draft {
  readonly fields: Extracted;
  readonly raw: Extracted;
  readonly candidates: Candidates;
}

function take({ fields, raw }: Draft, kind: FieldKind, value: string, from: string): void {
  fields[kind] = value;
  raw[kind] = from;
}

/** What a bare "no tengo" says of: the only one of what we asked for that may be absent, or all, when each of them may. */
function deniable(missing: readonly FieldKind[]): readonly FieldKind[] {
  const may = missing.filter((kind) => NEGATABLE.includes(kind));
  return may.length === 1 || may.length === missing.length ? may : [];
}

/** A comma stays, so that the two sides do not become one piece. */
function cut(text: string, raw: string, mark = ""): string {
  const at = text.indexOf(raw);
  return at < 0 ? text : `${text.slice(0, at)} , ${mark === "" ? "" : `${mark} , `}${text.slice(at + raw.length)}`;
}

function takeEmail(text: string, found: Draft): string {
  const spoken = writeSpokenEmail(text);
  const { email, all, candidates } = findEmail(mendHost(spoken.text));
  if (email !== null) take(found, "email", email.value, spoken.restore(email.raw));
  if (candidates.length > 1) found.candidates.email = candidates;
  return all.reduce((rest, raw) => cut(rest, raw), mendHost(spoken.text));
}

/** First of all: "es 24, no 42" is no address of its own. */
function takeCorrection(text: string, found: Draft, known: Extracted): string {
  const correction = text.includes("?") ? null : findCorrection(text, known);
  if (correction === null) return text;
  take(found, correction.kind, correction.value, correction.raw);
  return cut(text, correction.raw);
}

function takeIdNumber(text: string, found: Draft): string {
  const idNumber = findIdNumber(text);
  if (idNumber === null) return text;
  take(found, "id_number", idNumber.value, idNumber.raw);
  return cut(text, idNumber.raw);
}

function takePhone(text: string, found: Draft, known: string | undefined): string {
  const { phone, all, candidates } = findPhone(text, DEFAULT_LOCALE, known);
  if (phone !== null && found.fields.phone === undefined) take(found, "phone", phone.value, phone.raw);
  if (candidates.length > 1) found.candidates.phone = candidates;
  return all.reduce((rest, raw) => cut(replaceIn(NUMBER_BEFORE, rest, ""), raw), text);
}

/** "Edilma Cuéllar número 320 884 3175": it names what stands behind it. */
const NUMBER_BEFORE =
  /(?<=\p{L}\s)(?:(?:mi|el|al|su)\s){0,2}(?:n[uú]mero|nro\.?|num\.?)\s?:?\s?(?=(?:\+?57\s?)?3[\d .-]{8,14}\d)/giu;

function takeAddress(text: string, found: Draft, known: Extracted, isAddressAsked: boolean): string {
  // The flat of a known address is no other address.
  if (found.fields.address !== undefined) return text;
  const isMoreOfIt = known.address !== undefined && readUnits(text) !== null;
  const spoken = writeSpokenAddress(withoutDenials(text));
  const address = isMoreOfIt ? null : findAddress(spoken.text);
  const house = address === null && known.address === undefined ? institutionAddress(text, isAddressAsked) : null;
  if (house !== null) {
    take(found, "address", normaliseAddress(house.value), house.value);
    return cut(text, house.raw, ADDRESS_MARK);
  }
  if (address === null) return text;
  const isTheirDoor = address.value.includes("#") && COMES_TO.test(spoken.text.slice(0, address.index));
  if (!isTheirDoor && isAsked(spoken.text, address.index + address.raw.length)) return text;
  take(found, "address", address.value, spoken.restore(address.raw));
  return cut(spoken.text, address.raw, ADDRESS_MARK);
}

const DIRECTIONS =
  /(?<!\p{L})(?:dej(?:ar|en?|a)(?:l[oa]|mel[oa])?\s+(?:en|con|donde)\s(?!(?:la\s+|una\s+)?(?:oficina|sucursal|sede|agencia|inter(?:rapid[ií]simo)?)(?!\p{L}|\s+\d)|(?:algo\s+)?menos|un[oa]?\s+sol[oa](?!\p{L})|(?:uno|dos|tres|veinte|treinta|cuarenta|cincuenta|sesenta|setenta|ochenta|noventa|cien|ciento|mil)(?!\p{L})|cu[aá]nto|lo\s+mismo|oferta|promo|descuento|rebaja|mejor\s+precio|\$|\d)|(?<!contra[\s-]?)entreg(?:ar|uen?|a)(?:l[oa]|mel[oa])?\s+(?:en|a|al|con)\s(?!(?:la\s+|una\s+)?(?:oficina|sucursal|sede|agencia|inter(?:rapid[ií]simo)?)(?!\p{L}|\s+\d))|(?:al\s+)?frente\s+(?:a|al|de|del)\s|al\s+lado\s+(?:de|del)\s|junto\s+(?:a|al)\s|detr[aá]s\s+(?:de|del)\s|diagonal\s+(?:a|al)(?!\s*\d)\s|cerca\s+(?:de|del|a|al)\s|a\s+(?:una|media|dos|tres)\s+cuadras?|por\s+la\s+porter[ií]a|en\s+(?:la\s+)?porter[ií]a(?!\s+(?:(?:me|nos|les?|ya|no|siempre)\s+){0,2}(?:pregunt|pid|dic|dij|averigu|exig|molest|cobr))|casa\s+(?:de\s+(?:\p{L}+\s+){0,2}(?:pisos?|rejas?|color|puerta|tejas?|techo|port[oó]n|ventanas?|balc[oó]n|madera|ladrillo|fachada|plantas?|zinc|tablas?|material)|esquinera|blanca|azul|verde|roja|amarilla|gris)|(?:port[oó]n|puerta|rejas?|fachada)\s+(?:de\s+)?(?:color|blanc|negr|verd|roj|azul|gris|caf[eé]|amarill|marr[oó]n|met[aá]lic|madera|hierro|vidrio)\p{L}*|timbr(?:e|ar)\s|preguntar\s+por\s|anunciarse\s+(?:en|con)\s|llamar\s+(?:antes|al\s+llegar))(?:(?!\.\s|(?<!\s(?:del?|al?|el|la|mi|tu|su|un|otro))\s(?:(?:el|mi|y)\s){0,2}(?:barrio|cel(?:ular)?|tel(?:[eé]fono)?|correo|num(?:ero)?|ciudad|municipio|departamento)(?!\p{L}))[^,;\n?!\ue000]){0,120}/iu;

const DIRECTIONS_SAID =
  /(?<!\p{L})(?:indicaci[oó]n(?:es)?|observaci[oó]n(?:es)?|punto\s+de\s+referencia)(?:\s+(?:extras?|adicionales?|de\s+entrega|es|son)){0,2}\s*[:=-]\s*([^\n?\ue000]{3,160})/iu;

/** "cerca al trabajo" describes a door only if the message speaks of one. */
const BESIDE = /^(?:al\s+)?(?:cerca|frente|lado|junto|detr[aá]s|diagonal|a\s)/iu;

/** Directions to the door. */
function takeDirections(text: string, found: Draft, isDoorKnown: boolean): string {
  const match = findIn(DIRECTIONS_SAID, text) ?? findIn(DIRECTIONS, text);
  if (match === null || isAsked(text, match.index) || (!isDoorKnown && BESIDE.test(match[0]))) return text;
  const rest = cut(text, match[0]);
  const more =
    match[1] === undefined && !text.slice(match.index).startsWith(`${match[0]}?`) ? DIRECTIONS.exec(rest) : null;
  const isMore = more !== null && !isAsked(rest, more.index);
  const said = (one: string): string => one.trim();
  const noted = found.fields.directions === undefined ? "" : `, ${found.fields.directions}`;
  take(
    found,
    "directions",
    `${isMore ? `${said(match[0])}, ${said(more[0])}` : said(match[1] ?? match[0])}${noted}`,
    isMore ? `${said(match[0])}, ${said(more[0])}` : match[0],
  );
  return isMore ? cut(rest, more[0]) : rest;
}

function takeCourierNote(text: string, found: Draft, isDoorKnown: boolean): string {
  const note = isDoorKnown ? findCourierNote(text) : null;
  if (note === null) return text;
  take(found, "directions", note.value, note.raw);
  return cut(text, note.raw);
}

/** "¿Llegan a la cra 34 # 18-60?": a door with its number is theirs. */
const COMES_TO =
  /(?<!\p{L})(?:llegan?|llegar[ií]an?|env[ií]an|mandan|entregan|traen)\s+(?:a|hasta|en)\s+(?:la\s+|el\s+)?$/iu;

/** Whether the text at `index` is part of a question. */
function isAsked(text: string, index: number): boolean {
  const clause = text.slice(index).split(/[,;\n.!]/)[0] ?? "";
  const opened =
    text
      .slice(0, index)
      .split(/[,;\n.!?]/)
      .at(-1) ?? "";
  // "¿me lo envían a la Carrera 4 # 10-55?" says where to.
  if (/\bme\s+l[oa]s?\s/iu.test(opened)) return false;
  return (
    clause.includes("?") &&
    (opened.includes("¿") || /\b(?:llega|env[ií]a|queda|est[aá]n|local|tienda|es)/iu.test(opened))
  );
}

const MAX_VALUE = 160;

function trimmed(fields: Extracted): Extracted {
  const kept = Object.entries(fields).map(([kind, value]) => [kind, value.trim().slice(0, MAX_VALUE)] as const);
  return Object.fromEntries(kept.filter(([, value]) => value !== ""));
}

/**
 * The department of another city does not stand, nor the neighbourhood of another address there.
 */
export function unsettledBy({ city, department, address, neighbourhood }: Extracted, known: Extracted): FieldKind[] {
  if (city === undefined) return [];
  const isOtherCity = known.city !== undefined && plainText(known.city) !== plainText(city);
  const isDepartmentGone =
    department === undefined && known.department !== undefined && !isPlaceIn(city, known.department);
  const isHoodGone =
    isOtherCity &&
    address !== undefined &&
    neighbourhood === undefined &&
    known.neighbourhood !== undefined &&
    known.neighbourhood !== NOT_AVAILABLE;
  return [...(isDepartmentGone ? (["department"] as const) : []), ...(isHoodGone ? (["neighbourhood"] as const) : [])];
}
