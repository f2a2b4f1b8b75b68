import { plainText, titleCase } from "../../core/plain-text.ts";
import { isFirstName, soundsLikeFirstName } from "../words/first-names.ts";
import { isSurname } from "../words/surnames.ts";
import { type PiecesSoFar, put, putName, putPlace } from "./pieces-so-far.ts";
import { homeBehind, isCapital, readBareName } from "./read-name.ts";

/** Words around a name that tell nothing themselves: an assent, a wish to have it noted, a courtesy. */
const AROUND = new Set(
  `
  si senor senora senorita claro listo bueno buenas ok vale pues mire vea ay ah mi mio mia yo lo la el es soy le les se me que
  ahi aca ya no y este esta este entonces a nombre completo nombres apellidos apellido de anote anoten anoteme anotele apunte apuntele apunteme escriba
  escribale escribame ponga pongale pongalo pongame coloque coloquele recibo reciba nuevo otra vez pero con gusto mucho
  servirle servirles para servidora servidor orden ordenes sus su favor por gracias muchas dios bendiga bendiciones usted ustedes joven
  mijo mija amor amiga amigo veci vecina doctora doctor sumerce nomas aqui tome llama llamo digo seria
`
    .trim()
    .split(/\s+/),
);

/** "le compré a Carlos Ruiz", "la vecina de Ana Gil": another's name. */
const LEADS_TO_ANOTHER = /^(?:a|de|con|por|para|y|mi|su)$/;

/** "a nombre de …", "a nombre mío de …". */
const IN_THE_NAME_OF = /(?:^| )nombre(?: mi[oa])? de$/;

/**
 * "Amparo Loaiza Henao para servirle", "anote pues Betty Jaramillo", "Stella Polanía de Neiva Huila": a full name, where
 * the name is what we ask for, and beside it only words that tell nothing, or a home.
 */
export function readNameInside(reading: PiecesSoFar, all: readonly string[]): boolean {
  const { told, known, context } = reading;
  if (!context.isAsked || (told.given_name ?? known.given_name) !== undefined) return false;
  const { words, home } = homeBehind(all);
  const from = words.findIndex((word, at) => isNameFrom(words.slice(at)) && (isFirstName(word) || at > 0));
  if (from < 0) return false;
  const before = words.slice(0, from).map(plainText);
  const name = longestName(words.slice(from));
  if (name === null || (name.length === all.length && home === null)) return false;
  const behind = words.slice(from + name.length);
  // "Fabián Andrés Muñoz Joven" is called Joven; "Fabián Muñoz, joven" is polite.
  if (isCapital(words[from] ?? "") && behind.some(isCapital)) return false;
  const after = behind.map(plainText);
  const isAnothers = LEADS_TO_ANOTHER.test(before.at(-1) ?? "") && !IN_THE_NAME_OF.test(before.join(" "));
  if (isAnothers || ![...before, ...after].every((word) => AROUND.has(word))) return false;
  putName(reading, words.slice(from), name);
  if (home !== null) putPlace(reading, home);
  return true;
}

/** A first name, and behind it another word of a name. */
function isNameFrom([first = "", second = ""]: readonly string[]): boolean {
  const isGiven = isFirstName(first) || (isCapital(first) && soundsLikeFirstName(first));
  return isGiven && (isFirstName(second) || isSurname(second) || isCapital(second));
}

/** The most leading words that are one full name. */
function longestName(words: readonly string[]) {
  for (let length = Math.min(MOST_WORDS, words.length); length > 1; length -= 1) {
    const some = words.slice(0, length);
    if (AROUND.has(plainText(some.at(-1) ?? ""))) continue;
    const name = readBareName(some, { given: undefined, surname: false });
    if (name?.given != null && name.surname !== null && name.length === length) return name;
  }
  return null;
}

const MOST_WORDS = 6;

/** So many words of a sentence beside a name. */
const MOST_BESIDE = 12;

/** Words that say that the name is another person's, or that refuse it. Folded. */
const OF_ANOTHER =
  /^(?:no|ni|nunca|ya|recomend\w*|compr[aeoi]\w*|vend[eio]\w*|conoc\w*|conozco|trabaj\w*|dijo|dijeron|dice[ns]?|digo|conto|hablo con|vi|vio|video|pagina|escuch\w*|pidio|pidieron|pago|usa|uso|toma|tomo|tomaba|atendi\w*|escribio|llamo|paso|mando|regalo|trajo|aconsejo|mostro|conto|sirvio|funciono|doctora?|dra?|medic[oa]|enfermer[oa]|alcaldes?a?|cantante|presentador[a]?|escuela|colegio|parque|estadio|hospital|clinica|calle|avenida|barrio)$/;

/** "Compré a …", "la tienda de …", "trabajo con …". "Ponga a …", "es de …", "a nombre de …" lead to who receives. */
const LEADS_ELSEWHERE = /^(?:a|de|del|con|por|donde|y|que)$/;
const LEADS_TO_RECEIVER =
  /(?:^| )(?:nombre(?: \w+)? de|(?:pon|pong|anot|apunt|registr|escrib|coloqu|mand|envi|despach|entreg|dej|lleg|vay|pregunt)\w{0,8}(?: (?:un[oa]?|dos|tres|[123]|es[eao]s?|el pedido|(?:un|dos|tres|[123]) \w{4,8}))? (?:a|por|para|pa)|(?:es|son|van?|seria|queda) (?:de|con)|es que|pero)$/;

/**
 * "Ponga a Yeison Tumay", "mi esposo Jairo Mina lo recibe": a full name among other words, where the name is what we ask for.
 * It is taken unless they say that it is another's; the summary says it back. What is left of the words; null without a name.
 */
export function readNameAmong(reading: PiecesSoFar, all: readonly string[]): string | null {
  const { told, known, context } = reading;
  if (!context.isAsked || (told.given_name ?? known.given_name) !== undefined) return null;
  const only = readOnlyGiven(reading, all);
  if (only !== null) return only;
  const from = all.findIndex((_, at) => isNameFrom(all.slice(at)));
  const name = from < 0 ? null : longestName(all.slice(from));
  if (name === null) return null;
  const before = all.slice(0, from).map(plainText);
  const after = all.slice(from + name.length);
  const beside = [...before, ...after.map(plainText)];
  const isElsewhere = LEADS_ELSEWHERE.test(before.at(-1) ?? "") && !LEADS_TO_RECEIVER.test(before.join(" "));
  if (beside.length > MOST_BESIDE || isElsewhere || beside.some((word) => OF_ANOTHER.test(word))) return null;
  // "Fabián Andrés Muñoz Joven" has a word for a surname, "Ana Ruiz 12" a number.
  if (after.some((word) => /\d/.test(word)) || (isCapital(all[from] ?? "") && after.slice(0, 1).some(isCapital)))
    return null;
  putName(reading, all.slice(from), name);
  return [...before, ...after].join(" ");
}

/** "La hermana Teresa", where the surname is told: titles and a first name, and nothing else. */
function readOnlyGiven(reading: PiecesSoFar, all: readonly string[]): string | null {
  const { told, known } = reading;
  const titles = all.findIndex((word) => !OF_A_TITLE.test(plainText(word)));
  const given = all.slice(titles);
  const isGiven = titles >= 0 && given.length > 0 && given.length <= 2 && given.every(isFirstName);
  if (!isGiven || (told.surname ?? known.surname) === undefined) return null;
  put(reading, "given_name", titleCase(given.join(" ")), given.join(" "));
  return "";
}

const OF_A_TITLE =
  /^(?:la|el|do[nñ]|dona|senora?|senorita|sra?|hermana?|hermano|padre|madre|sor|profe|profesora?|doctora?|ingenier[oa]|pastora?|soy|yo|es|recibo|recibe|reciba)$/;
