import { asks } from "../clauses/read-clauses.ts";
import { foldText } from "../text/fold-text.ts";
import { readsAsInstruction } from "../text/reads-as-instruction.ts";
import { readQuantity, unitsOf } from "./read-quantity.ts";

/** "¿A cómo dos?", "¿cuánto salen los 3?": what they asked for is what a yes behind the prices means. */
const PRICED =
  /\b(?:a (?:como|cuanto)|cuanto (?:valen|cuestan|salen|es|son|me (?:salen|quedan|cuestan|valen))|precio de|valor de|(?:a )?cuanto (?:por|x))(?: (?:tienen?|estan?|dejan?))?(?: l[oa]s)? ([a-z]+|\d)(?= [,?]| frascos?| tarros?| por| pues|$)(?: ([a-z]+))?/;
/** "Los 3 a 169 siguen en promoción?". */
const POINTED =
  /\bl[oa]s (dos|tres|[23])(?= (?:a|en|por|de|siguen?|estan?|salen?|valen?|quedan?|frascos?|tarros?)\b|[ ,?]*$)/;
/** "¿A cuánto tienen el promo de tres?", "el de dos sigue en oferta?". */
const NAMED =
  /\b(?:el|la|del|promo|promocion|oferta|combo|paquete|kit|pack) de(?: l[oa]s)? ([a-z]+|\d)(?= |$)(?! (?:mes|dia|ano|mil|pastilla|tableta|capsula))(?: ([a-z]+))?/;

const LEADS =
  "(?:(?:ah|ay|bueno|listo|ok|si|dale|hagale|perfecto|uy|entonces|pues|de una|que bueno|chevere) (?:, )?){0,3}";
/** "Me los llevo". */
const THOSE =
  "(?:me l[oa]s (?:llevo|quedo)|(?:yo )?l[oa]s (?:llevo|quiero|compro|pido|tomo|encargo)|mande(?:me)?l[oa]s|enviemel[oa]s)";
/** "Deme ese". */
const THAT =
  "(?:de(?:me|nme)|dame|mand[ae](?:me)?|mandeme|envieme|regaleme|pongame|anoteme|aparteme|me llevo|llevo|quiero|pido|compro|escojo|tomo|cojo|(?!dig|expli|cuent|muestr|recuerd|repit|aclar|confirm|ensen|sac|quit|cambi|rebaj|baj)[a-z]{2,7}[aei]n?me) (?:es[eao]s?|est[eao]s?)(?: mism[oa]s?)?";
const ENDS = "(?= ,| ya\\b| entonces\\b| pues\\b| porfa\\b| soy\\b| a nombre\\b|$)";
const TAKES = new RegExp(`^${LEADS}(?:${THOSE}${ENDS}|${THAT}(?:${ENDS}|(?= por favor\\b)))`);

/** "Me los llevo, soy Ana …", "deme ese": what was spoken of just now. */
export function takesThat(text: string): boolean {
  const folded = foldText(text);
  return !folded.includes("?") && TAKES.test(folded);
}

const OTHER = /\botr[oa]\b/;

/**
 * How many units the customer has spoken of, the newest message first, in words that alone choose nothing. null when they named
 * none, or two numbers in one message. "Quiero pedir uno" names none: it is said of an order as well as of a unit. `said`: oldest
 * first. `onlyStated`: a question names none. `goods`: the shop's words, folded.
 */
export function readEarlierWish(
  said: readonly string[],
  goods: ReadonlySet<string>,
  onlyStated = false,
): number | null {
  for (const text of said.toReversed()) {
    if (readsAsInstruction(text)) continue;
    const folded = foldText(text);
    // "Quiero otro" is said of an order as well as of a unit.
    if (onlyStated && OTHER.test(folded)) continue;
    const wished = readQuantity(text, goods);
    if (wished !== null && (!wished.isAsked || (wished.units > 1 && !onlyStated))) return wished.units;
    if (onlyStated && (folded.includes("?") || asks(folded))) continue;
    const [, word = "", next = ""] = PRICED.exec(folded) ?? NAMED.exec(folded) ?? POINTED.exec(folded) ?? [];
    const named = unitsOf(word);
    // "El de 1 frasco", and not "el de uno", which may be anything.
    if (named !== null && (named > 1 || goods.has(next))) return named;
  }
  return null;
}
