/**
 * Personal data in a message, by rules (requirement A15): what cannot be right is not captured. Each reader takes its words
 * out of the text, so that the next one, and whoever looks for a question in the rest, does not read them again.
 */
import { findDepartment, findPlace, isPlaceIn, placeAtStart } from "../places/find-place.ts";
import { titleCase } from "../plain-text.ts";
import { findAddress } from "./read-address.ts";
import { findSaidName, readBareName } from "./read-name.ts";
import { findPhones } from "./read-phone.ts";

export const FIELD_KINDS = [
  "given_name",
  "surname",
  "phone",
  "address",
  "neighbourhood",
  "city",
  "department",
  "email",
  "id_number",
  "directions",
] as const;
export type FieldKind = (typeof FIELD_KINDS)[number];

/** What a customer has none of (requirement A13). It counts as answered. */
export const NOT_AVAILABLE = "N/A";

export type Extracted = Partial<Record<FieldKind, string>>;

export interface Extraction {
  readonly fields: Extracted;
  /** Kinds whose former value cannot stand beside the new ones: the department of another city. */
  readonly cleared: readonly FieldKind[];
  /** What is left of the text. */
  readonly rest: string;
}

export interface ExtractionContext {
  readonly known: Extracted;
  /** We have asked for data: a bare name, city or surname is an answer. */
  readonly isAsked: boolean;
}

const EMAIL = /[\p{L}\d._%+-]+\s?@\s?[\p{L}\d-]+(?:\.[\p{L}\d-]+)*\.[\p{L}]{2,}/iu;
const ID_NUMBER =
  /(?<!\p{L})(?:c[eé]dula|c\.?\s?c\.?)(?:\s+(?:de\s+ciudadan[ií]a|es|n[°ºo]\.?|n[uú]mero))?\s*[:#]?\s*(\d[\d.]{4,12}\d)/iu;
const DIRECTIONS =
  /(?<!\p{L})(?:indicaci[oó]n(?:es)?\s*:|dejar(?:lo|la)?\s|entregar(?:lo|la)?\s+(?:en|a|al)\s|frente\s+a|al\s+lado\s+de|diagonal\s+a(?!\s*\d)|cerca\s+(?:de|a)\s|por\s+la\s+porter[ií]a|en\s+(?:la\s+)?porter[ií]a)[^,;\n?]{0,120}/iu;
const BARRIO =
  /(?<!\p{L})(?:barrio|bario|brr)\s*(?:es|se\s+llama|:)?\s*(?:el\s+barrio\s+)?((?:el\s|la\s|los\s|las\s)?[\p{L}\d][\p{L}\d' .-]{1,40}?)(?=\s*(?:[,;\n?¿]|$|\sen\s|\sde\s+\p{Lu}|\sy\s))/iu;

const NEGATED: readonly (readonly [FieldKind, RegExp])[] = [
  ["email", negation("correo(?:\\s+electr[oó]nico)?|e-?mail|mail")],
  ["neighbourhood", negation("barrio")],
  ["surname", negation("(?:segundo\\s+)?apellidos?")],
  ["id_number", negation("c[eé]dula")],
  ["directions", negation("indicaciones(?:\\s+(?:extra|adicionales))?|puntos?\\s+de\\s+referencia")],
];

function negation(thing: string): RegExp {
  return new RegExp(
    `(?<!\\p{L})(?:no\\s+(?:tengo|manejo|uso|cuento\\s+con|hay|tiene|lo\\s+tengo)|sin)\\s+(?:ning[uú]n\\s+|un\\s+|el\\s+|la\\s+)?(?:${thing})(?!\\p{L})|(?<!\\p{L})(?:${thing})\\s*:?\\s*(?:no\\s+(?:tengo|tiene|hay|aplica|manejo)|ningun[oa]|n\\/?a)(?!\\p{L})`,
    "iu",
  );
}

export function extractFields(text: string, context: ExtractionContext): Extraction {
  const draft = new Draft(text.slice(0, 4_096));
  readNegations(draft);
  readNumbers(draft);
  readStreet(draft);
  readNeighbourhood(draft);
  draft.takeWhole("directions", DIRECTIONS);
  readPlaces(draft);
  readNames(draft);
  readSegments(draft, context);
  return { fields: draft.fields, cleared: withDepartment(draft.fields, context.known), rest: draft.rest };
}

/** Lives for one extraction. */
class Draft {
  readonly fields: Extracted = {};
  rest: string;

  constructor(text: string) {
    this.rest = text;
  }

  put(kind: FieldKind, value: string): void {
    if (value.trim() !== "") this.fields[kind] ??= value.trim().slice(0, 200);
  }

  /** A comma stays, so that what stood on both sides does not become one segment. */
  cut(raw: string): void {
    this.rest = this.rest.replace(raw, " , ");
  }

  takeWhole(kind: FieldKind, pattern: RegExp): void {
    const match = pattern.exec(this.rest);
    if (match === null) return;
    this.put(kind, match[0].replace(/^indicaci[oó]n(?:es)?\s*:\s*/iu, ""));
    this.cut(match[0]);
  }
}

function readNegations(draft: Draft): void {
  for (const [kind, pattern] of NEGATED) {
    const match = pattern.exec(draft.rest);
    if (match === null) continue;
    draft.put(kind, NOT_AVAILABLE);
    draft.cut(match[0]);
  }
}

function readNumbers(draft: Draft): void {
  const email = EMAIL.exec(draft.rest);
  if (email !== null) {
    draft.put("email", email[0].replace(/\s/g, "").toLowerCase());
    draft.cut(email[0]);
  }
  const idNumber = ID_NUMBER.exec(draft.rest);
  if (idNumber?.[1] !== undefined) {
    draft.put("id_number", idNumber[1].replace(/\D/g, ""));
    draft.cut(idNumber[0]);
  }
  // The last one counts: "315… no, mejor 301…".
  const phones = findPhones(draft.rest).filter((phone) => phone.value !== null);
  const phone = phones.at(-1);
  if (phone?.value != null) draft.put("phone", phone.value);
  for (const { raw } of phones) draft.cut(raw);
}

function readStreet(draft: Draft): void {
  const address = findAddress(draft.rest);
  if (address === null) return;
  draft.put("address", address.value);
  const after = draft.rest.slice(address.index + address.raw.length);
  const beside = (/^[^,;\n?¿]*/.exec(after)?.[0] ?? "")
    .replace(/^\s*(?:en\s+)?(?:el\s+|la\s+)?(?:barrio\s+)?/iu, "")
    .trim();
  draft.cut(address.raw);
  if (beside === "") return;
  const words = beside.split(/\s+/);
  const place = placeAtStart(words.slice(words[0]?.toLowerCase() === "en" ? 1 : 0));
  if (place !== null) {
    putPlace(draft, place.place);
    draft.cut(beside);
  } else if (words.length <= 4 && words.every((word) => /^[\p{L}\d.'-]+$/u.test(word)) && /^\p{Lu}/u.test(beside)) {
    draft.put("neighbourhood", titleCase(beside));
    draft.cut(beside);
  }
}

function readNeighbourhood(draft: Draft): void {
  const match = BARRIO.exec(draft.rest);
  if (match?.[1] === undefined || isInQuestion(draft.rest, match.index)) return;
  draft.put("neighbourhood", titleCase(match[1].trim()));
  draft.cut(match[0]);
}

/** Said of oneself, a place is where one lives, in a question too: "soy de Cali, ¿llegan?". */
const LIVES_IN =
  /(?<!\p{L})(?:vivo|vivimos|estoy|estamos|resido|me\s+encuentro|es\s+para|aqu[ií]|ac[aá])\s+(?:\p{L}+\s+){0,2}?(?:en|de|para)\s+|(?<!\p{L})soy\s+de\s+|(?<!\p{L})(?:ciudad|municipio|pueblo)\s*(?:es|:)?\s*(?:de\s+)?|(?<!\p{L})(?:env[ií]e(?:lo|melo)?|m[aá]nde(?:lo|melo)|despacharlo)\s+(?:a|para)\s+/giu;
const DEPARTMENT_SAID = /(?<!\p{L})(?:departamento|depto|dpto)\.?\s*(?:es|:|de|del)?\s*([\p{L} ]{3,30})/iu;

function readPlaces(draft: Draft): void {
  const said = DEPARTMENT_SAID.exec(draft.rest);
  const words = said?.[1]?.trim().split(/\s+/) ?? [];
  for (let length = Math.min(4, words.length); length > 0; length -= 1) {
    const department = findDepartment(words.slice(0, length).join(" "));
    if (department === null || said === null) continue;
    draft.put("department", department);
    draft.cut(said[0]);
    break;
  }
  for (const match of draft.rest.matchAll(LIVES_IN)) {
    const after = draft.rest.slice(match.index + match[0].length);
    const following = (/^[^,;\n?¿(]*/.exec(after)?.[0] ?? "").trim().split(/\s+/);
    const found = placeAtStart(following);
    if (found === null) continue;
    putPlace(draft, found.place);
    const placeWords = following.slice(0, found.length).join(" ");
    draft.cut(draft.rest.includes(match[0] + placeWords) ? match[0] + placeWords : placeWords);
    return;
  }
}

function readNames(draft: Draft): void {
  const name = findSaidName(draft.rest);
  if (name === null) return;
  putName(draft, name);
  draft.cut(name.raw);
}

const LABEL =
  /^\s*(?:mi\s+|el\s+|la\s+)?(nombres?|apellidos?|ciudad|municipio|departamento|barrio|direcci[oó]n|correo|c[eé]dula)\s*(?::|-|=|\ses\s)\s*(.+)$/iu;

/** What stands alone between commas or on a line, where data was asked for or came along with other data. */
function readSegments(draft: Draft, { known, isAsked }: ExtractionContext): void {
  const mayBeBare = isAsked || Object.keys(draft.fields).length >= 2;
  for (const piece of draft.rest.split(/[,;\n]|\.(?=\s|$)|\s[-–|]\s/)) {
    if (piece.includes("?") || piece.includes("¿")) continue;
    const labelled = LABEL.exec(piece);
    const label = labelled?.[1] === undefined ? null : kindOfLabel(labelled[1]);
    const segment = (labelled?.[2] ?? piece).replace(/[.!¡\s]+$/, "").trim();
    if (segment === "" || segment.length > 80) continue;
    if (label !== null) readLabelled(draft, label, segment);
    else if (mayBeBare) readBare(draft, segment, { ...known, ...draft.fields });
    else continue;
    if (label !== null) draft.cut(piece);
  }
}

function kindOfLabel(label: string): FieldKind {
  const first = label.toLowerCase().slice(0, 2);
  const kinds: Readonly<Record<string, FieldKind>> = {
    no: "given_name",
    ap: "surname",
    ci: "city",
    mu: "city",
    de: "department",
    ba: "neighbourhood",
    di: "address",
    co: "email",
  };
  return kinds[first] ?? "id_number";
}

function readLabelled(draft: Draft, kind: FieldKind, segment: string): void {
  if (kind === "city") {
    const place = findPlace(segment);
    if (place === null) draft.put("city", titleCase(segment));
    else putPlace(draft, place);
  } else if (kind === "department") {
    const department = findDepartment(segment);
    if (department !== null) draft.put("department", department);
  } else if (kind === "given_name") {
    const name = readBareName(segment, { given: false, surname: false });
    if (name === null) draft.put("given_name", titleCase(segment));
    else putName(draft, name);
  } else if (kind === "surname" || kind === "neighbourhood") {
    draft.put(kind, titleCase(segment));
  }
}

function readBare(draft: Draft, piece: string, known: Extracted): void {
  const segment = piece.replace(/^(?:y|en|de)\s+/iu, "");
  const name = readBareName(segment, { given: known.given_name !== undefined, surname: known.surname !== undefined });
  const place = findPlace(segment);
  const department = findDepartment(segment);
  // "Leticia", "Florencia": a first name while no name is known, a city after that.
  if (name?.given != null && (place === null || known.city !== undefined)) putName(draft, name);
  else if (place !== null && (known.city === undefined || department === null)) putPlace(draft, place);
  else if (department !== null) draft.put("department", department);
  else if (name !== null) putName(draft, name);
  else return;
  draft.cut(piece);
}

function putName(draft: Draft, { given, surname }: { given: string | null; surname: string | null }): void {
  if (given !== null) draft.put("given_name", given);
  if (surname !== null) draft.put("surname", surname);
}

function putPlace(draft: Draft, place: { city: string; department: string | null }): void {
  const isNew = draft.fields.city === undefined;
  draft.put("city", place.city);
  if (isNew && place.department !== null) draft.put("department", place.department);
}

/** A department that was said stands; one that belongs to another city does not. */
function withDepartment(fields: Extracted, known: Extracted): FieldKind[] {
  const { city, department } = fields;
  if (city === undefined || department !== undefined || known.department === undefined) return [];
  return isPlaceIn(city, known.department) ? [] : ["department"];
}

function isInQuestion(text: string, index: number): boolean {
  const clause = text.slice(index).split(/[,;\n.]/)[0] ?? "";
  return clause.includes("?");
}
