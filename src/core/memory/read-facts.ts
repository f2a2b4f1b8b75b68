/**
 * Reads what customers say about themselves, most of it in Spanish, by rules alone: name, manner, language,
 * birthday, likes, allergies, family, goals. A question, a wish or a word about another person tells
 * nothing. Every value is a part of the message, so every fact has its own words.
 */
import { foldLetters } from "../plain-text.ts";
import type { FactKind, Sensitivity } from "./fact.ts";
import type { FactRule } from "./fact-rule.ts";
import { FOREIGN_RULES } from "./foreign-rules.ts";
import { foldInPlace } from "./quote-of.ts";

export interface ReadFact {
  readonly subject: string;
  readonly key: string;
  readonly value: string;
  readonly quote: string;
  readonly kind: FactKind;
  readonly sensitivity: Sensitivity;
}

const KIN =
  "(?<subject>espos[oa]|marido|mujer|hij[oa]|mama|papa|madre|padre|herman[oa]|novi[oa]|abuel[oa]|perr[oa]|gat[oa])";
const NAME = "(?<value>[a-z][a-z'-]{1,20}(?: [a-z][a-z'-]{1,20}){0,2})";
const WORDS = "(?<value>[a-z0-9][^,;]{1,80})";
const DAY = "(?<value>(?:el )?\\d{1,2} de [a-z]{4,10}(?: (?:de|del) \\d{4})?)";

const RULES: readonly FactRule[] = [
  { key: "display_name", pattern: new RegExp(`^(?:yo )?me llamo ${NAME}$`, "u") },
  { key: "display_name", pattern: new RegExp(`^mi nombre es ${NAME}$`, "u") },
  {
    key: "display_name",
    pattern: new RegExp(
      `^(?:puede[s]? |prefiero que |mejor )?(?:dime|digame|decirme|llamame|llameme|me digas|me diga|me llames|me llame) ${NAME}$`,
      "u",
    ),
  },
  {
    key: "tone_preference",
    pattern:
      /^(?:prefiero que )?(?:tuteame|(?:hablame|hableme|tratame|trateme|me hables|me hable|me trates|me trate) de tu)$/u,
    value: "tú",
  },
  {
    key: "tone_preference",
    pattern: /^(?:prefiero que )?(?:hablame|hableme|tratame|trateme|me hables|me hable|me trates|me trate) de usted$/u,
    value: "usted",
  },
  {
    key: "language_preference",
    pattern:
      /^(?:prefiero (?:que (?:me )?(?:hables|hable|respondas|responda|escribas|escriba) )?|hablame |hableme |respondeme |respondame |escribeme |escribame )en (?<value>espanol|ingles|portugues|frances)$/u,
  },
  { key: "birthday", pattern: new RegExp(`^mi cumple(?:anos)? es ${DAY}$`, "u") },
  { key: "birthday", pattern: new RegExp(`^(?:yo )?(?:cumplo(?: anos)?|naci) ${DAY}$`, "u") },
  { key: "city", pattern: /^(?:yo )?(?:ahora |actualmente |hoy )?(?:vivo|resido) en (?<value>[a-z][a-z .'-]{2,40})$/u },
  { key: "occupation", pattern: /^(?:yo )?trabajo (?:como|de|en una?|en el|en la) (?<value>[a-z][a-z -]{2,40})$/u },
  { key: "likes", pattern: new RegExp(`^(?:a mi )?me (?:gusta|gustan|encanta|encantan) (?:mucho )?${WORDS}$`, "u") },
  { key: "dislikes", pattern: new RegExp(`^(?:(?:a mi )?no me (?:gusta|gustan)|odio|detesto) ${WORDS}$`, "u") },
  { key: "likes", pattern: /^prefiero (?<value>(?!que |no )[a-z0-9][^,;]{1,80})$/u },
  { key: "goals", pattern: new RegExp(`^mi (?:meta|objetivo|proposito) es ${WORDS}$`, "u") },
  { key: "constraints", pattern: /^(?:yo )?soy (?<value>vegan[oa]|vegetarian[oa])$/u },
  { key: "constraints", pattern: /^(?:yo )?no (?:como|tomo|bebo) (?<value>[a-z][a-z -]{2,40})$/u },
  {
    key: "allergy",
    pattern:
      /^(?:yo )?(?:soy alergic[oa]|tengo alergia|me da alergia|me dan alergia) (?:a (?:la |las |el |los )?|al |los |las |el |la )?(?<value>[a-z][a-z -]{2,60})$/u,
    sensitivity: "health",
  },
  {
    key: "condition",
    pattern:
      /^(?:yo )?(?:sufro de(?: la| los| las)?|padezco(?: de)?|tengo (?=diabetes|hipertension|asma|epilepsia|ansiedad|depresion|insomnio|migrana|cancer|artritis|gastritis)|soy (?=diabetic|hipertens|asmatic|celiac|epileptic)) ?(?<value>[a-z][a-z -]{2,60})$/u,
    sensitivity: "health",
  },
  { key: "condition", pattern: /^(?:yo )?estoy (?<value>embarazada)$/u, sensitivity: "health" },
  {
    key: "id_number",
    pattern: /^mi (?:cedula|documento|numero de documento|cc|pasaporte) es (?<value>[a-z0-9][a-z0-9 .-]{3,30})$/u,
    sensitivity: "identity",
  },
  {
    key: "payment",
    pattern:
      /^mi (?:tarjeta|cuenta|cartao|credit card|bank account|senha|password|numero de cuenta|numero de tarjeta|clave|cvv) (?:de [a-z ]{2,20} )?es (?<value>[a-z0-9][a-z0-9 .-]{2,40})$/u,
    sensitivity: "payment",
  },
  { key: "name", pattern: new RegExp(`^mi ${KIN} se llama ${NAME}(?: y cumple(?: anos)? .{4,40})?$`, "u") },
  { key: "birthday", pattern: new RegExp(`^mi ${KIN} cumple(?: anos)? ${DAY}$`, "u") },
  { key: "birthday", pattern: new RegExp(`^el cumple(?:anos)? de mi ${KIN} es ${DAY}$`, "u") },
  { key: "city", pattern: new RegExp(`^mi ${KIN} vive en (?<value>[a-z][a-z .'-]{2,40})$`, "u") },
];

/** "recuerda que …": the customer asks for it, so it may be sensitive. */
const ASKED =
  /^(?:por favor )?(?:recuerd[ae]|recuerdes|anot[ae]|apunt[ae]|guard[ae]|ten(?:ga)? en cuenta|no (?:olvides|olvide|se te olvide|se le olvide))(?: por favor)?(?: que)? |^(?:please )?remember (?:that )?|^(?:por favor )?lembr[ae] (?:de )?(?:que )?/u;
/** Words that say how the next ones are to be read, and change nothing of them. */
const OPENING =
  /^(?:hola|ola|oi|hi|hello|hey|bom dia|boa tarde|buenas|buenos dias|buenas tardes|buenas noches|y|pues|bueno|ah|ok|listo|es que|la verdad|gracias) /u;
/** Words by which a fact is sensitive, whatever its key. */
const SENSITIVE: readonly (readonly [Sensitivity, RegExp])[] = [
  [
    "health",
    /alergi|diabet|hipertens|embaraz|cancer|asma|epilep|ansiedad|depresi|insomnio|migran|enferm|medicament|pastilla|trastorno|allerg|asthma|pregnan|gravid|doenca|remedio|medicine|disease|vih|celiac|gastritis|cirugia|discapaci/u,
  ],
  ["identity", /cedula|pasaporte|passaporte|passport|documento|\bnit\b|\bcpf\b|\brfc\b/u],
  ["payment", /tarjeta|cuenta|\bcvv\b|\bclave\b|\biban\b|nequi|daviplata/u],
];

/** What these words are about, whatever the key they are kept under. */
export function sensitivityOf(...texts: readonly string[]): Sensitivity {
  const folded = foldLetters(texts.join(" "));
  return SENSITIVE.find(([, words]) => words.test(folded))?.[0] ?? "plain";
}

/** True when a part of the message asks to remember something. */
export function asksToRemember(message: string): boolean {
  return (
    message.length <= TOO_LONG && clausesOf(message).some(({ words }) => ASKED.test(`${foldInPlace(words) ?? ""} `))
  );
}

/** "me llamo Ana y vivo en Cali" are two. The letters stay in their places: "y" becomes the end of a clause. */
const AND_I =
  /(\S) y (me (?:llamo|gusta|gustan|encanta|encantan)|vivo|resido|trabajo|tengo|soy|odio|detesto|prefiero|mi |no me gusta|no como|no tomo|cumplo)/giu;
const TOO_LONG = 1_000;
const MOST_CLAUSES = 20;

/** What one message of a customer tells; empty when it tells nothing. */
export function readFacts(message: string): ReadFact[] {
  if (message.length > TOO_LONG || /[\p{Cc}]/u.test(message.replace(/[\n\t]/gu, " "))) return [];
  return clausesOf(message).slice(0, MOST_CLAUSES).flatMap(readClause);
}

interface Clause {
  /** The customer's own letters. */
  readonly words: string;
  readonly isQuestion: boolean;
}

function clausesOf(message: string): Clause[] {
  const parts = message.replace(AND_I, "$1; $2");
  return [...parts.matchAll(/(?<words>[^.!?;,\n]+)(?<end>[.!?;,\n]*)/gu)].map(({ groups }) => {
    const { words = "", end = "" } = groups ?? {};
    return { words: words.trim(), isQuestion: words.includes("¿") || end.includes("?") };
  });
}

function readClause({ words, isQuestion }: Clause): ReadFact[] {
  if (isQuestion || words === "") return [];
  const letters = foldInPlace(words);
  if (letters === null) return [];
  let from = 0;
  let isAsked = false;
  for (let pass = 0; pass < 3; pass += 1) {
    const rest = letters.slice(from);
    const asked = ASKED.exec(rest);
    const opening = asked ?? OPENING.exec(rest);
    if (opening === null) break;
    if (asked !== null) isAsked = true;
    from += opening[0].length;
  }
  for (const { key, pattern, sensitivity = "plain", value } of [...RULES, ...FOREIGN_RULES]) {
    const match = pattern.exec(letters.slice(from));
    if (match === null) continue;
    const said = match.groups?.["value"] ?? "";
    const at = said === "" ? from : from + match[0].lastIndexOf(said);
    const read = value ?? words.slice(at, at + said.length).trim();
    const subject = match.groups?.["subject"] ?? "self";
    return [{ subject, key, value: read, quote: words, kind: isAsked ? "requested" : "stated", sensitivity }];
  }
  return [];
}
