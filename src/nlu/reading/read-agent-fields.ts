import { DEFAULT_LOCALE } from "../../core/locale/locale.ts";
import { plainText } from "../../core/plain-text.ts";
import type { MessageReading, ReadingContext, ReadingDoubt } from "../../core/ports/flow-reader.ts";
import { asks } from "../clauses/read-clauses.ts";
import type { Asked } from "../entities/token-features.ts";
import { asOtherTown } from "../extract/correct-a-town.ts";
import { countryHood } from "../extract/country-hood.ts";
import { type Extraction, extractFields } from "../extract/extract-fields.ts";
import {
  type Extracted,
  type ExtractionContext,
  type ExtractionDoubt,
  FIELD_KINDS,
  type FieldKind,
} from "../extract/field-kinds.ts";
import { withLettersWrittenOut } from "../extract/mend-labels.ts";
import { ownNumberIn } from "../extract/own-number.ts";
import { wishesOtherName } from "../extract/plain-tellings.ts";
import { findPhone, normalisePhone } from "../extract/read-phone.ts";
import { CLEAR, LIKELY } from "../intents/combine-verdicts.ts";
import { isEntryLabel } from "../intents/entry-label.ts";
import { readDelivery } from "../orders/read-delivery.ts";
import { foldText } from "../text/fold-text.ts";
import { acceptValue } from "./accept-value.ts";
import { asksOfPlace, mayBeOfAQuestion } from "./asks-of-a-place.ts";
import { fieldValue, readOneByOne } from "./read-one-by-one.ts";
import { knowsCountry, NOTHING_KNOWN, type OfflineReaderOptions, type Shop } from "./reader-options.ts";
import { withoutOrigin } from "./without-origin.ts";

/** An extraction in the field names of the agent. */
interface ToldFields extends Pick<MessageReading, "fields" | "raw" | "cleared" | "hints" | "doubts" | "ownNumberSaid"> {
  readonly rest: string;
}

interface Offered {
  readonly field: string;
  readonly value: string;
  readonly data: Readonly<Record<string, string>>;
}

/** A value that a model found. A field of the agent's own has its own reader. */
export function acceptInField(options: OfflineReaderOptions, { field, value, data }: Offered): string | null {
  const { fields, ownFields, locale = DEFAULT_LOCALE } = options;
  const kind = FIELD_KINDS.find((one) => fields[one] === field);
  if (kind === undefined) return ownFields?.[field]?.(value, NOTHING_KNOWN) ?? null;
  if (knowsCountry(options)) return acceptValue(kind, value, knownOf(fields, data));
  return kind === "phone" ? (findPhone(value, locale).phone?.value ?? null) : fieldValue(kind, value);
}

function knownOf(fields: OfflineReaderOptions["fields"], data: Readonly<Record<string, string>>): Extracted {
  const known: Extracted = {};
  for (const kind of FIELD_KINDS) {
    const value = data[fields[kind] ?? ""];
    if (value !== undefined) known[kind] = value;
  }
  return known;
}

/** What a message tells, in the fields of the agent, and the rest of its words. */
export function readAgentFields(
  options: Shop,
  text: string,
  context: ReadingContext & Pick<ExtractionContext, "isUnprompted">,
): ToldFields {
  const known = knownOf(options.fields, context.data);
  const missing = FIELD_KINDS.filter((kind) => context.missing.includes(options.fields[kind] ?? ""));
  const about = { known, isAsked: context.isCollecting, missing, isUnprompted: context.isUnprompted === true };
  const { locale = DEFAULT_LOCALE, classifier, greeting } = options;
  const isWish = (line: string): boolean => {
    const { intent, confidence } = classifier.classifyIntent(line, { lastAssistant: context.lastAssistant });
    return confidence >= LIKELY || intent === greeting;
  };
  const read = knowsCountry(options)
    ? readByAll(options, options.apart(withoutOrigin(text)), about, context)
    : readOneByOne(text, about, { locale, isWish });
  // The whole message says what its names and places are for: they are the customer's own only if the message asks nothing.
  const extraction =
    knowsCountry(options) &&
    !(context.isCollecting && standsAlone(text, read.raw)) &&
    (isQuestion(options, text, read.fields, context) || (context.isUnprompted === true && callsSomebody(text, read)))
      ? { ...read, fields: {}, raw: {}, cleared: [], doubts: [], rest: text }
      : read;
  const hood = missing.includes("neighbourhood") ? countryHood(extraction.fields, known) : null;
  const named = (values: Extracted): Record<string, string> => inFields(options, values);
  const own = knowsCountry(options) ? ownNumber(text, extraction.fields, about) : null;
  const phone = own === null || context.ownNumber == null ? null : normalisePhone(`+${context.ownNumber}`);
  const told = named({
    ...wholeName(options, extraction.fields),
    ...(hood === null ? {} : { neighbourhood: hood }),
    ...(phone === null ? {} : { phone }),
  });
  const stated = withoutQuestions(text);
  const ownFields = Object.entries(options.ownFields ?? {}).flatMap(([field, readField]) => {
    const value = readField(options.ownFieldsInQuestions?.includes(field) === true ? text : stated, context);
    return value === null ? [] : [[field, value] as const];
  });
  return {
    fields: { ...told, ...Object.fromEntries(ownFields) },
    raw: {
      ...named(extraction.raw),
      ...(own === null || phone === null ? {} : named({ phone: own })),
      ...Object.fromEntries(ownFields.map(([field]) => [field, text.trim().slice(0, KEPT_RAW)])),
    },
    cleared: extraction.cleared.flatMap((kind) => options.fields[kind] ?? []),
    hints: named(extraction.hints),
    doubts: extraction.doubts.flatMap((doubt) => doubtInFields(options, doubt)),
    rest: withoutWords(Object.keys(told).length === 0 ? text : extraction.rest, own),
    ...(own === null ? {} : { ownNumberSaid: own }),
  };
}

/** The rules read first, and a trained model looks at what they have read. */
function readByAll(options: Shop, typed: string, about: ExtractionContext, context: ReadingContext): Extraction {
  const asked = askedOf(context.asked, about);
  // The model shall see the words that the rules have read.
  const text = withLettersWrittenOut(typed);
  const isAllTold = asked === "offer" || asked === "summary";
  const extraction = extractFields(isAllTold ? asOtherTown(text, about.known) : text, about);
  if (options.entities === undefined) return extraction;
  const both = withoutNameOfHouse(options.entities.putRight(text, extraction, { ...about, asked }));
  // "Eso en cuántos días lo tengo en Güepsa": unasked, words that want something are answered, whatever they name.
  const isModelAlone = both !== extraction && Object.keys(extraction.fields).length === 0;
  return asked === "talk" && isModelAlone && wantsSomething(options, text, context) ? extraction : both;
}

/** "Base Aérea Germán Olano": the house bears a name, and no receiver does. */
function withoutNameOfHouse(extraction: Extraction): Extraction {
  const { address, given_name: given, surname = "", ...others } = extraction.fields;
  const house = new Set(plainText(address ?? "").split(" "));
  const isOfHouse =
    given !== undefined &&
    plainText(`${given} ${surname}`)
      .trim()
      .split(" ")
      .every((word) => house.has(word));
  return address === undefined || !isOfHouse ? extraction : { ...extraction, fields: { ...others, address } };
}

function wantsSomething(
  { classifier, greeting }: Shop,
  text: string,
  { lastAssistant, asked }: ReadingContext,
): boolean {
  const { intent, confidence } = classifier.classifyIntent(text, { lastAssistant, asked });
  return confidence >= LIKELY && intent !== greeting;
}

export function askedOf(asked: ReadingContext["asked"], { isAsked }: Pick<ExtractionContext, "isAsked">): Asked {
  if (isAsked) return "data";
  if (asked.includes("confirm")) return "summary";
  return asked.includes("packs") || asked.includes("pack") ? "offer" : "talk";
}

function withoutWords(text: string, words: string | null): string {
  return words === null ? text : text.replace(words, " ");
}

/** The words that mean the number that they write from, where a phone is missing and none is told. */
function ownNumber(text: string, fields: Extracted, { known, isAsked, missing }: ExtractionContext): string | null {
  const isOpen = missing.includes("phone") && known.phone === undefined && fields.phone === undefined;
  const isTold = isAsked || Object.keys(fields).length > 1;
  const all = { ...known, ...fields };
  const isOnly = [all.given_name, all.address, all.city].every((one) => one !== undefined);
  return isOpen && isTold ? ownNumberIn(text, isOnly) : null;
}

/** The sentences that state something; empty when all of them ask. */
function withoutQuestions(text: string): string {
  const sentences = text.match(/[^.!?\n¿]+[.!?\n]*/g) ?? [];
  const stated = sentences.filter((sentence) => !asks(foldText(sentence)));
  return stated.length === sentences.length ? text : stated.join(" ").trim();
}

/** "Marina baje la olla": she is told to do something, and the words are for another chat. */
function callsSomebody(text: string, { fields, raw }: Extraction): boolean {
  const { given_name: name = "" } = raw;
  if (Object.keys(fields).join() !== "given_name" || !text.trim().startsWith(name)) return false;
  return TELLS_TO_DO.test(text.trim().slice(name.length));
}

const TELLS_TO_DO = /^\s(?:ya\s)?(?!(?:de|del|los|las|soy|para|con|mucho|desde)\s)\p{Ll}{3,12}\s\p{Ll}/u;

/** The words ask about a place, or are a question that an entry of the shop's knowledge answers. */
function isQuestion(
  { classifier, greeting }: OfflineReaderOptions,
  text: string,
  fields: Extracted,
  { lastAssistant, asked, isCollecting }: ReadingContext,
): boolean {
  const asks = asksOfPlace(text, fields);
  // "Que lo reciba mi esposa Nubia Goyes, cámbiele el nombre", however near it is to a question who may receive it.
  if (fields.given_name !== undefined && wishesOtherName(text)) return false;
  if (asks === "sure") return true;
  if (asks === "no" && !mayBeOfAQuestion(text, fields)) return false;
  const { intent, confidence } = classifier.classifyIntent(text, { lastAssistant, asked });
  // "Lo recojo en la oficina de Sonsón" chooses, however near it is to the question where it may be fetched.
  if (readDelivery(text) === "pickup") return false;
  if (isEntryLabel(intent)) return confidence >= (isCollecting ? CLEAR : LIKELY);
  return asks === "perhaps" && confidence >= LIKELY && intent !== greeting;
}

/**
 * "Sonsón, Antioquia, tierra del maíz. ¿Y ustedes de dónde son?": where data is asked for, words that make a clause of their own
 * are an answer, whatever is asked beside them.
 */
function standsAlone(text: string, raw: Extracted): boolean {
  const said = new Set(Object.values(raw).flatMap((words) => plainText(words).split(" ")));
  const [first = ""] = text.split(/[,.;!\n]+/u);
  const words = plainText(first).split(" ");
  return !/[?¿]/u.test(first) && words.every((word) => word !== "" && said.has(word));
}

const KEPT_RAW = 160;

/** "Ana Gómez" stays whole where the shop asks for one name and has no field for the surname. */
function wholeName({ fields }: OfflineReaderOptions, told: Extracted): Extracted {
  const { given_name: given, surname } = told;
  const isOne = fields.surname === undefined && given !== undefined && surname !== undefined;
  return isOne ? { ...told, given_name: `${given} ${surname}` } : told;
}

export function inFields({ fields }: OfflineReaderOptions, values: Extracted): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).flatMap(([kind, value]) => {
      const field = fields[kind as FieldKind];
      return field === undefined ? [] : [[field, value] as const];
    }),
  );
}

function doubtInFields({ fields }: OfflineReaderOptions, doubt: ExtractionDoubt): ReadingDoubt[] {
  if (doubt.kind === "unanswered") {
    const asked = doubt.fields.flatMap((kind) => fields[kind] ?? []);
    return asked.length === 0 ? [] : [{ kind: "unanswered", fields: asked }];
  }
  if (doubt.kind !== "two_candidates") return [doubt];
  const field = fields[doubt.field];
  return field === undefined ? [] : [{ ...doubt, field }];
}
