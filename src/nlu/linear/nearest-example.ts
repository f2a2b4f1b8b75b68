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

/** The training texts by stem, so that only texts with a shared stem are compared. */
export function indexExamples({ features, rarity }: FeatureSpace, examples: readonly StemmedExample[]): ExampleIndex {
  const starts = new Uint32Array(features.length + 1);
  for (const { stems } of examples) for (const id of stems) starts[id + 1] = (starts[id + 1] as number) + 1;
  for (let id = 0; id < features.length; id += 1) starts[id + 1] = (starts[id + 1] as number) + (starts[id] as number);
  const total = starts[features.length] ?? 0;
  const rows = new Uint32Array(total);
  const shares = new Float32Array(total);
  const next = starts.slice();
  for (const [row, { stems }] of examples.entries()) {
    const length = lengthOf(stems, rarity);
    for (const id of stems) {
      const place = next[id] as number;
      rows[place] = row;
      shares[place] = (rarity[id] as number) / length;
      next[id] = place + 1;
    }
  }
  const isOfStem = Uint8Array.from(features, (feature) => Number(isOfStems(feature)));
  const labels = Int32Array.from(examples, ({ label }) => label);
  // All zero between two texts: only the rows that a text touches are looked at, of thousands.
  const cosines = new Float64Array(examples.length);
  const touched = new Uint32Array(examples.length);
  return {
    nearest({ ids }, label) {
      let rowsTouched = 0;
      const stems = ids.filter((id) => isOfStem[id] === 1);
      const length = lengthOf(stems, rarity);
      for (const id of stems) {
        const value = (rarity[id] as number) / length;
        const end = starts[id + 1] as number;
        for (let place = starts[id] as number; place < end; place += 1) {
          const row = rows[place] as number;
          const before = cosines[row] as number;
          if (before === 0) {
            touched[rowsTouched] = row;
            rowsTouched += 1;
          }
          cosines[row] = before + value * (shares[place] as number);
        }
      }
      let ofAny = 0;
      let ofLabel = 0;
      for (let at = 0; at < rowsTouched; at += 1) {
        const row = touched[at] as number;
        const cosine = cosines[row] as number;
        cosines[row] = 0;
        if (cosine > ofAny) ofAny = cosine;
        if (cosine > ofLabel && labels[row] === label) ofLabel = cosine;
      }
      return { ofAny, ofLabel };
    },
  };
}

function lengthOf(stems: Uint32Array, rarity: Float64Array): number {
  let square = 0;
  for (const id of stems) square += (rarity[id] as number) ** 2;
  return Math.sqrt(square);
}
