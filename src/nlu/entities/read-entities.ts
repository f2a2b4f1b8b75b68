import { type Extraction, unsettledBy, withoutPlaceBehind } from "../extract/extract-fields.ts";
import type { Extracted, ExtractionContext, FieldKind } from "../extract/field-kinds.ts";
import { findNameSpelledAnew } from "../extract/name-spelled-anew.ts";
import { asDenied } from "../extract/plain-corrections.ts";
import { saysWhichIsWhich } from "../extract/plain-tellings.ts";
import { isCapital } from "../extract/read-name.ts";
import { isSurname } from "../words/surnames.ts";
import {
  ENTITIES,
  ENTITY_NAMES,
  type Entities,
  type Entity,
  entitiesOf,
  entitiesOfRules,
  everyEntity,
  haveSameWords,
  keyOf,
} from "./entities.ts";
import { type Change, type EntityModel, tagTokens } from "./entity-model.ts";
import { ENTITY_LABELS, type Span } from "./marked-text.ts";
import { markRules } from "./rule-marks.ts";
import { type Asked, isListed, type SeenTokens, seeTokens } from "./token-features.ts";
import { splitTokens, type Token } from "./tokens.ts";

export interface EntityContext extends Pick<ExtractionContext, "known"> {
  readonly asked: Asked;
}

/** A text as a model sees it, with what the rules have read. */
export interface SeenText {
  readonly tokens: readonly Token[];
  readonly marks: readonly string[];
  readonly seen: SeenTokens;
}

export function seeText(text: string, extraction: Extraction, { known, asked }: EntityContext): SeenText {
  const tokens = splitTokens(withoutHosts(text, extraction));
  const marks = markRules(tokens, extraction);
  const { given_name: given, surname, city, neighbourhood } = known;
  const name = given === undefined || surname === undefined ? null : `${given} ${surname}`;
  return {
    tokens,
    marks,
    seen: seeTokens(tokens, { asked, name, town: city ?? null, neighbourhood: neighbourhood ?? null, marks }),
  };
}

/** An e-mail address holds names and no entity: blanks stand in its place, so that all else stays where it is. */
function withoutHosts(text: string, { raw }: Extraction): string {
  const email = raw.email ?? "";
  return email.includes("@") ? text.replace(email, " ".repeat(email.length)) : text;
}

/** What a model makes of an entity that the rules read otherwise. */
export interface Proposal {
  readonly change: Change;
  /** The least sure of all tokens that the rules or the model take for this entity, 0–1. */
  readonly probability: number;
}

export interface HeardEntities {
  readonly entities: Entities;
  readonly proposals: Readonly<Record<Entity, Proposal | null>>;
  /** Whether the rules have read words of an entity within these spans. */
  readonly isOfRules: (entity: Entity, spans: readonly Span[]) => boolean;
}

export function hearEntities(
  model: Pick<EntityModel, "crf" | "score">,
  text: string,
  extraction: Extraction,
  known: Extracted,
  { tokens, marks, seen }: SeenText,
): HeardEntities {
  const { spans, labels, chances } = tagTokens(model, tokens, seen);
  const entities = entitiesOf(text, tokens, spans);
  const ruled = entitiesOfRules(extraction);
  const isOfRules = (entity: Entity, within: readonly Span[]): boolean =>
    tokens.some(
      ({ start, end }, at) =>
        ENTITIES[entity].labels.some((label) => marks[at]?.includes(label)) &&
        within.some((span) => start >= span.start && end <= span.end),
    );
  const proposals = everyEntity((entity): Proposal | null => {
    const [before, after] = [ruled[entity], entities[entity].values].map((one) => keyOf(entity, one, known));
    if (before === after) return null;
    // "Vivo en bucarmanga": a town that the model hears as well, and that only the rules can place.
    const isHeard = spans.some((span) => span.label === "c" && isOfRules("town", [span]));
    if (entity === "town" && after === "" && isHeard) return null;
    const own: readonly string[] = ENTITIES[entity].labels;
    const concerned = chances().filter(
      (_, at) =>
        own.includes(ENTITY_LABELS[labels[at] as number] ?? "") || own.some((label) => marks[at]?.includes(label)),
    );
    return {
      change: changeOf(before, after, { ruled: ruled[entity], heard: entities[entity].values, known }),
      probability: Math.min(1, ...concerned),
    };
  });
  return { entities, proposals, isOfRules };
}

/** What it would be to put `after` in the place of `before`. */
function changeOf(
  before: string | undefined,
  after: string | undefined,
  { ruled, heard, known }: Readonly<Record<"ruled" | "heard" | "known", Extracted>>,
): Change {
  if (after === "") return "drop";
  if (before !== "") return haveSameWords(ruled, heard) ? "divide" : "replace";
  return (Object.keys(heard) as FieldKind[]).some((kind) => known[kind] !== undefined) ? "amend" : "fill";
}

/** Unasked, words of no list name no person and no place: most of what is said is spared the model. */
function namesAnything(text: string, { fields }: Extraction): boolean {
  const isRead = ENTITY_NAMES.some((entity) => ENTITIES[entity].kinds.some((kind) => fields[kind] !== undefined));
  return isRead || splitTokens(text).some((token, at) => isListed(token) || (at > 0 && isCapital(token.text)));
}

/** "No es Ríos, es Rivas": rules of their own know which of the two is right. */
const CORRECTS = /(?<!\p{L})no\s+(?:es|era|soy|se\s+llama)(?!\p{L})/iu;
const ADDS: readonly Change[] = ["fill", "amend"];

/** What the rules have read, with what a model that is sure enough reads otherwise. */
export function withEntities(
  model: EntityModel,
  text: string,
  extraction: Extraction,
  context: EntityContext,
): Extraction {
  if (context.asked !== "data" && !namesAnything(text, extraction)) return extraction;
  const seen = seeText(text, extraction, context);
  const { entities, proposals, isOfRules } = hearEntities(model, text, extraction, context.known, seen);
  if (ENTITY_NAMES.every((entity) => proposals[entity] === null)) return extraction;
  const isSpelledAnew = findNameSpelledAnew(text, context.known) !== null;
  const isToldAnew = asDenied(text, context.known) !== text;
  const isCorrected = isSpelledAnew || CORRECTS.test(text);
  const isSure = (entity: Entity): boolean => {
    const proposal = proposals[entity];
    if (proposal === null || (isCorrected && !ADDS.includes(proposal.change))) return false;
    if (
      (isSpelledAnew || isToldAnew || saysWhichIsWhich(text) || isOnlySurnames(text, extraction)) &&
      entity === "name"
    )
      return false;
    if (entity === "neighbourhood" && !ADDS.includes(proposal.change) && isLabelledHood(text, extraction.raw))
      return false;
    // "El combo grande, el de tres": what they buy.
    if (entity === "neighbourhood" && NAMES_AN_OFFER.test(text)) return false;
    // "El edificio se llama Castellana Real": a building takes the place of no neighbourhood.
    if (entity === "neighbourhood" && context.known.neighbourhood !== undefined && NAMES_A_BUILDING.test(text))
      return false;
    return proposal.probability >= model.from[entity][proposal.change];
  };
  const isAsked = (entity: Entity): boolean => entities[entity].spans.some((span) => isInQuestion(text, span));
  const sure = ENTITY_NAMES.filter((entity) => isSure(entity) && !isAsked(entity));
  // "Es Dorado", of a surname: no town and no neighbourhood takes all that is known of a name, unless the model is sure of that as well.
  const lost = (["name", "town"] as const).filter((one) => proposals[one]?.change === "drop" && !sure.includes(one));
  const made = sure.filter(
    (entity) => entity === "name" || !lost.some((one) => one !== entity && isOfRules(one, entities[entity].spans)),
  );
  // "Hernando Palmira La Dorada": the town that is found in a surname leaves the rest of the name to the model.
  const taken = made.flatMap((entity) => entities[entity].spans);
  const dragged = ENTITY_NAMES.filter((entity) => proposals[entity] !== null && isOfRules(entity, taken));
  const changed = new Set([...made, ...dragged]);
  if (changed.size === 0) return extraction;
  const read = [...changed].reduce((left, entity) => withEntity(text, left, entity, entities[entity]), extraction);
  return {
    ...read,
    fields: withoutPlaceBehind(read.fields, context.known),
    cleared: unsettledBy(read.fields, context.known),
  };
}

/** "Mosquera Córdoba": all of the message is what the rules have read as surnames, and each word is one. */
function isOnlySurnames(text: string, { fields, raw }: Extraction): boolean {
  const words = (raw.surname ?? "").split(" ");
  return (
    fields.given_name === undefined &&
    raw.surname === text.trim() &&
    words.length > 1 &&
    words.every((word) => isSurname(word))
  );
}

/** "Sector: Urbanización Los Cerezos", "barrio Lleras calle …": the value behind its label, up to the end of its line or a street. */
function isLabelledHood(text: string, { neighbourhood: hood = "" }: Extracted): boolean {
  const at = hood === "" ? -1 : text.toLowerCase().indexOf(hood.toLowerCase());
  return (
    at >= 0 &&
    HOOD_LABEL.test(text.slice(Math.max(0, at - LONGEST_LABEL), at)) &&
    BEHIND_A_HOOD.test(text.slice(at + hood.length))
  );
}

const HOOD_LABEL = /(?:^|[\n,;])[^\p{L}\n]{0,6}(?:barrio|sector|barrio\/sector)[ \t]?[:=-]?[ \t]?\n?$/iu;
/** Its line ends, or a street begins. */
const BEHIND_A_HOOD =
  /^[ \t]*(?:[,;\n]|$|(?<=\s)(?:calle|cll?|carrera|cra|kra|diagonal|dg|transversal|tv|avenida|av|manzana|mz)(?!\p{L}))/iu;
/** So far before the value its label begins. */
const LONGEST_LABEL = 25;

const NAMES_AN_OFFER = /(?<!\p{L})(?:el|la|es[ea]|un|una)\s+(?:combo|promo(?:ci[oó]n)?|oferta|paquete|kit)(?!\p{L})/iu;
const NAMES_A_BUILDING = /(?<!\p{L})(?:edificio|conjunto|torres?|hotel|residencias)\s(?:se\sllama|es)(?!\p{L})/iu;

/** "¿Lo puede recibir mi hija Yesenia?", "¿llegan a Tame?": the sentence around these words asks, and tells nothing. */
function isInQuestion(text: string, { start, end }: Span): boolean {
  const before =
    text
      .slice(0, start)
      .split(/[.!?\n]/u)
      .at(-1) ?? "";
  const behind = /^[^.!?\n]*[.!?\n]?/u.exec(text.slice(end))?.[0] ?? "";
  return before.includes("¿") || behind.endsWith("?");
}

/** The rules may have taken a part of it: of "Yadira Salas Paso" nothing but "Paso" is left, which would say no. */
function withoutSaid(rest: string, said: string): string {
  if (rest.includes(said)) return rest.replace(said, " , ");
  const left = said.split(/\s+/).filter((word) => WORD_OF_A_NAME.test(word));
  return left.reduce((kept, word) => kept.replace(new RegExp(`(?<!\\p{L})${word}(?!\\p{L})`, "u"), " , "), rest);
}

const WORD_OF_A_NAME = /^\p{L}{3,}$/u;

function withEntity(
  text: string,
  extraction: Extraction,
  entity: Entity,
  { values, spans }: Entities[Entity],
): Extraction {
  const fields: Extracted = { ...extraction.fields };
  const raw: Extracted = { ...extraction.raw };
  for (const kind of ENTITIES[entity].kinds) {
    delete fields[kind];
    delete raw[kind];
  }
  const words = spans.map(({ start, end }) => text.slice(start, end));
  for (const [kind, value] of Object.entries(values) as [keyof Extracted, string][]) {
    fields[kind] = value;
    raw[kind] = words.join(" ");
  }
  const rest = words.reduce(withoutSaid, extraction.rest);
  return { ...extraction, fields, raw, rest };
}
