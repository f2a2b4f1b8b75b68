import type { IntentInfo } from "../../core/agent/agent.ts";
import { DEFAULT_LOCALE, type Locale } from "../../core/locale/locale.ts";
import type {
  DeliveryMention,
  FlowReader,
  MessageClass,
  MessageReading,
  ReadingContext,
  ReadingDoubt,
} from "../../core/ports/flow-reader.ts";
import { type ClassifiedIntent, type Classifier, SETTLED_FROM } from "../../core/ports/model/classifier.ts";
import { readAcknowledgement, readBareNumber } from "../clauses/acknowledgement.ts";
import { asks, readClauses, saysOnlyThanks } from "../clauses/read-clauses.ts";
import { countryHood } from "../extract/country-hood.ts";
import { extractFields } from "../extract/extract-fields.ts";
import { type Extracted, type ExtractionDoubt, FIELD_KINDS, type FieldKind } from "../extract/field-kinds.ts";
import { findPhone } from "../extract/read-phone.ts";
import type { Head } from "../heads/head.ts";
import { hearMessages, withoutWhomToCall } from "../heads/hear-messages.ts";
import { CLEAR, LIKELY } from "../intents/combine-verdicts.ts";
import { ENTRY, isEntryLabel } from "../intents/entry-label.ts";
import { FALLBACK_INTENT } from "../intents/rule-classifier.ts";
import { apartFromGoods, asTyped } from "../orders/apart-from-goods.ts";
import { readBesideAnOrder, saysAsBefore } from "../orders/read-beside-an-order.ts";
import { readCounted, readLoose } from "../orders/read-counted.ts";
import { readDelivery } from "../orders/read-delivery.ts";
import { readEarlierWish, takesThat } from "../orders/read-earlier-wish.ts";
import { readFigures, readQuantity } from "../orders/read-quantity.ts";
import { setsCondition } from "../orders/sets-condition.ts";
import { foldText } from "../text/fold-text.ts";
import { readsAsInstruction } from "../text/reads-as-instruction.ts";
import { withoutFillers } from "../text/without-fillers.ts";
import { acceptValue } from "./accept-value.ts";
import { asksOfPlace, mayBeOfAQuestion } from "./asks-of-a-place.ts";
import { atKnownPlace } from "./at-known-place.ts";
import { compareGist } from "./compare-gist.ts";
import { isHalf, joinPieces } from "./join-pieces.ts";
import { mayTell } from "./may-tell.ts";
import { heardIn, withoutPairOfData } from "./pair-of-data.ts";
import { readAskedPlace } from "./read-asked-place.ts";
import { readAtOnce, readInSlices, type Steps } from "./read-in-slices.ts";
import { fieldValue, readOneByOne } from "./read-one-by-one.ts";
import { withoutOrigin } from "./without-origin.ts";

export interface OfflineReaderOptions {
  /** The agent's own; left out, Colombia. Elsewhere names and addresses are asked for one by one. */
  readonly locale?: Locale;
  readonly classifier: Classifier;
  /**
   * Which field of the agent holds which kind of data. A kind without a field is not looked for.
   */
  readonly fields: Partial<Readonly<Record<FieldKind, string>>>;
  /**
   * Readers of the agent's own fields: the value that a message gives, or null. They read no
   * question ("¿y el miércoles atienden?").
   */
  readonly ownFields?: Readonly<Record<string, (text: string, context: ReadingContext) => string | null>>;
  /** Those of them that are read out of questions too ("¿me la hace de champiñones?"). */
  readonly ownFieldsInQuestions?: readonly string[];
  /** The intent of a greeting; alone it asks for nothing. */
  readonly greeting: string;
  /** Cuts the text that a website's button wrote for the customer. */
  readonly strip?: (text: string) => string;
  /** Heads that run before everything else, the gravest first. */
  readonly heads?: readonly Head[];
  /**
   * The shop's words for its goods, singular and plural ("frasco", "frascos"): a number beside one
   * is a quantity.
   */
  readonly goods?: readonly string[];
  /** How a message wants its order delivered; for shops with pickup at a carrier's office. */
  readonly delivery?: (text: string) => DeliveryMention | null;
}

/** What is made of the options once, and read for each message. */
interface Shop extends OfflineReaderOptions {
  /** The words for its goods, folded. */
  readonly folded: ReadonlySet<string>;
  readonly apart: (text: string) => string;
}

/** Data that no customer tells of another place or of the shop. */
const OWN = ["given_name", "phone", "address"] as const satisfies readonly FieldKind[];

/** Understanding without a model: rules for what is wanted, rules for what is told. */
export function createOfflineReader(options: OfflineReaderOptions): FlowReader {
  const goods = new Set(options.goods?.flatMap(asTyped));
  const shop: Shop = { ...options, folded: goods, apart: apartFromGoods(options.goods) };
  return {
    read: (messages, context, pause) => {
      const steps = read(shop, messages, context);
      return pause === undefined ? readAtOnce(steps) : readInSlices(steps, pause);
    },
    compareGist,
    asksOneByOne: !knowsCountry(options),
    ...(options.goods === undefined || !knowsCountry(options)
      ? {}
      : {
          wishedBefore: (said, onlyStated) => readEarlierWish(said.map(heardIn), goods, onlyStated),
          countedBefore: (said, isAgreed) => readCounted(said.map(heardIn), goods, isAgreed),
        }),
    ...(knowsCountry(options)
      ? {
          mayTell,
          takesThat,
          figuresIn: (text) => (readsAsInstruction(text) ? [] : readFigures(mended(options, text), goods)),
          setsCondition: (said) => setsCondition(said, options.classifier),
          askedPlace: (said) => inFields(options, readAskedPlace(said) ?? {}),
        }
      : {}),
    acceptValue: (field, value, data) => accept(options, { field, value, data }),
    prepare: () => {
      options.classifier.prepare?.();
      for (const text of UNHEARD) readAtOnce(read(shop, [text], NOTHING_KNOWN));
    },
    get learntEntries() {
      return (options.classifier.labels ?? []).flatMap((label) =>
        isEntryLabel(label) ? [label.slice(ENTRY.length)] : [],
      );
    },
    get localModel() {
      return options.classifier.localModel ?? null;
    },
  };
}

/**
 * Every rule and list is compiled when it is first used, together a fifth of a second: this reads
 * once before the first customer writes.
 */
const UNHEARD = [
  "hola, ¿cuánto vale y cómo es el envío?",
  "soy Ana María Gómez Ruiz, cédula 52123456, cel 300 123 4567, Cll 1 # 2-3 apto 4 barrio Centro, Cali, ana@ejemplo.co",
  "no tengo correo, mejor lo recojo en la oficina; el de 2, sí",
];
const NOTHING_KNOWN: ReadingContext = {
  lastAssistant: [],
  asked: ["packs", "pack", "confirm", "buy"],
  isCollecting: true,
  data: {},
  missing: [],
};

function* read(options: Shop, messages: readonly string[], context: ReadingContext): Steps {
  const { strip = (text: string) => text, heads = [], classifier } = options;
  const stripped = messages.map((text) => (knowsCountry(options) ? withoutPairOfData(strip(text)) : strip(text)));
  const said = context.isCollecting ? joinPieces(stripped, context.saidBefore) : stripped;
  const reading = yield* readWishes(options, said, context);
  if (heads.length === 0 && classifier.hear === undefined) return reading;
  if (said.length > 1) yield said.join("").length;
  const phone = options.fields.phone ?? "";
  const phoneField = context.isCollecting && context.missing.includes(phone) ? phone : null;
  return {
    ...reading,
    ...hearMessages({ heads, classifier, mend: (text) => mended(options, text), phoneField }, reading.messages),
  };
}

function mended(options: OfflineReaderOptions, text: string): string {
  return knowsCountry(options) ? heardIn(withoutFillers(text)) : text;
}

function* readWishes(options: Shop, messages: readonly string[], context: ReadingContext): Steps {
  const { classifier, locale = DEFAULT_LOCALE, delivery = knowsCountry(options) ? readDelivery : () => null } = options;
  const intentOf = (text: string, isRemainder: boolean): ClassifiedIntent =>
    classifier.classifyIntent(text, { lastAssistant: context.lastAssistant, asked: context.asked, isRemainder });

  const frame = { goods: options.folded };
  let data = context.data;
  let { isCollecting } = context;
  const read: MessageReading[] = [];
  const asking: { readonly text: string; readonly seemsWanted: ClassifiedIntent | null }[] = [];
  for (const [place, text] of messages.entries()) {
    if (place > 0) yield text.length;
    if (readsAsInstruction(text)) {
      read.push(instruction(text));
      asking.push({ text: "", seemsWanted: NOT_UNDERSTOOD });
      continue;
    }
    const { rest, ...told } = extract(options, text, { ...context, data, isCollecting });
    const { fields } = told;
    const isPlain = knowsCountry(options);
    const isNumberTold = isCollecting && fields[options.fields.phone ?? ""] !== undefined;
    const [meant, meantRest] = [mended(options, text), mended(options, isNumberTold ? withoutWhomToCall(rest) : rest)];
    const thanks = isPlain && saysOnlyThanks(meant) ? "courtesy" : null;
    const acknowledgement = readAcknowledgement(meant, locale) ?? thanks;
    const bareNumber = readBareNumber(text, locale);
    const hasFields = Object.keys(fields).length > 0;
    const isSaidOut = hasFields && !/[\p{L}\d?]/u.test(rest);
    const seemsWanted = isSaidOut || (acknowledgement !== null && !hasFields) ? null : intentOf(meantRest, hasFields);
    const { messageClass, confidence } =
      isCollecting && !hasFields && isHalf(text)
        ? HALF
        : classify({ text, rest, hasFields, intent: seemsWanted }, options.greeting);
    if (messageClass !== "datos" || !hasFields) asking.push({ text: hasFields ? meantRest : meant, seemsWanted });
    data = { ...data, ...fields };
    // Behind data of their own a bare city in the next message of a burst is theirs as well.
    isCollecting ||= OWN.some((kind) => fields[options.fields[kind] ?? ""] !== undefined);
    // The rules for clauses and for a second order are Spanish of Colombia.
    const placed = atKnownPlace(meantRest, context);
    const clauses = isPlain ? readClauses({ text: meant, rest: placed, hasFields }, frame) : [];
    // "Una", of "una casa azul", answers nothing.
    const besideData = hasFields ? readQuantity(meantRest, frame.goods) : null;
    const isRemnant = besideData?.isAnswer === true && !clauses.includes("choice");
    const isOffered = context.asked.includes("packs") && !context.asked.includes("confirm") && !hasFields;
    const spanish = isPlain
      ? {
          clauses,
          besideAnOrder: readBesideAnOrder(meant, frame.goods),
          isAsBefore: saysAsBefore(meant),
          quantity:
            options.goods === undefined
              ? null
              : (readQuantity(meant, frame.goods) ??
                (isOffered ? readLoose(meant, frame.goods) : isRemnant ? null : besideData)),
        }
      : {};
    const answer = { acknowledgement, bareNumber, delivery: delivery(text), ...spanish };
    read.push({ text, messageClass, confidence, ...told, ...answer });
  }
  const isLikely = read.every(({ confidence }) => confidence >= LIKELY);
  if (asking.length === 0) return { messages: read, intent: null, secondLook: null, isSettled: isLikely };
  const isRemainder = read.every(({ fields }) => Object.keys(fields).length > 0);
  const question = asking.map(({ text }) => text).join("\n");
  // One message alone has been looked at already.
  const isInstructed = asking.some(({ seemsWanted }) => seemsWanted === NOT_UNDERSTOOD);
  const seen = isInstructed ? NOT_UNDERSTOOD : asking.length === 1 ? asking[0]?.seemsWanted : null;
  if (seen == null) yield question.length;
  const { isSettled, ...intent } = seen ?? intentOf(question, isRemainder);
  const isAnswer = read.every((one) => isSettledByContext(one, context));
  const isSure = isSettled ?? intent.confidence >= SETTLED_FROM;
  return { messages: read, intent, secondLook: null, isSettled: isAnswer || (isLikely && isSure) };
}

/** "Barrio": the value comes in the next message, and nothing need be said before. */
const HALF = { messageClass: "irrelevante", confidence: 95 } as const;

const NOT_UNDERSTOOD: ClassifiedIntent = {
  intent: FALLBACK_INTENT,
  confidence: 45,
  alternatives: [],
  reasoning: "words that order the machine about: nothing in them counts",
  engine: "rules",
  isSettled: true,
};

/** Nothing is read out of it, and no silence after it is consent. */
function instruction(text: string): MessageReading {
  return {
    text,
    messageClass: "irrelevante",
    confidence: 45,
    ...{ fields: {}, raw: {}, cleared: [], hints: {}, doubts: [] },
    ...{ acknowledgement: null, bareNumber: null, delivery: null },
    clauses: ["reserve"],
  };
}

/**
 * A bare answer means what was asked, and no model knows it better. A "no" or a "2" without a
 * question means nothing.
 */
function isSettledByContext({ acknowledgement, bareNumber }: MessageReading, { asked }: ReadingContext): boolean {
  if (bareNumber !== null) return asked.includes("packs");
  if (acknowledgement === "no" || acknowledgement === "no_thanks") return asked.length > 0;
  return acknowledgement !== null;
}

interface Seen {
  readonly text: string;
  readonly rest: string;
  readonly hasFields: boolean;
  readonly intent: IntentInfo | null;
}

function classify(
  { text, rest, hasFields, intent }: Seen,
  greeting: string,
): { messageClass: MessageClass; confidence: number } {
  const wants = intent !== null && intent.confidence >= LIKELY;
  const greets = intent?.intent === greeting;
  if (hasFields) {
    // Greeting and data is both; so is any doubt between the two (requirement A16).
    return wants || rest.includes("?")
      ? { messageClass: "mixto", confidence: 85 }
      : { messageClass: "datos", confidence: 95 };
  }
  if ((wants || text.includes("?")) && !greets)
    return { messageClass: "pregunta", confidence: intent?.confidence ?? 60 };
  if (intent === null || greets) return { messageClass: "irrelevante", confidence: 95 };
  return { messageClass: "irrelevante", confidence: 30 };
}

/** An extraction in the field names of the agent. */
interface ExtractedFields extends Pick<MessageReading, "fields" | "raw" | "cleared" | "hints" | "doubts"> {
  readonly rest: string;
}

interface Offered {
  readonly field: string;
  readonly value: string;
  readonly data: Readonly<Record<string, string>>;
}

/** A value that a model found. A field of the agent's own has its own reader. */
function accept(options: OfflineReaderOptions, { field, value, data }: Offered): string | null {
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

function extract(options: Shop, text: string, context: ReadingContext): ExtractedFields {
  const known = knownOf(options.fields, context.data);
  const missing = FIELD_KINDS.filter((kind) => context.missing.includes(options.fields[kind] ?? ""));
  const about = { known, isAsked: context.isCollecting, missing };
  const { locale = DEFAULT_LOCALE, classifier, greeting } = options;
  const isWish = (line: string): boolean => {
    const { intent, confidence } = classifier.classifyIntent(line, { lastAssistant: context.lastAssistant });
    return confidence >= LIKELY || intent === greeting;
  };
  const read = knowsCountry(options)
    ? extractFields(options.apart(withoutOrigin(text)), about)
    : readOneByOne(text, about, { locale, isWish });
  // The whole message says what its names and places are for: they are the customer's own only if the message asks nothing.
  const extraction =
    knowsCountry(options) && isQuestion(options, text, read.fields, context)
      ? { ...read, fields: {}, raw: {}, cleared: [], doubts: [], rest: text }
      : read;
  const hood = missing.includes("neighbourhood") ? countryHood(extraction.fields, known) : null;
  const named = (values: Extracted): Record<string, string> => inFields(options, values);
  const told = named({ ...wholeName(options, extraction.fields), ...(hood === null ? {} : { neighbourhood: hood }) });
  const stated = withoutQuestions(text);
  const own = Object.entries(options.ownFields ?? {}).flatMap(([field, readField]) => {
    const value = readField(options.ownFieldsInQuestions?.includes(field) === true ? text : stated, context);
    return value === null ? [] : [[field, value] as const];
  });
  return {
    fields: { ...told, ...Object.fromEntries(own) },
    raw: {
      ...named(extraction.raw),
      ...Object.fromEntries(own.map(([field]) => [field, text.trim().slice(0, KEPT_RAW)])),
    },
    cleared: extraction.cleared.flatMap((kind) => options.fields[kind] ?? []),
    hints: named(extraction.hints),
    doubts: extraction.doubts.flatMap((doubt) => doubtInFields(options, doubt)),
    rest: Object.keys(told).length === 0 ? text : extraction.rest,
  };
}

/** Whether the rules know the names, addresses and clauses of the country. */
function knowsCountry({ locale }: OfflineReaderOptions): boolean {
  return (locale ?? DEFAULT_LOCALE) === DEFAULT_LOCALE;
}

/** The sentences that state something; empty when all of them ask. */
function withoutQuestions(text: string): string {
  const sentences = text.match(/[^.!?\n¿]+[.!?\n]*/g) ?? [];
  const stated = sentences.filter((sentence) => !asks(foldText(sentence)));
  return stated.length === sentences.length ? text : stated.join(" ").trim();
}

/** The words ask about a place, or are a question that an entry of the shop's knowledge answers. */
function isQuestion(
  { classifier, greeting }: OfflineReaderOptions,
  text: string,
  fields: Extracted,
  { lastAssistant, asked, isCollecting }: ReadingContext,
): boolean {
  const asks = asksOfPlace(text, fields);
  if (asks === "sure") return true;
  if (asks === "no" && !mayBeOfAQuestion(text, fields)) return false;
  const { intent, confidence } = classifier.classifyIntent(text, { lastAssistant, asked });
  if (isEntryLabel(intent)) return confidence >= (isCollecting ? CLEAR : LIKELY);
  return asks === "perhaps" && confidence >= LIKELY && intent !== greeting;
}

const KEPT_RAW = 160;

/** "Ana Gómez" stays whole where the shop asks for one name and has no field for the surname. */
function wholeName({ fields }: OfflineReaderOptions, told: Extracted): Extracted {
  const { given_name: given, surname } = told;
  const isOne = fields.surname === undefined && given !== undefined && surname !== undefined;
  return isOne ? { ...told, given_name: `${given} ${surname}` } : told;
}

function inFields({ fields }: OfflineReaderOptions, values: Extracted): Record<string, string> {
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
