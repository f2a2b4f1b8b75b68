import type { IntentRule } from "../../nlu/intents/intent-rule.ts";
import { RELATIVE } from "../../nlu/words/relatives.ts";
import { THINGS } from "./pack-rules.ts";

/** Words that may open a wish, and add nothing: "okis, entonces sí". */
const OPENS =
  "(?:(?:ok|okis?|okey|listo|bueno|va|vale|ah|ay|uy|pues|entonces|si|sisas|claro|dale|hagale|perfecto|y|yo|nosotros|tambien|ya|que|es que|hola|buen[oa]s|dias|tardes|noches|nin[oa]|joven|mija|mijo|vecin[oa]|veci|senor|senora|senorita|parce|amig[oa]|cole|compa) ){0,6}";
/** Words behind a wish that add nothing: "de una vez, por favor". */
const ENDS =
  "(?: (?:tambien|pues|entonces|asi|ya|si|por favor|porfa|porfis|gracias|de una|de una vez|hoy|mismo|no mas|otra vez|de nuevo|urgente|senor|senora|senorita|vecin[oa]|veci|parce|mij[oa]|amig[oa])){0,4}(?:$| (?=y ))";
const WANTS = "(?:quier(?:o|e|en)|queremos|quisiera|necesit(?:o|a|an|amos)|dese(?:o|a|an|amos))";
const BUYS = "(?:comprar|pedir|encargar|adquirir|llevar|ordenar)";
/** What is wanted: the goods by a name of theirs, a pronoun or a share ("la suya"), and no fact about them. */
const KIND = "(?: (?:ese|esa|esos|esas|suy[oa]|mi[oa]|del sueno|para (?:el sueno|dormir)|de dormir)){0,2}";
const GOODS = `(?:(?:el|la|un|una|su|ese|esa|esas|las|otr[oa]) )?(?:${THINGS}|producto|remedio|tratamiento|pedido|pastillas|pasticas|pastas|tabletas)${KIND}`;
const THINGS_WANTED = `(?:(?:el|la|l[oa]s) (?:mi[oa]s?|suy[oa]s?|de (?:ell[oa]s?|el))|(?:de )?${GOODS}|del (?:${THINGS}|producto|remedio|tratamiento)${KIND})`;
/** A person of whom the customer speaks, with up to four words that tell who it is: "una compañera de la clínica". */
const SOMEBODY = `(?:(?:para |pa |a )?(?:mis?|un|una|unos|unas|la|el|l[oa]s|su|otr[oa]) (?:${RELATIVE}|senora?|clientas?|clientes?|compan\\w{3,6}|comadre|muchach[oa]|profe\\w{0,4}|doctora?|patron\\w{0,2})(?: (?!no\\b|si\\b|pero\\b|pregunt|quier|necesit|dese|va\\b)[a-z]+){0,4}|ell[oa]s?|el)(?: ,)?`;
const SAYS = "(?:(?:dice|dijo|me dice|me dijo|manda a decir)(?: ell[oa]s?| el)? que )?";

/** Words that make a question, a refusal, a doubt or a condition of it, or want something else. */
const IS_NO_WISH: readonly RegExp[] = [
  /\?/,
  /\b(?:no|ni|nunca|cuant[oa]s?|cuando|donde|cual|saber|pregunt\w{1,4}|averigu\w{1,4}|pero|antes|primero|despues|luego|manana|todavia|aun|duda|hablar|devolver|cancelar|cambiar)\b/,
  /^(?:y )?si (?!(?:ya |yo |ella |el )?(?:quier|necesit|dese))/,
];

/** A wish to buy in its own words, of the customer or of a person whom they speak of. */
export const WISH_RULES: readonly IntentRule[] = [
  {
    name: "wants-it-in-few-words",
    intent: "captura_datos_si_compra",
    weight: 91,
    isOfClause: true,
    patterns: [
      new RegExp(`^${OPENS}(?:quiero|queremos)${ENDS}`),
      new RegExp(`^${OPENS}${WANTS} (?:${THINGS_WANTED}|(?:${BUYS}(?:l[oa]s?|les?|me|nos)?)(?: ${GOODS})?)${ENDS}`),
      new RegExp(`^${OPENS}l[oa]s? (?:quiero|queremos|necesito|pido|pedimos|compro|compramos|llevo|encargo)${ENDS}`),
      new RegExp(`^${OPENS}(?:vamos|vamonos) con es[eao]s?${ENDS}`),
      new RegExp(
        `^${OPENS}(?:(?:es|era|seria) )?para (?:(?:hacer |hacerle )?un (?:encargo|encarguito|pedidito)|(?:pedir|comprar|encargar|ordenar)(?:l[eo]s?)?)${ENDS}`,
      ),
    ],
    unless: IS_NO_WISH,
  },
  {
    name: "somebody-wants-it",
    intent: "captura_datos_si_compra",
    weight: 91,
    isOfClause: true,
    patterns: [
      new RegExp(
        `^${OPENS}${SOMEBODY} ${SAYS}(?:(?:si|tambien|ya) ){0,2}(?:l[oa]s? )?(?:quieren?|necesitan?|desean?)(?: tambien)? ?(?:un[oa]|dos|tres|[123]|${THINGS_WANTED}|(?:${BUYS}(?:l[oa]s?)?)(?: (?:un[oa]?|${GOODS}))?)?(?: para ${BUYS}(?:l[eo]|la)?(?: uno| una)?)?${ENDS}`,
      ),
      new RegExp(
        `^${OPENS}${SOMEBODY} (?:le|les) interesa(?:n)?(?: (?:much[oa]|el producto|comprarl[oa]|uno))?${ENDS}`,
      ),
      new RegExp(
        `^${OPENS}(?:que|dice que|dijo que) si (?:l[oa]s? )?(?:quieren?|quiere comprarl[oa]|l[oa] compra)${ENDS}`,
      ),
      new RegExp(`^(?:que )?(?:quieren?|necesitan?) (?:${BUYS}(?:l[oa]s?)? )?(?:un[oa]|${GOODS})${ENDS}`),
    ],
    unless: IS_NO_WISH,
  },
];
