/**
 * Finds the entry that answers a question, without a database: BM25 over the entries and over their
 * lines, with the constants of `src/postgres/retrieval`. A shop has dozens of entries, not
 * thousands, so the index is a list in memory.
 */
import { plainText } from "../plain-text.ts";
import type { KnowledgeEntry } from "./knowledge-entry.ts";
import { stemsOf } from "./spanish-stems.ts";

export interface FoundEntry {
  readonly entry: KnowledgeEntry;
  /** Orders the entries of one question. */
  readonly score: number;
  /** How much of what the question says the entry's best line says too, 0 to 1. */
  readonly share: number;
  /** The same without words that the shop uses nowhere: to compare an entry with a rival. */
  readonly likeness: number;
  /** Stems that the question shares with those of the entry, and with those of at most one other entry. */
  readonly marks: readonly string[];
}

/** Another answer of the shop to questions: a template, with what customers write for it. */
export interface Rival {
  readonly id: string;
  readonly lines: readonly string[];
}

export interface KnowledgeIndex {
  readonly entries: readonly KnowledgeEntry[];
  /** The best entries that are still true on this day of the shop's calendar, `2026-11-27`, best first. */
  find(question: string, today: string, limit: number): readonly FoundEntry[];
  /** How near a rival's best line is, on the scale of `FoundEntry.likeness`. */
  likenessOf(rival: string, question: string): number;
  /** True when what customers write for a rival holds the stem. */
  isOf(rival: string, stem: string): boolean;
}

/** Robertson's usual values. */
const K1 = 1.2;
const B = 0.75;
/** A word that more entries hold marks none of them. */
const FEW = 2;

interface Line {
  readonly words: ReadonlyMap<string, number>;
  readonly length: number;
}

/** A line that questions are compared with: what its words weigh together does not depend on the question. */
interface WeighedLine extends Line {
  readonly weight: number;
}

/** The words of a question, and what they weigh. */
interface Asked {
  readonly weights: readonly (readonly [string, number])[];
  readonly possible: number;
}

interface Indexed {
  readonly entry: KnowledgeEntry;
  readonly whole: Line;
  readonly lines: readonly WeighedLine[];
}

/** `shop` is its name, which says nothing of what a question is about. */
export function indexKnowledge(
  entries: readonly KnowledgeEntry[],
  shop: string,
  rivals: readonly Rival[] = [],
): KnowledgeIndex {
  const silent = new Set(plainText(shop).split(" "));
  const lineOf = (text: string): Line => countedLine(stemsOf(text, silent));
  const wholes = entries.map((entry) => lineOf([entry.title, ...entry.asks, entry.text].join("\n")));
  const usual = Math.max(1, sum(wholes.map(({ length }) => length)) / Math.max(1, wholes.length));
  const holding = new Map<string, number>();
  for (const { words } of wholes) {
    for (const word of words.keys()) holding.set(word, (holding.get(word) ?? 0) + 1);
  }
  const weight = (word: string): number => {
    const count = holding.get(word) ?? 0;
    return Math.log(1 + (wholes.length - count + 0.5) / (count + 0.5));
  };
  const weighed = (line: Line): WeighedLine => ({ ...line, weight: sum([...line.words.keys()].map(weight)) });
  const indexed = entries.map(
    (entry, place): Indexed => ({
      entry,
      whole: wholes[place] as Line,
      lines: [entry.title, ...entry.asks].map(lineOf).map(weighed),
    }),
  );
  const askedOf = new Map<string, number>();
  for (const { lines } of indexed) {
    const words = new Set(lines.flatMap((line) => [...line.words.keys()]));
    for (const word of words) askedOf.set(word, (askedOf.get(word) ?? 0) + 1);
  }
  const rivalLines = new Map(rivals.map(({ id, lines }) => [id, lines.map(lineOf).map(weighed)]));
  const vocabulary = new Set([
    ...holding.keys(),
    ...[...rivalLines.values()].flatMap((lines) => lines.flatMap(({ words }) => [...words.keys()])),
  ]);

  const knownOf = (words: ReadonlyMap<string, number>) => new Map([...words].filter(([word]) => vocabulary.has(word)));
  const weightsOf = (words: ReadonlyMap<string, number>): Asked => {
    const weights = [...words.keys()].map((word) => [word, weight(word)] as const);
    return { weights, possible: sum(weights.map(([, own]) => own)) };
  };
  const bestOf = (lines: readonly WeighedLine[], asked: Asked): number =>
    lines.reduce((best, line) => Math.max(best, likeness(asked, line)), 0);

  return {
    entries,
    isOf: (rival, stem) => rivalLines.get(rival)?.some(({ words }) => words.has(stem)) === true,
    likenessOf: (rival, question) => bestOf(rivalLines.get(rival) ?? [], weightsOf(knownOf(lineOf(question).words))),
    find(question, today, limit) {
      const { words } = lineOf(question);
      const asked = weightsOf(words);
      const known = weightsOf(knownOf(words));
      const { weights, possible } = asked;
      if (possible === 0) return [];
      // Most entries share no word with a question, and have no score.
      const sharesWord = ({ whole }: Indexed) => weights.some(([word]) => whole.words.has(word));
      return indexed
        .filter((one) => sharesWord(one) && isTrue(one.entry, today))
        .map(({ entry, whole, lines }) => {
          const score = sum(weights.map(([word, own]) => own * gain(whole, word, usual)));
          const share = bestOf(lines, asked);
          const near = bestOf(lines, known);
          const marks = [...words.keys()].filter(
            (word) => (askedOf.get(word) ?? 0) <= FEW && lines.some((line) => line.words.has(word)),
          );
          return { entry, score: score / (possible * (K1 + 1)) + share, share, likeness: near, marks };
        })
        .filter(({ score }) => score > 0)
        .sort((one, other) => other.score - one.score || (one.entry.id < other.entry.id ? -1 : 1))
        .slice(0, limit);
    },
  };
}

/** The weight of the words that both have, as a share of the mean of what each says. */
function likeness({ weights, possible }: Asked, line: WeighedLine): number {
  let common = 0;
  for (const [word, weight] of weights) if (line.words.has(word)) common += weight;
  return common === 0 ? 0 : (2 * common) / (possible + line.weight);
}

function gain({ words, length }: Line, word: string, usual: number): number {
  const times = words.get(word) ?? 0;
  return (times * (K1 + 1)) / (times + K1 * (1 - B + (B * length) / usual));
}

function countedLine(stems: readonly string[]): Line {
  const words = new Map<string, number>();
  for (const stem of stems) words.set(stem, (words.get(stem) ?? 0) + 1);
  return { words, length: stems.length };
}

export function isTrue({ until }: KnowledgeEntry, today: string): boolean {
  return until === null || today <= until;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}
