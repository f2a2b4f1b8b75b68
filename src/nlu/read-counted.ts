import { foldText } from "./fold-text.ts";
import { asks, asksFor } from "./read-clauses.ts";
import { beginsAPurchase, unitsOf } from "./read-quantity.ts";
import { readsAsInstruction } from "./reads-as-instruction.ts";

/** "Quiero 3 pero dígame si reciben Nequi": what is asked behind "pero" asks nothing about the number before it. */
const SENTENCE = /(?:(?!\bpero\b)[^.!?\n])+[.!?\n]*|\bpero\b/giu;
/** "¿Me regala un frasco a domicilio?" asks for one. */
const REQUESTS = /\b(?:me|nos) (?:vend|d[ae]|mand|envi|despach|regal|separ|apart|anot|trae|llev|encarg)\w{0,8} /;
/** Behind a number that stands alone: "toca uno porque …", "uno nada más". Any other word may be what is counted. */
const STANDS_ALONE =
  /^(?:|,|porque|pero|por|porfa|para|pa|pues|y|o|nada|no|na|mas|solo|sola|solito|solita|ya|si|entonces|gracias|cada|primero|ve|und|unid\w*|urgente|rapido|a)$/;
const MOST = 3;

/**
 * How many units the customer's earlier words count, whatever verb stands before them: "toca uno porque estoy pelada", "un (1)
 * frasco", "3 und.", "un pedido de dos". It chooses nothing by itself, and holds only where a summary says it back. `isAgreed`: the
 * customer agrees now, and "quiero comprar uno" is one as well. null: none, or two numbers.
 */
export function readCounted(said: readonly string[], goods: ReadonlySet<string>, isAgreed = false): number | null {
  const sentences = said.filter((text) => !readsAsInstruction(text)).flatMap((text) => text.match(SENTENCE) ?? []);
  const units = new Set(sentences.flatMap((sentence) => countedIn(foldText(sentence), goods, isAgreed)));
  const [one = null, ...others] = units;
  return others.length > 0 ? null : one;
}

function countedIn(folded: string, goods: ReadonlySet<string>, isAgreed: boolean): number[] {
  const isAsked = folded.includes("?") || asks(folded);
  const words = folded
    .replace(/[().?!]/g, " ")
    .replace(/,/g, " , ")
    .trim()
    .split(/\s+/);
  if (isAsked && !REQUESTS.test(folded)) return [];
  if (words.some((word) => /\d{3}|#/.test(word))) return [];
  // "Quiero pedir uno" counts nothing, until a yes means what was spoken of.
  if (beginsAPurchase(words)) return isAgreed ? [1] : [];
  return words.flatMap((word, at) => {
    const units = unitsOf(word);
    // "Quiero otro" is said of an order as well as of a unit.
    if (units === null || units > MOST || /^otr[oa]$/.test(word)) return [];
    const next = words[at + 1] ?? "";
    const isGoods = goods.has(next) || (unitsOf(next) === units && goods.has(words[at + 2] ?? ""));
    // "Necesito uno como sea": what is asked for by a verb stands alone, whatever follows.
    if (word === "uno" && asksFor(words, at)) return [units];
    // "Un pedido de dos".
    if (words[at - 1] === "de" && PURCHASE.test(words[at - 2] ?? "") && !/^(?:l[oa]s?|mil|dias?)$/.test(next))
      return [units];
    const isAlone = STANDS_ALONE.test(next) && !/^una?$/.test(word) && !NUMBERS_ELSEWHERE.test(words[at - 1] ?? "");
    return isGoods || isAlone ? [units] : [];
  });
}

const PURCHASE = /^(?:pedid(?:o|ito)|encarg(?:o|uito)|compr(?:a|ita)|orden)$/;

/** "Piso 3", "casa 2", "a las dos", "de los tres": the number is of something else. */
const NUMBERS_ELSEWHERE =
  /^(?:piso|casa|torre|apto|apartamento|calle|carrera|cra|cll|manzana|mz|bloque|interior|lote|local|km|las|numero|no|#|bloque|etapa|talla|cada|como|cuando|si|ni|sin|de)$/;
