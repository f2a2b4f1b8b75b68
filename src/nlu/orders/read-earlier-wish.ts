import { asks } from "../clauses/read-clauses.ts";
import { foldText } from "../text/fold-text.ts";
import { readsAsInstruction } from "../text/reads-as-instruction.ts";
import { readQuantity, unitsOf } from "./read-quantity.ts";

/** "¿A cómo dos?", "¿cuánto salen los 3?": what they asked for is what a yes behind the prices means. */
const PRICED =
  /\b(?:a (?:como|cuanto)|cuanto (?:valen|cuestan|salen|es|son|me (?:salen|quedan|cuestan|valen))|precio de|valor de|(?:a )?cuanto (?:por|x))(?: (?:tienen?|estan?|dejan?))?(?: l[oa]s)? ([a-z]+|\d)(?= [,?]| frascos?| tarros?| por| pues|$)(?: ([a-z]+))?/;
/** "Los 3 a 169 siguen en promoción?". */
const POINTED =
  /(?<!\b(?:a|de|son|tipo|desde|hasta|como) )\bl[oa]s (dos|tres|[23])(?= (?:a|en|por|de|siguen?|estan?|salen?|valen?|quedan?|frascos?|tarros?|cuanto)\b|[ ,?]*$)/;
/** "¿A cuánto tienen el promo de tres?", "el de dos sigue en oferta?". */
const NAMED =
  /\b(?:el|la|del|es[ea]|est[ea]|promo|promocion|oferta|combo|paquete|kit|pack) de(?: l[oa]s)? ([a-z]+|\d)(?= |$)(?! (?:mes|dia|ano|mil|pastilla|tableta|capsula))(?=(?: ([a-z]+))?)/g;

/** "Ese de la promoción de 3": the first that names a number. */
function namedIn(folded: string): RegExpMatchArray | null {
  return [...folded.matchAll(NAMED)].find(([, word = ""]) => unitsOf(word) !== null) ?? null;
}

const LEADS =
  "(?:(?:ah|ay|bueno|listo|ok|si|dale|hagale|perfecto|uy|entonces|pues|de una|que bueno|chevere|(?:muchas |mil )?gracias|se l[oa] agradezco) (?:, )?){0,3}";
/** "Me los llevo". */
const THOSE =
  "(?:me l[oa]s? (?:llevo|quedo)|se l[oa]s? (?:compro|llevo|recibo)|(?:yo )?l[oa]s? (?:llevo|quiero|compro|pido|tomo|encargo)|(?:mand|envi|despach)[ae](?:me)?l[oa]s?)";
/** "Deme ese". */
const THAT =
  "(?:de(?:me|nme)|dame|mand[ae](?:me)?|mandeme|envieme|regaleme|pongame|anoteme|aparteme|me llevo|llevo|(?:yo )?quiero|pido|compro|escojo|tomo|cojo|(?!dig|expli|cuent|muestr|recuerd|repit|aclar|confirm|ensen|sac|quit|cambi|rebaj|baj)[a-z]{2,7}[aei]n?me) (?:es[eao]s?|est[eao]s?)(?: mism[oa]s?)?";
/** "Quería el de 1 pero antes …": one is named beside the verb that asks for it. */
const ASKED_FOR =
  /\b(?:quier[oa]|queria|quisiera|necesito|deme|dame|mandeme|regaleme|llevo|prefiero|me interesa) (?:es[ea] |el |la )?(?:de|del) (?:un[oa]?|1)(?= |$)(?! (?:mes|dia|ano|vez))/;
const ENDS = "(?= ,|:| (?:pa|para|a|hasta)\\b| ya\\b| entonces\\b| pues\\b| porfa\\b| soy\\b| a nombre\\b|$)";
const TAKES = new RegExp(`^${LEADS}(?:${THOSE}${ENDS}|${THAT}(?:${ENDS}|(?= por favor\\b)))`);

/** "Me los llevo, soy Ana …", "deme ese": what was spoken of just now. */
export function takesThat(text: string): boolean {
  const folded = foldText(text);
  return !folded.includes("?") && TAKES.test(folded);
}

const THE_ONE =
  "(?:me l[oa] (?:llevo|quedo|manda|envia|vende)|(?:yo )?l[oa] (?:llevo|quiero|compro|pido|tomo|encargo)|mand[ae](?:me)?l[oa]|envi[ae](?:me)?l[oa]|de(?:me|nme)l[oa]|es[ea](?: mism[oa])?)";
const TAKES_ONE = new RegExp(`^(?:va (?:, )?)?${LEADS}(?:si (?:, )?)?${THE_ONE}(?: pues| porfa| si| ya)?(?= ,|$)`);

/** "Mándela", "va pues, ese": one thing, which was spoken of just now. */
export function takesOne(text: string): boolean {
  const folded = foldText(text);
  return !folded.includes("?") && TAKES_ONE.test(folded);
}

const ONE_PRICED =
  /\b(?:(?:a|en) (?:como|cuanto)|cuanto|que (?:precio|valor)|precio de|valor de) (?:(?:me )?(?:vale|cuesta|sale|esta|es|queda|tiene|deja)n? )?(?:por |x )?(?:(?:el|la) (?:de )?)?(?:(?:un[oa]?|1)(?: sol[oa])?(?: (?:frasc\w{1,6}|tarr\w{1,4}|caj\w{1,4}|pot\w{1,5}|bot\w{1,5}))?|mas (?:barat|economic)[oa])(?= ,|,|\?| \?| porfa| gracias|$)|\b(?:el|la) mas (?:barat|economic)[oa](?= ,| \?|$)/;

/** "¿Cuánto sale uno?", "¿cuánto vale el más barato?": one is spoken of, and none is chosen. */
export function speaksOfOne(text: string): boolean {
  return ONE_PRICED.test(foldText(text));
}

const OTHER = /\botr[oa]\b/;

const ASKS_PRICE = /\b(?:cuant[oa]s?|a como|en cuanto|que (?:precio|valor))\b/;
/** "Quería el de 1 pero antes: ¿cuándo llega?": what they say beside what they ask. */
function withoutQuestions(folded: string): string {
  const parts = folded.match(/(?:(?!\bpero\b)[^.?])+[.?]?|\bpero\b/g) ?? [];
  return parts.filter((part) => !part.includes("?") && !asks(part.trim()) && !ASKS_PRICE.test(part)).join(" ");
}

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
    const stated = onlyStated ? withoutQuestions(folded) : folded;
    const [, word = "", next = ""] = PRICED.exec(stated) ?? namedIn(stated) ?? POINTED.exec(stated) ?? [];
    const named = unitsOf(word);
    // "El de 1 frasco", and not "el de uno", which may be anything.
    if (named !== null && (named > 1 || goods.has(next) || ASKED_FOR.test(stated))) return named;
  }
  return null;
}
