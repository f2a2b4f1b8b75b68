import type { WishedQuantity } from "../../core/ports/flow-reader.ts";
import { isAcknowledgingWord } from "../clauses/acknowledgement.ts";
import { asksFor, endsAChoice } from "../clauses/asks-for.ts";
import { A_RANGE, withoutStops, withPlainNumbers } from "../clauses/number-phrases.ts";
import { asks } from "../clauses/read-clauses.ts";
import { withoutAddressing } from "../clauses/set-phrases.ts";
import { readSpokenNumber } from "../extract/spoken-numbers.ts";
import { foldText } from "../text/fold-text.ts";
import { withoutGreeting } from "../text/split-clauses.ts";
import { isCommonWord } from "../words/common-words.ts";
import { isRelative, RELATIVE } from "../words/relatives.ts";
import { asCounted, withoutPriceOfEach } from "./as-counted.ts";
import { countsNothingHere } from "./counts-nothing-here.ts";
import { readAnswer } from "./read-answer.ts";
import { readShares } from "./read-shares.ts";

/** In words no customer of a shop counts further; digits say the rest. */
const MOST_IN_WORDS = 20;
/**
 * "¿Me vende 2?", "¿me puede mandar uno por favor?": a wish in the form of a question. A condition,
 * a price or a doubt beside it makes it a question again.
 */
const REQUESTS =
  /(?<!\b(?:si|cuanto|cuantos|como) )\b(?:me|nos) (?:(?:puedes?|pueden|podes|podrias?|podrian|hace el favor de|harian? el favor de|gustaria que me) )?(?:vend|d[aeo]|mand|envi|despach|regal|separ|apart|anot|dej|pas|trae|llev|encarg|pon|guard)[a-z]{0,6} (?:por favor )?(?:(?:los|las|unos|solo|el de) )?[a-z0-9]+(?: de es[aeo]s?| [a-z]+)?(?: (?:a|para|en|hasta) \w+(?: \w+){0,2})?(?: (?:por favor|porfa|pues|gracias|entonces|ya))* ?\?/;
const NO_REQUEST =
  /\b(?:cuant\w{1,2}|a como|en cuanto|precio|valor|gratis|descuento|rebaj\w{1,3}|credito|fiad[oa]|sin|pero|si no|o (?:es|sea|no)|mas barat\w|menos)\b/;
/** Behind a lone "uno": it is one unit, and not the beginning of something else ("uno natural"). */
const ENDS_A_ONE =
  /^(?:|,|\?|arranc\w+|empiez\w|comienz\w|prueb\w|pues|porfa|porque|gracias|ya|entonces|solo|sola|solito|solita|nada|no|mas|por|y|antes|hoy|manana|mientras|cuando|hasta|de|del|tambien|asi|pero|mejor|dice|contra|contraentrega)$/;
/** "Quiero pedir uno" begins a purchase and says nothing of how many; "pedir 1", "pedir un frasco" and "pedir uno solo" do. */
const BEGINS_A_PURCHASE = /^(?:pedir|comprar|adquirir|encargar|ordenar)(?:l[eo]s?|me|nos)?$/;
/** "Quiero pedir uno": a wish to buy that counts nothing. */
export function beginsAPurchase(words: readonly string[]): boolean {
  return words.some(
    (word, at) => BEGINS_A_PURCHASE.test(word) && words[at + 1] === "uno" && !COUNTS_ONE.test(words[at + 2] ?? ""),
  );
}

const COUNTS_ONE = /^(?:sol[oa]|solit[oa]|nada|no|para)$/;
export const UNITS: ReadonlySet<string> = new Set(["unidad", "unidades"]);
/** "Torre 2 unidad Los Guayacanes": the name of a group of houses begins. */
const OF_A_BUILDING = /^(?:torre|bloque|apto|apartamento|casa|interior|int|etapa|manzana|mz|piso)$/;
const OTHER = /^otr[oa]$/;
/** "Que sean 3 en vez de uno": the number that no longer counts. */
const IN_PLACE_OF = / (?:en (?:vez|lugar)|envez|enves) de (?:l[ao]s? )?(?:un[oa]?|dos|tres|\d)\b/g;
/** A person whom goods are for: "2 para mí y 1 para mi hermana". Not "para 3 meses", "para dormir". */
const OWNER = new RegExp(`^(?:mis?|el|ella|la|los|las|nosotr[oa]s|nos|su|regalar|${RELATIVE})$`);
/** "El de dos, que sale más barato cada uno". */
const EACH_COSTS = / (?:que |porque )?(?:me )?(?:sale|vale|queda|cuesta)n? (?:\w+ ){0,3}cada un[oa]\b/g;
/** "Súbale a tres, que mi compadre me encargó uno": why, and no number of its own. */
const WHY =
  / , (?:que|porque|pues|es que|ya que) (?:(?:aca|aqui|ya) )?(?:mis?|la|el|l[oa]s|un[oa]?|otr[oa]|su) [^,?]*/g;
/** "Dos, que uno es para mi mamá": whom one of them is for. */
const ONE_OF_THEM = / (?:, )?(?:que|porque|pues) (?:un[oa]|otr[oa]) (?:es|seria|va|para|l[oa])(?= )[^,?]*/g;
/** "Mándeme dos y le regalo uno a mi comadre": what becomes of one of them. */
const GIVES_ONE =
  / y (?:(?:yo|ya|asi) )?(?:le|les) (?:regalo|doy|comparto|paso|dejo|llevo|mando|vendo|guardo) (?:un[oa]|otr[oa])\b[^,?]*/g;
const COUNTED_BEFORE = /\b(?:\d|un[oa]?|dos|tres|cuatro|cinco|par)\b/;
/** "Un frasco para cada uno": how many in all is said elsewhere. */
const EACH = /\bcada (?:un[oa]|quien|cual)\b/;
const NEGATES: ReadonlySet<string> = new Set(["no", "ni", "tampoco", "sin"]);
const CORRECTS: ReadonlySet<string> = new Set([
  "mejor",
  "sino",
  "digo",
  "perdon",
  "corrijo",
  "sea",
  "sean",
  "mentira",
  "mentiras",
]);

/** "Necesito 3 pero pensándolo bien dejémoslo en 2": what is said behind it counts. */
const CHANGES =
  /^(?:pensando(?:l[oa]s?)?|(?:dej|cambi|baj|sub|reduz|reduc|quit)\w{0,4}(?:(?:me|nos|mos)?l[eoa]s?)|cambi[oe])$/;

interface Mention {
  /** "Para la finca": a place, and no person. */
  readonly isForAPlace?: boolean;
  readonly at: number;
  readonly units: number;
  readonly isFor: boolean;
}

/**
 * How many units a message wants in all: "5 frascos", "2 para mí y 1 para mi hermana", "deme cuatro".
 * null when it says none, names two numbers, or refuses one. `goods` are the shop's words, folded.
 */
export function readQuantity(text: string, goods: ReadonlySet<string>): WishedQuantity | null {
  if (countsNothingHere(foldText(text))) return null;
  const now = asCounted(text);
  const times = TIMES_ALONE.exec(now)?.[1];
  if (times !== undefined && now !== text) return { units: Number(times), isAsked: false };
  return readWished(now, goods) ?? readAnswer(withoutPriceOfEach(now), goods);
}

/** "2x", "x3 porfa": all that the message says, and a number of goods wherever it is said. */
const TIMES_ALONE = /^\s*([1-9])\s*(?:por\s?favor|porfa|gracias)?\s*[.!]?\s*$/iu;

function readWished(text: string, goods: ReadonlySet<string>): WishedQuantity | null {
  const folded = countable(
    withoutAddressing(withoutGreeting(foldText(text)))
      .replace(/^, /, "")
      .replace(TAG, "")
      .replace(IN_PLACE_OF, "")
      .replace(EACH_COSTS, "")
      .replace(ONE_OF_THEM, (why, at: number, all: string) => (COUNTED_BEFORE.test(all.slice(0, at)) ? " que es" : why))
      .replace(GIVES_ONE, (why, at: number, all: string) => (COUNTED_BEFORE.test(all.slice(0, at)) ? "" : why))
      .replace(WHY, (why, at: number, all: string) => (COUNTED_BEFORE.test(all.slice(0, at)) ? "" : why)),
  );
  const shares = readShares(folded);
  if (shares !== null) return { units: shares, isAsked: false };
  const said = folded.split(" ").filter((word) => word !== "");
  const isCounted = (word = "") => goods.has(word) || UNITS.has(word);
  const mentions = said.flatMap((word, at): Mention[] => {
    const units = unitsOf(word);
    if (units === null) return [];
    const [next = "", after = ""] = [said[at + 1], said[at + 2]];
    if (isRefused(said, at) || asksWhatThereIs(said, at)) return [];
    if (UNITS.has(next) && OF_A_BUILDING.test(said[at - 1] ?? "")) return [];
    const isGoods = isCounted(next) || (next === "de" && isCounted(after));
    const [para = "", owner = "", whose = ""] = isGoods
      ? [after, said[at + 3], said[at + 4]]
      : [next, after, said[at + 3]];
    const isFor =
      (para === "para" && OWNER.test(owner) && !A_PLACE_OF_USE.test(whose)) ||
      (para === "para" && /^una?$/.test(owner) && isRelative(whose)) ||
      (para === "a" && /^(?:mis?|una?)$/.test(owner) && isRelative(whose));
    const isForAPlace = isFor && OF_A_PLACE.test(isGoods ? (said[at + 4] ?? "") : whose);
    if (isBeforeItsVerb(said, at)) return [{ at, units, isFor: false }];
    const isWished =
      asksFor(said, at) ||
      CORRECTED_BY.test(said[at - 1] ?? "") ||
      IN_A_FORM.test(said.slice(Math.max(0, at - 3), at).join(" "));
    if (units === 1 && !isOther(word)) {
      // One is said in many ways that count nothing ("un frasco dura 3 meses"): only a wish names it.
      const isBeginning =
        word !== "1" && !isGoods && BEGINS_A_PURCHASE.test(said[at - 1] ?? "") && !COUNTS_ONE.test(next);
      if (isBeginning) return [];
      const isOne = isGoods
        ? isWished
          ? ENDS_A_ONE.test(para === "para" || para === "de" || isToAPlace(para, owner) ? "" : para)
          : opensAnOrder(said, at)
        : (isWished &&
            word !== "un" &&
            (ENDS_A_ONE.test(next) ||
              isFor ||
              isToAPlace(next, after) ||
              (next === "para" && /^[a-z]{3,}$/.test(after) && isPlaceWord(after)))) ||
          isSentSomewhere(said, at) ||
          isAloneInItsClause(said, at);
      return isOne || isFor ? [{ at, units, isFor, isForAPlace }] : [];
    }
    // "Déjelo en 70": what is asked for is a price.
    if (!isGoods && !isFor && units > MOST_IN_WORDS) return [];
    const isEnd = (one: string): boolean => one === "" || one === "," || one === "?";
    const isAsked = isWished && (isEnd(next) || endsAChoice(next) || (isEnd(after) && isInterjection(next)));
    const isTotal = next === "en" && after === "total";
    const isSent = isSentSomewhere(said, at) || (isWished && isSentTo(next, after)) || isWithItsReason(said, at);
    if (
      isOther(word)
        ? !isFor
        : !isGoods && !isFor && !isAsked && !isTotal && !isSent && !isPackOf(said, at) && !isPackAtTheOpening(said, at)
    )
      return [];
    return [{ at, units, isFor, isForAPlace }];
  });
  if (isBetween(said, mentions) || EACH.test(folded)) return null;
  const units = wholeOfShares(mentions, said) ?? sumOf(mentions, said);
  const isShare = units === 1 && mentions.every(({ isFor }) => isFor) && !mentions.some(({ at }) => isWish(said, at));
  if (units === null || units < 1 || isShare) return null;
  // "¿Lo de los 2 frascos sigue a 129? Me los llevo".
  const isTaken = units > 1 && THOSE_TAKEN.test(folded);
  const isOwnClause = isTaken || mentions.some(({ at }) => isWishBesideAQuestion(said, at));
  return { units, isAsked: asks(folded) && !requests(folded) && !isOwnClause && !HOW_TO_BUY.test(folded) };
}

const THOSE_TAKEN =
  /\? (?:, )?(?:(?:si|bueno|listo|ok|entonces) )*(?:me l[oa]s (?:llevo|quedo)|(?:yo )?l[oa]s (?:llevo|quiero|compro|pido))(?= ,|$)/;

/** "¿Cómo hago para pedir dos frascos?": they want two, and ask how. */
const HOW_TO_BUY =
  /^(?!.*\b(?:cuant\w{1,2}|precio|valor|vale|valen|si)\b)(?:.* )?como (?:(?:hago|hacemos|hacer|hay que hacer|le hago|puedo|podemos|se puede|seria) (?:para )?)?(?:pedir|comprar|adquirir|encargar|ordenar|pido|compro|encargo|adquiero|ordeno)(?:l[oea]s?)? /;

/** "Un frasco a Armenia": where it is to be sent. */
const isToAPlace = (to: string, place: string): boolean => isSentTo(to, place) && isPlaceWord(place);

const isPlaceWord = (word: string): boolean => !isCommonWord(word) && !NO_PLACE.test(word);

/** "Uno mándeme", "tres quiero", "dos me manda": the verb stands behind the number that opens the clause. */
function isBeforeItsVerb(said: readonly string[], at: number): boolean {
  if (said[at] === "un" || /^l[ao]s$/.test(said[at - 1] ?? "") || !isOpeningOf(said, at)) return false;
  const [verb = "", next = "", last = ""] = [said[at + 1], said[at + 2], said[at + 3]];
  const isOne = FOR_ME.test(verb);
  const isTwo = /^(?:me|nos)$/.test(verb) && SENDS_ME.test(next);
  return (isOne && ENDS_IT.test(next)) || (isTwo && ENDS_IT.test(last));
}

const FOR_ME =
  /^(?:quiero|queremos|necesito|necesitamos|quisiera|llevo|llevamos|pido|compro|encargo|(?:mand|envi|despach|d|anot|apunt|apart|separ|regal|vend|pong|traig|dej)[ae]n?(?:me|nos)|mande|envie|despache|anote|apunte)$/;
const SENDS_ME = /^(?:mand|envi|despach|da|anot|apunt|apart|separ|regal|vend|pon|tra|dej)[a-z]{0,3}$/;
const ENDS_IT = /^(?:|,|porfa|por|gracias|para|entonces|pues|no|ya|hoy|mas|y|mija|mijo|a|de)$/;

/** "Arranco a las tres de la mañana": a time, whatever verb stands before it. */
const AT_AN_HOUR =
  /\b(?:a|de|desde|hasta|tipo|como) las (?:una|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|once|doce|\d{1,2})(?= (?:de la|en punto|am|pm|a m|p m|y (?:media|cuarto|pico))\b)/g;
/** "Son las tres y yo aquí sin dormir", "son las 2 de la mañana": the time of the night. */
const HOUR =
  /\b(?:son|eran) (?:(?:casi|como|ya) )?las (?:dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|once|doce|\d{1,2})(?= (?:y (?:yo|un[oa]|no|nada|sin|sigo|todavia|aqui|media|pico)|de la|en punto|am|pm|a m|p m)\b)/g;

/** "No quiero dos", "no dos sino tres": a no within four words before it, in its own part of the sentence. */
export function isRefused(said: readonly string[], at: number): boolean {
  const before = said.slice(Math.max(0, at - 4), at);
  const start = before.findLastIndex((word) => word === "," || STARTS_ANEW.has(word) || IS_ORDERED.test(word));
  const own = before.slice(start + 1);
  // "No, parce, ponga uno mejor" changes the number, "no más uno" limits it.
  const isChanged = said[at + 1] === "mejor" && own[0] === "no";
  return (
    !isChanged && own.some((word, place) => NEGATES.has(word) && !(word === "no" && GOES_ON.test(own[place + 1] ?? "")))
  );
}

/** "No más uno", "no, que sean 3": such a no refuses no number. */
const GOES_ON = /^(?:mas|que|mejor|perdon)$/;

/** "No dos sino tres", "quiero 2, no, mentira, 3". */
const CORRECTED_BY = /^(?:sino|mentiras?)$/;

const STARTS_ANEW: ReadonlySet<string> = new Set(["sino", "mejor", "mentira", "mentiras"]);

/** "Déjelo", "mándeme", "bájele": in Spanish a pronoun hangs on an order that is affirmed, and never on one that is denied. */
const IS_ORDERED =
  /^(?:(?:mand|envi|dej|baj|sub|redu[zc]\w?|cambi|pong|pon|anot|apunt|apart|separ|ech|despach|d)[aei]n?|pon)(?:(?:me|nos|se)(?:l[oa]s?)?|l[eoa]s?)$/;

/** "Quiero uno, ¿cuánto es?", "quiero 2 y pago al recibir, ¿cierto?": the question is of another clause than the wish. */
function isWishBesideAQuestion(said: readonly string[], at: number): boolean {
  const start = said.findLastIndex((word, place) => place < at && ENDS_A_CLAUSE.test(word)) + 1;
  const end = said.findIndex((word, place) => place > at && (ENDS_A_CLAUSE.test(word) || JOINS_A_CLAUSE.test(word)));
  const clause = said.slice(start, end < 0 ? said.length : end + Number(said[end] === "?")).join(" ");
  return (asksFor(said, at) || isPackOf(said, at)) && !asks(clause) && !IS_NO_WISH_YET.test(clause);
}

const ENDS_A_CLAUSE = /^[,?]$/;
const JOINS_A_CLAUSE = /^(?:y|e|pero)$/;
/** "Si llevo dos y pago ya, ¿me rebaja?", "quería saber si deme dos …", "¿puedo pedir dos …?". */
const IS_NO_WISH_YET = /\b(?:si|saber|preguntar|averiguar|puedo|podria|se puede|cuando|entre)\b/;

/** "Cantidad: 2", "cantidad de frascos: 2". */
const IN_A_FORM = /(?:^| )cantidad(?: de \w+| es)?(?: ,)?$/;

/** "Me interesa el pack de 3 por 169.900", "quiero la promo de los 2". */
function isPackOf(said: readonly string[], at: number): boolean {
  return PACK_OF.test(said.slice(0, at).join(" "));
}

const PACK_OF =
  /\b(?:quier[oa]|quisiera|interes\w+|llev[oa]r?|deme|dame|prefiero|necesito|mand\w+|envi\w+|pido)\b.{0,25}\b(?:pack|paquete|combo|promo|promocion|oferta|kit|plan) de(?: l[oa]s)?$/;

/** "Un frasco de melatonina para la Calle 100": an order that leaves the verb out. */
function opensAnOrder(said: readonly string[], at: number): boolean {
  if (!isOpeningOf(said, at)) return false;
  const isOfKind = said[at + 2] === "de";
  // "Un frasco de esos para dormir" points at what we sell.
  if (isOfKind && /^es[aeo]s?$/.test(said[at + 3] ?? "") && !said.includes("?")) return true;
  const behind = said.slice(isOfKind ? at + 4 : at + 2);
  const next = behind[0] ?? "";
  const isAlone = next === "" || (next === "," && !said.includes("?"));
  return (isAlone || BEHIND_AN_ORDER.test(next)) && !ASKS_OF_ONE.test(behind.join(" "));
}

const BEHIND_AN_ORDER = /^(?:para|a|por|porfa|con|contra|contraentrega|de|no|nada|solo|gracias|entonces|pues)$/;
/** "Un frasco para Mitú, ¿se puede?": asked out of politeness. */
const TAG = / , (?:si )?(?:se puede|se podria|puede ser|es posible|sera posible|se podra) \?$/;

/** "¿Venden un tarrito más pequeño?", "¿tienen dos sabores?": what the shop has is asked, and none is wanted. */
function asksWhatThereIs(said: readonly string[], at: number): boolean {
  const isOther = said[at + 2] === "mas" && /^(?:pequen|chiqu|grand)/.test(said[at + 3] ?? "");
  return isOther || /^(?:venden|tienen|hay|manejan)$/.test(said[at - 1] ?? "");
}

/** "Uno pa Florencia", "dos para Cali porfa": it opens a clause, and no everyday word says what it is for. */
function isSentSomewhere(said: readonly string[], at: number): boolean {
  const [joins = "", place = ""] = [said[at + 1], said[at + 2]];
  const isOpening = at === 0 || said[at - 1] === "," || isAcknowledgingWord(said[at - 1] ?? "");
  return (
    isOpening &&
    joins === "para" &&
    /^[a-z]{3,}$/.test(place) &&
    !NO_PLACE.test(place) &&
    said[at] !== "un" &&
    !isCommonWord(place) &&
    !ASKS_PRICE.test(said.join(" "))
  );
}

/** "Quiero 2 al hospital", "me va a mandar uno a Garzón". Not "déjemelo 2 a 100". */
function isSentTo(joins: string, place: string): boolean {
  return /^(?:al?|hasta)$/.test(joins) && /^[a-z]{2,}$/.test(place) && unitsOf(place) === null && place !== "las";
}

/** "1 pa mí nomás", "uno no más pa que pruebe el viejo", "uno primero a ver": all that the clause says. */
function isAloneInItsClause(said: readonly string[], at: number): boolean {
  if (said[at] === "un" || !isOpeningOf(said, at)) return false;
  const end = said.findIndex((word, place) => place > at && ENDS_A_CLAUSE.test(word));
  return end >= 0 && said[end] === "?"
    ? false
    : ONE_ALONE.test(said.slice(at + 1, end < 0 ? said.length : end).join(" "));
}

const ONE_ALONE =
  /^(?:(?:de es[aeo]s?|para dormir?|no mas|nomas|(?:nada|na) mas|sol[oa]|solit[oa]|solamente|primero|para (?:mi|el|ella|nosotros|probar|empezar|comenzar|ensayar|ver|que (?:(?:l[oa]|me|se) )?(?:prueb|ensay)[a-z]{1,4}(?: (?:el|la|mi) [a-z]+)?)|a ver(?: (?:si|como|que)(?: [a-z]+){0,4})?|por ahora|pues|entonces|porfa|por favor|para (?:el|la) (?:camino|viaje|trabajo|carro|turno|gasto))(?: |$))+$/;
const OF_A_PLACE = /^(?:casa|finca|oficina|tienda|empresa|fabrica|obra|escuela|vereda|bodega|iglesia)$/;
/** "Uno para el camino": whose it is, that does not say. */
const A_PLACE_OF_USE = /^(?:camino|viaje|trabajo|carro|turno|gasto)$/;

/** "Tres que acá somos hartos", "dos porque somos dos": it opens a clause, and says why so many. */
function isWithItsReason(said: readonly string[], at: number): boolean {
  const [joins = "", whose = ""] = [said[at + 1], said[at + 2]];
  if (!isOpeningOf(said, at) || !/^(?:que|porque)$/.test(joins)) return false;
  return OF_THE_HOUSE.test(whose) || (IS_WORTH_IT.test(whose) && MORE.test(said[at + 3] ?? ""));
}

const OF_THE_HOUSE = /^(?:aca|aqui|somos|en|mis?|nosotr[oa]s|tod[oa]s?|nos|yo|es|son|un[oa]|otr[oa])$/;

/** "Los tres, que sale mejor", "tres que rinden más". */
const IS_WORTH_IT = /^(?:salen?|rinden?|convienen?|quedan?)$/;
const MORE = /^(?:mejor|mas|barat\w{1,3}|economic\w{1,2}|bien|)$/;

/** "El de dos, que sale más barato": the pack opens the clause. "El de dos meses" is none. */
function isPackAtTheOpening(said: readonly string[], at: number): boolean {
  const article = said[at - 2] ?? "";
  return (
    said[at - 1] === "de" &&
    /^(?:el|la)$/.test(article) &&
    isOpeningOf(said, at - 2) &&
    /^(?:que|porque|pues|por|porfa|entonces|mejor|gracias)$/.test(said[at + 1] ?? "") &&
    !ASKS_PRICE.test(said.slice(0, at).join(" "))
  );
}

function isOpeningOf(said: readonly string[], at: number): boolean {
  const before = said[at - 1];
  return before === undefined || before === "," || isAcknowledgingWord(before) || /^(?:mejor|con)$/.test(before);
}

const NO_PLACE = /^(?:l[oa]s?|el|que|una?|mes(?:es)?|dormir)$/;
const ASKS_PRICE = /\b(?:cuant[oa]s?|a como|precio|valor|vale|valen|cuestan?|salen?)\b/;

/** "Un frasco para cuánto alcanza", "un frasco para que sirve": no order. */
const ASKS_OF_ONE = /\?|^(?:para|por|a) (?:cuant\w+|que|quien|cual|como|dormir)\b/;

/** "Quiero dos ve", "tres oís": a sound at the end, and nothing that is counted. */
function isInterjection(word: string): boolean {
  return /^[a-z]{2,4}$/.test(word) && !/^(?:mg|ml|mil|kg|cm|dias?)$/.test(word) && !isCommonWord(word);
}

/** "Quiero uno para mi mamá" asks for one; "uno para mí" is the share of an unknown number. */
function isWish(said: readonly string[], at: number): boolean {
  return asksFor(said, at);
}

function requests(folded: string): boolean {
  return REQUESTS.test(folded) && !NO_REQUEST.test(folded);
}

export function isOther(word: string): boolean {
  return OTHER.test(word);
}

/** The number that a word says: "dos", "otra", "12"; null for other words. */
export function unitsOf(word: string): number | null {
  if (/^(?:una|unit[oa]|unic[oa])$/.test(word) || OTHER.test(word)) return 1;
  if (/^(?:par(?:cito)?|duo)$/.test(word)) return 2;
  if (word === "trio") return 3;
  if (word === "docena") return 12;
  if (/^[1-9]\d?$/.test(word)) return Number(word);
  const said = Number(readSpokenNumber([word])?.digits ?? 0);
  return said >= 1 && said <= MOST_IN_WORDS ? said : null;
}

/** Without the numbers of hours and ranges. */
export function countable(folded: string): string {
  return withPlainNumbers(withoutStops(folded).replace(HOUR, "").replace(AT_AN_HOUR, "").replace(A_RANGE, ""));
}

/** "2 o 3 frascos": nothing is chosen. */
function isBetween(said: readonly string[], mentions: readonly Mention[]): boolean {
  return mentions.some(({ at }) => said[at - 1] === "o" || said[at + 1] === "o");
}

/** "Páseme los tres, uno para ella, uno para mí y otro de reserva": the number before its shares, which they add up to. */
function wholeOfShares(mentions: readonly Mention[], said: readonly string[]): number | null {
  const shares = mentions.filter(({ isFor }) => isFor);
  const [first] = shares;
  if (first === undefined) return null;
  const isShare = (at: number): boolean => shares.some((one) => one.at === at);
  let whole = said.filter((word, at) => at > first.at && isOther(word) && !isShare(at)).length;
  for (const share of shares) whole += share.units;
  return whole > 1 && said.slice(0, first.at).some((word) => unitsOf(word) === whole) ? whole : null;
}

function sumOf(mentions: readonly Mention[], said: readonly string[]): number | null {
  const shares = mentions.filter(({ isFor }) => isFor);
  const others = mentions.filter(({ isFor }) => !isFor);
  const shared = shares.reduce((sum, { units }) => sum + units, 0);
  const [first] = others;
  const [share] = shares;
  // "Dos para la finca, uno pa mi cuñado": one of the two.
  if (shares.length === 1 && others.length === 1 && first !== undefined && share !== undefined)
    if (share.at > first.at && said[share.at - 1] === "," && share.units < first.units) return first.units;
  // "Tres para la finca, uno pa mi compadre": one of the three.
  const [whole, part, ...more] = shares;
  if (whole?.isForAPlace === true && part !== undefined && more.length === 0 && first === undefined)
    if (part.isForAPlace !== true && said[part.at - 1] === "," && part.units < whole.units) return whole.units;
  if (shares.length > 1) return first === undefined || first.units === shared ? shared : null;
  const values = new Set(mentions.map(({ units }) => units));
  if (values.size <= 1) return mentions[0]?.units ?? null;
  const [last, before] = [mentions.at(-1), mentions.at(-2)];
  if (last === undefined || before === undefined) return null;
  const between = said.slice(before.at + 1, last.at);
  const isCorrected = between.slice(-3).some((one) => CORRECTS.has(one)) || between.some((one) => CHANGES.test(one));
  return isCorrected ? last.units : null;
}
