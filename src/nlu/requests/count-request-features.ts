import { countFeatures, type FeatureCounts } from "../linear/features.ts";
import { normaliseText } from "../linear/normalise-text.ts";
import { kindsOfWord } from "./word-kinds.ts";

/** A kind's feature begins with this sign, which no stem and no piece has. */
const KIND_SIGN = "@";
const OPENING_WORDS = 3;
const LONGEST = 6;
const MOST_COMMAS = 4;
const NUMBER = "0";

/** A text's words and pieces, as for every classifier, and the kinds of its words: alone, in pairs, and how it opens and ends. */
export function countRequestFeatures(text: string): FeatureCounts {
  return { ...countFeatures(text), kinds: countKinds(normaliseText(text).split(" ").filter(Boolean)) };
}

function countKinds(words: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  const count = (feature: string) => void counts.set(KIND_SIGN + feature, (counts.get(KIND_SIGN + feature) ?? 0) + 1);
  const seen = new Set<string>();
  let before: readonly string[] = [];
  for (const [at, word] of words.entries()) {
    const kinds = /^\d/u.test(word) ? [...kindsOfWord(word), NUMBER] : [...kindsOfWord(word)];
    for (const kind of kinds) {
      count(kind);
      seen.add(kind);
      for (const one of before) if (one !== kind) count(`${one}>${kind}`);
      if (at < OPENING_WORDS) count(`^${kind}`);
    }
    if (kinds.length > 0) before = kinds;
  }
  const sorted = [...seen].sort();
  for (const [at, one] of sorted.entries()) for (const other of sorted.slice(at + 1)) count(`${one}&${other}`);
  count(`length ${Math.min(LONGEST, Math.floor(Math.log2(words.length + 1)))}`);
  const commas = words.filter((word) => word === ",").length;
  if (commas > 1) count(`commas ${Math.min(MOST_COMMAS, commas)}`);
  if (words.includes("?")) count("?");
  if (words.at(-1) === "?") count("?$");
  return counts;
}
