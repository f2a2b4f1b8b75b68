import { remembering, SOME_TEXTS } from "../../core/remembering.ts";
import { type Replacing, replaceEach } from "../text/pattern-gate.ts";
import { CALLED_RELATIVE } from "../words/relatives.ts";
import { AGREEMENT_PHRASES, THANKS_FOR } from "./agreement-phrases.ts";

/** What words mean together, and what a customer calls us, which adds nothing. All of it is folded. */
/** A folded text without what the customer calls us at the end of a clause: "deme dos mi reina", "tres sí señora". */
export const withoutAddressing = remembering(
  (folded) =>
    folded
      .split(" , ")
      .map((clause) => replaceEach(clause, ADDRESSING).trim())
      .join(" , "),
  SOME_TEXTS,
);

/** What a customer calls us at the end of a clause. "Mi hermano", "la vecina" are other people. */
const VOCATIVES = `(?:${CALLED_RELATIVE}|mano|mani|men|mana|manito|pana|camarita|mija|mijo|mijita|mijito|parcer[oa]|sumerce|veci|ner[oa]|profe|querid[oa]|camarit[ao]|camarada|lindur\\w|loc[oa]|pelad[oa]|llave|llaveria|parce|pana|bro|brother|cunao|paisan[oa]|senores|senoras|seno|don|dona|doctora?|joven|nin[oa]|mon[oa]|gord[oa]|cuch[oa]|soci[oa]|marica|compa|carino|amorcito|corazon|rein(?:a|ita)|muneca|princesa|tesoro|nene|nena|bebe|valecita|vale mia|hombre|cham[oa]|ingenier[oa]|inge|maestr[oa]|papi|mami|flac[oa]|negr[oa]|caballero|compita|capitan|pastor|padre|jovencit[oa]|bell[oa]|hermos[oa]|precios[oa]|divin[oa]|jefe|jefa|jefecit[oa]|hombe|ombe|patron|comadre|compadre)`;
const IS_VOCATIVE = new RegExp(`^${VOCATIVES}$`);
const VOCATIVE_AT_END = new RegExp(
  `(?<!\\b(?:mi|su|la|el|un|una|otra|otro) )(?<!\\b(?:direcion|casa|numero|celular|telefono|barrio|apartamento|apellido|nombre|correo|es) (?=viej))\\b${VOCATIVES}$`,
  "g",
);
/** "Sí hija todo bien". */
const VOCATIVE_BEHIND_A_YES = new RegExp(`(?<=^(?:si|dale|listo|claro|bueno|ok|correcto|eso) )${VOCATIVES}(?= )`);

/**
 * "Vecinita linda", "parcerito", "ombe": an open class in its diminutive, or a call. Not a time or a measure, nor what an
 * article or a verb asks for: "deme un tiempito", "con mi hijito".
 */
const ENDEARED_AT_END =
  /(?<!\b(?:el|la|l[oa]s|una?s?|otr[oa]s?|algun[oa]?|est[eao]s?|es[eao]s?|sus?|tus?|cada|del?|con|sin|para|pa|por|en|a|y|o|ni|que|es|hay|tengo|falta|da|dan|dio|dem[eo]|dame|dejeme|hagame) )(?<=\w )(?:mi )?(?:(?!(?:econom|bas|un|med|clin|publ|electron|automat|fis|cos|ah?or|rat|poqu|moment|segund|minut|tard|manan|noche|dia|sol|nad|cerqu|igual|tod|despac|frasqu|tarr|pot|un|otr|mism|dos)\w{0,3}(?:it|ic)[oa]s?$)[a-z]{3,14}(?:it|ic)[oa]|ombe|ome|oiga|oye|mor|lindura)(?: (?:lind[oa]|bell[oa]|hermos[oa]|querid[oa]|divin[oa]|precios[oa]))?$/g;

/** A word by which a customer calls us: "camarita", "primo", "patrón". */
export function isVocative(word: string): boolean {
  return IS_VOCATIVE.test(word);
}

const ADDRESSING: readonly Replacing[] = (
  [
    /(?<=\w )su merce(?:d(?:cita)?)?$/,
    /(?<=\w )(?:si )?senor(?:es|as?|itas?)?$/,
    /(?<!\b(?:para|de|con|a|y) )(?<=\w )mi (?:amor|reina|rey|vida|corazon|cielo|pana|llave|so|socio|gente|hermano|parce|viejo|vieja|nina|linda|amigo|amiga|compa|brother|bro|vale)(?: (?:lind|bell|hermos|querid|divin|precios|consentid|adorad)[oa])?$/,
    new RegExp(`(?<!\\b(?:para|de|con|a|y) )(?<=\\w )${VOCATIVE_AT_END.source}`),
  ] as const
).map((pattern) => [pattern, ""]);

/** Meanings that several words have together and no word alone. */
export const SET_PHRASES: readonly (readonly [RegExp, string])[] = [
  ...AGREEMENT_PHRASES,
  // "Ombe", "oís", "vea": they call for attention, and say nothing.
  [/^(?:(?:ombe|hombe|eche|erda|ois|oites|oye|oiga|ve|vea|mire|mira|ps|pos)(?= |$)(?: ,)? ?)+/, ""],
  // "Ah perdón, uno solo": it puts right what stands behind it.
  [/^(?:(?:ah|ay|uy|oh) )*(?:perdon|perdone|disculpe)(?: ,)? (?=\w)/, ""],
  // Thanks and hope, in the words of a believer.
  [
    /\b(?:(?:con|y) )?(?:(?:la bendicion|el favor|la ayuda|la gracia) de (?:mi )?dios|(?:si )?dios (?:quiera|mediante)|si dios (?:quiere|lo permite)|primero dios|en (?:el )?nombre de dios|(?:que )?(?:(?:mi )?dios|el senor) (?:l[oae]s? |(?:me|te) l[oae]s? |te )?(?:bendiga|pague|acompane|guarde|multiplique)(?: a (?:usted|ustedes|uste|ud|uds|sumerce|todos)(?: y (?:a )?(?:su|toda su|la) familia)?)?)\b/g,
    "gracias",
  ],
  [
    /\b(?:(?:es|son|fue|fueron) )?(?:(?:usted|ustedes) )?(?:muy|tan|re) (?:amables?|formales|querid[oa]s)\b/g,
    "gracias",
  ],
  [/\b(?:haga|hagan)(?:me|nme|nos)? (?:(?:ese|este|el) )(?:gran )?(?:favor|bien|favorcito)\b(?! de\b)/g, "porfa"],
  [/^sale$/, "si"],
  [/^[cz]i(?= |$)|^se(?=$| (?:esta|asi|todo|dale|senora?)\b)/, "si"],
  [/\bvien\b/g, "bien"],
  [/^(?:asi|eso|es[ea]) mism(?:o|ito|itico)(?: es| esta| va)?(?= |$)/, "si"],
  [/\b(?:doy|tiene|va) (?:el|la|mi) (?:visto bueno|aprobacion)\b/g, "apruebo"],
  [
    /\b(?:(?:los|mis) )?datos (?:estan|son|quedaron) (?:todos )?(?:bien|correct[oa]s|exact[oa]s|perfect[oa]s|complet[oa]s)\b/g,
    "si",
  ],
  [/\b(?:como no|por supuesto|desde luego|con gusto|claro que si|que si)\b/g, "si"],
  [/\b(?:no mas|na(?:da)? mas?|y ya|y listo|de inmediato|lo mas pronto)\b/g, "pues"],
  [/\bpor fa(?:vor|vorcito|cito)?\b/g, "porfa"],
  // "O sea dos en total".
  [/^o sea (?=(?:l[oa]s )?(?:un[oa]?|dos|tres|[1-9])\b)/, ""],
  [/(?<=\b(?:un[oa]|dos|tres|[1-9])) en total$/, ""],
  // What a choice ends with.
  [/(?<=\w )y (?:no se (?:diga|hable) (?:nada )?mas|punto|se acabo|ya esta)$/, ""],
  // "No le veo ningún error", "no hay nada que corregir".
  [
    /\bno (?:(?:le|les|lo|la) )?(?:veo|vi|encuentro|encontre|hallo|tiene|hay) (?:(?:ningun|ninguna) )?(?:error(?:es)?|fallas?|equivocacion(?:es)?|nada (?:malo|mal|raro)|nada que (?:cambiar|corregir|quitar|agregar))\b/g,
    "bien",
  ],
  [/\bno hay (?:ningun )?(?:problema|lio|afan|inconveniente)\b/g, "bien"],
  [
    /\b(?:quedo|quedamos|estare|estoy) (?:muy )?(?:atent[oa]s?|pendientes?) (?:a|de|del|al) (?:(?:la|el|mi|su) )?(?:entrega|envio|pedido|paquete|llegada|respuesta)\b|^feliz (?:tarde|dia|noche|resto de dia)$/g,
    "gracias",
  ],
  [/\b(?:siendo asi|asi las cosas|en ese caso|entonces si|visto asi|a ver como me va|y vamos viendo)\b/g, "pues"],
  // "Uno dice", "dos dijo ella": how many, by the one who decides.
  [/^(un[oa]|dos|tres|[123]) (?:dice|dicen|dijo|dijeron|quiere)(?: (?:ella|el|mi [a-z]+))?$/, "$1"],
  [
    /^(?:(?:me|nos|ya|acaba de) )*(?:dice|dicen|dijo|dijeron|decir)(?: (?:ella|el|(?:mi|la) [a-z]+))? que (?:mejor |solo )?(?:sean? )?(un[oa]|dos|tres|[123])(?: (?:que|porque) .*)?$/,
    "$1",
  ],
  [/^(?:(?:pues|entonces|a mi|ya|si) )*(?:me|nos) (?:salen|tocan|quedan) (dos|tres|[23])$/, "$1"],
  // "Los 2 que pregunté".
  [
    /^((?:(?:si|entonces|pues|listo|bueno|ok|deme|quiero) )*(?:(?:l[oa]s?|el de|los de) )?(?:un[oa]|dos|tres|[123])(?: [a-z]{4,}s)?) (?:que|como) (?:ya |antes |yo )?(?:les?|te|l[oa]s?)? ?(?:dije|pedi|mencione|comente|escribi|pregunte|averigue|consulte|decia|vi|habia (?:dicho|pedido|preguntado))(?: (?:antes|ahorita|al principio|arriba))?$/,
    "$1",
  ],
  // What it is tried for: "uno, para ver si me sirve".
  [
    /\b(?:para|a) ver (?:si|como|que tal) (?:(?:me|le|nos|les|si|de verdad|por fin|asi) ){0,3}(?:hace(?: efecto)?|sirve|funciona|va|duermo|duerme|dormimos|cae|resulta|ayuda|descanso)(?: (?:bien|algo|primero))?(?=$| ,)/g,
    "pues",
  ],
  // "Eso es lo que pedí", "así lo quería": the summary is theirs.
  [
    /\b(?:eso|esto|asi|ese|esos|todo)(?: mismo)? (?:(?:es|era|son) )?(?:(?:tal cual|exactamente|justo) )?(?:lo|los|como) (?:que )?(?:(?:yo|nosotr[oa]s|le|les) ){0,2}(?:pedi|pedimos|quer(?:ia|emos|iamos)|quiero|necesit(?:o|aba|amos)|dije|encargue)(?: yo)?\b/g,
    "si",
  ],
  // "Todo lo que pusieron ahí", "lo que me escribió": the summary.
  [
    /\b(?:todo )?lo que (?:(?:me|nos) )?(?:ya )?(?:pus\w{2,6}|escrib\w{2,6}|anot\w{1,5}|aparece|dice|dijo|dijeron|mand(?:o|aron)|envi(?:o|aron))(?: (?:ahi|alli|arriba|usted(?:es)?))?\b/g,
    "todo",
  ],
  [/\bquiero que (?:(?:me|nos) )?(?:l[oa]s? )?(?:lleguen?|manden?|envien?|despachen?)\b/g, "envielo"],
  // "Ya no cambio más", "no le cambie nada": nothing is to be put right.
  [
    /\b(?:ya )?no (?:(?:le|lo|la|los) )?(?:cambi|quit|muev|modific|correg|corrij)\w{1,4} (?:ya )?(?:mas(?: nada)?|nada(?: mas)?)\b/g,
    "bien",
  ],
  [/^(?:eso|ese|esa) es(?= |$)|^eso(?=$| si$)/g, "si"],
  // How a parcel arrived, or how it went: thanks in the customer's own words.
  [
    /\b(?:(?:me|nos|ya) ){0,2}(?:llego|llegaron|recibi|recibimos) (?:todo )?(?:(?:muy|super|re) )?(?:bien|perfecto|rapido|rapidisimo|excelente|a tiempo|completo)\b(?: (?:el|mi|los|su) (?:pedido|paquete|producto|frasco|tarro)s?)?/g,
    "gracias",
  ],
  [
    /\b(?:quedo|quede|estoy|quedamos) (?:(?:muy|super|altamente|sumamente|eternamente) )?(?:content|agradecid|feliz|satisfech|encantad)\w{0,2}(?: con (?:el|su|la|todo|ustedes)(?: (?:producto|servicio|atencion|pedido|compra))?)?\b|\b(?:muy |que )?(?:buen|excelente|lindo|super) (?:producto|servicio|atencion)\b/g,
    "gracias",
  ],
  [/\b(?:ustedes|usted) (?:son|es) (?:muy )?(?:amables?|queridos?|gentil(?:es)?|una belleza)\b/g, "gracias"],
  [/\bpor (?:ahora|el momento|lo pronto)\b/g, "pues"],
  // What a customer calls us adds nothing to a yes.
  [ENDEARED_AT_END, ""],
  [VOCATIVE_AT_END, ""],
  [VOCATIVE_BEHIND_A_YES, ""],
  [/(?<=\w )(?:si )?senor(?:es|as?|itas?)?$/g, "porfa"],
  [/\bagale\b/g, "hagale"],
  [
    /\bde acuerdo con (?:l[oa]s? )?(?:consignado|escrito|anotado|indicado|descrito|resumen|pedido|datos)\b/g,
    "de acuerdo",
  ],
  [/\bde tod[ao]s (?:maneras|formas|modos)\b/g, "pues"],
  [/\bcon (?:ese|este|el) cambio(?: (?:ya )?(?:hecho|anotado|listo))?\b/g, "asi"],
  [/\bcomo (?:(?:l[oa] )?(?:esta|quedo|dice|aparece|tiene|puso|escribio|dije)\b|es$)/g, "asi"],
  [/\besta (?:muy )?bien\b/g, "bien"],
  [
    /\bmi (?:amor|reina|rey|vida|corazon|cielo|nina|hermano|hermana|gente|pana|llave|so|socio|parce|compa|brother|bro)(?: (?:lind|bell|hermos|querid|divin|precios|consentid|adorad)[oa])?\b/g,
    "",
  ],
  [/\bde (?:una|one|uan)(?: vez)?\b/g, "deuna"],
  [/\b(?:a lo bien|a la fija|de ley)\b/g, "pues"],
  [/\b(?:confirm[oa]|confirmado|apruebo) (?:ya )?(?:el|la|mi|este) (?:envio|entrega|despacho)\b/g, "confirmo"],
  [
    /\b(?:proced\w{1,4}|sig[ao]n?|continu\w{1,3}|adelante|hag\w{1,3}|dele|hagale) con (?:el|la|mi|su|este) (?:envio|pedido|despacho|compra|orden|proceso)\b/g,
    "proceda",
  ],
  [
    /(?<!\bsi )\b(?:envi|mand|despach)[ae]n? (?:ya |pues )?(?:el|mi|ese|este) (?:pedido|paquete|producto)\b/g,
    "envielo",
  ],
  [
    /\b(?:hag(?:a|an)(?:me|le|nme)?|mont(?:e|en)(?:me|le)?) (?:ya |pues )?(?:el|mi|ese) (?:envio|pedido|despacho)\b/g,
    "proceda",
  ],
  [/\bcuando (?:guste|quiera|pueda)n?\b/g, "pues"],
  [/^(?:(?:ay|ah|uy|oh) )?no (?:pues )?(?:entonces )?(?=mejor\b)/g, ""],
  // Not "si me lo manda …": that is a condition.
  [
    /(?<!\bsi )\b(?:me |nos )?l[oa]s? (?:puede[ns]? |podria[ns]? )?(?:enviar|mandar|despachar|manda|envia|despacha)n?\b/g,
    "envielo",
  ],
  [
    /\b(?:lo|la|los|las|aqui|alla|quedo) (?:estoy |quedo |estare |estaremos )?(?:espero|esperando|esperamos|pendiente)\b/g,
    "gracias",
  ],
  [/\b(?:a|en) (?:esa|la misma|mi|esta) (?:direcion|casa)(?: que (?:le|ya) (?:di|tiene))?\b/g, "ahi"],
  [
    /\b(?:(?:pero|y) )?(?:yo )?(?:l[oe]s? )?(?:(?:ella|el|mi [a-z]{2,10}) (?:l[oe]s? )?)?(?:pago|pagare|pagamos|paga|pagan|cancelo|cancela) (?:al recibir|contra ?entrega|en efectivo|cuando (?:(?:me |nos )?l[oa]s? (?:entreguen|traigan|reciba|tenga)|(?:me |nos )?llegue|reciba)(?: en (?:la|mi) mano)?)(?= |$)/g,
    "ahi",
  ],
  [/\b(?:contra ?entrega|en efectivo)\b/g, "ahi"],
  // Where the parcel may be left.
  [
    /\b(?:(?:en|con) )?(?:la |el |los )?(?:porteria|recepcion|porter[oa]|vigilante|celador) (?:me |lo |la |se |los )*(?:recib\w{1,3}|dejan?|guardan?)\b/g,
    "ahi",
  ],
  // The customer has made up their mind; what they decided stands beside it.
  [
    /\bya (?:l[oa] )?(?:hable|consulte|converse|cuadre|comente) con (?:(?:mi|el|la) \w+|ell[oa]s?|el)(?= ,|$| y si\b)|\bya (?:me |lo |la |le |les )*(?:pense|decidi|consulte|revise|verifique|pregunte|averigue|mire)(?: bien| todo)?(?= ,|$| y si\b)/g,
    "listo",
  ],
  [/\bpara (?:empezar|probar|comenzar|ensayar|mi|llevar|pedir|comprar)\b/g, "pues"],
  THANKS_FOR,
];

export const withSetPhrases = remembering(
  (clause) => replaceEach(clause, SET_PHRASES).replace(/ +/g, " ").trim(),
  SOME_TEXTS,
);
