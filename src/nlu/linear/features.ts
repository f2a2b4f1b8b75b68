import { normaliseText } from "./normalise-text.ts";
import { stemWord } from "./spanish-stem.ts";

/** A text as counted features. The groups see the same words differently and weigh alike. */
export interface FeatureCounts {
  /** Stems, and pairs of neighbouring stems. */
  readonly stems: ReadonlyMap<string, number>;
  /** Pieces of 2 to 5 characters inside the borders of a word; they survive typing errors. */
  readonly pieces: ReadonlyMap<string, number>;
  /** What the words are about, of a text that is read for it (`requests/`). */
  readonly kinds?: ReadonlyMap<string, number>;
}

const SHORTEST_PIECE = 2;
const LONGEST_PIECE = 5;

/** A stem begins with this sign, which no piece of a text can hold. */
const STEM_SIGN = "=";

export function countFeatures(text: string): FeatureCounts {
  const words = normaliseText(text).split(" ").filter(Boolean);
  const stems = new Map<string, number>();
  const pieces = new Map<string, number>();
  let before = "";
  for (const word of words) {
    const stem = stemWord(word);
    countOne(stems, stemFeature(stem));
    if (before !== "") countOne(stems, pairFeature(before, stem));
    before = stem;
    for (const piece of piecesOf(word)) countOne(pieces, piece);
  }
  return { stems, pieces };
}

export function stemFeature(stem: string): string {
  return STEM_SIGN + stem;
}

export function pairFeature(before: string, stem: string): string {
  return `${STEM_SIGN}${before} ${stem}`;
}

export function piecesOf(word: string): readonly string[] {
  const bordered = ` ${word} `;
  const pieces: string[] = [];
  for (let length = SHORTEST_PIECE; length <= LONGEST_PIECE; length += 1) {
    for (let start = 0; start + length <= bordered.length; start += 1) {
      pieces.push(bordered.slice(start, start + length));
    }
  }
  return pieces;
}

function countOne(counts: Map<string, number>, feature: string): void {
  counts.set(feature, (counts.get(feature) ?? 0) + 1);
}

/** A stem, or a pair of them. */
export function isOfStems(feature: string): boolean {
  return feature.startsWith(STEM_SIGN);
}

export function isStem(feature: string): boolean {
  return feature.startsWith(STEM_SIGN) && !feature.includes(" ");
}

/**
 * A feature as a person sees it: a stem bare, a piece between bars, with its word borders as `_`.
 */
export function describeFeature(feature: string): string {
  return feature.startsWith(STEM_SIGN) ? feature.slice(STEM_SIGN.length) : `|${feature.replaceAll(" ", "_")}|`;
}
