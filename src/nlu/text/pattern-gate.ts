import { remembering, SOME_TEXTS } from "../../core/remembering.ts";
import { type Need, needOf } from "./pattern-needs.ts";
import { GRAMS, type Grams, gramsIn, gramsOf, holds } from "./text-grams.ts";

/**
 * Whether a pattern can be found in a text at all, told without running it. Of hundreds of patterns a message matches
 * few, and a pattern of sixty alternatives tries each of them at each letter.
 *
 * A pattern's gate holds what a text needs for it (`pattern-needs.ts`), as groups of three letters. A text without them cannot
 * match. The answer "no" costs one look at a few bits; behind a "perhaps" the pattern itself decides, so nothing is read
 * differently.
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

/**
 * A need as steps from gram to gram: where to go if the text holds it, and where if not. Each step is three numbers. A step
 * below 0 is the answer.
 */
interface Gate {
  readonly number: number;
  readonly steps: Int32Array;
  readonly first: number;
}

const FOUND = -1;
const NOT_FOUND = -2;

function passes({ steps, first }: Gate, grams: Grams): boolean {
  let at = first;
  while (at >= 0) at = steps[at + (holds(grams, steps[at] as number) ? 1 : 2)] as number;
  return at === FOUND;
}

/** False where the pattern of the gate cannot match. A pattern without a gate may always match. */
function isOpen(gate: Gate | null, { open, until, grams }: Seen): boolean {
  if (gate === null) return true;
  const { number } = gate;
  if (number < until && ((open[number >> 5] as number) & (1 << (number & 31))) === 0) return false;
  return passes(gate, grams);
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

/** The gates that a text must hold a gram for, by gram: most gates of a text are ruled out by what it does not hold, all at once. */
const opens: number[][] = Array.from({ length: GRAMS }, () => []);
let numbered = 0;
/** So many gates are ruled out at once. Others, of shops that come and go, are asked one by one. */
const MOST_NUMBERED = 4_096;

/** What is looked for in a text, looked for once. */
interface Seen {
  readonly grams: Grams;
  /** A bit for each gate that may pass, of those that had a number. */
  readonly open: Int32Array;
  readonly until: number;
}

const lookAnew = remembering((text): Seen => {
  const grams = gramsOf(text);
  const open = new Int32Array((numbered >> 5) + 1);
  for (const gram of grams.list) {
    for (const gate of opens[gram] as number[]) open[gate >> 5] = (open[gate >> 5] as number) | (1 << (gate & 31));
  }
  return { grams, open, until: numbered };
}, SOME_TEXTS);

/** Most patterns are asked about the text before. */
let lastText = "";
let lastSeen = lookAnew("");

function lookAt(text: string): Seen {
  if (text !== lastText) {
    lastSeen = lookAnew(text);
    lastText = text;
  }
  return lastSeen;
}

function gateFor(need: Need): Gate {
  const steps: number[] = [];
  // From the last step to the first: each must know where those behind it begin.
  const lay = (one: Need | number, found: number, missing: number): number => {
    if (typeof one === "number") return steps.push(one, found, missing) - 3;
    if (typeof one === "string") return layAll(gramsIn(one).slice(0, MOST_GRAMS), found, missing);
    if ("every" in one) return layAll(one.every, found, missing);
    return one.some.reduceRight((next, each) => lay(each, found, next), missing);
  };
  const layAll = (every: readonly (Need | number)[], found: number, missing: number): number =>
    every.reduceRight<number>((next, each) => lay(each, next, missing), found);
  const first = lay(need, FOUND, NOT_FOUND);
  const number = numbered < MOST_NUMBERED ? numbered++ : MOST_NUMBERED;
  if (number < MOST_NUMBERED) for (const gram of openersOf(need)) opens[gram]?.push(number);
  return { number, steps: Int32Array.from(steps), first };
}

/** So many grams of a phrase tell it from others. */
const MOST_GRAMS = 4;

/** Grams of which a text must hold one. */
function openersOf(need: Need): ReadonlySet<number> {
  if (typeof need === "string") return new Set(gramsIn(need).slice(0, 1));
  if ("some" in need) return new Set(need.some.flatMap((one) => [...openersOf(one)]));
  return need.every.map(openersOf).reduce((least, one) => (one.size < least.size ? one : least));
}
