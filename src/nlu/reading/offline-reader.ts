import type { IntentInfo } from "../../core/agent/agent.ts";
import { DEFAULT_LOCALE } from "../../core/locale/locale.ts";
import type {
  FlowReader,
  MessageClass,
  MessageReading,
  Reading,
  ReadingContext,
  StandingQuestion,
  WishedQuantity,
} from "../../core/ports/flow-reader.ts";
import { type ClassifiedIntent, SETTLED_FROM } from "../../core/ports/model/classifier.ts";
import { remembering, SOME_TEXTS } from "../../core/remembering.ts";
import { readAcknowledgement, readBareNumber } from "../clauses/acknowledgement.ts";
import { asks, readClauses, saysOnlyThanks } from "../clauses/read-clauses.ts";
import { splitTokens } from "../entities/tokens.ts";
import { type FieldKind, NOT_AVAILABLE } from "../extract/field-kinds.ts";
import { withPricesInFigures } from "../extract/prices-in-words.ts";
import { hearMessages, withoutWhomToCall } from "../heads/hear-messages.ts";
import { LIKELY } from "../intents/combine-verdicts.ts";
import { ENTRY, isEntryLabel } from "../intents/entry-label.ts";
import { FALLBACK_INTENT } from "../intents/rule-classifier.ts";
import { apartFromGoods, asTyped } from "../orders/apart-from-goods.ts";
import { countsNothingHere } from "../orders/counts-nothing-here.ts";
import { readBesideAnOrder, saysAsBefore } from "../orders/read-beside-an-order.ts";
import { readCounted, readLoose } from "../orders/read-counted.ts";
import { readDelivery } from "../orders/read-delivery.ts";
import { readEarlierWish, speaksOfOne, takesOne, takesThat } from "../orders/read-earlier-wish.ts";
import { readFigures } from "../orders/read-figures.ts";
import { readQuantity } from "../orders/read-quantity.ts";
import { setsCondition } from "../orders/sets-condition.ts";
import { asOneText } from "../questions/as-one-text.ts";
import { foldText } from "../text/fold-text.ts";
import { legibleText } from "../text/legible-text.ts";
import { readsAsInstruction } from "../text/reads-as-instruction.ts";
import { withoutFillers } from "../text/without-fillers.ts";
import { isFirstName } from "../words/first-names.ts";
import { atKnownPlace } from "./at-known-place.ts";
import { compareGist } from "./compare-gist.ts";
import { givesData } from "./gives-data.ts";
import { isHalf, joinPieces } from "./join-pieces.ts";
import { mayTell } from "./may-tell.ts";
import { heardIn, withoutPairOfData } from "./pair-of-data.ts";
import { acceptInField, askedOf, inFields, readAgentFields } from "./read-agent-fields.ts";
import { readAskedPlace } from "./read-asked-place.ts";
import { readAtOnce, readInSlices, type Steps } from "./read-in-slices.ts";
import { readLeftOver } from "./read-left-over.ts";
import { knowsCountry, NOTHING_KNOWN, type OfflineReaderOptions, type Shop } from "./reader-options.ts";
import { withoutOwnName } from "./without-own-name.ts";

/** Data that no customer tells of another place or of the shop. */
const OWN = ["given_name", "phone", "address"] as const satisfies readonly FieldKind[];

function ofParcel({ fields }: Shop): readonly string[] {
  return OWN.flatMap((kind) => fields[kind] ?? []);
}

/** What we asked last is answered by a wish to buy, and so by the name of who buys. */
function asksForWish({ asked, missing }: ReadingContext): boolean {
  return missing.length > 0 && (asked.includes("meaning") || asked.includes("buy"));
}

/** "Elkin Fonseca, Bogotá", "la señora Beatriz Lemaitre": a full name with or without its town, and nothing else. */
function saysOnlyWho(options: Shop, text: string, context: ReadingContext): boolean {
  // Most messages have no such name, and are not read a second time.
  if (!splitTokens(legibleText(text)).some(({ plain }) => isFirstName(plain))) return false;
  const { fields, rest } = readAgentFields(options, text, { ...context, isCollecting: true });
  const [given = "", surname = ""] = NAME.map((kind) => fields[options.fields[kind] ?? ""]);
  const isListed = isFirstName(given.split(" ")[0] ?? "");
  return isListed && surname !== "" && !/[\p{L}\d?]/u.test(rest);
}

const NAME = ["given_name", "surname"] as const satisfies readonly FieldKind[];

function isNameOpen({ fields }: Shop, { missing }: ReadingContext): boolean {
  return NAME.every((kind) => missing.includes(fields[kind] ?? ""));
}

const NO_PRICES: ReadonlyMap<number, number> = new Map();

/** Understanding without a model: rules for what is wanted, rules for what is told. */
export function createOfflineReader(options: OfflineReaderOptions): FlowReader {
  const goods = new Set(options.goods?.flatMap(asTyped));
  const sells = { goods, prices: options.prices ?? NO_PRICES };
  const shop: Shop = { ...options, folded: goods, apart: apartFromGoods(options.goods), sells };
  return {
    read: (messages, context, pause) => {
      const steps = read(shop, messages, context);
      return pause === undefined ? readAtOnce(steps) : readInSlices(steps, pause);
    },
    compareGist,
    asksOneByOne: !knowsCountry(options),
    ...(options.goods === undefined ? {} : { sells }),
    ...(options.goods === undefined || !knowsCountry(options)
      ? {}
      : {
          wishedBefore: (said, onlyStated) => readEarlierWish(said.map(unlisted).map(heardIn), goods, onlyStated),
          countedBefore: (said, use) =>
            readCounted(said.map(unlisted).map(heardIn), goods, use) ??
            options.quantities?.countedBefore(
              said.filter((text) => !readsAsInstruction(text)).map((text) => statedIn(unlisted(text))),
              sells,
            ) ??
            null,
        }),
    ...(knowsCountry(options)
      ? {
          mayTell,
          takesThat: (text: string) => takesThat(heardIn(text)),
          takesOne: (text: string) => takesOne(heardIn(text)),
          speaksOfOne: (text: string) => speaksOfOne(heardIn(text)),
          answeredBefore: (question, said) => answeredBefore(options, question, said),
          figuresIn: (text) => (readsAsInstruction(text) ? [] : readFigures(mended(options, text), goods)),
          setsCondition: (said) => setsCondition(said, options.classifier),
          askedPlace: (said, data = {}) =>
            inFields(options, readAskedPlace(said, data[options.fields.department ?? ""]) ?? {}),
        }
      : {}),
    acceptValue: (field, value, data) => acceptInField(options, { field, value, data }),
    prepare: () => {
      options.classifier.prepare?.();
      options.answers?.prepare?.();
      options.entities?.prepare?.();
      options.quantities?.prepare?.();
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

function* read(options: Shop, messages: readonly string[], context: ReadingContext): Steps {
  const { strip = (text: string) => text, heads = [], classifier } = options;
  const names = context.asked.includes("confirm") ? namesIn(options, context) : [];
  const stripped = messages.map((text) =>
    knowsCountry(options) ? withoutPairOfData(withoutOwnName(strip(text), names)) : strip(text),
  );
  const said = context.isCollecting ? joinPieces(stripped, context.saidBefore, isNameOpen(options, context)) : stripped;
  const reading = { ...(yield* readWishes(options, said, context)), ...heardAnswers(options, said, context) };
  if (heads.length === 0 && classifier.hear === undefined) return reading;
  if (said.length > 1) yield said.join("").length;
  const phone = options.fields.phone ?? "";
  const phoneField = context.isCollecting && context.missing.includes(phone) ? phone : null;
  return {
    ...reading,
    ...hearMessages({ heads, classifier, mend: (text) => mended(options, text), phoneField }, reading.messages),
  };
}

function namesIn({ fields }: Shop, { data }: ReadingContext): readonly string[] {
  return [fields.given_name, fields.surname].flatMap((field) => data[field ?? ""] ?? []);
}

/** Until the summary is shown, a wish to buy and the pack that it names are heard; from then on, only the yes. */
function heardAnswers(
  { answers }: Shop,
  said: readonly string[],
  { asked }: ReadingContext,
): Pick<Reading, "answerTo"> {
  if (answers === undefined || said.some(readsAsInstruction)) return {};
  const isSummed = asked.includes("confirm");
  return {
    answerTo: (question) => {
      if (isSummed !== (question === "confirm")) return null;
      if (question === "pack" && said.some((text) => isOfOtherThings(foldText(text)))) return null;
      return answers.readAnswer(question, asOneText(said));
    },
  };
}

/** What they ask answers nothing, and no model of answers has read any data. */
const SENTENCES = /[^.!?\n]+[.!?\n]*/g;
const MAY_BE_DATA = /#|\d{4}|\d\s?[-–]\s?\d/;
/** "Madrugo a las 3", "somos 2 en la casa", "tengo tres hijos": a number that answers no question of ours. */
const OF_OTHER_THINGS =
  /\b(?:a|son|eran|desde|hasta|tipo) las? (?:una|dos|tres|cuatro|cinco|\d)\b|\b(?:somos|eramos) (?:dos|tres|cuatro|cinco|\d)\b|\b(?:dos|tres|cuatro|cinco|\d) (?:hij|niet|herman|noche|hora|dia|ano|mes|seman|persona|vece|turno|perr|gat)[a-z]{0,4}\b/;

function isOfOtherThings(folded: string): boolean {
  return OF_OTHER_THINGS.test(folded) || countsNothingHere(folded);
}

function statedIn(text: string): string {
  return (text.match(SENTENCES) ?? []).filter((sentence) => !asks(foldText(sentence))).join(" ");
}

/** "1. Recibe: Ana\n2. Celular: …", "1. Recibe Ana. 2. Celular …": the numbers of a list count no goods. */
const unlisted = (text: string): string =>
  /(?:^|[.;,]\s)[ \t]{0,3}2[ \t]?[.)-]\s{0,3}\p{L}/mu.test(text) ? text.replace(LIST_NUMBER, "") : text;
const LIST_NUMBER = /(?:^|(?<=[.;,]\s))[ \t]{0,3}\d{1,2}[ \t]?[.)-][ \t]{0,3}(?=\p{L})/gmu;

function answeredBefore(
  { answers }: OfflineReaderOptions,
  question: StandingQuestion,
  said: readonly string[],
): string | null {
  for (const text of said.toReversed()) {
    const stated = statedIn(unlisted(text));
    if (stated === "" || MAY_BE_DATA.test(stated) || readsAsInstruction(text)) continue;
    if (question === "pack" && isOfOtherThings(foldText(stated))) continue;
    const heard = answers?.readAnswer(question, asOneText([stated]));
    if (heard?.isHeard === true) return heard.answer;
  }
  return null;
}

function mended(options: OfflineReaderOptions, text: string): string {
  return knowsCountry(options) ? heard(text) : text;
}

/** Several readers look at a message as it was meant. */
const heard = remembering((text) => heardIn(withPricesInFigures(withoutFillers(text))), SOME_TEXTS);

function* readWishes(options: Shop, messages: readonly string[], context: ReadingContext): Steps {
  const { classifier, locale = DEFAULT_LOCALE, delivery = knowsCountry(options) ? readDelivery : () => null } = options;
  const intentOf = (text: string, isRemainder: boolean): ClassifiedIntent =>
    classifier.classifyIntent(text, { lastAssistant: context.lastAssistant, asked: context.asked, isRemainder });

  const frame = { goods: options.folded };
  let data = context.data;
  let { isCollecting } = context;
  const read: MessageReading[] = [];
  let asking: { readonly place: number; readonly text: string; readonly seemsWanted: ClassifiedIntent | null }[] = [];
  for (const [place, text] of messages.entries()) {
    if (place > 0) yield text.length;
    if (readsAsInstruction(text)) {
      read.push(instruction(text));
      asking.push({ place, text: "", seemsWanted: NOT_UNDERSTOOD });
      continue;
    }
    const isPlain = knowsCountry(options);
    const quantity = isPlain && options.goods !== undefined ? readQuantity(mended(options, text), frame.goods) : null;
    isCollecting ||= isPlain && givesData({ text, quantity, missing: context.missing, ofParcel: ofParcel(options) });
    isCollecting ||= isPlain && asksForWish(context) && saysOnlyWho(options, text, { ...context, data });
    const { rest: left, ...told } = readAgentFields(options, text, {
      ...context,
      data,
      isCollecting,
      isUnprompted: !context.isCollecting,
    });
    const rest = deniesOnlyADatum(left, told.fields) ? "" : left;
    const { fields } = told;
    const isNumberTold = isCollecting && fields[options.fields.phone ?? ""] !== undefined;
    const beside = Object.keys(fields).length > 0 ? rest.replace(WAS_WRONG, " ") : rest;
    const [meant, meantRest] = [
      mended(options, text),
      mended(options, isNumberTold ? withoutWhomToCall(beside) : beside),
    ];
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
    if (messageClass !== "datos" || !hasFields)
      asking.push({ place, text: hasFields ? meantRest : meant, seemsWanted });
    // "Barrio Bonanza", and then the town: what this burst has told stands.
    const isTold = new Set(read.flatMap((one) => Object.keys(one.fields)));
    const cleared = told.cleared.filter((field) => !isTold.has(field));
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
              : heardQuantity(options, {
                  ...{ text, context, quantity, fields: told.raw },
                  read: quantity ?? (isOffered ? readLoose(meant, frame.goods) : isRemnant ? null : besideData),
                }),
        }
      : {};
    const answer = { acknowledgement, bareNumber, delivery: delivery(text), ...spanish };
    read.push({ text, messageClass, confidence, ...told, cleared, ...answer });
  }
  const isBurst = knowsCountry(options) && read.length > 1;
  for (const [place, message] of isBurst ? read.entries() : []) {
    const again = readLeftOver(options, message, { ...context, data, isCollecting });
    if (again === null) continue;
    read[place] = again;
    asking = asking.filter((one) => one.place !== place);
    data = { ...data, ...again.fields };
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

/** A trained model looks at what the rules have counted. What a datum was read from counts no goods. */
function heardQuantity(
  { quantities, ownFields = {}, sells }: Shop,
  { text, context, quantity, read, fields }: Counted,
): WishedQuantity | null {
  if (quantities === undefined) return read;
  const data = Object.entries(fields).flatMap(([field, raw]) => (field in ownFields ? [] : [raw]));
  // Data that comes unasked begins the order.
  const asked = askedOf(context.asked, { isAsked: context.isCollecting || data.length > 0 });
  const heard = quantities.putRight(text, read, { asked, ruled: quantity, data, ...sells });
  // Few messages have a number that only the model hears, so the patterns are asked last.
  return read === null && heard !== null && countsNothingHere(foldText(text)) ? null : heard;
}

interface Counted {
  readonly text: string;
  readonly context: ReadingContext;
  /** What the rules read in the whole text. */
  readonly quantity: WishedQuantity | null;
  /** What they read in all. */
  readonly read: WishedQuantity | null;
  /** What each datum was read from. */
  readonly fields: Readonly<Record<string, string>>;
}

/** "La dirección está mala, es cra 57 # 44-18": beside the datum these words tell what was wrong, and complain of no parcel. */
const WAS_WRONG =
  /(?<!\p{L})(?:est[aá]n?|estaba|qued[oó]|sali[oó]|va|iba)\s+(?:(?:muy|todo|como|bien|toda)\s+)?(?:mal[oa]?|equivocad[oa]|errad[oa]|incomplet[oa])(?!\p{L})/iu;

/** "No gracias, no tengo correo": the no is to the datum, and ends no sale. */
function deniesOnlyADatum(rest: string, fields: Readonly<Record<string, string>>): boolean {
  const answer = readAcknowledgement(rest);
  return Object.values(fields).includes(NOT_AVAILABLE) && (answer === "no" || answer === "no_thanks");
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
