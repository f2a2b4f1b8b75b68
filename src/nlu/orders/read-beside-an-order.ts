import type { BesideAnOrder } from "../../core/ports/flow-reader.ts";
import { foldText } from "../text/fold-text.ts";
import { isAnyIn } from "../text/pattern-gate.ts";
import { isRelative, RELATIVE } from "../words/relatives.ts";

/**
 * Words about the existing order, or a trouble with it: whatever else is said, a person or the
 * order's own rules answer it.
 */
const CHANGES =
  /\b(?:no|ni|tampoco|mejor|sino|cambi\w{1,6}|corri\w{1,6}|correg\w{1,6}|modific\w{1,6}|en (?:vez|lugar) de|envez|agreg\w{1,6}|sum(?:ar|e|ele|eme|arle|enle)|anad\w{1,6}|adicion\w{1,6}|aument\w{1,6}|cancel\w{1,6}|devol\w{1,6}|equivoc\w{1,6}|(?:al|del|en el|con el|en mi|a mi) (?:mismo )?(?:pedido|paquete|envio|orden)|(?:en|con) (?:la misma|el mismo)(?! (?:direcion|casa|nombre|telefono|celular|numero|ciudad|barrio))|junto con|rot[oa]s?|danad[oa]s?|incomplet[oa]s?|falt\w{1,4}(?! (?:pedir|comprar|encargar)))\b/;

/** Only asked about, or under a condition. */
const WONDERS =
  /\b(?:cuant[oa]s?|como|cuando|donde|cual(?:es)?|por que|precio|valor|vale[ns]?|cuesta[ns]?|descuento|saber si (?:le|lo|la|sirve|hace)|si (?:pido|compro|llevo|quiero|encargo))\b/;

const ORDERS = "(?:pedid(?:o|ito)s?|compra|orden|paquete|combo|promo|kit|tratamiento)";
const COUNTED = "(?:un[oa]?|dos|tres|cuatro|cinco|\\d{1,2})";
const KIN = `(?:(?:otra|una) persona|${RELATIVE})`;
const WANTED =
  "(?:quiero|queremos|quisiera|necesito|deseo|me gustaria|pedir|comprar|encargar|hagamos|me manda|me envia|(?:mande|de|envie|venda|despache|haga)(?:me|nos))";
const AGAIN: readonly RegExp[] = [
  // Not "el otro" and not "a otra": those point at something that is there.
  new RegExp(
    `(?<!\\b(?:el|la|los|las|a|al|de|en|por) )\\botr[oa]s?(?= (?:${ORDERS}|${COUNTED}|igual(?:es)?|mas|para|pero|con|a?l[oa]s? mism[oa]s?|por favor|porfa|gracias|y|de regalo|aparte|a nombre|a (?:mis?|su|otra|la misma)) ?| [,?]|$)`,
  ),
  new RegExp(`\\b(?:nuevo|nueva|segundo|segunda) ${ORDERS}\\b`),
  /\bantoj\w{1,4} de otr[oa]\b|\bel mismo pedido (?:otra vez|de nuevo)\b/,
  /\b(?:pedido|compra|envio) (?:aparte|adicional)\b/,
  // One for a person who has none yet: "mi mamá también quiere ir".
  new RegExp(`\\b(?:mis?|un|una) ${KIN} (?:\\w{1,12} )?tambien (?:quier|necesit|va|viene|puede|le)`),
  new RegExp(`\\btambien (?:quiero |necesito |seria )?(?:un[oa]? )?(?:cita |pedido )?para (?:mis?|un|una) ${KIN}\\b`),
  new RegExp(
    `\\b(?:mis?|un|una) ${KIN} (?:\\w{1,12} )?(?:quiere|necesita|me encarg\\w{1,4}|me pidio) (?:otr[oa]s?|${COUNTED})\\b`,
  ),
  // Not "lo quiero para mi mamá": that is the one on order.
  new RegExp(`\\b(?:${COUNTED}|${ORDERS} de ${COUNTED})(?: \\w{3,12})? (?:para|pa|a) (?:mis?|una?|un) ${KIN}\\b`),
  new RegExp(
    `\\b(?:pedir|comprar|encargar|ordenar)(?:le)?(?: (?:un|una) pedido)? (?:para|pa|a) (?:mis?|una?|un) ${KIN}\\b`,
  ),
  /\b(?:pedir|comprar|encargar|llevar) mas(?= ,|$| por | para )/,
  /\b(?:volver|vuelvo|volvamos) a (?:pedir|comprar|encargar|ordenar|necesitar|llevar|hacer (?:un|el|otro|mi) pedido)\b/,
  /\b(?:repetir|repita|repito|repetimos|repitame|repitamos) (?:el |mi |la |ese |el mismo )?(?:pedido|compra|orden)\b/,
  /\b(?:repetir|reordenar|recomprar|reponer|repetimos)(?= ,|$| por | porfa| gracias)/,
  // Not "quiero recibirlo otra vez": that is the one on order.
  /\b(?:pedir|comprar|encargar|pido|compro|quiero(?! \w{3,12}r(?:l[oa]s?)\b))\b.{0,20}\b(?:otra vez|de nuevo|nuevamente)\b/,
  new RegExp(`\\b${WANTED} (?:(?:pedir|comprar|encargar|llevar) )?lo mismo(?= ,|$| por | de | otra vez| para )`),
  new RegExp(`\\b${WANTED} (?:hacer )?el mismo pedido\\b`),
  new RegExp(`\\b${WANTED} (?:mas|un[oa] nuev[oa])(?= ,|$| por | porfa| gracias)`),
  /\blo mismo (?:de (?:la (?:otra vez|vez pasada|ultima vez)|siempre|antes)|otra vez|de nuevo)\b|\botra vez lo mismo\b|\b(?:el|la|los|las) mism[oa]s? (?:otra vez|de nuevo)\b/,
  // Alone and with a please. "Gracias, lo mismo" wishes the other person well.
  /^(?:(?:ay|ah|y|e|bueno|listo|hola|buenas|oiga|oye|si|perdon|disculpe) (?:, )?)*(?:lo mismo (?:, )?(?:por favor|porfa|porfis)|(?:por favor|porfa) (?:, )?lo mismo)(?= |$)/,
  new RegExp(`\\bun[oa]? ${ORDERS} mas(?= |$)`),
  new RegExp(`\\b${COUNTED} mas(?= |$)(?! (?:barat|economic|tarde|grande|pequen|adelante))`),
];

/** What says that they want it, and not only speak of it. */
const WISHES =
  /\b(?:quier[oe]|queremos|quisiera|queria|necesit[oa]|deseo|deseamos|me gustaria|(?:de|da|mande|manda|envie|envia|venda|vende|regale|regala|ponga|anote|apunte|separe|despache|haga|aliste)(?:me|nos)|hagamos|pidamos|(?:me )?lleve?o|(?:voy|vamos) a (?:pedir|comprar|llevar|encargar|querer|hacer)|(?:puedo|podria|podemos) (?:pedir|comprar|hacer|encargar|llevar)\w{0,2}|me (?:puede|podria|pueden) (?:vender|enviar|mandar|despachar)|me (?:manda|envia|vende|regala|despacha|alista)|me antoj\w{1,3}|(?:me falto|se me olvido|me quedo faltando) (?:pedir|comprar|encargar)\w{0,2}|me encargo|me encargaron|me pidio|encargo|pido|compro|repito|repetir|repetimos|reordenar|recomprar|reponer|(?:volver|vuelvo|volvamos) a)\b/;
/** "Otro para mi tía", "ay y uno más": nothing but what they want stands there. */
const OPENINGS =
  /^(?:(?:ay|ah|y|e|bueno|listo|hola|buenas|oiga|oye|ve|tambien|entonces|ahora|si|por favor|porfa|gracias|perdon|disculpe) (?:, )?)*/;
const NOTHING_ELSE = new RegExp(
  `^(?:otr[oa]s?|(?:un )?(?:nuevo|nueva|segundo|segunda) ${ORDERS}|un[oa]? ${ORDERS} mas|${COUNTED} mas|el mismo pedido (?:otra vez|de nuevo)|lo mismo(?: (?:de|otra vez|, por|por|porfa|porfis)|$)|otra vez lo mismo|(?:pedir|comprar|encargar) (?:de nuevo|otra vez|nuevamente|lo mismo)|(?:para|pa|a) (?:mis?|una?|un) ${KIN} (?:otr[oa]s?|${COUNTED}))\\b`,
);

/** Words of a wish for one more, and of nothing besides: no trouble, no question and no person stands among them. */
const PLAIN: ReadonlySet<string> = new Set(
  [
    ", ay ah y e bueno listo hola buenas oiga oye tambien entonces ahora si por favor porfa gracias muchas perdon",
    "quiero queremos quisiera necesito deseo me nos gustaria puedo podria podemos voy vamos a que",
    "mandeme envieme vendame deme regaleme pongame anoteme apunteme separeme despacheme hagame hagamos",
    "manda mande envia envie vende venda puede pedir comprar hacer encargar llevar llevo pido compro encargo",
    "otro otra otros otras un uno una dos tres 1 2 3 mas nuevo nueva segundo segunda lo el la mi mismo misma igual vez pasada de",
    "repetir repito repetimos reordenar recomprar volver vuelvo nuevamente pedido compra orden para",
    "ya se acabo acabaron termino gusto encanto muy mucho bien bueno",
  ].flatMap((line) => line.split(" ")),
);

/** What a message of a customer with an order means; `goods` are folded. */
export function readBesideAnOrder(text: string, goods: ReadonlySet<string>): BesideAnOrder | null {
  const folded = foldText(text);
  if (CHANGES.test(folded)) return "change";
  if (WONDERS.test(folded)) return null;
  if (!isAnyIn(AGAIN, folded) && !namesMoreGoods(folded.split(" "), goods)) return null;
  if (!WISHES.test(folded) && !NOTHING_ELSE.test(folded.replace(OPENINGS, ""))) return "another";
  const isPlain = (word: string) =>
    PLAIN.has(word) || goods.has(word) || goods.has(plainSize(word)) || isRelative(word);
  return folded.split(" ").every(isPlain) ? "plain_wish" : "wish";
}

/** "A la misma dirección", "con mis mismos datos": what we know from before, for this one too. */
const AS_BEFORE =
  /\b(?:(?:a|en|con|para|de) )?(?:(?:l[oa]s|mis) mism[oa]s (?:datos|direciones|datos de (?:antes|siempre|envio))|(?:la|mi) misma (?:direcion|casa)|el mismo (?:domicilio|nombre|destino)|los datos (?:de (?:antes|siempre)|que ya (?:tiene|le di))|donde (?:siempre|la otra vez|mismo))\b/;

/** They say themselves that the data of before holds. */
export function saysAsBefore(text: string): boolean {
  const folded = foldText(text);
  return AS_BEFORE.test(folded) && !/\b(?:no|menos|excepto|salvo|cambi\w{1,6}|otra direcion)\b/.test(folded);
}

/** "Otro frasco", "frascos más", "más frascos", "dos frascos más". */
function namesMoreGoods(words: readonly string[], goods: ReadonlySet<string>): boolean {
  return words.some((word, at) => {
    if (!goods.has(word) && !goods.has(plainSize(word))) return false;
    const before = words[at - 1] ?? "";
    const isOther = /^(?:otr[oa]s?|segund[oa])$/.test(before) && !/^(?:el|la|los|las)$/.test(words[at - 2] ?? "");
    return isOther || before === "mas" || words[at + 1] === "mas";
  });
}

/** "Frasquito" and "botellita" are said with affection, and mean the same. */
function plainSize(word: string): string {
  return word.replace(/quit([oa]s?)$/, "c$1").replace(/it([oa]s?)$/, "$1");
}
