import { MANY_WORDS, remembering } from "../../core/remembering.ts";
import type { Crf } from "./crf.ts";
import { FAR, nameFeature, TEMPLATES } from "./features.ts";
import { BEYOND, lookAt, SEEN, type Symbols } from "./token-features.ts";

/** What is seen of a word alone adds the same to every text: half of all features, looked up and summed once for each word. */
export interface WordScores {
  /** A row of labels for each distance from which the word is seen (`rowFrom`). */
  of(text: string): Float64Array;
  /** The same of what is beyond the edge of a text. */
  readonly beyond: Float64Array;
}

/** The row of a word that stands so many tokens behind the one that sees it. All that are far have one. */
export function rowFrom(offset: number): number {
  return Math.max(-FAR, Math.min(FAR, offset)) + FAR;
}
const ROWS = rowFrom(FAR) + 1;

const LAST_OF_A_WORD = SEEN.indexOf("ending");
export const OF_A_WORD = TEMPLATES.filter(
  ({ places }) => places.length === 1 && places.every(({ column }) => column <= LAST_OF_A_WORD),
);

export function createWordScores(ids: ReadonlyMap<string, number>, { labels, matrix }: Crf): WordScores {
  const sum = (symbols: Symbols): Float64Array => {
    const sums = new Float64Array(ROWS * labels);
    for (const { sign, places } of OF_A_WORD) {
      const [{ offset, column } = { offset: 0, column: 0 }] = places;
      const symbol = symbols[column] ?? null;
      const id = symbol === null || Math.abs(offset) > FAR ? undefined : ids.get(nameFeature(sign, [symbol]));
      if (id === undefined) continue;
      const [from, into] = [id * labels, rowFrom(offset) * labels];
      for (let k = 0; k < labels; k += 1) sums[into + k] = (sums[into + k] as number) + (matrix[from + k] as number);
    }
    return sums;
  };
  return {
    of: remembering((text) => {
      const { word, shape, begin, end, ending } = lookAt(text);
      return sum([word, shape, begin, end, ending]);
    }, MANY_WORDS),
    beyond: sum(BEYOND),
  };
}
