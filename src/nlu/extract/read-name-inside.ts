import { plainText } from "../../core/plain-text.ts";
import { isFirstName, soundsLikeFirstName } from "../words/first-names.ts";
import { isSurname } from "../words/surnames.ts";
import { type PiecesSoFar, putName, putPlace } from "./pieces-so-far.ts";
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
