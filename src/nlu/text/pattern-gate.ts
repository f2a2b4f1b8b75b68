import { remembering, SOME_TEXTS } from "../../core/remembering.ts";
import { isSign, literalsOf, plainCode, signIn } from "./pattern-literals.ts";

/**
 * Whether a pattern can be found in a text at all, told without running it. Of hundreds of patterns a message matches
 * few, and a pattern of sixty alternatives tries each of them at each letter.
 *
 * A pattern's gate holds three letters, or a sign, of each of its alternatives (`pattern-literals.ts`). A text without any of them cannot
 * match. The answer "perhaps" costs one look at a few bits; only then the pattern itself decides, so nothing is read
 * differently.
 */
export function mayMatch(pattern: RegExp, text: string): boolean {
  const gate = gateOf(pattern);
  if (gate === null) return true;
  if (text !== lastText) {
    lastGrams = gramsOf(text);
    lastText = text;
  }
  const grams = lastGrams;
  for (const gram of gate) if (((grams[gram >> 5] as number) & (1 << (gram & 31))) !== 0) return true;
  return false;
}

/** Found where it can be found: `pattern.test(text)`, mostly without asking the pattern. */
export function isIn(pattern: RegExp, text: string): boolean {
  return mayMatch(pattern, text) && pattern.test(text);
}

/** `pattern.exec(text)`, mostly without asking the pattern. */
export function findIn(pattern: RegExp, text: string): RegExpExecArray | null {
  return mayMatch(pattern, text) ? pattern.exec(text) : null;
}

/** What is put in the place of what a pattern finds. */
export type Replacing = readonly [RegExp, string | ((found: string, ...groups: string[]) => string)];

/** `text.replace(pattern, words)`, mostly without asking the pattern. */
export function replaceIn(pattern: RegExp, text: string, words: Replacing[1]): string {
  if (!mayMatch(pattern, text)) return text;
  return typeof words === "string" ? text.replace(pattern, words) : text.replace(pattern, words);
}

/** One after the other. */
export function replaceEach(text: string, pairs: readonly Replacing[]): string {
  let left = text;
  for (const [pattern, words] of pairs) left = replaceIn(pattern, left, words);
  return left;
}

const GRAM = 3;
/** Bits of a text's table. A message of 200 letters sets one in twenty. */
const BITS = 4_096;

/** Most patterns are asked about the text before. */
let lastText = "";
let lastGrams = new Int32Array(BITS / 32);

const gates = new WeakMap<RegExp, readonly number[] | null>();

function gateOf(pattern: RegExp): readonly number[] | null {
  let gate = gates.get(pattern);
  if (gate === undefined) {
    const literals = literalsOf(pattern);
    const isTelling =
      literals !== null && [...literals].every((literal) => literal.length >= GRAM || signIn(literal) >= 0);
    gate = isTelling ? [...new Set([...literals].map(gramFor))] : null;
    gates.set(pattern, gate);
  }
  return gate;
}

/** A gram across two words, or with a rare letter, stands in fewer texts than one of the most frequent letters. */
const FREQUENT = "eaosnrildtucmp";

function gramFor(literal: string): number {
  return literal.length < GRAM ? gramOf(literal.charCodeAt(signIn(literal)), 0, 0) : rarestGram(literal);
}

function rarestGram(literal: string): number {
  let [best, rarity] = [0, -1];
  for (let at = 0; at + GRAM <= literal.length; at += 1) {
    let sum = 0;
    for (const letter of literal.slice(at, at + GRAM)) {
      const place = FREQUENT.indexOf(letter);
      sum += place < 0 ? FREQUENT.length : place;
    }
    if (sum > rarity) [best, rarity] = [at, sum];
  }
  return gramAt(literal, best);
}

/** The gram of three plain codes. */
function gramOf(first: number, second: number, third: number): number {
  const mixed = (first * 961 + second) * 31 + third;
  return (mixed ^ (mixed >> 7)) & (BITS - 1);
}

function gramAt(literal: string, at: number): number {
  return gramOf(literal.charCodeAt(at), literal.charCodeAt(at + 1), literal.charCodeAt(at + 2));
}

/** The grams of a text: a turn asks hundreds of patterns about a few texts. */
const gramsOf = remembering((text) => {
  const grams = new Int32Array(BITS / 32);
  const add = (gram: number): void => {
    grams[gram >> 5] = (grams[gram >> 5] as number) | (1 << (gram & 31));
  };
  let first = 0;
  let second = 0;
  for (let at = 0; at < text.length; at += 1) {
    const third = plainCode(text.charCodeAt(at));
    if (isSign(third)) add(gramOf(third, 0, 0));
    if (at >= 2) add(gramOf(first, second, third));
    first = second;
    second = third;
  }
  return grams;
}, SOME_TEXTS);
