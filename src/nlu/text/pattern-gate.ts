import { remembering, SOME_TEXTS } from "../../core/remembering.ts";
import { type Need, needOf } from "./pattern-needs.ts";
import { GRAMS, gramsIn, gramsOf, holds } from "./text-grams.ts";

/**
 * Whether a pattern can be found in a text at all, told without running it. Of hundreds of patterns a message matches
 * few, and a pattern of sixty alternatives tries each of them at each letter.
 *
 * A pattern's gate holds what a text needs for it (`pattern-needs.ts`), as phrases of which the text must hold one, or one of
 * each of several such parts. A text is looked at once for the phrases of all patterns, by groups of three letters. The answer "no"
 * then costs a look at a few marks; behind a "perhaps" the pattern itself decides, so nothing is read differently.
 */
export function mayMatch(pattern: RegExp, text: string): boolean {
  return isOpen(gateOf(pattern), lookAt(text));
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
  const gates = gatesOf(pairs, patternOf);
  let left = text;
  let parts = lookAt(text);
  for (let at = 0; at < gates.length; at += 1) {
    if (!isOpen(gates[at] as Gate, parts)) continue;
    const [pattern, words] = pairs[at] as Replacing;
    const replaced = typeof words === "string" ? left.replace(pattern, words) : left.replace(pattern, words);
    if (replaced === left) continue;
    left = replaced;
    parts = lookAt(left);
  }
  return left;
}

const patternOf = ([pattern]: Replacing): readonly RegExp[] => [pattern];

/** Whether one of them is found. The list is one that stays: its gates are looked up once. */
export function isAnyIn(patterns: readonly RegExp[], text: string): boolean {
  const gates = gatesOf(patterns, alone);
  const parts = lookAt(text);
  for (let at = 0; at < gates.length; at += 1) {
    if (isOpen(gates[at] as Gate, parts) && (patterns[at] as RegExp).test(text)) return true;
  }
  return false;
}

/** Whether all of them are found. */
export function areAllIn(patterns: readonly RegExp[], text: string): boolean {
  const gates = gatesOf(patterns, alone);
  const parts = lookAt(text);
  for (let at = 0; at < gates.length; at += 1) {
    if (!isOpen(gates[at] as Gate, parts) || !(patterns[at] as RegExp).test(text)) return false;
  }
  return true;
}

const alone = (pattern: RegExp): readonly RegExp[] => [pattern];

/** For lists that stay: which of a list may be found in one of the texts by a pattern of theirs, told without running one. */
export function likelyBy<One>(
  patternsOf: (one: One) => readonly RegExp[],
): (list: readonly One[], texts: readonly string[]) => One[] {
  return (list, texts) => {
    const gates = gatesOf(list, patternsOf);
    const held = texts.map(lookAt);
    const likely: One[] = [];
    for (let at = 0; at < gates.length; at += 1) {
      let text = 0;
      while (text < held.length && !isOpen(gates[at] as Gate, held[text] as Held)) text += 1;
      if (text < held.length) likely.push(list[at] as One);
    }
    return likely;
  };
}

/**
 * Needs as steps from part to part: which part, where to go if the text holds it, and where if not. A gate is the place of its
 * first step. A place below 0 is the answer.
 */
const steps: number[] = [];
type Gate = number;
/** No more is kept of shops that come and go: their patterns are tried. */
const MOST_STEPS = 65_536;

const FOUND = -1;
const NOT_FOUND = -2;

/** False where the patterns of the gate cannot match. */
function isOpen(gate: Gate, parts: Held): boolean {
  let at = gate;
  while (at >= 0) at = steps[at + (parts[steps[at] as number] === 1 ? 1 : 2)] as number;
  return at === FOUND;
}

const ofPatterns = new WeakMap<RegExp, Gate>();

function gateOf(pattern: RegExp): Gate {
  let gate = ofPatterns.get(pattern);
  if (gate === undefined) {
    gate = gateFor([pattern]);
    ofPatterns.set(pattern, gate);
  }
  return gate;
}

const ofLists = new WeakMap<object, readonly Gate[]>();

/** A gate for each of a list, which is open where one of its patterns may be found. */
function gatesOf<One>(list: readonly One[], patternsOf: (one: One) => readonly RegExp[]): readonly Gate[] {
  let gates = ofLists.get(list);
  if (gates === undefined) {
    gates = list.map((one) => gateFor(patternsOf(one)));
    ofLists.set(list, gates);
  }
  return gates;
}

/**
 * A part of a need: a phrase, or several of which a text must hold one. Patterns share many of them ("mi mamá", "mi papá", …), and
 * of each text it is told once which parts it holds.
 */
type Part = string | { readonly some: readonly Part[] };

/** For each part 1 if the text holds it. */
type Held = Uint8Array;

/**
 * Lists for each gram the parts of which it is the rarest of a phrase, one after the other: the part's number, how many grams
 * the text must hold besides, and those. So of the phrases of all patterns only those are looked for that a text may hold.
 */
const begins: number[][] = Array.from({ length: GRAMS }, () => []);
const numbers = new Map<string, number>();

function lookFor(text: string): Held {
  const grams = gramsOf(text);
  const parts = new Uint8Array(numbers.size);
  for (const gram of grams.list) {
    const phrases = begins[gram] as number[];
    for (let at = 0; at < phrases.length; ) {
      const end = at + 2 + (phrases[at + 1] as number);
      let next = at + 2;
      while (next < end && holds(grams, phrases[next] as number)) next += 1;
      if (next === end) parts[phrases[at] as number] = 1;
      at = end;
    }
  }
  return parts;
}

let lookAnew = remembering(lookFor, SOME_TEXTS);
/** Most patterns are asked about the text before. */
let last: { readonly text: string; readonly parts: Held } | null = null;

/** To be asked when the gates are made: a new part is told of no text that was looked at before. */
function lookAt(text: string): Held {
  if (last === null || text !== last.text) last = { text, parts: lookAnew(text) };
  return last.parts;
}

function gateFor(patterns: readonly RegExp[]): Gate {
  const some = patterns.map(needOf).filter((need) => need !== null);
  // A pattern that says nothing of what it needs may always match.
  if (some.length < patterns.length || steps.length > MOST_STEPS) return FOUND;
  const [only] = some;
  return lay(some.length === 1 && only !== undefined ? only : { some }, FOUND, NOT_FOUND);
}

/** From the last step to the first: each must know where those behind it begin. */
function lay(need: Need, found: number, missing: number): number {
  if (isPart(need)) return steps.push(numberOf(need), found, missing) - 3;
  return "every" in need
    ? need.every.reduceRight((next, each) => lay(each, next, missing), found)
    : need.some.reduceRight((next, each) => lay(each, found, next), missing);
}

function isPart(need: Need): need is Part {
  return typeof need === "string" || ("some" in need && need.some.every(isPart));
}

function numberOf(part: Part): number {
  const key = JSON.stringify(part);
  const known = numbers.get(key);
  if (known !== undefined) return known;
  const number = numbers.size;
  numbers.set(key, number);
  for (const phrase of phrasesOf(part)) {
    const [rarest = 0, ...besides] = gramsIn(phrase).slice(0, MOST_GRAMS);
    begins[rarest]?.push(number, besides.length, ...besides);
  }
  // What was told of texts says nothing of the new part.
  lookAnew = remembering(lookFor, SOME_TEXTS);
  last = null;
  return number;
}

function phrasesOf(part: Part): readonly string[] {
  return typeof part === "string" ? [part] : part.some.flatMap(phrasesOf);
}

/** So many grams of a phrase tell it from others. */
const MOST_GRAMS = 4;
