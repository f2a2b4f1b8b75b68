import type { BesideAnOrder } from "../core/ports/flow-reader.ts";
import { foldText } from "./fold-text.ts";

/**
 * Words about the existing order, or a trouble with it: whatever else is said, a person or the
 * order's own rules answer it.
 */
const CHANGES =
  /\b(?:no|ni|tampoco|mejor|sino|cambi\w{1,6}|corri\w{1,6}|correg\w{1,6}|modific\w{1,6}|en (?:vez|lugar) de|envez|agreg\w{1,6}|sum(?:ar|e|ele|eme|arle|enle)|anad\w{1,6}|adicion\w{1,6}|aument\w{1,6}|cancel\w{1,6}|devol\w{1,6}|equivoc\w{1,6}|(?:al|del|en el|con el|en mi|a mi) (?:mismo )?(?:pedido|paquete|envio|orden)|(?:en|con) (?:la misma|el mismo)|junto con|rot[oa]s?|danad[oa]s?|incomplet[oa]s?|falt\w{1,4})\b/;

/** Only asked about, or under a condition. */
const WONDERS =
  /\b(?:cuant[oa]s?|como|cuando|donde|cual(?:es)?|por que|precio|valor|vale[ns]?|cuesta[ns]?|descuento|si (?:pido|compro|llevo|quiero|encargo))\b/;

const ORDERS = "(?:pedidos?|compra|orden|paquete|combo|promo|kit|tratamiento)";
const COUNTED = "(?:un[oa]?|dos|tres|cuatro|cinco|\\d{1,2})";
const KIN =
  "(?:mama|papa|mami|papi|madre|padre|hij[oa]s?|espos[oa]|marido|mujer|novi[oa]|pareja|herman[oa]s?|abuel[oa]s?|ti[oa]s?|prim[oa]s?|sobrin[oa]s?|suegr[oa]s?|cunad[oa]s?|vecin[oa]s?|amig[oa]s?)";
const AGAIN: readonly RegExp[] = [
  // Not "el otro" and not "a otra": those point at something that is there.
  new RegExp(
    `(?<!\\b(?:el|la|los|las|a|al|de|en|por) )\\botr[oa]s?(?= (?:${ORDERS}|${COUNTED}|igual(?:es)?|mas|para|por favor|porfa|gracias|y) ?| ,|$)`,
  ),
  new RegExp(`\\b(?:nuevo|nueva|segundo|segunda) ${ORDERS}\\b`),
  // One for a person who has none yet: "mi mamá también quiere ir".
  new RegExp(`\\b(?:mis?|un|una) ${KIN} (?:\\w{1,12} )?tambien (?:quier|necesit|va|viene|puede|le)`),
  new RegExp(`\\btambien (?:quiero |necesito |seria )?(?:un[oa]? )?(?:cita |pedido )?para (?:mis?|un|una) ${KIN}\\b`),
  /\b(?:volver|vuelvo|volvamos) a (?:pedir|comprar|encargar|ordenar|hacer (?:un|el|otro|mi) pedido)\b/,
  /\b(?:repetir|repita|repito|repetimos|repitame|repitamos) (?:el |mi |la |ese |el mismo )?(?:pedido|compra|orden)\b/,
  /\b(?:pedir|comprar|encargar|pido|compro|quiero)\b.{0,20}\b(?:otra vez|de nuevo|nuevamente)\b/,
  new RegExp(`\\b${COUNTED} mas(?= |$)(?! (?:barat|economic|tarde|grande|pequen|adelante))`),
];

/** What a message of a customer with an order means; `goods` are folded. */
export function readBesideAnOrder(text: string, goods: ReadonlySet<string>): BesideAnOrder | null {
  const folded = foldText(text);
  if (CHANGES.test(folded)) return "change";
  if (WONDERS.test(folded)) return null;
  return AGAIN.some((pattern) => pattern.test(folded)) || namesMoreGoods(folded.split(" "), goods) ? "another" : null;
}

/** "Otro frasco", "frascos más", "más frascos", "dos frascos más". */
function namesMoreGoods(words: readonly string[], goods: ReadonlySet<string>): boolean {
  return words.some((word, at) => {
    if (!goods.has(word)) return false;
    const before = words[at - 1] ?? "";
    const isOther = /^otr[oa]s?$/.test(before) && !/^(?:el|la|los|las)$/.test(words[at - 2] ?? "");
    return isOther || before === "mas" || words[at + 1] === "mas";
  });
}
