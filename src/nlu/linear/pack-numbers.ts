import { deflateRawSync, inflateRawSync } from "node:zlib";
import type { StemmedExample } from "./nearest-example.ts";
import type { Weights } from "./predict.ts";

/**
 * Numbers as a model file carries them: deflated bytes in base64. Packed and unpacked values are the same,
 * rounding included.
 */
export interface PackedWeights {
  /** A byte for each weight, −127 to 127, in steps of the label's own size. */
  readonly matrix: string;
  readonly steps: readonly number[];
  readonly bias: readonly number[];
}

const LARGEST_BYTE = 127;

export function packWeights({ matrix, bias }: Weights): PackedWeights {
  const labels = bias.length;
  const largest = new Float64Array(labels);
  for (let cell = 0; cell < matrix.length; cell += 1) {
    const label = cell % labels;
    largest[label] = Math.max(largest[label] as number, Math.abs(matrix[cell] as number));
  }
  const steps = Array.from(largest, (value) => round(value / LARGEST_BYTE) || 1);
  const bytes = Int8Array.from(matrix, (weight, cell) => Math.round(weight / (steps[cell % labels] as number)));
  return { matrix: toBase64(bytes), steps, bias: Array.from(bias, round) };
}

export function unpackWeights({ matrix, steps, bias }: PackedWeights): Weights {
  const bytes = fromBase64(matrix);
  const labels = bias.length;
  const weights = new Float32Array(bytes.length);
  for (let cell = 0; cell < bytes.length; cell += labels) {
    for (let k = 0; k < labels; k += 1)
      weights[cell + k] = (((bytes[cell + k] as number) << 24) >> 24) * (steps[k] as number);
  }
  return { matrix: weights, bias: Float64Array.from(bias) };
}

/** The weights of heads, feature by feature as those of the intents. */
export function packHeads(heads: readonly { readonly weights: Float32Array; readonly bias: number }[]): PackedWeights {
  const features = heads[0]?.weights.length ?? 0;
  const matrix = new Float32Array(features * heads.length);
  for (const [k, { weights }] of heads.entries()) {
    for (let id = 0; id < features; id += 1) matrix[id * heads.length + k] = weights[id] as number;
  }
  return packWeights({ matrix, bias: Float64Array.from(heads, ({ bias }) => bias) });
}

export function unpackHeads(packed: PackedWeights): { readonly weights: Float32Array; readonly bias: number }[] {
  const { matrix, bias } = unpackWeights(packed);
  const count = bias.length;
  return Array.from(bias, (own, k) => ({
    weights: Float32Array.from(
      { length: count === 0 ? 0 : matrix.length / count },
      (_, id) => matrix[id * count + k] as number,
    ),
    bias: own,
  }));
}

/** The label, the number of stems, then for each the step from the stem before. */
export function packExamples(examples: readonly StemmedExample[]): string {
  const bytes: number[] = [];
  for (const { label, stems } of examples) {
    pushNumber(bytes, label);
    pushNumber(bytes, stems.length);
    let before = 0;
    for (const id of stems) {
      pushNumber(bytes, id - before);
      before = id;
    }
  }
  return toBase64(Uint8Array.from(bytes));
}

export function unpackExamples(packed: string): StemmedExample[] {
  const bytes = { bytes: fromBase64(packed), at: 0 };
  const examples: StemmedExample[] = [];
  while (bytes.at < bytes.bytes.length) {
    const label = takeNumber(bytes);
    const stems = new Uint32Array(takeNumber(bytes));
    let before = 0;
    for (let at = 0; at < stems.length; at += 1) {
      before += takeNumber(bytes);
      stems[at] = before;
    }
    examples.push({ label, stems });
  }
  return examples;
}

export function packCounts(counts: Uint32Array): string {
  const bytes: number[] = [];
  for (const count of counts) pushNumber(bytes, count);
  return toBase64(Uint8Array.from(bytes));
}

export function unpackCounts(packed: string): Uint32Array {
  const bytes = { bytes: fromBase64(packed), at: 0 };
  const counts: number[] = [];
  while (bytes.at < bytes.bytes.length) counts.push(takeNumber(bytes));
  return Uint32Array.from(counts);
}

/** Seven bits a byte, the lowest first; the eighth says that more follows. */
function pushNumber(bytes: number[], value: number): void {
  let left = value;
  while (left > 0x7f) {
    bytes.push((left & 0x7f) | 0x80);
    left >>>= 7;
  }
  bytes.push(left);
}

function takeNumber(from: { readonly bytes: Uint8Array; at: number }): number {
  let value = 0;
  for (let shift = 0; ; shift += 7) {
    const byte = from.bytes[from.at++] ?? 0;
    value |= (byte & 0x7f) << shift;
    if (byte < 0x80) return value;
  }
}

/** Nine digits are more than a measurement has, and shorter to write. */
export function round(value: number): number {
  return Number(value.toPrecision(9));
}

function toBase64(bytes: Uint8Array | Int8Array): string {
  return deflateRawSync(bytes, { level: 9 }).toString("base64");
}

function fromBase64(text: string): Uint8Array {
  return inflateRawSync(Buffer.from(text, "base64"));
}
