import type { Crf } from "./crf.ts";
import { createFeatureTree } from "./feature-tree.ts";
import { FAR, FARTHEST_BEFORE, FARTHEST_BEHIND, TEMPLATES } from "./features.ts";
import type { SeenTokens } from "./token-features.ts";
import type { Token } from "./tokens.ts";
import { createWordScores, OF_A_WORD, rowFrom } from "./word-scores.ts";

/** The score of each label of each token by its features alone: `at * labels + k`. */
export type TokenScorer = (tokens: readonly Token[], seen: SeenTokens) => Float64Array;

/** Scores the features that `describeTokens` names, in another order: what is of one word by that word, all else by the tree. */
export function createTokenScorer(features: readonly string[], crf: Crf): TokenScorer {
  const { labels, matrix } = crf;
  const words = createWordScores(new Map(features.map((name, id) => [name, id])), crf);
  const tree = createFeatureTree(
    features,
    TEMPLATES.filter((template) => !OF_A_WORD.includes(template)),
  );
  return (tokens, seen) => {
    const scores = new Float64Array(tokens.length * labels);
    const found = tree.numbersOf(seen);
    for (let token = 0; token < tokens.length; token += 1) {
      for (let kind = 0; kind < tree.kinds; kind += 1) {
        const id = found[token * tree.kinds + kind] as number;
        if (id < 0) continue;
        const [from, into] = [id * labels, token * labels];
        for (let k = 0; k < labels; k += 1)
          scores[into + k] = (scores[into + k] as number) + (matrix[from + k] as number);
      }
    }
    const sums = tokens.map(({ text }) => words.of(text));
    for (let token = 0; token < tokens.length; token += 1) {
      const into = token * labels;
      const isNamed = seen.mayBeNamed[token] === true;
      const last = isNamed ? FARTHEST_BEHIND : FAR - 1;
      for (let offset = isNamed ? -FARTHEST_BEFORE : 1 - FAR; offset <= last; offset += 1) {
        const word = sums[token + offset] ?? (Math.abs(offset) < FAR ? words.beyond : undefined);
        if (word === undefined) continue;
        const from = rowFrom(offset) * labels;
        for (let k = 0; k < labels; k += 1)
          scores[into + k] = (scores[into + k] as number) + (word[from + k] as number);
      }
    }
    return scores;
  };
}
