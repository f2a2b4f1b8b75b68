import { countFeatures, type FeatureCounts } from "../linear/features.ts";
import { normaliseText } from "../linear/normalise-text.ts";
import { kindsOfWord } from "./word-kinds.ts";

/** A kind's feature begins with this sign, which no stem and no piece has. */
const KIND_SIGN = "@";
/** So many words apart two kinds still are of one thought: "se tomó como siete pastillas". */
const REACH = 3;
const NUMBER = "number";
const MUCH = "much";
/** From here on a number of tablets is much. */
const FEWEST_MUCH = 3;

/** A text's words and pieces, as for every classifier, and the kinds of its words: alone, near each other, beside a word, together in the text. */
export function countDangerFeatures(text: string): Required<FeatureCounts> {
  return { ...countFeatures(text), kinds: countKinds(normaliseText(text).split(" ").filter(Boolean)) };
}

function countKinds(words: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  const count = (feature: string) => void counts.set(KIND_SIGN + feature, (counts.get(KIND_SIGN + feature) ?? 0) + 1);
  const kinds = words.map(kindsOf);
  for (const [at, own] of kinds.entries()) {
    for (const kind of own) {
      count(kind);
      if (at > 0) count(`${words[at - 1]}_${kind}`);
      if (at + 1 < words.length) count(`${kind}_${words[at + 1]}`);
      for (const near of kinds.slice(Math.max(0, at - REACH), at)) for (const one of near) count(`${one}>${kind}`);
    }
  }
  const together = [...new Set(kinds.flat())].sort();
  for (const [at, one] of together.entries()) for (const other of together.slice(at + 1)) count(`${one}&${other}`);
  return counts;
}

function kindsOf(word: string): readonly string[] {
  const kinds = [...kindsOfWord(word)];
  return /^\d/u.test(word) ? [...kinds, Number(word) >= FEWEST_MUCH ? MUCH : NUMBER] : kinds;
}
