import type { FeatureSpace, TextVector } from "./feature-space.ts";
import { isOfStems } from "./features.ts";

/**
 * A training text as it is compared with: its stems alone, each counted once. Its pieces would make
 * the file three times as large and the search as slow, and say nothing more.
 */
export interface StemmedExample {
  readonly label: number;
  /** Ascending. */
  readonly stems: Uint32Array;
}

/** The likeness of a text to a training text: the cosine, 0 to 1. */
export interface Nearest {
  readonly ofAny: number;
  readonly ofLabel: number;
}

export interface ExampleIndex {
  nearest(vector: TextVector, label: number): Nearest;
}

/** A stem of a text: its part of the text's length, and the training texts that have it. */
interface Shared {
  readonly value: number;
  readonly start: number;
  readonly end: number;
}

/** More than what rounding can add to a cosine. */
const ROUNDING = 1e-9;

/**
 * The training texts by stem, label by label. A text is compared first with those of its label. With the others only its rarer
 * stems are looked for: the frequent ones together cannot make a text nearer than the nearest of the label.
 */
export function indexExamples({ features, rarity }: FeatureSpace, examples: readonly StemmedExample[]): ExampleIndex {
  const ordered = [...examples].sort((one, other) => one.label - other.label);
  const starts = new Uint32Array(features.length + 1);
  for (const { stems } of ordered) for (const id of stems) starts[id + 1] = (starts[id + 1] as number) + 1;
  for (let id = 0; id < features.length; id += 1) starts[id + 1] = (starts[id + 1] as number) + (starts[id] as number);
  const total = starts[features.length] ?? 0;
  const rows = new Uint32Array(total);
  const shares = new Float32Array(total);
  const next = starts.slice();
  for (const [row, { stems }] of ordered.entries()) {
    const length = lengthOf(stems, rarity);
    for (const id of stems) {
      const place = next[id] as number;
      rows[place] = row;
      shares[place] = (rarity[id] as number) / length;
      next[id] = place + 1;
    }
  }
  const isOfStem = Uint8Array.from(features, (feature) => Number(isOfStems(feature)));
  const firstOf = new Map<number, number>();
  const behind = new Map<number, number>();
  for (const [row, { label }] of ordered.entries()) {
    if (!firstOf.has(label)) firstOf.set(label, row);
    behind.set(label, row + 1);
  }

  /** The first place from `start` on whose text is `row` or comes behind it. */
  const placeOf = (row: number, start: number, end: number): number => {
    let [low, high] = [start, end];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((rows[middle] as number) < row) low = middle + 1;
      else high = middle;
    }
    return low;
  };

  // All zero between two texts: only the rows that a text touches are looked at, of thousands.
  const cosines = new Float64Array(ordered.length);
  const touched = new Uint32Array(ordered.length);
  let touches = 0;
  const add = ({ value, start, end }: Shared): void => {
    for (let place = start; place < end; place += 1) {
      const row = rows[place] as number;
      const before = cosines[row] as number;
      if (before === 0) touched[touches++] = row;
      cosines[row] = before + value * (shares[place] as number);
    }
  };

  const nearestOfLabel = (shared: readonly Shared[], label: number): number => {
    const [first = 0, last = 0] = [firstOf.get(label), behind.get(label)];
    for (const { value, start, end } of shared) {
      const from = placeOf(first, start, end);
      add({ value, start: from, end: placeOf(last, from, end) });
    }
    let highest = 0;
    for (; touches > 0; touches -= 1) {
      const row = touched[touches - 1] as number;
      highest = Math.max(highest, cosines[row] as number);
      cosines[row] = 0;
    }
    return highest;
  };

  const cosineOf = (row: number, shared: readonly Shared[]): number => {
    let cosine = 0;
    for (const { value, start, end } of shared) {
      const place = placeOf(row, start, end);
      if (place < end && rows[place] === row) cosine += value * (shares[place] as number);
    }
    return cosine;
  };

  const nearestOfAny = (shared: readonly Shared[], known: number): number => {
    // The most that stems can add to any cosine is the length of their part of the text.
    const most = (known / 2) ** 2;
    let square = 0;
    for (const one of [...shared].sort(byFrequency)) {
      if (square + one.value ** 2 > most) add(one);
      else square += one.value ** 2;
    }
    const left = Math.sqrt(square) + ROUNDING;
    let highest = known;
    for (; touches > 0; touches -= 1) {
      const row = touched[touches - 1] as number;
      if ((cosines[row] as number) + left > highest) highest = Math.max(highest, cosineOf(row, shared));
      cosines[row] = 0;
    }
    return highest;
  };

  return {
    nearest({ ids }, label) {
      const stems = ids.filter((id) => isOfStem[id] === 1);
      const length = lengthOf(stems, rarity);
      const shared = Array.from(stems, (id) => {
        return { value: (rarity[id] as number) / length, start: starts[id] as number, end: starts[id + 1] as number };
      });
      const ofLabel = nearestOfLabel(shared, label);
      return { ofAny: nearestOfAny(shared, ofLabel), ofLabel };
    },
  };
}

/** The most frequent first. */
function byFrequency(one: Shared, other: Shared): number {
  return other.end - other.start - (one.end - one.start);
}

function lengthOf(stems: Uint32Array, rarity: Float64Array): number {
  let square = 0;
  for (const id of stems) square += (rarity[id] as number) ** 2;
  return Math.sqrt(square);
}
