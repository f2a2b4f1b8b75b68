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
  const gates = gatesOf(pairs, ([pattern]) => pattern);
  let left = text;
  let seen = lookAt(text);
  for (let at = 0; at < gates.length; at += 1) {
    if (!isOpen(gates[at] ?? null, seen)) continue;
    const [pattern, words] = pairs[at] as Replacing;
    const replaced = typeof words === "string" ? left.replace(pattern, words) : left.replace(pattern, words);
    if (replaced === left) continue;
    left = replaced;
    seen = lookAt(left);
  }
  return left;
}

/** Whether one of them is found. The list is one that stays: its gates are looked up once. */
export function isAnyIn(patterns: readonly RegExp[], text: string): boolean {
  const gates = gatesOf(patterns, itself);
  const seen = lookAt(text);
  for (let at = 0; at < gates.length; at += 1) {
    if (isOpen(gates[at] ?? null, seen) && (patterns[at] as RegExp).test(text)) return true;
  }
  return false;
}

/** Whether all of them are found. */
export function areAllIn(patterns: readonly RegExp[], text: string): boolean {
  const gates = gatesOf(patterns, itself);
  const seen = lookAt(text);
  for (let at = 0; at < gates.length; at += 1) {
    if (!isOpen(gates[at] ?? null, seen) || !(patterns[at] as RegExp).test(text)) return false;
  }
  return true;
}

const itself = (pattern: RegExp): RegExp => pattern;

/** For lists that stay: which of a list may be found in one of the texts by a pattern of theirs, told without running one. */
export function likelyBy<One>(
  patternsOf: (one: One) => readonly RegExp[],
): (list: readonly One[], texts: readonly string[]) => One[] {
  const known = new WeakMap<readonly One[], readonly (readonly (Gate | null)[])[]>();
  return (list, texts) => {
    let ofEach = known.get(list);
    if (ofEach === undefined) {
      ofEach = list.map((one) => patternsOf(one).map(gateOf));
      known.set(list, ofEach);
    }
    const seen = texts.map(lookAt);
    const mayBeIn = (gate: Gate | null): boolean => seen.some((text) => isOpen(gate, text));
    return list.filter((_, at) => ofEach?.[at]?.some(mayBeIn));
  };
}

/**
 * A need as steps from part to part: where to go if the text holds it, and where if not. Each step is three numbers. A step
 * below 0 is the answer.
 */
interface Gate {
  readonly steps: Int32Array;
  readonly first: number;
}

const FOUND = -1;
const NOT_FOUND = -2;

/** False where the pattern of the gate cannot match. A pattern without a gate may always match. */
function isOpen(gate: Gate | null, parts: Held): boolean {
  if (gate === null) return true;
  const { steps, first } = gate;
  let at = first;
  while (at >= 0) at = steps[at + (parts[steps[at] as number] === 1 ? 1 : 2)] as number;
  return at === FOUND;
}

const ofLists = new WeakMap<object, readonly (Gate | null)[]>();

function gatesOf<One>(list: readonly One[], patternOf: (one: One) => RegExp): readonly (Gate | null)[] {
  let gates = ofLists.get(list);
  if (gates === undefined) {
    gates = list.map((one) => gateOf(patternOf(one)));
    ofLists.set(list, gates);
  }
  return gates;
}

const gates = new WeakMap<RegExp, Gate | null>();

function gateOf(pattern: RegExp): Gate | null {
  let gate = gates.get(pattern);
  if (gate === undefined) {
    const need = needOf(pattern);
    gate = need === null ? null : gateFor(need);
    gates.set(pattern, gate);
  }
  return gate;
}

/**
 * A part of a need: a phrase, or several of which a text must hold one. Patterns share many of them ("mi mamá", "mi papá", …), and
 * of each text it is told once which parts it holds.
 */
type Part = string | { readonly some: readonly Part[] };

/** For each part 1 if the text holds it. */
type Held = Uint8Array;

/**
 * By gram, the parts of which it is the rarest of a phrase, one after the other: the part's number, how many grams the text
 * must hold besides, and those. So of the phrases of all patterns only those are looked for that a text may hold.
 */
const begins: number[][] = Array.from({ length: GRAMS }, () => []);
const numbers = new Map<string, number>();
/** So many parts are kept. The patterns of shops that come and go have none: they are tried. */
const MOST_PARTS = 8_192;

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

function gateFor(need: Need): Gate {
  const steps: number[] = [];
  // From the last step to the first: each must know where those behind it begin.
  const lay = (one: Need, found: number, missing: number): number => {
    if (isPart(one)) {
      const number = numberOf(one);
      return number === null ? found : steps.push(number, found, missing) - 3;
    }
    return "every" in one
      ? one.every.reduceRight((next, each) => lay(each, next, missing), found)
      : one.some.reduceRight((next, each) => lay(each, found, next), missing);
  };
  const first = lay(need, FOUND, NOT_FOUND);
  return { steps: Int32Array.from(steps), first };
}

function isPart(need: Need): need is Part {
  return typeof need === "string" || ("some" in need && need.some.every(isPart));
}

function numberOf(part: Part): number | null {
  const key = JSON.stringify(part);
  const known = numbers.get(key);
  if (known !== undefined) return known;
  if (numbers.size === MOST_PARTS) return null;
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
