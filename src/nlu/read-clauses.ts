/**
 * What each clause of a message does, by its words. The lists hold words that may stand in a yes or
 * in a choice, never words that forbid one: a word that no list has makes its clause `other`, so
 * nothing irreversible follows from words that the rules do not know.
 */
import type { ClauseKind } from "../core/ports/flow-reader.ts";
import { isAcknowledgingWord, readAcknowledgement } from "./acknowledgement.ts";
import { asksWhereToPay } from "./asks-where-to-pay.ts";
import { isCommonWord } from "./common-words.ts";
import { isDataWord } from "./extract/data-words.ts";
import { foldText } from "./fold-text.ts";
import { A_PERSON, A_RANGE, SUFFICES } from "./number-phrases.ts";
import { isVocative, withSetPhrases } from "./set-phrases.ts";
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
    const kinds = said.map((clause) => kindsOf(clause, { frame, hasFields, isCut: !isWhole(clause, written) }));
    const isChanged = kinds.some((of) => of.includes("choice") || of.includes("quantity"));
    const isShort = !hasFields && isShortYes(said, kinds.flat());
    return kinds.flatMap((of, at) => {
      if (isShort && of.includes("other")) return ["fine"];
      // "Déjeme reviso … sí, están bien": the look that they took, and what came of it.
      if (LOOKS.test(said[at] ?? "") && kinds.slice(at + 1).some((later) => later.includes("yes"))) return ["courtesy"];
      return isChanged && STOPS_US.test(said[at] ?? "") ? ["courtesy"] : of;
    });
  }
  // Signs alone: an emoji.
  const signs = hasFields ? null : readAcknowledgement(rest);
  return signs === null ? [] : [signs === "courtesy" ? "courtesy" : "fine"];
}

/** "Uy espere, mejor dos": before another number it puts nothing off. */
const STOPS_US = /^(?:(?:uy|ay|ah|no|oiga|mentiras?) )*(?:esper[ea]|espereme|perdon|perdone|disculpe)$/;

const LOOKS =
  /^(?:(?:a ver|ah|bueno|ok|ya|ya va) )?(?:deje|deja|permita)me (?:yo )?(?:l[oa]s? )?(?:reviso|miro|verifico|leo)(?: (?:bien|todo|los datos|el resumen))*$/;

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
  if (!kinds.includes("choice") || !(isPlain || isAmong) || clauses.some((clause) => A_PERSON.test(clause)))
    return null;
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
  ["uno un una unito", "dos dosito parcito par", "tres", "cuatro", "cinco", "seis", "siete", "ocho", "nueve"].flatMap(
    (names, index) => [...names.split(" "), String(index + 1)].map((name) => [name, index + 1] as const),
  ),
);

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
  // "Sí y páseme el link de pago".
  if (first !== undefined && rest !== undefined && isAboutThePayment(rest)) return [...kindsOf(first, reading), "pays"];
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
  if (IS_FILLER.test(greeted)) return null;
  if (WAITS_FOR_US.test(greeted)) return "other";
  const acknowledged = readAcknowledgement(plain);
  if (acknowledged !== null) return ACKNOWLEDGED[acknowledged];
  if (isAboutThePayment(plain)) return "pays";
  if (asks(plain)) return DOUBTS.test(plain) ? "reserve" : "question";
  const said = plain.split(" ");
  if (/^un (?:segundo|segundito)\b/.test(plain)) return "reserve";
  if (isChoice(said, frame)) return isCut ? "figure" : "choice";
  const consent = readConsent(plain, said);
  if (consent !== null) return consent;
  if (hasFields && said.every(isAroundData)) return null;
  if (
    !isCut &&
    (namesQuantity(said, frame) || SUFFICES.test(plain)) &&
    !A_RANGE.test(plain) &&
    !/\b(?:no|ya|hace)\b/.test(plain)
  )
    return "quantity";
  if (said.some((word, at) => counts(word) && !isNoFigure(word, said[at - 1]))) return "figure";
  return RESERVES.test(plain) ? "reserve" : "other";
}

/** "Ehhh", "pues eso": sounds and words that join, and no yes. */
const IS_FILLER = /^(?:(?:e+h+|h*m+|pues|entonces|y|que)(?: |$))+(?:eso)?$/;
/** "Ajá y entonces", "bueno y qué": the customer waits for what we say next. */
const WAITS_FOR_US = / y (?:que|entonces|ahora|luego)$/;

function isAboutThePayment(plain: string): boolean {
  return asksWhereToPay(plain) && !RESERVES.test(plain.replace(/^pero /, ""));
}

const ACKNOWLEDGED = {
  yes: "yes",
  fine: "fine",
  courtesy: "courtesy",
  no: "no",
  no_thanks: "no",
} as const satisfies Record<NonNullable<ReturnType<typeof readAcknowledgement>>, ClauseKind>;

/** Words that order what was summed up. */
const CONFIRMS = words(
  "si sip sisas deuna claro dale dele listo hagale hagamosle obvio afirmativo seguro porfa acepto aceptado apruebo aprobado aprobada autorizo autorizado ratifico va correcto correcta correctos exacto exacta confirmo confirmado confirmada confirmados confirmamos confirmar confirmelo confirme confirmadisimo confirmadisima envielo enviela enviemelo enviemela envieme envienlo enviela envienmelo mandelo mandela mandemelo mandemela mandenlo mandenmelo despachelo despachela despachemelo despachenlo proceda procedan procedamos adelante hagalo haganlo hagan yes oka ok vale bueno bien perfecto perfecta excelente super genial positivo positiva conforme amen oquei okei okey okay bacano bacana bacanisimo chevere chevre melo melos simon sizas breve fijo trato hecho firme arranque arranquen arranca ensille prosiga prosigan siga sigan metale echele facture facturelo tramite tramitelo gestione empiece pidalo pidamelo pongalo",
);
/**
 * "Mándalo", "tráigamelo", "envíenle", "que lo despachen": a parcel is sent off, in whatever form of the verb orders it. Not
 * "mandan" and "envían", which tell what a shop does.
 */
const SENDS =
  /^(?:(?:mand|envi|despach|llev|program|alist)(?:a|e|en|ar)|empa(?:ca|que|quen|car)|(?:traig|hag|proced)(?:a|an)|traer?)(?:me|nos|le|les|se)?(?:l[oa]s?)?$/;
const DIMINISHED = /^(?:(?:correct|perfect|exact|list|clar|segur)(?:it|ic|isim)[oa]s?|bienc?it[oa])$/;
/** The objects of such words. */
const SUMMED_UP = words(
  "yo el la los las lo mi mis su un este ese esta esa esos esas estos estas mismo misma mismos mismas eran era sigue siguen puesto anotado anotados registrado todo toda todos todas asi pedido orden compra datos dato resumen informacion direcion nombre telefono celular valor precio producto y a de es son esta estan muy con que ahi aqui eso quiero deseo hago hacer hagamos tal cual queda quedo dijo puso escribio comprar me le les tambien entonces pues ahora mismo verificado revisado gusta sirve parece por parte en partes sus cada nos puede pueden puedes nomas mijo mija mijito mijita vecino vecina veci senor senora senorita hermano hermana amigo amiga joven don dona",
);
const ASKS_FOR = words(
  "requiero querer coger cojo agarro agarrar ordeno ordenar solicito solicitar reservo deme denme dame mandeme mandemelo mandemelos envieme enviemelos regaleme regalame anoteme aparteme separeme despacheme despachemelos dejeme deje dejemelo dejelo pongame ponga quiere quieren quiero quisiera prefiero necesito llevo lleva llevar llevare llevaria pido pedire pedir compro comprar encargo escojo elijo seria serian sera seran sea sean son mejor quedo voy decido inclino animo cambie cambia cambielo cambieme cambiar cambielos gustaria interesa interesan vende venda vendame vendeme vender venderia venderian vendan adquirir adquiero deseo encargar manda mande envia envie regala regale despacha separa aparta da dan va van vamos toca pidiera tomo pase paselo pasame paseme subale aumente agregue",
);
/** Requests in whatever form: "mándeme", "póngamelos", "me vende", "apárteme", "traigan". */
const REQUESTS_BY_STEM =
  /^(?:mand|envi|despach|regal|anot|apunt|apart|separ|vend|pid|pon|pong|dej|traig|tra|llev|encarg|encargu|consig|program|guard|reserv|alist|empac|factur)(?:[aeo]n?|[ae]s|ar|er|emos|amos)?(?:me|nos|le|les|se)?(?:l[oa]s?)?$/;
/** "Arranco con uno", "me quedo con dos", "déjelo en tres": the number stands behind a small word. */
const BEGINS_WITH =
  /^(?:arranc|arranqu|empez|empiez|comenz|comienz|prob|prueb|ensay|anot|apunt|qued|dej|voy$|vamos$|vamonos$|iria$|animo|decid|baj[ae](?:l|m)|sub[ae](?:l|m)|reduzc|aument|cambi|pas[ae](?:me|se)?lo)/;

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
  "el la los las lo un una al de del con por a x mas mil empezar probar comenzar ensayar me se otro otra otros otras ese esa esos esas solo sola solamente solito nada mas numero seria estaria estarian y que ser nos quedo favor verdad precio valor",
);
const NUMBERS = words(
  "un uno una unos unas unito unita unico dosito parcito dos tres cuatro cinco seis siete ocho nueve diez par",
);
const ORDINALS = words("primero primera primer segundo segunda tercero tercera tercer ultimo ultima");

/** Words that turn what stands beside them into "not yet", "not so" or "if". */
const RESERVES =
  /\b(?:no|nunca|tampoco|nadie|ni|sin|pero|aunque|sino|todavia|aun|primero|antes|despues|luego|manana|mas (?:tarde|adelante)|otro dia|cuando|hasta|depende|car[oa]s?|carisim\w{1,3}|costos\w{1,3}|miedo|dud\w{1,3}|desconf\w{1,5}|confi(?!rm)\w{1,5}|segur[oa]s?|estafa\w{0,5}|enga\w{1,6}|fals\w{1,3}|mentira|rob\w{1,5}|pens\w{1,7}|piens\w{1,5}|consult\w{1,7}|pregunt\w{1,7}|averig\w{1,7}|mir(?:o|ar|are|emos)|revis\w{1,5}|esper\w{1,5}|momento|momentico|minutico|segundito|rato|ratico|ocupad[oa]|prestad[oa]|plata|quincena|sueldo|si (?:me|nos|se|lo|la|le|el|es|hay|tiene|puede|fuera|tuviera|quiere)|menos|siempre y|con tal|(?:le|les|te) (?:aviso|digo|escribo|confirmo)|tal vez|quizas?|a ver|capaz|mal|equivoc\w{1,5}|error)\b/;
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
    !A_RANGE.test(said.join(" ")) &&
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
const ENDS_A_CHOICE = words(
  "para por porque que y pues porfa gracias mejor entonces ya si a nada no solo solamente de deuna",
);

/** Words of a yes and of what it is said to; "ya le confirmo" and "si me …" put it off. */
function readConsent(clause: string, said: readonly string[]): "yes" | "fine" | null {
  if (PUTS_OFF.test(clause)) return null;
  const others = said.filter((word, at) => !isOfAYes(word, said[at - 1]));
  if (others.length > 0 && !isYesWithASound(said, others)) return null;
  return said.some(confirms) ? "yes" : "fine";
}

function isOfAYes(word: string, before = ""): boolean {
  if (confirms(word) || SUMMED_UP.has(word) || isAcknowledgingWord(word)) return true;
  return isVocative(word) && !OF_ANOTHER_PERSON.test(before);
}

/** "La doctora", "mi prima": not the one who is spoken to. */
const OF_ANOTHER_PERSON = /^(?:el|la|un|una|mi|su|otr[oa]|con|para|pa|por|a|al|de|del|que|y|o)$/;

/** So many words at most, where one of them may be unknown. */
const SHORT = 4;

/** "Sí ve", "dale mor", "vale oís": a yes, and one short word that no list has. "Sí hay", "si voy" say something. */
function isYesWithASound(said: readonly string[], others: readonly string[]): boolean {
  const [sound = "", ...more] = others;
  return more.length === 0 && isSound(sound) && !isNotOfAYes(sound) && said.length <= SHORT && said.some(confirms);
}

function isSound(word: string): boolean {
  return /^[a-z]{2,4}$/.test(word) && !isCommonWord(word);
}

/**
 * "Sí, ensille", "dale, sí, rodando ve": a message of a few words, one clause of which is a yes. Of the others one word may be
 * unknown, when it is an order to act or a sound, and speaks of no change, time, money or question. It orders only because the
 * customer was asked for the yes of a summary.
 */
function isShortYes(said: readonly string[], kinds: readonly ClauseKind[]): boolean {
  const words = said.join(" ").split(" ");
  const isAgreed = kinds.includes("yes") && kinds.includes("other") && kinds.every((kind) => SHORT_YES.has(kind));
  if (!isAgreed || words.length > SHORT) return false;
  const [unknown = "", ...more] = words.filter((word) => !isOfAYes(word));
  const isAct = /^[a-z]{3,}en?(?:l[oa]s?)?$/.test(unknown) && !isCommonWord(unknown);
  return more.length === 0 && (isAct || isSound(unknown)) && !isNotOfAYes(unknown);
}

const SHORT_YES: ReadonlySet<ClauseKind> = new Set(["yes", "fine", "courtesy", "other"]);

/** The beginnings of words that change, put off, ask or speak of money; and numbers. */
const NOT_OF_A_YES =
  /^(?:\d|no|ni|sin|cancel|anul|cambi|corrij|corrig|quit|borr|elimin|devuel|devolv|deje|dejar|olvid|suspend|para|pare|fren|aguant|llam|marqu|escrib|habl|err|mal|otr|men|gratis|fiad|credit|prest|cuot|rebaj|descuent|lunes|martes|mierc|juev|viern|sabad|doming|quincen|mes|seman|dia|hoy|tard|noch|hor|pag|plat|diner|nequi|tarjet|transf|recog|oficin|sol[oa]|falt|agreg|sum[ae]|aument|pong|pon|funcion|sirv|lleg|demor|cuest|valen|tien|hay|tra[ei]|cobr|cre[eo]|pregunt|dig|pued|podr|quis|imagin|supon|segun|ojal|cuid|tom|trag|pas[eo]|dem|dam|explic|expliq|cuent|muestr|verif|busq|repit|regal|mejor|ayud|mir|baj|sub|vuelv|guard|apart|separ|reserv|cotic|dud|prueb|recuerd|conside|analic|hagam)/;

function isNotOfAYes(word: string): boolean {
  return NOT_OF_A_YES.test(word) || RESERVES.test(word) || counts(word);
}

/** Every word is of a yes: nothing in it that a trained head could hear. */
export function saysOnlyYes(text: string): boolean {
  const clauses = clausesIn(text).map((clause) => withSetPhrases(withoutGreeting(clause).replace(/^, ?/, "")));
  return clauses.every(
    (clause) => clause === "" || clause.split(" ").every((word, at, said) => isOfAYes(word, said[at - 1])),
  );
}

/** "Ya le confirmo", "ya va", and what it would depend on: "si me lo manda", "si puede enviarlo". */
const PUTS_OFF = /\bya (?:le |les |te )?(?:confirm|digo|va\b)|^si (?:me|nos|se|puede[ns]?) /;

function confirms(word: string): boolean {
  return CONFIRMS.has(word) || SENDS.test(word) || DIMINISHED.test(word);
}

const AROUND_DATA = words(
  "ella ellos mi mis el la los las lo su de del en a al para por con y e o es son soy era queda quedo vivo vive estoy aqui aca ahi es seria me llamo nombre llaman le les doy paso dejo este ese esta esa va van tengo escribe escriba anote apunte numero datos dato completo completa completos envio enviar entrega entregar recibe recibir pedido nuevo nueva cambio cambie corrijo correcion corregir mejor tambien ademas otra otro espere perdon disculpe entonces vereda municipio pueblo ciudad colombia si ok listo bueno claro gracias",
);

function isAroundData(word: string): boolean {
  return AROUND_DATA.has(word) || isDataWord(word) || isAcknowledgingWord(word);
}

function words(list: string): ReadonlySet<string> {
  return new Set(list.split(" "));
}
