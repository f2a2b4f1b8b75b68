import { foldText } from "./fold-text.ts";
import { readQuantity, unitsOf } from "./read-quantity.ts";
import { readsAsInstruction } from "./reads-as-instruction.ts";

/** "¿A cómo dos?", "¿cuánto salen los 3?": what they asked for is what a yes behind the prices means. */
const PRICED =
  /\b(?:a (?:como|cuanto)|cuanto (?:valen|cuestan|salen|es|son|me (?:salen|quedan|cuestan|valen))|precio de|valor de)(?: (?:tienen?|estan?|dejan?))?(?: l[oa]s)? ([a-z]+|\d)(?= [,?]| frascos?| tarros?| por| pues|$)(?: ([a-z]+))?/;
/** "¿A cuánto tienen el promo de tres?", "el de dos sigue en oferta?". */
const NAMED =
  /\b(?:el|la|promo|promocion|oferta|combo|paquete|kit|pack) de(?: l[oa]s)? ([a-z]+|\d)(?= |$)(?! (?:mes|dia|ano|mil|pastilla|tableta|capsula))(?: ([a-z]+))?/;

/**
 * How many units the customer has spoken of, the newest message first, in words that alone choose nothing. null when they named
 * none, or two numbers in one message. "Quiero pedir uno" names none: it is said of an order as well as of a unit. `said`: oldest
 * first. `goods`: the shop's words, folded.
 */
export function readEarlierWish(said: readonly string[], goods: ReadonlySet<string>): number | null {
  for (const text of said.toReversed()) {
    if (readsAsInstruction(text)) continue;
    const folded = foldText(text);
    const wished = readQuantity(text, goods);
    if (wished !== null && (!wished.isAsked || wished.units > 1)) return wished.units;
    const [, word = "", next = ""] = PRICED.exec(folded) ?? NAMED.exec(folded) ?? [];
    const named = unitsOf(word);
    // "El de 1 frasco", and not "el de uno", which may be anything.
    if (named !== null && (named > 1 || goods.has(next))) return named;
  }
  return null;
}
