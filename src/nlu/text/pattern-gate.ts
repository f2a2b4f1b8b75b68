import { literalsOf } from "./pattern-literals.ts";

/**
 * Whether a pattern can be found in a folded text at all, told without running it. Of hundreds of patterns a message matches
 * few, and a pattern of sixty alternatives tries each of them at each letter.
 *
 * A pattern's gate holds three letters of each of its alternatives (`pattern-literals.ts`). A text without any of them cannot
 * match. The answer "perhaps" costs one look at a few bits; only then the pattern itself decides, so nothing is read
 * differently.
 */
export function mayMatch(pattern: RegExp, text: string): boolean {
  const gate = gateOf(pattern);
  if (gate === null) return true;
  const grams = gramsOf(text);
  for (const gram of gate) if (((grams[gram >> 5] as number) & (1 << (gram & 31))) !== 0) return true;
  return false;
}

/** Found where it can be found: `pattern.test(text)`, mostly without asking the pattern. */
export function isIn(pattern: RegExp, text: string): boolean {
  return mayMatch(pattern, text) && pattern.test(text);
}

/** `text.replace(pattern, words)`, mostly without asking the pattern. */
export function replaceIn(pattern: RegExp, text: string, words: string): string {
  return mayMatch(pattern, text) ? text.replace(pattern, words) : text;
}

const GRAM = 3;
/** Bits of a text's table. A message of 200 letters sets one in twenty. */
const BITS = 4_096;

const gates = new WeakMap<RegExp, readonly number[] | null>();

function gateOf(pattern: RegExp): readonly number[] | null {
  let gate = gates.get(pattern);
  if (gate === undefined) {
    const literals = literalsOf(pattern);
    const isTelling = literals !== null && [...literals].every((literal) => literal.length >= GRAM);
    gate = isTelling ? [...new Set([...literals].map(rarestGram))] : null;
    gates.set(pattern, gate);
  }
  return gate;
}

/** A gram across two words, or with a rare letter, stands in fewer texts than one of the most frequent letters. */
const FREQUENT = "eaosnrildtucmp";

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

function gramAt(text: string, at: number): number {
  const mixed = (text.charCodeAt(at) * 961 + text.charCodeAt(at + 1)) * 31 + text.charCodeAt(at + 2);
  return (mixed ^ (mixed >> 7)) & (BITS - 1);
}

/** The grams of the last texts: a turn asks hundreds of patterns about a few. */
const KEPT = 64;
const kept = new Map<string, Int32Array>();

function gramsOf(text: string): Int32Array {
  const known = kept.get(text);
  if (known !== undefined) return known;
  const grams = new Int32Array(BITS / 32);
  for (let at = 0; at + GRAM <= text.length; at += 1) {
    const gram = gramAt(text, at);
    grams[gram >> 5] = (grams[gram >> 5] as number) | (1 << (gram & 31));
  }
  if (kept.size >= KEPT) kept.clear();
  kept.set(text, grams);
  return grams;
}
