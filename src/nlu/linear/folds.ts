import { seededRandom, shuffle } from "../../core/seeded-random.ts";

/** A text as folds see it: the number of its label, and the hand that wrote it. */
export interface FoldedText {
  readonly label: number;
  readonly origin?: string | undefined;
}

export const FOLDS = 5;
/** A label that one hand wrote nearly alone could not be learnt from the others. */
const MOST_OF_ONE_HAND = 0.7;

/**
 * The fold of each text. Where several hands wrote a label, a hand's texts are one fold, so that
 * they are judged by models that have read nothing of that hand: people repeat themselves. Every
 * other label is spread evenly over all folds.
 */
export function foldsOf(texts: readonly FoldedText[]): Int32Array {
  const folds = new Int32Array(texts.length);
  const origins = [...new Set(texts.flatMap(({ origin }) => origin ?? []))].sort();
  const places = new Map<number, number[]>();
  for (const [at, { label }] of texts.entries()) {
    const own = places.get(label) ?? [];
    own.push(at);
    places.set(label, own);
  }
  const random = seededRandom(texts.length);
  let next = 0;
  for (const label of [...places.keys()].sort((one, other) => one - other)) {
    const own = places.get(label) ?? [];
    const isByHand = origins.length >= 2 && !isOfOneHand(texts, own);
    shuffle(own, random);
    for (const place of own) {
      const origin = texts[place]?.origin;
      const isFolded = isByHand && origin !== undefined;
      folds[place] = isFolded ? origins.indexOf(origin) % FOLDS : next++ % FOLDS;
    }
  }
  return folds;
}

function isOfOneHand(texts: readonly FoldedText[], places: readonly number[]): boolean {
  const counts = new Map<string, number>();
  for (const place of places) {
    const origin = texts[place]?.origin ?? "";
    counts.set(origin, (counts.get(origin) ?? 0) + 1);
  }
  return Math.max(...counts.values()) > MOST_OF_ONE_HAND * places.length;
}
