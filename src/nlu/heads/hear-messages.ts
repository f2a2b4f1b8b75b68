import { type MessageReading, type Reading, STANCES } from "../../core/ports/flow-reader.ts";
import type { Classifier } from "../../core/ports/model/classifier.ts";
import { saysOnlyYes } from "../clauses/read-clauses.ts";
import { foldText } from "../text/fold-text.ts";
import { readsAsInstruction } from "../text/reads-as-instruction.ts";
import { withPlainGreeting } from "../text/without-fillers.ts";
import { isDataWord } from "../words/data-words.ts";
import { isRelative, RELATIVE } from "../words/relatives.ts";
import { type Head, mentionedIn, readConcerns, statedIn } from "./head.ts";
import { LIVES_ELSEWHERE, SPEAKS_OF_THE_YOUNG, WORKS_AT_A_SCHOOL } from "./minors.ts";
import { readOwnDoctor, withAskedFor } from "./own-doctor.ts";
import { uniteConcerns } from "./unite-concerns.ts";
import { withoutDenials } from "./without-denials.ts";

export interface Hearing {
  readonly heads: readonly Head[];
  readonly classifier: Classifier;
  /** A message with its slips mended. */
  readonly mend: (text: string) => string;
  /** The field of the phone while it is asked for; null: a number to call is a wish for a call. */
  readonly phoneField: string | null;
}

/**
 * What is heard before any intent. Signs look at the words as they were typed and as they were meant: a mended word must
 * not hide a sign, nor a slip.
 */
export function hearMessages(
  { heads, classifier, mend, phoneField }: Hearing,
  messages: readonly MessageReading[],
): Pick<Reading, "concerns" | "stances" | "ownDoctor"> {
  const typed = messages.map((said) => {
    const own = withPlainGreeting(withoutSurname(said)).replace(said.ownNumberSaid ?? "\0", "celular ");
    const message = { ...said, text: own };
    const text = tellsWhereToCall(message) ? withoutCallHere(message.text) : message.text;
    if (phoneField === null || message.fields[phoneField] === undefined) return text;
    return withoutWhomToCall(text.replace(CALL_THERE, "celular "));
  });
  const meant = typed.map(mend);
  const readings = meant.some((text, at) => text !== typed[at]) ? [typed, meant] : [typed];
  const isTold = messages.some(tellsData);
  const trained = new Set(
    typed.flatMap((text, at) =>
      isOnlyData(messages[at]) || onlyChooses(messages[at]) || readsAsInstruction(text)
        ? []
        : hearTrained(classifier, text).filter((head) => head !== PERSON || !isTold),
    ),
  );
  const concerns = uniteConcerns({
    bySigns: readings.flatMap((texts) => readConcerns(heads, texts)),
    trained,
    stated: new Set(readings.flatMap((texts) => [...statedIn(heads, texts)])),
    mentioned: mentionedIn(heads, typed),
  });
  const ownDoctor = readOwnDoctor(meant);
  return {
    concerns: withAskedFor(heads, meant, concerns),
    ...(ownDoctor === null ? {} : { ownDoctor }),
    stances: STANCES.filter((stance) => trained.has(stance)),
  };
}

/**
 * "Niño" is a surname: "Alba Niño Castro", "el niño no es segundo nombre, es mi apellido". Words that tell a name speak of no
 * child.
 */
function withoutSurname({ text, fields }: MessageReading): string {
  if (!/niñ[oa]|nin[oa]/iu.test(text)) return text;
  const told = Object.values(fields).filter((value) => OF_A_NAME.test(value));
  const withoutTold = told.reduce((kept, value) => kept.replaceAll(value, " "), text);
  return withoutTold.replace(IS_A_SURNAME, " ").replace(BEHIND_A_NAME, "$1 ");
}

const OF_A_NAME = /^(?:\p{L}+\s){0,2}niñ[oa](?:\s\p{L}+)?$/iu;
const IS_A_SURNAME =
  /(?<!\p{L})niñ[oa]\s+(?:no\s+)?es\s+(?:\p{L}+\s+){0,3}(?:apellido|nombre)|(?<!\p{L})apellid\p{L}*\s+(?:es\s+|era\s+|con\s+)?niñ[oa](?!\p{L})/giu;
/** "Mi Niño", "El Niño" are written so by who writes every word with a capital. */
const BEHIND_A_NAME =
  /(?<!\p{L})(\p{Lu}\p{Ll}+)(?<!(?:Mi|Mis|El|La|Los|Las|Un|Una|Su|Para|Pa|Al|Del|Es|Tengo|Hola|Buenas|Ese|Este|Esa|Esta))\s+Niñ[oa](?!\p{L})/gu;

/** The number stands among other data: it is where the courier calls, and no wish for a call. */
function tellsWhereToCall({ fields, text }: MessageReading): boolean {
  return Object.keys(fields).length > 1 && (text.match(PHONE) ?? []).length === 1;
}

const PHONE = /(?<!\d)3\d{2}[\s-]?\d{3}[\s-]?\d{2}[\s-]?\d{2}(?!\d)/gu;
const CALL_HERE =
  /(?<!\p{L})(?:(?:me|nos)\s+(?:puede[ns]?|podr[ií]an?)\s+(?:llamar|marcar|escribir|ubicar|contactar|encontrar)|(?:ll[aá]m|m[aá]rqu|escr[ií]b|t[ií]mbr)[ae]n?me)\s+(?:al?|en)\s+(?:(?:el|este|mi)\s+)?(?:n[uú]mero\s+|cel(?:ular)?\s+|tel(?:[eé]fono)?\s+)?:?\s*(?=\+?\d)/giu;

/** "Que lo llamen a este número 315 …", "que me llamen al 316 …", where we ask for a number. "Márqueme al …" is a wish for a call. */
const CALL_THERE =
  /(?<!\p{L})(?:(?:que\s+)?(?:lo|la|le|los|las)|(?<!(?:quiero|quisiera|prefiero|necesito|gustar[ií]a|espero)\s)que\s+(?:me|nos))\s+(?:llam|marqu|timbr)\p{L}{1,4}\s+(?:al?|en)\s+(?:(?:el|este|ese|su)\s+)?(?:n[uú]mero\s+|cel(?:ular)?\s+|tel(?:[eé]fono)?\s+)?:?\s*(?=\+?\d)/giu;

/** "Pongan el mío para que me llamen a mí: 305 …", "ahí me llaman": beside the number that we asked for they say whose it is. */
const CALLS_WHOM =
  /(?<!\p{L})(?:p(?:ar)?a\s*que|por\s+si|ah[ií]|all[aáií]|a\s+ese|donde|y)\s+(?:(?:s[ií]|tambi[eé]n|ya|siempre)\s+)?(?:me|nos|lo|la|le|los|las)\s+(?:puede[ns]?\s+|podr[ií]an?\s+)?(?:llam|marqu|marc|timbr|ubi|contact|encuentr)\p{L}{1,4}(?:\s+a\s+(?:m[ií]|ell?[oa]?s?|[eé]l))?(?!\p{L})|(?<!\p{L})(?:p(?:ar)?a|donde)\s+(?:que\s+)?(?:llam|marqu|timbr)(?:en?|ar|an)(?!\p{L})/giu;

export function withoutWhomToCall(text: string): string {
  return text.replace(CALLS_WHOM, " ");
}

function withoutCallHere(text: string): string {
  return text.replace(CALL_HERE, "celular ");
}

/** The trained head for pregnancies, medicines and illnesses. */
const HEALTH = "health";

/**
 * What trained heads hear. An illness or a medicine that the customer denies is none, and "eso, ya quedó" has no word in which
 * anything could be heard.
 */
function hearTrained(classifier: Classifier, text: string): readonly string[] {
  const heard = classifier.hear?.(text) ?? [];
  /** Whether a head hears a text without some of its words too. */
  const isStillHeard = (head: string, whole: string, kept: string): boolean =>
    kept === whole || classifier.hear?.(kept).includes(head) === true;
  const apart = heard.includes(PERSON) ? text.replace(WITH_THEIR_OWN, " ").replace(IS_CALLED, " es ") : text;
  const isOurs = isStillHeard(PERSON, text, apart);
  const isOfTheYoung = !heard.includes(MINOR) || speaksOfTheYoung(foldText(text));
  const isOfDanger =
    !heard.includes(DANGER) ||
    (!pointsOnly(text) &&
      isStillHeard(
        DANGER,
        text,
        NO_DANGER.reduce((kept, words) => kept.replace(words, " "), text),
      ));
  const isMeant: Readonly<Record<string, boolean>> = {
    [PERSON]: isOurs,
    [MINOR]: isOfTheYoung,
    [DANGER]: isOfDanger,
  };
  const all = heard.filter((head) => isMeant[head] !== false);
  if (all.length > 0 && (saysOnlyYes(text) || countsForWhom(text))) return [];
  if (!all.includes(HEALTH)) return all;
  const folded = foldText(text);
  return isStillHeard(HEALTH, folded, withoutDenials(folded)) ? all : all.filter((head) => head !== HEALTH);
}

const MINOR = "minor";
const DANGER = "danger";

/** "Creo que no", "el de siempre": words that point at others and name nothing, in which no danger is heard. */
function pointsOnly(text: string): boolean {
  return foldText(text)
    .split(" ")
    .every((word) => word.length < 2 || POINTS.has(word));
}

/** "Ella siempre está", "el de siempre": always at home, not for ever. */
const ALWAYS = /(?<!p(?:ar)?a\s)(?<!\p{L})siempre(?!\p{L})/giu;

/** "Que ando corto": of money, and not of breath. */
const SHORT_OF_MONEY =
  /(?<!\p{L})(?:(?:que|porque)\s+)?(?:ando|estoy|toy|qued[eé]|vengo)\s+(?:\p{L}+\s+)?cort[oa]s?(?:\s+de\s+(?:plata|dinero|efectivo|billete))?(?!\s+de)(?!\p{L})/giu;

/** "La pierna me duele pa salir": why they stay at home. */
const LIMB = "(?:la|mi|las|mis|una|el|los)\\s+(?:piernas?|rodillas?|caderas?|tobillos?|pies?|columna|espalda)";
const A_LIMB_HURTS = new RegExp(
  `(?<!\\p{L})(?:(?:que|porque)\\s+)?(?:${LIMB}\\s+me\\s+duelen?|me\\s+duelen?\\s+${LIMB})(?:\\s+(?:p(?:ar)?a|al)\\s+(?:salir|caminar|bajar|subir|andar))?(?!\\p{L})`,
  "giu",
);
/** "¿Cuántas veces se toma?", "toca tomarla cada cuánto": how the goods are taken, not what was taken. */
const HOW_IT_IS_TAKEN =
  /(?<!\p{L})(?:cada\s+cu[aá]nto|cu[aá]nt[ao]s?(?:\s+(?:veces|d[ií]as|noches|past\p{L}{1,5}|tabletas|pepas))?|a\s+qu[eé]\s+horas?|c[oó]mo|toca|hay\s+que|debo|se)\s+(?:(?:al|por)\s+(?:d[ií]a|noche)\s+)?(?:(?:es\s+que|me|se|toca|hay\s+que|debo|uno|tengo\s+que|l[ao]s?)\s+){0,3}tom(?:a|an|ar|arl[oa]s?|arse(?:l[oa]s?)?|arme(?:l[oa]s?)?)(?!\p{L})/giu;
const NO_DANGER = [ALWAYS, SHORT_OF_MONEY, A_LIMB_HURTS, HOW_IT_IS_TAKEN];

const POINTS = new Set(
  "creo que no si tiene tienen el la los las lo le un una mismo misma mismos de del siempre ese esa eso este esta esto es son era ya aun todavia otro otra asi como igual tambien pues bueno claro mio mia mi su aca alla ahi aqui con por en al hay usted ella ellos".split(
    " ",
  ),
);

function speaksOfTheYoung(folded: string): boolean {
  return SPEAKS_OF_THE_YOUNG.test(folded) && !WORKS_AT_A_SCHOOL.test(folded) && !LIVES_ELSEWHERE.test(folded);
}

/** "El edificio se llama Castellana Real": a name, and no wish for a call. */
const IS_CALLED = /\sse\s+llaman?\s(?=\p{Lu}|\p{Ll})/giu;

/** "Acabo de hablar con mi mamá": with one of their own, and not with us. */
const WITH_THEIR_OWN = new RegExp(
  `(?<!\\p{L})(?:(?:ya|acabo\\s+de|voy\\s+a|tengo\\s+que|d[eé]je(?:me)?)\\s+)?(?:lo\\s+)?(?:habl|consult|convers|pregunt|cuadr)\\p{L}{1,5}\\s+(?:con|a)\\s+(?:mi|mis|la|el)\\s+(?:${RELATIVE}|se[ñn]ora|familia)(?!\\p{L})`,
  "giu",
);

/** "Quiero 2 pa mí y pa mi novia": a wish, a number and whom it is for. */
function countsForWhom(text: string): boolean {
  return foldText(text)
    .split(" ")
    .every((word) => /^[1-9,]?$/.test(word) || OF_A_WISH.has(word) || isRelative(word));
}

const OF_A_WISH = new Set(
  "quiero quisiera deme mandeme envieme anoteme necesito llevo seria serian son uno una un dos tres frasco frascos tarro tarros y pa para mi mis el la los las otro otra porfa favor por ok listo bueno entonces esta vez ahora solo solito solita nada mas primero no de nuevo".split(
    " ",
  ),
);

/** "El teléfono de ella 316 …" sounds like a wish for a call: beside data, in any message of the run, only a sign is one. */
const PERSON = "person";

function tellsData(message: MessageReading | undefined): boolean {
  return message !== undefined && Object.keys(message.fields).length > 0;
}

/** "Entendido. Solicito dos": a choice, and words that agree. */
function onlyChooses(message: MessageReading | undefined): boolean {
  const clauses = message?.clauses ?? [];
  return clauses.includes("choice") && clauses.every((kind) => OF_A_CHOICE.has(kind));
}

const OF_A_CHOICE: ReadonlySet<string> = new Set(["choice", "yes", "fine", "courtesy"]);

/** So few words beside the data say nothing that no sign would hear: "mi celu: 319 …, Jenny". */
const FEW = 2;

function isNearlyData({ text, raw }: MessageReading): boolean {
  const told = new Set(foldText(Object.values(raw).join(" ")).split(" "));
  const beside = foldText(text)
    .split(" ")
    .filter((word) => /^[a-z]{3,}$/.test(word) && !told.has(word) && !isDataWord(word));
  return beside.length <= FEW;
}

/** A name and a phone say nothing that a trained head could hear. */
function isOnlyData(message: MessageReading | undefined): boolean {
  return message !== undefined && tellsData(message) && (message.clauses?.length === 0 || isNearlyData(message));
}
