/**
 * What each clause of a message does, by its words. The lists hold words that may stand in a yes or
 * in a choice, never words that forbid one: a word that no list has makes its clause `other`, so
 * nothing irreversible follows from words that the rules do not know.
 */
import type { ClauseKind } from "../core/ports/flow-reader.ts";
import { isAcknowledgingWord, readAcknowledgement } from "./acknowledgement.ts";
import { isDataWord } from "./extract/data-words.ts";
import { foldText } from "./fold-text.ts";
import { hasSlotNoun } from "./slot-nouns.ts";
import { splitClauses, withoutGreeting } from "./split-clauses.ts";

export interface ClauseFrame {
  /**
   * The shop's words for its goods, folded, singular and plural: a number beside one of them is a
   * quantity.
   */
  readonly goods: ReadonlySet<string>;
}

export interface ClauseText {
  /** The clause in the customer's own spelling. */
  readonly text: string;
  /** The rest of the message once the data is out of it; the whole message when there was none. */
  readonly rest: string;
  readonly hasFields: boolean;
}

export function readClauses({ text, rest, hasFields }: ClauseText, frame: ClauseFrame): ClauseKind[] {
  const said = clausesIn(rest);
  const written = hasFields ? clausesIn(text) : said;
  if (said.length > 0) {
    return said.flatMap((clause) => kindsOf(clause, { frame, hasFields, isCut: !isWhole(clause, written) }));
  }
  // Signs alone: an emoji.
  const signs = hasFields ? null : readAcknowledgement(rest);
  return signs === null ? [] : [signs === "courtesy" ? "courtesy" : "fine"];
}

/**
 * The number of a message that only chooses: "los 2 porfa", "1 sí señora", "listo, el de tres". null when it says more,
 * or names two numbers.
 */
export function readChoice(text: string, frame: ClauseFrame): number | null {
  const clauses = clausesIn(text);
  const kinds = clauses.map((clause) => kindOf(clause, { frame, hasFields: false, isCut: false }));
  const isPlain = kinds.every((kind) => kind !== null && BESIDE_A_CHOICE_CLAUSE.has(kind));
  // "Bueno dale, uno. Si me funciona le pido más": a clause that only chooses, among others that count nothing.
  const isAmong = clauses.every((clause, at) => kinds[at] === "choice" || COUNTS_NOTHING.test(clause));
  if (!kinds.includes("choice") || !(isPlain || isAmong)) return null;
  const words = clauses.filter((_, at) => kinds[at] === "choice").flatMap((clause) => clause.split(" "));
  // "Quiero pedir uno" is a wish, which has its own reading.
  if (words.some((word) => ASKS_FOR.has(word) || REQUESTS_BY_STEM.test(word))) return null;
  const named = new Set(words.flatMap((word) => (ORDINALS.has(word) ? [] : (SMALL_NUMBERS.get(word) ?? []))));
  const [units, ...others] = named;
  return units === undefined || others.length > 0 || words.includes("o") ? null : units;
}

const COUNTS_NOTHING =
  /^(?!.*\d)(?!.*\b(?:un[oa]?|dos|tres|cuatro|cinco|seis|primer\w?|segund\w|tercer\w?|cuant\w+|a como|precio|valor|valen?|cuestan?|salen?)\b)[^?]*$/;

/** A message that only answers: a yes, a thank you, a number, "el segundo". Nothing in it is a name or a place. */
export function onlyAnswers(text: string, frame: ClauseFrame): boolean {
  const kinds = clausesIn(text).map((clause) => kindOf(clause, { frame, hasFields: false, isCut: false }));
  return kinds.length > 0 && kinds.every((kind) => kind !== null && BESIDE_A_CHOICE_CLAUSE.has(kind));
}

const BESIDE_A_CHOICE_CLAUSE: ReadonlySet<ClauseKind> = new Set(["choice", "courtesy", "yes", "fine"]);
const SMALL_NUMBERS: ReadonlyMap<string, number> = new Map(
  ["uno un una unito", "dos dosito par", "tres", "cuatro", "cinco", "seis", "siete", "ocho", "nueve"].flatMap(
    (names, index) => [...names.split(" "), String(index + 1)].map((name) => [name, index + 1] as const),
  ),
);

/** A folded text without what the customer calls us at the end of a clause: "deme dos mi reina", "tres sí señora". */
export function withoutAddressing(folded: string): string {
  return folded
    .split(" , ")
    .map((clause) => ADDRESSING.reduce((text, pattern) => text.replace(pattern, ""), clause).trim())
    .join(" , ");
}

/** What a customer calls us at the end of a clause. "Mi hermano", "la vecina" are other people. */
const VOCATIVE_AT_END =
  /(?<!\b(?:mi|su|la|el|un|una|otra|otro) )\b(?:mano|manito|pana|camarita|mija|mijo|mijita|mijito|parcer[oa]|sumerce|patron|patrona|veci|vecin[oa]|hermano|amig[oa]|jefe|viej[oa]|ner[oa]|compadre|comadre|profe|querid[oa]|camarit[ao]|camarada|lindur\w|loc[oa]|pelad[oa]|llave|llaveria|parce|pana|bro|brother|cuna[od]\w?|prim[oa]|paisan[oa]|seno|don|dona|doctora?|joven|nin[oa]|mon[oa]|gord[oa]|ti[oa]|cuch[oa]|soci[oa]|marica|compa|companer[oa]|carino|amorcito|corazon|rein(?:a|ita)|muneca|princesa|tesoro|nene|nena|bebe|valecita|vale mia)$/g;

/**
 * "Vecinita linda", "parcerito", "ombe": an open class in its diminutive, or a call. Not a time or a measure, nor what an
 * article or a verb asks for: "deme un tiempito", "con mi hijito".
 */
const ENDEARED_AT_END =
  /(?<!\b(?:el|la|l[oa]s|una?s?|otr[oa]s?|algun[oa]?|est[eao]s?|es[eao]s?|sus?|tus?|cada|del?|con|sin|para|pa|por|en|a|y|o|ni|que|es|hay|tengo|falta|dem[eo]|dame|dejeme|hagame) )(?<=\w )(?:mi )?(?:(?!(?:ah?or|rat|poqu|moment|segund|minut|tard|manan|noche|dia|sol|nad|cerqu|igual|tod|despac|frasqu|tarr|pot|un|otr|mism|dos)\w{0,3}(?:it|ic)[oa]s?$)[a-z]{3,14}(?:it|ic)[oa]|ombe|ome|oiga|oye|mor|lindura)(?: (?:lind[oa]|bell[oa]|hermos[oa]|querid[oa]|divin[oa]|precios[oa]))?$/g;

const ADDRESSING = [
  /(?<=\w )(?:si )?(?:senor|senora|senorita)$/,
  /(?<!\b(?:para|de|con|a|y) )(?<=\w )mi (?:amor|reina|rey|vida|corazon|cielo|pana|llave|so|socio|gente|hermano|parce|viejo|vieja|nina|linda|amigo|amiga|compa|brother|bro|vale)$/,
  new RegExp(`(?<!\\b(?:para|de|con|a|y) )(?<=\\w )${VOCATIVE_AT_END.source}`),
];

function clausesIn(text: string): string[] {
  const clauses = splitClauses(foldText(text)).map((clause) => clause.text.replace(/^(?:, ?)+|(?: ?,)+$/g, "").trim());
  return clauses.filter((clause) => clause !== "");
}

/** "Me llegó muy bien el pedido, quedé contenta": nothing but thanks, in the customer's own words. */
export function saysOnlyThanks(text: string): boolean {
  const clauses = clausesIn(text).map((clause) => withoutGreeting(clause).replace(/^, ?/, ""));
  const said = clauses.filter((clause) => clause !== "").map((clause) => ({ clause, plain: withSetPhrases(clause) }));
  return (
    said.some(({ clause, plain }) => plain.includes("gracias") && !clause.includes("gracias")) &&
    said.every(({ plain }) => plain === "" || readAcknowledgement(plain) === "courtesy")
  );
}

/** The customer's own spelling, or its part up to an "y" ("el de 3 y mi cel …"). */
function isWhole(clause: string, written: readonly string[]): boolean {
  const opening = `${clause.replace(/ y$/, "")} y `;
  return written.some((one) => one === clause || one.startsWith(opening));
}

interface Reading {
  readonly frame: ClauseFrame;
  readonly hasFields: boolean;
  /** A datum was taken out of it: the rest of "el primer nombre es Ana" chooses nothing. */
  readonly isCut: boolean;
}

/** "El de 3 y mi cédula …": a choice that opens a clause ends at an "y". */
const OPENING = /^(.{1,40}?) (?:y|pero) (.+)$/;

function kindsOf(clause: string, reading: Reading): readonly ClauseKind[] {
  const [, first, rest] = OPENING.exec(clause) ?? [];
  const whole = kindOf(clause, reading);
  if (first === undefined || rest === undefined || whole !== "figure") return whole === null ? [] : [whole];
  const opening = kindOf(first, { ...reading, isCut: false });
  return opening === "choice" ? [opening, ...kindsOf(rest, reading)] : [whole];
}

/** null when nothing is said: the label of a datum that was taken out. */
function kindOf(clause: string, { frame, hasFields, isCut }: Reading): ClauseKind | null {
  const greeted = withoutGreeting(clause).replace(/^, ?/, "");
  if (greeted === "") return "courtesy";
  const plain = withSetPhrases(greeted);
  if (plain === "") return "courtesy";
  const acknowledged = readAcknowledgement(plain);
  if (acknowledged !== null) return ACKNOWLEDGED[acknowledged];
  if (asks(plain)) return DOUBTS.test(plain) ? "reserve" : "question";
  const said = plain.split(" ");
  if (/^un (?:segundo|segundito)\b/.test(plain)) return "reserve";
  if (isChoice(said, frame)) return isCut ? "figure" : "choice";
  const consent = readConsent(plain, said);
  if (consent !== null) return consent;
  if (hasFields && said.every(isAroundData)) return null;
  if (!isCut && namesQuantity(said, frame) && !/\b(?:no|ya|hace)\b/.test(plain)) return "quantity";
  if (said.some((word, at) => counts(word) && !isNoFigure(word, said[at - 1]))) return "figure";
  return RESERVES.test(plain) ? "reserve" : "other";
}

const ACKNOWLEDGED = {
  yes: "yes",
  fine: "fine",
  courtesy: "courtesy",
  no: "no",
  no_thanks: "no",
} as const satisfies Record<NonNullable<ReturnType<typeof readAcknowledgement>>, ClauseKind>;

/** Meanings that several words have together and no word alone. */
const SET_PHRASES: readonly (readonly [RegExp, string])[] = [
  [/\b(?:como no|por supuesto|desde luego|con gusto|claro que si|que si)\b/g, "si"],
  [/\b(?:no mas|na(?:da)? mas?|y ya|y listo|de inmediato|lo mas pronto)\b/g, "pues"],
  [/\bpor favor\b/g, "porfa"],
  [/\b(?:siendo asi|asi las cosas|en ese caso|entonces si|visto asi|a ver como me va|y vamos viendo)\b/g, "pues"],
  [/^(?:eso|ese|esa) es(?= |$)|^eso(?=$| si$)/g, "si"],
  // How a parcel arrived, or how it went: thanks in the customer's own words.
  [
    /\b(?:me |nos |ya )*(?:llego|llegaron|recibi|recibimos) (?:todo )?(?:(?:muy|super|re) )?(?:bien|perfecto|rapido|rapidisimo|excelente|a tiempo|completo)\b(?: (?:el|mi|los|su) (?:pedido|paquete|producto|frasco|tarro)s?)?/g,
    "gracias",
  ],
  [
    /\b(?:quede|estoy|quedamos) (?:(?:muy|super) )?(?:content|agradecid|feliz|satisfech|encantad)\w{0,2}(?: con (?:el|su|la|todo|ustedes)(?: (?:producto|servicio|atencion|pedido|compra))?)?\b|\b(?:muy |que )?(?:buen|excelente|lindo|super) (?:producto|servicio|atencion)\b/g,
    "gracias",
  ],
  [/\b(?:ustedes|usted) (?:son|es) (?:muy )?(?:amables?|queridos?|gentil(?:es)?|una belleza)\b/g, "gracias"],
  [/\bpor (?:ahora|el momento|lo pronto)\b/g, "pues"],
  // What a customer calls us adds nothing to a yes.
  [ENDEARED_AT_END, ""],
  [VOCATIVE_AT_END, ""],
  [/(?<=\w )(?:si )?(?:senor|senora|senorita)$/g, "porfa"],
  [/\bcomo (?:esta|quedo|dice|aparece)\b/g, "asi"],
  [/\besta (?:muy )?bien\b/g, "bien"],
  [
    /\bmi (?:amor|reina|rey|vida|corazon|cielo|nina|hermano|hermana|gente|pana|llave|so|socio|parce|compa|brother|bro)\b/g,
    "",
  ],
  [/\bde una(?: vez)?\b/g, "deuna"],
  [
    /\b(?:proced\w{1,4}|sig[ao]n?|continu\w{1,3}|adelante|hag\w{1,3}|dele|hagale) con (?:el|la|mi|su|este) (?:envio|pedido|despacho|compra|orden|proceso)\b/g,
    "proceda",
  ],
  [
    /(?<!\bsi )\b(?:envi|mand|despach)[ae]n? (?:ya |pues )?(?:el|mi|ese|este) (?:pedido|paquete|producto)\b/g,
    "envielo",
  ],
  [/\bcuando (?:guste|quiera|pueda)n?\b/g, "pues"],
  [/^(?:(?:ay|ah|uy|oh) )?no (?=mejor\b)/g, ""],
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
    /\b(?:pago|pagare|pagamos|cancelo) (?:al recibir|contra ?entrega|en efectivo|cuando (?:llegue|reciba|lo reciba))\b/g,
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
    /\bya (?:me |lo |la |le |les )*(?:pense|decidi|consulte|revise|verifique|pregunte|averigue|mire)(?: bien| todo)?(?= ,|$| y si\b)/g,
    "listo",
  ],
  [/\bpara (?:empezar|probar|comenzar|ensayar|mi|llevar|pedir|comprar)\b/g, "pues"],
];

function withSetPhrases(clause: string): string {
  return SET_PHRASES.reduce((text, [phrase, word]) => text.replace(phrase, word), clause)
    .replace(/ +/g, " ")
    .trim();
}

/** Words that order what was summed up. */
const CONFIRMS = words(
  "si sip sisas deuna claro dale dele listo hagale hagamosle obvio afirmativo seguro porfa acepto aceptado correcto correcta correctos exacto exacta confirmo confirmado confirmada confirmados confirmamos confirmar confirmelo confirme confirmadisimo confirmadisima envielo enviela enviemelo enviemela envieme envienlo enviela envienmelo mandelo mandela mandemelo mandemela mandenlo mandenmelo despachelo despachela despachemelo despachenlo proceda procedan procedamos adelante hagalo haganlo hagan yes oka ok vale bueno bien perfecto perfecta excelente super genial",
);
/** The objects of such words. */
const SUMMED_UP = words(
  "yo el la los las lo mi mis su un este ese esta esa esos esas estos estas mismo misma mismos mismas eran era sigue siguen puesto anotado anotados registrado todo toda todos todas asi pedido orden compra datos dato resumen informacion direcion nombre telefono celular valor precio producto y a de es son esta estan muy con que ahi aqui eso quiero deseo hago hacer hagamos tal cual queda quedo dijo puso escribio comprar me le les tambien entonces pues ahora mismo verificado revisado gusta sirve parece por parte mijo mija mijito mijita vecino vecina veci senor senora senorita hermano hermana amigo amiga joven don dona",
);
const ASKS_FOR = words(
  "querer coger cojo agarro agarrar ordeno ordenar solicito solicitar reservo deme denme dame mandeme mandemelo mandemelos envieme enviemelos regaleme regalame anoteme aparteme separeme despacheme despachemelos dejeme deje dejemelo dejelo pongame ponga quiere quieren quiero quisiera prefiero necesito llevo lleva llevar llevare llevaria pido pedire pedir compro comprar encargo escojo elijo seria serian sera seran sean son mejor quedo voy decido inclino animo cambie cambia cambielo cambieme cambiar cambielos gustaria interesa interesan vende venda vendame vendeme vender venderia venderian vendan adquirir adquiero deseo encargar manda mande envia envie regala regale despacha separa aparta da dan va van vamos toca pidiera tomo pase paselo subale aumente agregue",
);
/** Requests in whatever form: "mándeme", "póngamelos", "me vende", "apárteme", "traigan". */
const REQUESTS_BY_STEM =
  /^(?:mand|envi|despach|regal|anot|apunt|apart|separ|vend|pid|pon|pong|dej|traig|tra|guard|reserv|alist|empac|factur)(?:[aeo]n?|[ae]s|ar|er|emos|amos)?(?:me|nos|le|les|se)?(?:l[oa]s?)?$/;
/** "Arranco con uno", "me quedo con dos", "déjelo en tres": the number stands behind a small word. */
const BEGINS_WITH =
  /^(?:arranc|arranqu|empez|empiez|comenz|comienz|prob|prueb|anot|apunt|qued|dej|voy$|vamos$|vamonos$|iria$|animo|decid)/;

/** "Echemos dos", "saquemos 3", "queremos 2": let us, in any verb. Not what we have or do. */
const LET_US =
  /^(?!(?:ten|deb|sab|le|com|hac|beb|v|cre|pon|cab|solt|entend|vend|perd|nac|conoc)emos)[a-z]{2,}emos(?:le)?$/;

/** The verb that a number belongs to, past articles. */
export function asksFor(said: readonly string[], at: number): boolean {
  let verb = at - 1;
  while (verb >= 0 && (ARTICLES.has(said[verb] ?? "") || said[verb] === "porfa")) verb -= 1;
  const word = said[verb] ?? "";
  if (/^(?:con|en|a)$/.test(word)) {
    // "Con uno arranco".
    const isTurned = word === "con" && BEGINS_WITH.test(said[at + 1] ?? "");
    return isTurned || BEGINS_WITH.test(said[verb - 1] ?? "");
  }
  return ASKS_FOR.has(word) || REQUESTS_BY_STEM.test(word) || LET_US.test(word);
}

const PACK_NOUNS = words(
  "paquete paquetes paquetico combo combos promo promos promocion promociones oferta ofertas kit kits opcion opciones pack packs plan unidad unidades par docena",
);
const BESIDE_A_CHOICE = words(
  "el la los las lo un una de del con por a x mas mil empezar probar comenzar ensayar me se otro otra otros otras ese esa esos esas solo sola solamente solito nada mas numero seria y que ser nos quedo favor verdad precio valor",
);
const NUMBERS = words(
  "un uno una unos unas unito unita unico dosito dos tres cuatro cinco seis siete ocho nueve diez par",
);
const ORDINALS = words("primero primera primer segundo segunda tercero tercera tercer ultimo ultima");

/** Words that turn what stands beside them into "not yet", "not so" or "if". */
const RESERVES =
  /\b(?:no|nunca|tampoco|nadie|ni|sin|pero|aunque|sino|todavia|aun|primero|antes|despues|luego|manana|mas (?:tarde|adelante)|otro dia|cuando|hasta|depende|car[oa]s?|carisim\w{1,3}|costos\w{1,3}|miedo|dud\w{1,3}|desconf\w{1,5}|confi\w{1,5}|segur[oa]s?|estafa\w{0,5}|enga\w{1,6}|fals\w{1,3}|mentira|rob\w{1,5}|pens\w{1,7}|piens\w{1,5}|consult\w{1,7}|pregunt\w{1,7}|averig\w{1,7}|mir(?:o|ar|are|emos)|revis\w{1,5}|esper\w{1,5}|momento|momentico|minutico|segundito|rato|ratico|ocupad[oa]|prestad[oa]|plata|quincena|sueldo|si (?:me|nos|se|lo|la|le|el|es|hay|tiene|puede|fuera|tuviera|quiere)|menos|siempre y|con tal|(?:le|les|te) (?:aviso|digo|escribo)|ya (?:le|les|te) confirmo|tal vez|quizas?|a ver|capaz|mal|equivoc\w{1,5}|error)\b/;
/** Questions of a customer who is not convinced yet, or bargains; any other asks for a fact. */
const DOUBTS =
  /\b(?:no|nunca|sin|pero|si (?:me|nos|se|lo|la|le|el|es|hay|tiene|puede|fuera|tuviera)|car[oa]s?|menos|rebaj\w{1,5}|descuent\w{1,3}|gratis|regal\w{1,5}|miedo|dud\w{1,3}|confi\w{1,5}|segur[oa]s?|serio|verdad|real|estafa\w{0,5}|enga\w{1,6}|fals\w{1,3}|original|mentira|rob\w{1,5}|garanti\w{1,6}|devol\w{1,6}|devuelv\w{1,3}|sirve|funciona|efectivo es|dano|peligros\w{1,2}|malo)\b/;

const ASK = "(?:y|e|o|pero|ah|oiga|a|de|en|con|por|para|desde|hasta)";
const QUESTION_WORD = new RegExp(
  `^(?:${ASK} ){0,3}(?:cuant[oa]s?|como|cuando|donde|cual(?:es)?|quien(?:es)?|que (?:precio|valor|trae|contiene|tiene|incluye|hora|medios|formas?|pasa|es|hay|promoci|datos|necesit|marca|color|sabor))`,
);

/** A folded clause that asks, with a question mark or without. */
export function asks(clause: string): boolean {
  return clause.includes("?") || QUESTION_WORD.test(clause);
}

const ANY_NUMBER = /^(?:x?[1-9]|[1-9]x|\d{5,7})$/;
const SUPERLATIVES = words("barato barata economico economica individual sencillo sencilla grande pequeno pequena");

function counts(word: string): boolean {
  return NUMBERS.has(word) || ORDINALS.has(word) || ANY_NUMBER.test(word);
}

/** "El de 169", "el de 129 mil", "el más barato". */
function pointsOut(said: readonly string[], at: number): boolean {
  const [word = "", before = ""] = [said[at], said[at - 1]];
  return (/^\d{2,3}$/.test(word) && before === "de") || (SUPERLATIVES.has(word) && /^(?:mas|la|el)$/.test(before));
}

/** Nothing else stands in it: "mejor dos", "el tercero por favor", "la promo de 3". */
function isChoice(said: readonly string[], { goods }: ClauseFrame): boolean {
  return (
    said.some((word, at) => counts(word) || pointsOut(said, at)) &&
    said.every(
      (word, at) =>
        counts(word) ||
        pointsOut(said, at) ||
        PACK_NOUNS.has(word) ||
        goods.has(word) ||
        ASKS_FOR.has(word) ||
        REQUESTS_BY_STEM.test(word) ||
        LET_US.test(word) ||
        BEGINS_WITH.test(word) ||
        CONFIRMS.has(word) ||
        BESIDE_A_CHOICE.has(word) ||
        (isAcknowledgingWord(word) && !OF_A_PLACE.has(word)),
    ) &&
    !hasSlotNoun(said.join(" "))
  );
}

/** "Es el segundo", "esta noche": words for a place or a day. */
const OF_A_PLACE = words("es esta ahi dia tarde noche semana fin");

/** A number beside what it counts, among other words: "mándeme los 2 frascos que le dije", "quiero dos para mi mamá". */
function namesQuantity(said: readonly string[], { goods }: ClauseFrame): boolean {
  const isGoods = (word = ""): boolean => goods.has(word) || (PACK_NOUNS.has(word) && word !== "unidad");
  return said.some((word, at) => {
    const [next = "", last = ""] = [said[at + 1], said[at + 2]];
    if (isGoods(word)) {
      const behind = JOINS_A_NUMBER.has(next) ? last : next;
      return counts(behind) && !ORDINALS.has(behind);
    }
    if (!counts(word)) return false;
    const isCounted = isGoods(next) || next === "unidad";
    if (isCounted) return !ORDINALS.has(word) || next !== "unidad";
    return asksFor(said, at) && (next === "" || endsAChoice(next));
  });
}

/** Words behind a number that counts nothing else: "deme tres por favor", "las tres de una". */
export function endsAChoice(word: string): boolean {
  return ENDS_A_CHOICE.has(word) || CONFIRMS.has(word) || BEGINS_WITH.test(word);
}

/** "Un momento", "primero lo consulto": no number. */
function isNoFigure(word: string, before = ""): boolean {
  return /^un[oa]?s?$/.test(word) || (word === "primero" && !/^(?:el|al|del)$/.test(before));
}

const JOINS_A_NUMBER = words("de por x numero la el");
const ARTICLES = words("el la los las otro otra otros otras solo de ese esos esas estos estas unos unas pues entonces");
const ENDS_A_CHOICE = words("para por que y pues porfa gracias mejor entonces ya si a nada no solo solamente de deuna");

/** Words of a yes and of what it is said to; "ya le confirmo" and "si me …" put it off. */
function readConsent(clause: string, said: readonly string[]): "yes" | "fine" | null {
  if (/\bya (?:le |les |te )?(?:confirm|digo)|^si (?:me|nos|se) /.test(clause)) return null;
  if (!said.every((word) => CONFIRMS.has(word) || SUMMED_UP.has(word) || isAcknowledgingWord(word))) return null;
  return said.some((word) => CONFIRMS.has(word)) ? "yes" : "fine";
}

const AROUND_DATA = words(
  "mi mis el la los las lo su de del en a al para por con y e o es son soy era queda quedo vivo vive estoy aqui aca ahi es seria me llamo nombre llaman le les doy paso dejo este ese esta esa va van tengo escribe escriba anote apunte numero datos dato completo completa completos envio enviar entrega entregar recibe recibir pedido nuevo nueva cambio cambie corrijo correcion corregir mejor tambien ademas otra otro espere perdon disculpe entonces vereda municipio pueblo ciudad colombia si ok listo bueno claro gracias",
);

function isAroundData(word: string): boolean {
  return AROUND_DATA.has(word) || isDataWord(word) || isAcknowledgingWord(word);
}

function words(list: string): ReadonlySet<string> {
  return new Set(list.split(" "));
}
