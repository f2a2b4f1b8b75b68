/** Who receives the parcel, in the words in which people tell it, written as the plain labels that every reader knows. */

import { plainText } from "../../core/plain-text.ts";
import { isIn, mayMatch, replaceIn } from "../text/pattern-gate.ts";
import { isFirstName, soundsLikeFirstName } from "../words/first-names.ts";
import { RELATIVE } from "../words/relatives.ts";
import { isSurname } from "../words/surnames.ts";
import type { ExtractionContext } from "./field-kinds.ts";
import { isCapital } from "./read-name.ts";

const WORD = "\\p{L}[\\p{L}'’-]{1,20}";

/** "D mi mamá", "d la señora". */
const SHORT_OF = /(?<=\p{L}\s)d(?=\s(?:mi|mis|la|el|su|l[oa]s)\s)/giu;
/** "Carmen Pinto vda. de Rojas": written out, since its dot would end the sentence. "vda. El Salado" is a vereda. */
const WIDOW = /(?<=\p{L}\s)(?:vda?|vd)\.?\s{0,2}(?=de\s(\p{L}{2,20}))/giu;
/** "A nombre de mi mamá, que ella recibe: Carmen Botina", "a nombre de mi tía, Ana Ruiz". */
const KIN_THEN_NAME = new RegExp(
  `(?<!\\p{L})(?:a|el)\\s{1,3}nombre\\s{1,3}de\\s{1,3}(?:mi|la|el)\\s{1,3}${RELATIVE}(?!\\p{L})(?:[^:.\\n]{0,40}:|(?:\\s(?:que|quien)\\s[^:.,\\n]{2,60})?\\s{0,2},)\\s{0,2}(?=(${WORD})\\s(?:\\p{L}{1,3}\\s){0,2}${WORD})`,
  "giu",
);
/** "Que lo reciba Pedro Nel Rincón", "que la recoja Ana Ruiz". */
const MAY_RECEIVE = new RegExp(
  `(?<!\\p{L})que\\s{1,3}(?:l[oa]s?\\s{1,3})?(?:reciba|recoja)\\s{1,3}(?:(?:el|la)\\s{1,3}se[nñ]ora?\\s{1,3})?(?=(${WORD})\\s(?:\\p{L}{1,3}\\s){0,2}${WORD})`,
  "giu",
);

export function withReceiver(text: string): string {
  const widowed = replaceIn(WIDOW, text.replace(SHORT_OF, "de"), (said, name = "") =>
    isSurname(name) ? "viuda " : said,
  );
  const named = replaceIn(KIN_THEN_NAME, widowed, (said, first = "") =>
    isFirstName(first) || said.includes(":") ? "a nombre de: " : said,
  );
  return replaceIn(MAY_RECEIVE, named, (said, first = "") => (isFirstName(first) ? "recibe " : said));
}

const NUMBER = "\\+?\\d[\\d .-]{8,16}\\d";
const KIN = `(?:ella|[eé]l|(?:mi|la|el)\\s${RELATIVE})`;
/** "Mi cel es … y el de mi mamá …, llamen al de ella": the second one is the number of the parcel. */
const TWO_NUMBERS = new RegExp(
  `(?<!\\p{L})(?:mi|el\\sm[ií]o)\\s[^,;.\\d]{0,30}${NUMBER}[\\s,]{1,3}(?:y|pero)\\s(?=el\\s(?:\\p{L}{3,8}\\s)?de\\s${KIN}\\s[^,;.\\d]{0,12}${NUMBER})`,
  "iu",
);
const CALL_THE_OTHER = new RegExp(
  `(?<!\\p{L})(?:llam|marqu|timbr|comun[ií]qu|escrib)\\p{L}{1,5}\\s(?:\\p{L}{2,6}\\s)?al\\sde\\s${KIN}(?!\\p{L})`,
  "iu",
);

export function withPhoneToCall(text: string): string {
  return isIn(CALL_THE_OTHER, text) ? text.replace(TWO_NUMBERS, "") : text;
}

const PERSON = `(?:${RELATIVE}|se[nñ]or(?:a|ita)?|muchach[oa]|joven|client[ea]|emplead[oa])`;
const WHO = `(?:(?:mi|su|el|la|una?|otr[oa]|es[ea])\\s${PERSON}|ella|[eé]l)(?!\\p{L})`;
/** "Es para ella …", "va para mi suegra: …", "queda a nombre de él mejor: …". */
const FOR_WHOM = new RegExp(
  `(?<!\\p{L})(?:(?:es|van?|ser[ií]a|sea|qued[ae])\\s)?(?:p(?:ar)?a|a\\snombre\\sde)\\s${WHO}(?:\\s(?:mejor|entonces|pues))?\\s?[:,]?\\s(?:que\\s)?(?:(?:es|se\\sllama)\\s)?(?:(?:la\\s|el\\s)?(?:don|do[nñ]a|se[nñ]ora?|dra?\\.?|doctora?|ingenier[oa]|profesora?)\\s)?`,
  "giu",
);
/** "Ella es …", "mi jefa es …", "el muchacho se llama …", "otra vecina quiere uno, se llama …". */
const WHO_IS = new RegExp(
  `(?<!\\p{L})(?:quien|(?:el|la)\\sque)\\s(?:l[oa]\\s)?(?:recibe|reciba|recoge|va\\sa\\srecibir)\\s(?:es|ser[ií]a)\\s(?:mi\\s${PERSON}\\s?,?\\s)?(?:(?:que\\s)?se\\sllama\\s|[,:]\\s)?|(?<!\\p{L})(?<!(?:con|de|por|que|como|soy)\\s)${WHO}(?:\\sque\\s(?:l[oa]\\s)?(?:recibe|recoge|va\\sa\\srecibir))?(?:\\squiere\\s[^,.;]{1,30},)?\\s(?:es|se\\sllama)\\s`,
  "giu",
);
const WISHES =
  /(?<!\p{L})(?:quier[oe]|comprar|pedir|pedido|encargar|mand[ae]r?\p{L}{0,4}|env[ií][ae]r?\p{L}{0,4}|an[oó]t\p{L}+|ap[uú]nt\p{L}+)(?!\p{L})/iu;
const SAYS_OWN_NAME = /(?<!\p{L})(?:soy|me\s+llamo)\s+\p{L}/iu;

/** The one who receives the parcel, by a full name behind words that say who it is: "ella es Ana Ruiz", "va para mi suegra: Ana Ruiz". */
export function withReceiverNamed(sentence: string, { known, isAsked }: ExtractionContext): string {
  if (isIn(SAYS_OWN_NAME, sentence)) return sentence;
  const isOpen = known.given_name === undefined || known.surname === undefined;
  const leads = isOpen && (isAsked || isIn(WISHES, sentence)) ? [FOR_WHOM, WHO_IS] : [FOR_WHOM];
  for (const lead of leads)
    for (const { 0: said, index } of mayMatch(lead, sentence) ? sentence.matchAll(lead) : []) {
      const behind = sentence.slice(index + said.length);
      const name = fullNameAtStart(behind);
      if (name !== null) return `${sentence.slice(0, index)}, me llamo ${name}, ${behind.slice(name.length)}`;
    }
  return sentence;
}

const MOST_WORDS = 6;
const PARTICLES = /^(?:de|del|la|las|los)$/;

/** "Fabiola Arango Posada calle 30": a first name and what follows it, up to the last surname. */
export function fullNameAtStart(text: string): string | null {
  const words = (/^\p{L}[\p{L}'’-]*(?:\s\p{L}[\p{L}'’-]*){1,5}/u.exec(text)?.[0] ?? "").split(" ").slice(0, MOST_WORDS);
  const [first = "", ...others] = words;
  const isGiven =
    isFirstName(first) ||
    (soundsLikeFirstName(first) && (isCapital(first) || isSurname(others[0] ?? ""))) ||
    (isCapital(first) && isFirstName(first.replace(AFFECTION, "$1")));
  if (!isGiven) return null;
  const end = others.findIndex((word) => !isFirstName(word) && !isSurname(word) && !PARTICLES.test(plainText(word)));
  const name = end < 0 ? words : words.slice(0, end + 1);
  const surname = name.findLastIndex((word, at) => at > 0 && isSurname(word));
  if (surname > 0) return name.slice(0, surname + 1).join(" ");
  // "Esperanza Tulcán": a surname that no list has is known by its capital.
  const capitals = words.findIndex((word) => !isCapital(word) && !PARTICLES.test(plainText(word)));
  const written = words.slice(0, capitals < 0 ? MOST_WORDS : capitals);
  const last = written.findLastIndex(isCapital);
  return last > 0 && last <= MOST_CAPITALS ? written.slice(0, last + 1).join(" ") : null;
}

const MOST_CAPITALS = 4;
/** "Emilianita", "Josesito". */
const AFFECTION = /(?:c|s)?it([ao])$/u;

/** "La que recibe soy yo, la secretaria, Esperanza Tulcán", "pero va a nombre mío: Fabián Cárdenas": others may be named as well. */
const OWN_RECEIPT =
  /(?<!\p{L})(?:a\s(?:el\s)?nombre\sm[ií]o|a\smi\snombre|(?:la|el|quien)\s(?:que\s)?recibe\ssoy\syo|soy\syo\s(?:la|el|quien)\s(?:que\s)?recibe|recibo\syo(?:\smism[oa])?)(?:\s(?:mejor|entonces|pues))?[\s,:]{1,3}(?:(?:la|el)\s\p{L}{4,15}(?:\s(?:de|del)\s(?:la\s)?\p{L}{3,15})?[\s,:]{1,3})?(?=\p{Lu})/giu;

/** The customer's own name, said behind words that they receive it, stands first: the first name that is told is who receives. */
export function withOwnReceipt(text: string): string {
  if (/[?¿]/u.test(text)) return text;
  for (const { 0: said, index } of mayMatch(OWN_RECEIPT, text) ? text.matchAll(OWN_RECEIPT) : []) {
    const behind = text.slice(index + said.length);
    const name = fullNameAtStart(behind);
    const others = text.slice(0, index).replace(ELLA_ES, "$1");
    if (name !== null) return `me llamo ${name}, ${others}, ${behind.slice(name.length)}`;
  }
  return text;
}

/** "Ella es Ana Mercedes": beside one who says that they receive it, she does not. */
const ELLA_ES = /(^|[,.;]\s?)(?:ella|[eé]l)\ses\s\p{Lu}[\p{L} ]{2,40}?(?=[,.;]|\spero\s|$)/giu;
