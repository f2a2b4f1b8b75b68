import type { CountUse, WishedQuantity } from "../../core/ports/flow-reader.ts";
import { asksFor } from "../clauses/asks-for.ts";
import { withPlainNumbers } from "../clauses/number-phrases.ts";
import { asks } from "../clauses/read-clauses.ts";
import { hasSlotNoun } from "../clauses/slot-nouns.ts";
import { foldText } from "../text/fold-text.ts";
import { readsAsInstruction } from "../text/reads-as-instruction.ts";
import { countsNothingHere } from "./counts-nothing-here.ts";
import { beginsAPurchase, isOther, unitsOf } from "./read-quantity.ts";

/** "Quiero 3 pero dígame si reciben Nequi": what is asked behind "pero" asks nothing about the number before it. */
const SENTENCE = /(?:(?!\bpero\b)[^.!?\n])+[.!?\n]*|\bpero\b/giu;
/** "¿Me regala un frasco a domicilio?" asks for one. */
const REQUESTS = /\b(?:me|nos) (?:vend|d[ae]|mand|envi|despach|regal|separ|apart|anot|trae|llev|encarg)\w{0,8} /;
/** Behind a number that stands alone: "toca uno porque …", "uno nada más". Any other word may be what is counted. */
const STANDS_ALONE =
  /^(?:|,|porque|pero|por|porfa|para|pa|pues|y|o|nada|no|na|mas|solo|sola|solito|solita|ya|si|entonces|gracias|tambien|ahi|alla|aca|juntos|juntas|cada|primero|ve|und|unid\w*|urgente|rapido|a|dice|dijo|dicen|mejor|contra|contraentrega)$/;
const MOST = 3;

/**
 * How many units the customer's earlier words count, whatever verb stands before them: "toca uno porque estoy pelada", "un (1)
 * frasco", "3 und.", "un pedido de dos". It chooses nothing by itself, and holds only where a summary says it back. null: none, or
 * two numbers.
 */
export function readCounted(
  said: readonly string[],
  goods: ReadonlySet<string>,
  use: CountUse = "stated",
): number | null {
  const sentences = said.filter((text) => !readsAsInstruction(text)).flatMap((text) => text.match(SENTENCE) ?? []);
  const units = new Set(sentences.flatMap((sentence) => countedIn(foldText(sentence), goods, use)));
  const [one = null, ...others] = units;
  return others.length > 0 ? null : one;
}

/** "Marcho con dos", "dice que tres", "súmele uno": the number stands behind one of these, or opens its clause. */
const BEFORE_A_CHOICE =
  /^(?:|,|con|los|de|que|dice|dijo|dicen|el|la|en|a|son|sean|mejor|solo|op|opcion|numero|promo|combo|entonces|pues|ya|si|ok|listo|bueno|dale|va|van|y|[a-z]{2,}[aei]n?(?:me|nos)?l[eoa]s?)$/;

/**
 * The number that words name in answer to "how many?", whatever stands around it: "me la juego con uno", "dice que dos". The
 * summary says it back. null: none or two, a question, or a number of something else.
 */
export function readLoose(text: string, goods: ReadonlySet<string>): WishedQuantity | null {
  const folded = foldText(text);
  if (asks(folded) || readsAsInstruction(text) || countsNothingHere(folded)) return null;
  const units = new Set<number>();
  for (const clause of folded.split(/ ?, ?/)) {
    if (/^(?:\d{4,}|somos|eramos) ?/.test(clause) || hasSlotNoun(clause.replace(/ (?:que|porque|para) .*$/, "")))
      continue;
    const words = wordsOf(clause);
    for (const { units: one, at } of countedAt(words, goods)) {
      const isTime = /^(?:a|son|tipo|antes|despues)$/.test(words[at - 2] ?? "") && words[at - 1] === "las";
      if (!isTime && BEFORE_A_CHOICE.test(words[at - 1] ?? "")) units.add(one);
    }
  }
  const [one, ...others] = units;
  return one === undefined || others.length > 0 ? null : { units: one, isAsked: false, isAnswer: true };
}

function wordsOf(folded: string): string[] {
  return withPlainNumbers(folded.replace(AS_SAID, ""))
    .replace(/[().?!]/g, " ")
    .replace(/,/g, " , ")
    .trim()
    .split(/\s+/);
}

/** "Los dos que le dije": which they said before. */
const AS_SAID =
  / (?:que|como) (?:ya |antes |yo )?(?:les?|te|l[oa]s?)? ?(?:dije|pedi|mencione|comente|escribi|pregunte|averigue|consulte|decia|vi|habia (?:dicho|pedido|preguntado))(?: (?:antes|ahorita|al principio|arriba))?/g;

function countedIn(folded: string, goods: ReadonlySet<string>, use: CountUse): number[] {
  const isAsked = asks(folded);
  const words = wordsOf(folded);
  if (isAsked && use === "stated" && !REQUESTS.test(folded)) return [];
  if (words.some((word) => /\d{3}|#/.test(word))) return [];
  // "Quiero pedir uno" is one, also where "uno" may stand for the order: the summary says it back.
  if (beginsAPurchase(words)) return use === "agreed" || !(use === "stated" ? LATER : PUT_OFF).test(folded) ? [1] : [];
  const counted = use === "stated" ? countedAt(words, goods) : withPointedAt(words, goods);
  // "¿Para cuánto alcanza un frasco?" asks of any: in a question that is no price, "un frasco" counts none.
  const isOfAny = isAsked && !PRICE.test(folded);
  return counted
    .filter(({ at }) => !isOfAny || !(/^una?$/.test(words[at] ?? "") && goods.has(words[at + 1] ?? "")))
    .map(({ units }) => units);
}

const PRICE = /\b(?:a (?:como|cuanto)|en cuanto|cuanto (?:me )?(?:vale|cuesta|sale|es|queda)n?|precio|valor)\b/;

/** "2 de esos", "me hace el favor de dos", "deme una a ver": what these count is said back, and waits for a yes. */
function withPointedAt(words: readonly string[], goods: ReadonlySet<string>): Counted[] {
  const pointed = words.flatMap((word, at): Counted[] => {
    const units = unitsOf(word);
    const next = words[at + 1] ?? "";
    if (units === null || units > MOST || isOther(word) || word === "un") return [];
    const isOfThese = next === "de" && THESE.test(words[at + 2] ?? "");
    const isFavour = words[at - 1] === "de" && words[at - 2] === "favor";
    const isUna = word === "una" && asksFor(words, at);
    return isOfThese || ((isFavour || isUna) && STANDS_ALONE.test(next)) ? [{ units, at }] : [];
  });
  return [...pointed, ...countedAt(words, goods)];
}

const THESE = /^es[ao]s?$/;

const ANOTHER_DAY =
  "cuando|luego|despues|adelante|manana|proxim[oa]|algun dia|tal vez|quizas?|pensando|pensar|iba|ibamos|queria|dud[oa]|aun|todavia|o dos|o tres|o varios";
/** "No sé si pedir uno", "más adelante pido uno", "un amigo iba a comprar uno": not now, or not theirs. */
const LATER = new RegExp(`\\b(?:no|nunca|tampoco|si|${ANOTHER_DAY})\\b`);

/** "Estoy pensando en pedir uno". "No hay tienda, ¿cómo hago para pedir uno?" puts nothing off. */
const PUT_OFF = new RegExp(`\\b(?:no se si|no (?:voy|vamos) a|${ANOTHER_DAY})\\b`);

interface Counted {
  readonly units: number;
  readonly at: number;
}

function countedAt(words: readonly string[], goods: ReadonlySet<string>): Counted[] {
  // "No. 79 - 3": the signs between them are gone.
  const isOfADoor = (at: number): boolean => /^\d+[a-z]?$/.test(words[at - 1] ?? "");
  const isOnlyOther = !words.some((word) => unitsOf(word) !== null && !isOther(word));
  return words.flatMap((word, at): Counted[] => {
    const units = unitsOf(word);
    const next = words[at + 1] ?? "";
    if (units === null || units > MOST || isOfADoor(at)) return [];
    // "Quiero otro" is said of an order as well as of a unit; "otro frasquito" is one.
    if (isOther(word)) return isOnlyOther && goods.has(next) ? [{ units, at }] : [];
    const isGoods = goods.has(next) || (unitsOf(next) === units && goods.has(words[at + 2] ?? ""));
    // "Necesito uno como sea": what is asked for by a verb stands alone, whatever follows.
    if (word === "uno" && asksFor(words, at)) return [{ units, at }];
    // "Un pedido de dos".
    if (words[at - 1] === "de" && PURCHASE.test(words[at - 2] ?? "") && !/^(?:l[oa]s?|mil|dias?)$/.test(next))
      return [{ units, at }];
    const isOne = /^una?$/.test(word) && !(word === "una" && ALONE.test(next));
    const isElsewhere =
      NUMBERS_ELSEWHERE.test(words[at - 1] ?? "") || IS_OF_A_HOUSE.test(words.slice(Math.max(0, at - 5), at).join(" "));
    const isAlone = STANDS_ALONE.test(next) && !isOne && !isElsewhere;
    return isGoods || isAlone ? [{ units, at }] : [];
  });
}

/** "Dale una sola". */
const ALONE = /^(?:sola|solita|nada|no|na)$/;

const PURCHASE = /^(?:pedid(?:o|ito)|encarg(?:o|uito)|compr(?:a|ita)|orden)$/;

/** "La casa es la tres", "el apto es el dos". */
const IS_OF_A_HOUSE =
  /(?:^| )(?:piso|casa|torre|apto|apartamento|manzana|mz|bloque|interior|lote|local|etapa|timbre|puerta|oficina|portal) (?:es|era|queda|esta) (?:en )?(?:la|el)$/;

/** "Piso 3", "casa 2", "a las dos", "de los tres": the number is of something else. */
const NUMBERS_ELSEWHERE =
  /^(?:piso|casa|torre|apto|apartamento|calle|carrera|cra|cll|manzana|mz|bloque|interior|lote|local|km|las|numero|no|#|bloque|etapa|talla|cada|como|cuando|si|ni|sin|de)$/;
