/**
 * What each clause of a message does, by its words. The lists hold words that may stand in a yes or
 * in a choice, never words that forbid one: a word that no list has makes its clause `other`, so
 * nothing irreversible follows from words that the rules do not know.
 */
import type { ClauseKind } from "../../core/ports/flow-reader.ts";
import { remembering, SOME_TEXTS } from "../../core/remembering.ts";
import { foldText } from "../text/fold-text.ts";
import { splitClauses, withoutGreeting } from "../text/split-clauses.ts";
import { isCommonWord } from "../words/common-words.ts";
import { isDataWord } from "../words/data-words.ts";
import { isAcknowledgingWord, readAcknowledgement } from "./acknowledgement.ts";
import {
  announcesAYes,
  bare,
  isEcho,
  isNothingMore,
  isReadAloud,
  LOOKS,
  ONLY_HOW,
  PAUSES,
  REPORTS_A_YES,
  SHORT_YES,
  STOPS_US,
  WEIGHS,
} from "./among-clauses.ts";
import { asksFor, endsAChoice } from "./asks-for.ts";
import { asksWhereToPay } from "./asks-where-to-pay.ts";
import { isBesideAYes, withoutBesideAYes } from "./beside-a-yes.ts";
import {
  ASKS_FOR,
  BEGINS_WITH,
  BESIDE_A_CHOICE,
  CONFIRMS,
  DIMINISHED,
  DOUBTS,
  LET_US,
  NOT_OF_A_YES,
  NUMBERS,
  ORDINALS,
  PACK_NOUNS,
  PUT_DOWN,
  REQUESTS_BY_STEM,
  RESERVES,
  SENDS,
  SUMMED_UP,
  words,
} from "./clause-words.ts";
import { A_PERSON, A_RANGE, SUFFICES, withoutStops } from "./number-phrases.ts";
import { isVocative, withSetPhrases } from "./set-phrases.ts";
import { hasSlotNoun } from "./slot-nouns.ts";

export interface ClauseFrame {
  /**
   * The shop's words for its goods, folded, singular and plural: a number beside one of them is a
   * quantity.
   */
  readonly goods: ReadonlySet<string>;
}

export interface ClauseText {
  /** The clause in the customer's own spelling. */
  readonly text: string;
  /** The rest of the message once the data is out of it; the whole message when there was none. */
  readonly rest: string;
  readonly hasFields: boolean;
}

export function readClauses({ text, rest, hasFields }: ClauseText, frame: ClauseFrame): ClauseKind[] {
  const said = clausesIn(rest);
  const written = hasFields ? clausesIn(text) : said;
  if (said.length > 0) {
    const kinds = said.map((clause) => kindsOf(clause, { frame, hasFields, isCut: !isWhole(clause, written) }));
    const isChanged = kinds.some((of) => of.includes("choice") || of.includes("quantity"));
    const isAgreed = kinds.some((of) => of.includes("yes"));
    // "Si dice q si": only alone; before more it may be a condition.
    const [alone = "", ...others] = said;
    if (!hasFields && others.length === 0 && REPORTS_A_YES.test(alone)) return ["yes"];
    const isShort = !hasFields && isShortYes(said, kinds.flat());
    return kinds.flatMap((of, at) => {
      if (isShort && of.includes("other")) return ["fine"];
      if (announcesAYes(said, kinds, at, rest)) return ["courtesy"];
      if (at === 0 && isNothingMore(said, kinds)) return ["courtesy"];
      if (isEcho(said, kinds, at) || isReadAloud(said, kinds, at)) return ["courtesy"];
      // "Déjeme reviso … sí, están bien": the look that they took, and what came of it.
      const isLook = LOOKS.test(said[at] ?? "") || (PAUSES.test(said[at] ?? "") && LOOKS.test(said[at + 1] ?? ""));
      if (isLook && kinds.slice(at + 1).some((later) => later.includes("yes"))) return ["courtesy"];
      // "Yo creo que sí, sí, mándelo": a thought, and the yes that it came to.
      const isWeighed = WEIGHS.test(said[at] ?? "") && kinds.slice(at + 1).some((later) => later.includes("yes"));
      if (isWeighed || (isChanged && STOPS_US.test(said[at] ?? ""))) return ["courtesy"];
      return isAgreed && !of.every(isOfConsent) && isBesideAYes(bare(said[at] ?? "")) ? ["courtesy"] : of;
    });
  }
  // Signs alone: an emoji.
  const signs = hasFields ? null : readAcknowledgement(rest);
  return signs === null ? [] : [signs === "courtesy" ? "courtesy" : "fine"];
}

const isOfConsent = (kind: ClauseKind): boolean => BESIDE_A_CHOICE_CLAUSE.has(kind);

/**
 * The number of a message that only chooses: "los 2 porfa", "1 sí señora", "listo, el de tres". null when it says more,
 * or names two numbers.
 */
export function readChoice(text: string, frame: ClauseFrame): number | null {
  const clauses = clausesIn(text);
  const kinds = clauses.map((clause) => kindOf(clause, { frame, hasFields: false, isCut: false }));
  const isPlain = kinds.every((kind) => kind !== null && BESIDE_A_CHOICE_CLAUSE.has(kind));
  // "Bueno dale, uno. Si me funciona le pido más": a clause that only chooses, among others that count nothing.
  const isAmong = clauses.every((clause, at) => kinds[at] === "choice" || COUNTS_NOTHING.test(clause));
  if (!kinds.includes("choice") || !(isPlain || isAmong) || clauses.some((clause) => A_PERSON.test(clause)))
    return null;
  const words = clauses.filter((_, at) => kinds[at] === "choice").flatMap((clause) => clause.split(" "));
  // "Quiero pedir uno" is a wish, which has its own reading.
  if (words.some((word) => ASKS_FOR.has(word) || REQUESTS_BY_STEM.test(word))) return null;
  const named = new Set(words.flatMap((word) => (ORDINALS.has(word) ? [] : (SMALL_NUMBERS.get(word) ?? []))));
  const [units, ...others] = named;
  return units === undefined || others.length > 0 || words.includes("o") ? null : units;
}

const COUNTS_NOTHING =
  /^(?!.*\d)(?!.*\b(?:un[oa]?|dos|tres|cuatro|cinco|seis|primer\w?|segund\w|tercer\w?|cuant\w+|a como|precio|valor|valen?|cuestan?|salen?)\b)[^?]*$/;

/** A message that only answers: a yes, a thank you, a number, "el segundo". Nothing in it is a name or a place. */
export function onlyAnswers(text: string, frame: ClauseFrame): boolean {
  const kinds = clausesIn(text).map((clause) => kindOf(clause, { frame, hasFields: false, isCut: false }));
  return kinds.length > 0 && kinds.every((kind) => kind !== null && BESIDE_A_CHOICE_CLAUSE.has(kind));
}

const BESIDE_A_CHOICE_CLAUSE: ReadonlySet<ClauseKind> = new Set(["choice", "courtesy", "yes", "fine"]);
const SMALL_NUMBERS: ReadonlyMap<string, number> = new Map(
  [
    "uno un una unito",
    "dos dosito parcito par duo",
    "tres trio",
    "cuatro",
    "cinco",
    "seis",
    "siete",
    "ocho",
    "nueve",
  ].flatMap((names, index) => [...names.split(" "), String(index + 1)].map((name) => [name, index + 1] as const)),
);

function clausesIn(text: string): string[] {
  const clauses = splitClauses(foldText(text)).map((clause) => clause.text.replace(/^(?:, ?)+|(?: ?,)+$/g, "").trim());
  return clauses.filter((clause) => clause !== "");
}

/** "Me llegó muy bien el pedido, quedé contenta": nothing but thanks, in the customer's own words. */
export function saysOnlyThanks(text: string): boolean {
  const clauses = clausesIn(text).map((clause) => withoutGreeting(clause).replace(/^, ?/, ""));
  const said = clauses.filter((clause) => clause !== "").map((clause) => ({ clause, plain: withSetPhrases(clause) }));
  return (
    said.some(({ clause, plain }) => plain.includes("gracias") && !clause.includes("gracias")) &&
    said.every(({ plain }) => plain === "" || readAcknowledgement(plain) === "courtesy")
  );
}

/** The customer's own spelling, or its part up to an "y" ("el de 3 y mi cel …"). */
function isWhole(clause: string, written: readonly string[]): boolean {
  const opening = `${clause.replace(/ y$/, "")} y `;
  return written.some((one) => one === clause || one.startsWith(opening));
}

interface Reading {
  readonly frame: ClauseFrame;
  readonly hasFields: boolean;
  /** A datum was taken out of it: the rest of "el primer nombre es Ana" chooses nothing. */
  readonly isCut: boolean;
}

/** "El de 3 y mi cédula …": a choice that opens a clause ends at an "y". */
const OPENING = /^(.{1,40}?) (?:y|pero) (.+)$/;

function kindsOf(clause: string, reading: Reading): readonly ClauseKind[] {
  const [, first, rest] = OPENING.exec(clause) ?? [];
  // "Sí y páseme el link de pago".
  if (first !== undefined && rest !== undefined && isAboutThePayment(rest)) return [...kindsOf(first, reading), "pays"];
  const whole = kindOf(clause, reading);
  // "Sí los dos": a yes, and what it is said to.
  if (whole === "choice" && AGREES_FIRST.test(clause)) return ["yes", "choice"];
  if (first === undefined || rest === undefined || whole !== "figure") return whole === null ? [] : [whole];
  const opening = kindOf(first, { ...reading, isCut: false });
  return opening === "choice" ? [opening, ...kindsOf(rest, reading)] : [whole];
}

const AGREES_FIRST = /^(?:(?:ay|ah|uy|pues|bueno|listo|ok|ya|claro|entonces) )*(?:si|confirmo|confirmad[oa]) /;

/** null when nothing is said: the label of a datum that was taken out. */
function kindOf(clause: string, reading: Reading): ClauseKind | null {
  if (reading.hasFields || reading.isCut) return kindAmongData(clause, reading);
  const { goods } = reading.frame;
  let kindAlone = withoutData.get(goods);
  if (kindAlone === undefined) {
    kindAlone = remembering((said) => kindAmongData(said, reading), SOME_TEXTS);
    withoutData.set(goods, kindAlone);
  }
  return kindAlone(clause);
}

/** A clause without data is asked for its number, and then for what it does. */
const withoutData = new WeakMap<ReadonlySet<string>, (clause: string) => ClauseKind | null>();

function kindAmongData(clause: string, { frame, hasFields, isCut }: Reading): ClauseKind | null {
  const greeted = withoutStops(withoutGreeting(clause).replace(/^, ?/, ""));
  if (greeted === "") return "courtesy";
  const plain = withSetPhrases(greeted);
  if (plain === "") return "courtesy";
  if (IS_FILLER.test(greeted)) return null;
  // "Contraentrega", "en esa dirección": how and where, and alone no yes.
  if (ONLY_HOW.test(plain)) return "courtesy";
  if (WAITS_FOR_US.test(greeted)) return "other";
  if (PAYS_BY.test(plain)) return "pays";
  const acknowledged = readAcknowledgement(plain);
  if (acknowledged !== null) return ACKNOWLEDGED[acknowledged];
  if (isAboutThePayment(plain)) return "pays";
  if (asks(plain)) return DOUBTS.test(plain) ? "reserve" : "question";
  const said = plain.split(" ");
  if (/^un (?:segundo|segundito)\b/.test(plain)) return "reserve";
  if (isChoice(said, frame)) return isCut ? "figure" : "choice";
  const consent = readConsent(plain, said);
  if (consent !== null) return consent;
  const behind = withoutBesideAYes(bare(greeted));
  if (behind !== bare(greeted)) {
    const agreed = withSetPhrases(behind);
    const agreedTo = agreed.split(" ");
    if (!isCut && isChoice(agreedTo, frame)) return "choice";
    if (readConsent(agreed, agreedTo) === "yes") return "yes";
  }
  if (hasFields && said.every(isAroundData)) return null;
  if (
    !isCut &&
    (namesQuantity(said, frame) || SUFFICES.test(plain)) &&
    !A_RANGE.test(plain) &&
    !/\b(?:no|ya|hace)\b/.test(plain)
  )
    return "quantity";
  if (said.some((word, at) => counts(word) && !isNoFigure(word, said[at - 1]))) return "figure";
  return RESERVES.test(plain) ? "reserve" : "other";
}

/** "Ehhh", "pues eso": sounds and words that join, and no yes. */
const IS_FILLER = /^(?:(?:e+h+|h*m+|pues|entonces|y|que)(?: |$))+(?:eso)?$/;
/** "Ajá y entonces", "bueno y qué": the customer waits for what we say next. */
const WAITS_FOR_US = / y (?:que|entonces|ahora|luego)$/;

/** "Pago por Nequi": how they pay, and no question. */
const PAYS_BY =
  /^(?:y )?(?:yo )?(?:l[oea]s? )?(?:mejor )?(?:pago|pagare|pagamos|cancelo|consigno|transfiero) (?:(?:por|con|en|a) )?(?:contra ?entrega|efectivo|nequi|daviplata|bancolombia|transferencia|tarjeta|pse|bre b|llave)(?: (?:porfa|ya|de una|hoy|gracias))*$/;

function isAboutThePayment(plain: string): boolean {
  return asksWhereToPay(plain) && !RESERVES.test(plain.replace(/^pero /, ""));
}

const ACKNOWLEDGED = {
  yes: "yes",
  fine: "fine",
  courtesy: "courtesy",
  no: "no",
  no_thanks: "no",
} as const satisfies Record<NonNullable<ReturnType<typeof readAcknowledgement>>, ClauseKind>;

const ASK = "(?:y|e|o|pero|ah|oiga|a|de|en|con|por|para|desde|hasta)";
const QUESTION_WORD = new RegExp(
  `^(?:${ASK} ){0,3}(?:cuant[oa]s?|como|cuando|donde|cual(?:es)?|quien(?:es)?|que (?:precio|valor|trae|contiene|tiene|incluye|hora|medios|formas?|pasa|es|hay|promoci|datos|necesit|marca|color|sabor))`,
);

/** A folded clause that asks, with a question mark or without. */
export function asks(clause: string): boolean {
  return clause.includes("?") || QUESTION_WORD.test(clause);
}

const ANY_NUMBER = /^(?:x?[1-9]|[1-9]x|\d{5,7})$/;
const SUPERLATIVES = words("barato barata economico economica individual sencillo sencilla grande pequeno pequena");

function counts(word: string): boolean {
  return NUMBERS.has(word) || ORDINALS.has(word) || ANY_NUMBER.test(word);
}

/** "El de 169", "el de 129 mil", "el más barato". */
function pointsOut(said: readonly string[], at: number): boolean {
  const [word = "", before = ""] = [said[at], said[at - 1]];
  return (/^\d{2,3}$/.test(word) && before === "de") || (SUPERLATIVES.has(word) && /^(?:mas|la|el)$/.test(before));
}

/** Nothing else stands in it: "mejor dos", "el tercero por favor", "la promo de 3". */
function isChoice(said: readonly string[], { goods }: ClauseFrame): boolean {
  return (
    said.some((word, at) => counts(word) || pointsOut(said, at)) &&
    said.every(
      (word, at) =>
        counts(word) ||
        pointsOut(said, at) ||
        PACK_NOUNS.has(word) ||
        goods.has(word) ||
        ASKS_FOR.has(word) ||
        REQUESTS_BY_STEM.test(word) ||
        LET_US.test(word) ||
        PUT_DOWN.test(word) ||
        BEGINS_WITH.test(word) ||
        CONFIRMS.has(word) ||
        BESIDE_A_CHOICE.has(word) ||
        (isAcknowledgingWord(word) && !OF_A_PLACE.has(word)),
    ) &&
    !A_RANGE.test(said.join(" ")) &&
    !hasSlotNoun(said.join(" "))
  );
}

/** "Es el segundo", "esta noche": words for a place or a day. */
const OF_A_PLACE = words("es esta ahi dia tarde noche semana fin");

/** A number beside what it counts, among other words: "mándeme los 2 frascos que le dije", "quiero dos para mi mamá". */
function namesQuantity(said: readonly string[], { goods }: ClauseFrame): boolean {
  const isGoods = (word = ""): boolean => goods.has(word) || (PACK_NOUNS.has(word) && word !== "unidad");
  return said.some((word, at) => {
    const [next = "", last = ""] = [said[at + 1], said[at + 2]];
    if (isGoods(word)) {
      const behind = JOINS_A_NUMBER.has(next) ? last : next;
      return counts(behind) && !ORDINALS.has(behind);
    }
    if (!counts(word)) return false;
    const isCounted = isGoods(next) || next === "unidad";
    if (isCounted) return !ORDINALS.has(word) || next !== "unidad";
    return asksFor(said, at) && (next === "" || endsAChoice(next));
  });
}

/** "Un momento", "primero lo consulto": no number. */
function isNoFigure(word: string, before = ""): boolean {
  return /^un[oa]?s?$/.test(word) || (word === "primero" && !/^(?:el|al|del)$/.test(before));
}

const JOINS_A_NUMBER = words("de por x numero la el");
/** Words of a yes and of what it is said to; "ya le confirmo" and "si me …" put it off. */
function readConsent(clause: string, said: readonly string[]): "yes" | "fine" | null {
  if (PUTS_OFF.test(clause)) return null;
  const others = said.filter((word, at) => !isOfAYes(word, said[at - 1]));
  if (others.length > 0 && !isYesWithASound(said, others)) return null;
  return said.some(confirms) ? "yes" : "fine";
}

function isOfAYes(word: string, before = ""): boolean {
  if (confirms(word) || SUMMED_UP.has(word) || isAcknowledgingWord(word)) return true;
  return isVocative(word) && !OF_ANOTHER_PERSON.test(before);
}

/** "La doctora", "mi prima": not the one who is spoken to. */
const OF_ANOTHER_PERSON =
  /^(?:direcion|numero|celular|telefono|casa|barrio|correo|nombre|apellido|el|la|un|una|mi|su|otr[oa]|con|para|pa|por|a|al|de|del|que|y|o)$/;

/** So many words at most, where one of them may be unknown. */
const SHORT = 4;

/** "Sí ve", "dale mor", "vale oís": a yes, and one short word that no list has. "Sí hay", "si voy" say something. */
function isYesWithASound(said: readonly string[], others: readonly string[]): boolean {
  const [sound = "", ...more] = others;
  return more.length === 0 && isSound(sound) && !isNotOfAYes(sound) && said.length <= SHORT && said.some(confirms);
}

function isSound(word: string): boolean {
  return /^[a-z]{2,4}$/.test(word) && !isCommonWord(word);
}

/**
 * "Sí, ensille", "dale, sí, rodando ve": a message of a few words, one clause of which is a yes. Of the others one word may be
 * unknown, when it is an order to act or a sound, and speaks of no change, time, money or question. It orders only because the
 * customer was asked for the yes of a summary.
 */
function isShortYes(said: readonly string[], kinds: readonly ClauseKind[]): boolean {
  const words = said.join(" ").split(" ");
  const isAgreed = kinds.includes("yes") && kinds.includes("other") && kinds.every((kind) => SHORT_YES.has(kind));
  if (!isAgreed || words.length > SHORT) return false;
  const [unknown = "", ...more] = words.filter((word) => !isOfAYes(word));
  const isAct = /^[a-z]{3,}en?(?:l[oa]s?)?$/.test(unknown) && !isCommonWord(unknown);
  return more.length === 0 && (isAct || isSound(unknown)) && !isNotOfAYes(unknown);
}

function isNotOfAYes(word: string): boolean {
  return NOT_OF_A_YES.test(word) || RESERVES.test(word) || counts(word);
}

/** Every word is of a yes: nothing in it that a trained head could hear. */
export function saysOnlyYes(text: string): boolean {
  const said = clausesIn(text);
  if (said.length === 1 && REPORTS_A_YES.test(said[0] ?? "")) return true;
  const clauses = said.map((clause) => {
    const plain = bare(clause);
    return isBesideAYes(plain) || WEIGHS.test(clause) || LOOKS.test(clause) || PAUSES.test(clause)
      ? ""
      : withSetPhrases(withoutBesideAYes(plain));
  });
  return clauses.every(
    (clause) => clause === "" || clause.split(" ").every((word, at, said) => isOfAYes(word, said[at - 1])),
  );
}

/** "Ya le confirmo", "ya va", and what it would depend on: "si me lo manda", "si puede enviarlo". */
const PUTS_OFF =
  /\bya (?:le |les |te )?(?:confirm|digo|va\b|casi\b)|^si (?:me|nos|se|puede[ns]?) |\b(?:en|por) la (?:noche|tarde)\b|\bun dia de est|\b(?:sera(?= que|$)|dizque|supuestamente|imposible|dicen todos|paja)\b|\bnada que\b/;

function confirms(word: string): boolean {
  return CONFIRMS.has(word) || SENDS.test(word) || DIMINISHED.test(word);
}

const AROUND_DATA = words(
  "ella ellos mi mis el la los las lo su de del en a al para por con y e o es son soy era queda quedo vivo vive estoy aqui aca ahi es seria me llamo nombre llaman le les doy paso dejo este ese esta esa va van tengo escribe escriba anote apunte numero datos dato completo completa completos envio enviar entrega entregar recibe recibir pedido nuevo nueva cambio cambie corrijo correcion corregir mejor tambien ademas otra otro espere perdon disculpe entonces vereda municipio pueblo ciudad colombia si ok listo bueno claro gracias",
);

function isAroundData(word: string): boolean {
  return AROUND_DATA.has(word) || isDataWord(word) || isAcknowledgingWord(word);
}
