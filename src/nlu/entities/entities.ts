import { plainText, titleCase } from "../../core/plain-text.ts";
import { hasSlotNoun } from "../clauses/slot-nouns.ts";
import type { Extraction } from "../extract/extract-fields.ts";
import { type Extracted, NOT_AVAILABLE } from "../extract/field-kinds.ts";
import { departmentBehind, placeAtStart } from "../places/find-place.ts";
import type { EntityLabel, Span } from "./marked-text.ts";
import { isSaid, type Token } from "./tokens.ts";

/** The data that a model may put right, with the kinds that they are kept in. */
export const ENTITIES = {
  name: { kinds: ["given_name", "surname"], labels: ["n", "a"] },
  town: { kinds: ["city", "department"], labels: ["c"] },
  neighbourhood: { kinds: ["neighbourhood"], labels: ["b"] },
} as const;
export type Entity = keyof typeof ENTITIES;
export const ENTITY_NAMES = Object.keys(ENTITIES) as readonly Entity[];

/** One of them as it was read: its values by kind, and the words. Without values, none was told. */
export interface ReadEntity {
  readonly values: Extracted;
  readonly spans: readonly Span[];
}

export type Entities = Readonly<Record<Entity, ReadEntity>>;

export function everyEntity<Value>(of: (entity: Entity) => Value): Record<Entity, Value> {
  return { name: of("name"), town: of("town"), neighbourhood: of("neighbourhood") };
}

const NONE: ReadEntity = { values: {}, spans: [] };

/** At most so many words stand between a given name and its surname ("…, apellido: …"). */
const WORDS_BETWEEN = 3;

/** What the marked words of a text say of who receives the parcel, and where. */
export function entitiesOf(text: string, tokens: readonly Token[], spans: readonly Span[]): Entities {
  const ofLabel = (label: EntityLabel): Span[] => spans.filter((span) => span.label === label);
  return {
    name: nameOf(text, tokens, spans),
    town: townOf(text, ofLabel("c"), ofLabel("p")),
    neighbourhood: hoodOf(text, surest(ofLabel("b").map((span) => [span]))?.[0]),
  };
}

/** "Vereda El Salado": what kind of neighbourhood it is belongs to the name in the country. */
function hoodOf(text: string, hood: Span | undefined): ReadEntity {
  // "Son 2 torres": a noun of houses alone names no neighbourhood.
  if (hood === undefined || isSlotNoun(plainText(wordsOf(text, hood)))) return NONE;
  // "Hospital San Pedro", beside a street.
  if (HOUSE_BEFORE.test(text.slice(0, hood.start))) return NONE;
  const kind = KIND_BEFORE.exec(text.slice(0, hood.start))?.[1] ?? "";
  const name = wordsOf(text, hood).replace(SHORT_FOR_BARRIO, "");
  return { values: { neighbourhood: titleCase(`${kind} ${name}`) }, spans: [hood] };
}

function isSlotNoun(folded: string): boolean {
  return !folded.includes(" ") && hasSlotNoun(folded);
}

/** "Br Bellavista", "bro. Centro": the word for it, written short. */
const SHORT_FOR_BARRIO = /^(?:b|brr?|bro)[.\s]\s?(?=\p{L}{3})/iu;

const HOUSE_BEFORE =
  /(?<!\p{L})(?:hospital|cl[ií]nica|colegio|escuela|universidad|iglesia|parroquia|capilla|hotel|hostal|batall[oó]n|restaurante|panader[ií]a|droguer[ií]a)\s(?:(?:de|la|el|del)\s){0,2}$/iu;

const KIND_BEFORE = /(?<!\p{L})(vereda|corregimiento|resguardo|caser[ií]o)\s+(?:de\s+)?$/iu;

function wordsOf(text: string, { start, end }: Span): string {
  return text.slice(start, end).replace(/\s+/gu, " ");
}

/** The whole name that is surest, and the last of equals; else what was told of one, in several places. */
function nameOf(text: string, tokens: readonly Token[], spans: readonly Span[]): ReadEntity {
  const people: Span[][] = [];
  for (const span of spans.filter(({ label }) => label === "n" || label === "a")) {
    const person = people.at(-1);
    const last = person?.at(-1);
    // A surname in front of its given name stands right there ("Mora Luz Dary").
    const farthest = last?.label === "a" && span.label === "n" ? 0 : WORDS_BETWEEN;
    const isOfPerson =
      last !== undefined &&
      wordsBetween(tokens, last.end, span.start) <= farthest &&
      (last.label === span.label || person?.every(({ label }) => label !== span.label));
    if (isOfPerson) person?.push(span);
    else people.push([span]);
  }
  const whole = surest(people.filter((person) => new Set(person.map(({ label }) => label)).size > 1));
  const told =
    whole ?? ["n" as const, "a" as const].flatMap((one) => people.findLast(([span]) => span?.label === one) ?? []);
  const values: Extracted = {};
  for (const [kind, label] of [
    ["given_name", "n"],
    ["surname", "a"],
  ] as const) {
    const words = told.filter((span) => span.label === label).map((span) => wordsOf(text, span));
    if (words.length > 0) values[kind] = titleCase(words.join(" ").replace(WIDOW_OF, ""));
  }
  return { values, spans: told };
}

/** "Zapata viuda de Castillo": her own surname is in front. */
const WIDOW_OF = /\s(?:viuda|vda\.?)\sde\s.*$/iu;

function surest(people: readonly Span[][]): Span[] | undefined {
  const chanceOf = (person: readonly Span[]): number => Math.min(...person.map(({ chance }) => chance));
  return people.reduceRight<Span[] | undefined>(
    (best, person) => (best === undefined || chanceOf(person) > chanceOf(best) ? person : best),
    undefined,
  );
}

function wordsBetween(tokens: readonly Token[], from: number, to: number): number {
  return tokens.filter((token) => token.start >= from && token.end <= to && isSaid(token)).length;
}

/** The surest town that is one, and the last of equals, with the department that stands behind it, or that its name means. */
function townOf(text: string, towns: readonly Span[], departments: readonly Span[]): ReadEntity {
  for (const town of [...towns].reverse().sort((one, other) => other.chance - one.chance)) {
    const words = wordsOf(text, town).split(" ");
    const placed = placeAtStart(words);
    if (placed === null || placed.length < words.length) continue;
    const { city } = placed.place;
    const told = departments.findLast((one) => departmentBehind(city, wordsOf(text, one)) !== null);
    const department =
      placed.department ?? (told === undefined ? placed.place.department : departmentBehind(city, wordsOf(text, told)));
    return {
      values: { city, ...(department === null ? {} : { department }) },
      spans: told === undefined ? [town] : [town, told],
    };
  }
  return NONE;
}

/** The same as the rules have read them; what was known already is not told. */
export function entitiesOfRules({ fields }: Pick<Extraction, "fields">): Readonly<Record<Entity, Extracted>> {
  return everyEntity((entity) =>
    Object.fromEntries(
      ENTITIES[entity].kinds.flatMap((kind) => {
        const value = fields[kind];
        return value === undefined || value === NOT_AVAILABLE ? [] : [[kind, value] as const];
      }),
    ),
  );
}

/** Whether two readings hold the same words, however they are divided ("Luz | Dary Mora", "Luz Dary | Mora"). */
export function haveSameWords(one: Extracted, other: Extracted): boolean {
  const wordsOfAll = (values: Extracted): string =>
    plainText(Object.values(values).join(" ")).split(" ").sort().join(" ");
  return wordsOfAll(one) === wordsOfAll(other);
}

/** Two readings with the same key say the same. What is known already says nothing new. */
export function keyOf(entity: Entity, values: Extracted, known: Extracted): string {
  // A department without its town is the rules' own matter.
  const kinds = entity === "town" ? (["city"] as const) : ENTITIES[entity].kinds;
  const parts = kinds.map((kind) => {
    const value = plainText(values[kind] ?? "").replace(KIND_OF_HOOD, "");
    return value === plainText(known[kind] ?? "") ? "" : value;
  });
  return parts.every((part) => part === "") ? "" : parts.join("|");
}

const KIND_OF_HOOD = /^(?:barrio|vereda|corregimiento|resguardo|caserio)\s/;
