import type { TextVector } from "./feature-space.ts";
import type { Example } from "./fit-softmax.ts";

/** The likeness of a text to a training text: the cosine, 0 to 1. */
export interface Nearest {
  readonly ofAny: number;
  readonly ofLabel: number;
}

export interface ExampleIndex {
  nearest(vector: TextVector, label: number): Nearest;
}

/** The training texts by feature, so that only texts with a shared feature are compared. */
export function indexExamples(examples: readonly Example[], features: number): ExampleIndex {
  const starts = new Uint32Array(features + 1);
  for (const { vector } of examples) for (const id of vector.ids) starts[id + 1] = (starts[id + 1] as number) + 1;
  for (let id = 0; id < features; id += 1) starts[id + 1] = (starts[id + 1] as number) + (starts[id] as number);
  const total = starts[features] ?? 0;
  const rows = new Uint32Array(total);
  const shares = new Float32Array(total);
  const next = starts.slice();
  for (const [row, { vector }] of examples.entries()) {
    for (let at = 0; at < vector.ids.length; at += 1) {
      const id = vector.ids[at] as number;
      const place = next[id] as number;
      rows[place] = row;
      shares[place] = vector.values[at] as number;
      next[id] = place + 1;
    }
  }
  const labels = Int32Array.from(examples, ({ label }) => label);
  const cosines = new Float64Array(examples.length);
  return {
    nearest({ ids, values }, label) {
      cosines.fill(0);
      for (let at = 0; at < ids.length; at += 1) {
        const id = ids[at] as number;
        const value = values[at] as number;
        const end = starts[id + 1] as number;
        for (let place = starts[id] as number; place < end; place += 1) {
          const row = rows[place] as number;
          cosines[row] = (cosines[row] as number) + value * (shares[place] as number);
        }
      }
      let ofAny = 0;
      let ofLabel = 0;
      for (let row = 0; row < cosines.length; row += 1) {
        const cosine = cosines[row] as number;
        if (cosine > ofAny) ofAny = cosine;
        if (cosine > ofLabel && labels[row] === label) ofLabel = cosine;
      }
      return { ofAny, ofLabel };
    },
  };
}
