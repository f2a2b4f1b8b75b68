/**
 * A known name that is spelled once more, written as a plain label: "el apellido va con hache, Piedrahita" is "apellido
 * Piedrahita", "es al revés, primero Restrepo" is "apellido Restrepo Londoño".
 */
import { editDistance } from "../../core/nearest-name.ts";
import { plainText, titleCase } from "../../core/plain-text.ts";
import { placeAtStart } from "../places/find-place.ts";
import { foldText } from "../text/fold-text.ts";
import { isIn } from "../text/pattern-gate.ts";
import { soundOf } from "../text/sound-of.ts";
import { isCommonWord } from "../words/common-words.ts";
import { isFirstName, soundsLikeFirstName } from "../words/first-names.ts";
import { isSurname } from "../words/surnames.ts";
import { type Extracted, NOT_AVAILABLE } from "./field-kinds.ts";
import { isCapital } from "./read-name.ts";

const LETTER =
  "(?:[b-df-hj-np-z]|[aeiou](?=\\s?(?:[,.:;!)]|$|al\\s|no\\s|y\\s))|be|ve|uve|ce|ese|zeta|seta|hache|ye|equis|i\\sgriega|jota|ge|ka|cu|eñe|tilde|acento)";
/** "Con z al final", "le falta la h", "sin tilde": how a word is spelled. */
const SPELLING = new RegExp(
  `(?<!\\p{L})(?:(?:con|sin|lleva|cambi\\p{L}{1,3})|(?:va|es)(?=\\s(?:la|una)\\s)|(?:le\\s)?(?:falt|sobr)(?:a|[oó]))\\s(?:(?:la|el|una|un|doble|letra)\\s){0,3}${LETTER}(?!\\p{L})`,
  "iu",
);
/** "Me escribió Moncada y es …", "ahí dice Ospino pero …": what stands is said, and put right behind. */
const SAYS_WHAT_STANDS =
  /(?<!\p{L})(?:escrib|pus|anot|qued|dic|dij|sali|aparec|figur)\p{L}{1,7}\s(?:(?:mi|el|la|que|de|como)\s|nombre\s|apellido\s){0,4}$/iu;
const IN_FRONT = /(?<!\p{L})primero\s(?:(?:va|es|el)\s){0,2}|(?<!\p{L})(?:va|es)\sprimero(?!\p{L})/iu;
const OTHER_WAY_ROUND =
  /(?<!\p{L})(?:al\srev[eé]s|voltead[oa]s?|invertid[oa]s?|cambiad[oa]s\sde\s(?:orden|puesto))(?!\p{L})/iu;
const NAME_PARTS = ["given_name", "surname"] as const;
type NamePart = (typeof NAME_PARTS)[number];
const LABEL: Readonly<Record<NamePart, string>> = { given_name: "nombre", surname: "apellido" };

interface SpelledAnew {
  readonly part: NamePart;
  readonly value: string;
  /** Folded words of the clauses that say it. */
  readonly words: ReadonlySet<string>;
}

/** The text with the name as it should be in the place of the clauses that say how it is spelled. */
export function withNameSpelledAnew(text: string, known: Extracted): string {
  const anew = findNameSpelledAnew(text, known);
  if (anew === null) return text;
  const others = text
    .split(/(?<=[,.;:!\n])/u)
    .filter((clause) => !isIn(SPELLING, clause) && !wordsOf(clause).some((word) => anew.words.has(plainText(word))));
  const left = others.join("").trim();
  return `${LABEL[anew.part]} ${anew.value}${/\p{L}{3}|\d/u.test(left) ? `, ${left}` : ""}`;
}

/** null when nothing is spelled anew, or when a question asks. */
export function findNameSpelledAnew(text: string, known: Extracted): SpelledAnew | null {
  if (/[?¿]/u.test(text) || NAME_PARTS.every((part) => (known[part] ?? NOT_AVAILABLE) === NOT_AVAILABLE)) return null;
  return otherSpelling(text, known) ?? otherName(text, known) ?? otherOrder(text, known);
}

/** "Es Jhonier no Jhon", "Rivas y no Ríos": the known one is denied behind the right one. */
function otherName(text: string, known: Extracted): SpelledAnew | null {
  for (const { 1: word = "", 2: old = "", index } of text.matchAll(NOT_THE_OLD))
    for (const part of NAME_PARTS) {
      const stands = known[part]?.split(" ").find((one) => one.toLowerCase() === old.toLowerCase());
      if (stands === undefined || plainText(word) === plainText(old)) continue;
      // "Rejas negras, no rojas".
      if (!(isListed(word) || soundsLikeFirstName(word) || (index > 0 && isCapital(word)))) continue;
      if (placeAtStart([word]) !== null && !isListed(word)) continue;
      // "Es Montoya Ruiz, no Ruis": more than one word is right.
      if (isListed(/(?<!\p{L})(\p{L}{2,20})\s$/u.exec(text.slice(0, index))?.[1] ?? "")) continue;
      const value = (known[part] ?? "").replace(stands, titleCase(word));
      return { part, value, words: new Set([plainText(old), plainText(word)]) };
    }
  return null;
}

const NOT_THE_OLD =
  /(?<!\p{L})(\p{L}{3,20})\s?,?\s(?:y\s)?no\s(?:(?:es|soy|era)\s)?(\p{L}{2,20})(?=\s?(?:[,.;!]|$|con\s|como\s|porfa|por\s))/giu;

function otherSpelling(text: string, known: Extracted): SpelledAnew | null {
  const said = [...text.matchAll(/\p{L}{3,20}/gu)];
  const isSpelled = isIn(SPELLING, text) || STARRED.test(text);
  for (const part of NAME_PARTS)
    for (const old of known[part]?.split(" ") ?? []) {
      const isOld = (word: string): boolean => word.toLowerCase() === old.toLowerCase();
      const stands = said.find(
        ({ 0: word, index }) =>
          isOld(word) && (SAYS_WHAT_STANDS.test(text.slice(0, index)) || DENIED.test(text.slice(index + word.length))),
      );
      if (!isSpelled && stands === undefined) continue;
      const from = isSpelled ? 0 : (stands?.index ?? 0) + 1;
      const found = said.findLast(
        ({ 0: word, index }) => index >= from && !isOld(word) && mayBeName(word) && isLike(old, word, isSpelled),
      );
      if (found === undefined || said.some(({ 0: word, index }) => index > found.index && isOld(word))) continue;
      const value = (known[part] ?? "").replace(old, titleCase(found[0]));
      return { part, value, words: new Set([plainText(old), plainText(found[0])]) };
    }
  return null;
}

/** "*Jefferson": a star marks the word that was meant. */
const STARRED = /^\s?\*\s?\p{L}{3,20}(?!\p{L})|^\s?\p{L}{3,20}\*/u;
/** "Colmenares no!!", "Bonilla no:". */
const DENIED = /^\s?,?\sno\s?(?:[,.:;!]|es(?!\p{L})|$)/iu;

function isListed(word: string): boolean {
  return isFirstName(word) || isSurname(word);
}

function mayBeName(word: string): boolean {
  return isListed(word) || isCapital(word) || !isCommonWord(foldText(word));
}

const MOST_CHANGED = 2;
const SHORT_FORM = 4;
/** A short word is near too many others. */
const SHORT = 5;

/** The same sound, or one that differs by a letter or two: "Moncada" and "Mancada", "Jesica" and "Yessica". */
function isLike(one: string, other: string, isSpelled: boolean): boolean {
  const [a, b] = [soundOf(plainText(one)), soundOf(plainText(other))];
  const most = Math.min(a.length, b.length) < SHORT ? 1 : MOST_CHANGED;
  // "Sebas no, Sebastián": the short form, and the whole name.
  const isWhole = a.length >= SHORT_FORM && b.startsWith(a) && isFirstName(other);
  return a === b || isWhole || ((a.charAt(0) === b.charAt(0) || (isSpelled && most > 1)) && editDistance(a, b) <= most);
}

/** "Primero va Restrepo, Restrepo Londoño", "los apellidos están al revés". */
function otherOrder(text: string, known: Extracted): SpelledAnew | null {
  const surname = known.surname ?? NOT_AVAILABLE;
  const isTurned = isIn(OTHER_WAY_ROUND, text);
  if (surname === NOT_AVAILABLE || !(isTurned || isIn(IN_FRONT, text))) return null;
  const parts = surname.split(" ").map(plainText);
  const said = wordsOf(text).filter((word) => isSurname(word) && !isCommonWord(foldText(word)));
  const [first, second] = said.slice(-2);
  const isPair =
    first !== undefined &&
    second !== undefined &&
    plainText(first) !== plainText(second) &&
    parts.includes(plainText(second)) &&
    parts.every((part) => [first, second].some((word) => plainText(word) === part));
  const isOfSurnames = isTurned && /(?<!\p{L})apellidos(?!\p{L})/iu.test(text) && parts.length === 2;
  const turned = isPair ? `${first} ${second}` : isOfSurnames ? surname.split(" ").toReversed().join(" ") : null;
  if (turned === null || plainText(turned) === plainText(surname)) return null;
  return {
    part: "surname",
    value: titleCase(turned),
    words: new Set([...parts, ...plainText(turned).split(" "), "primero", "reves", "apellido", "apellidos"]),
  };
}

function wordsOf(text: string): readonly string[] {
  return text.match(/\p{L}{2,20}/gu) ?? [];
}
