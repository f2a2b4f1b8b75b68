import { remembering, SOME_TEXTS } from "../../core/remembering.ts";
import { type FeatureCounts, isOfStems, isStem, pairFeature } from "./features.ts";
import { normaliseText } from "./normalise-text.ts";
import { wordReader } from "./word-features.ts";

/**
 * The features that a model knows, and how rare each is. A feature's id is its place in the sorted
 * vocabulary.
 */
export interface FeatureSpace {
  readonly features: readonly string[];
  readonly ids: ReadonlyMap<string, number>;
  /** How many of the training texts hold each feature, by id. */
  readonly textsWith: Uint32Array;
  readonly texts: number;
  /** The weight of each feature, by id: rarer ones weigh more. */
  readonly rarity: Float64Array;
}

/** A text in a feature space, of length 1 (or empty). */
export interface TextVector {
  readonly ids: Uint32Array;
  readonly values: Float64Array;
}

/** What a text looks like to a model: its vector, and the part that the model cannot see. */
export interface ReadText {
  readonly vector: TextVector;
  readonly stems: number;
  readonly unknownStems: number;
}

/** So many features are kept, the most frequent: the others double the model and add little. */
const MOST_FEATURES = 16_000;

const NONE: ReadonlyMap<string, number> = new Map();

export function learnFeatures(texts: readonly FeatureCounts[], most = MOST_FEATURES): FeatureSpace {
  const seen = new Map<string, number>();
  for (const { stems, pieces, kinds = NONE } of texts) {
    for (const group of [stems, pieces, kinds]) {
      for (const feature of group.keys()) seen.set(feature, (seen.get(feature) ?? 0) + 1);
    }
  }
  const often = (feature: string): number => seen.get(feature) ?? 0;
  // Shorter features are likelier in texts to come, among those seen equally often.
  const features = [...seen.keys()]
    .sort((one, other) => often(other) - often(one) || one.length - other.length || (one < other ? -1 : 1))
    .slice(0, most)
    .sort();
  return featureSpace(
    features,
    Uint32Array.from(features, (feature) => seen.get(feature) ?? 0),
    texts.length,
  );
}

export function featureSpace(features: readonly string[], textsWith: Uint32Array, texts: number): FeatureSpace {
  return {
    features,
    ids: new Map(features.map((feature, id) => [feature, id])),
    textsWith,
    texts,
    rarity: Float64Array.from(textsWith, (count) => Math.log((1 + texts) / (1 + count)) + 1),
  };
}

/** The stems of a text that the space knows, and their pairs; ascending. */
export function stemIds({ features }: FeatureSpace, { ids }: TextVector): Uint32Array {
  return ids.filter((id) => isOfStems(features[id] ?? "")).sort();
}

const readers = new WeakMap<FeatureSpace, (text: string) => ReadText>();

/** The classifier and the heads read the same clauses of a message. */
export function readText(space: FeatureSpace, text: string): ReadText {
  let reader = readers.get(space);
  if (reader === undefined) {
    reader = remembering(wordByWord(space), SOME_TEXTS);
    readers.set(space, reader);
  }
  return reader(text);
}

/** `placeText(space, countFeatures(text))` by the numbers of the features, with what is known of each word. */
function wordByWord({ features, ids, rarity }: FeatureSpace): (text: string) => ReadText {
  const readWord = wordReader(ids);
  // All zero between two texts.
  const counts = new Uint16Array(features.length);
  return (text) => {
    const stems: number[] = [];
    const pieces: number[] = [];
    const count = (id: number, group: number[]): void => {
      if (counts[id] === 0) group.push(id);
      counts[id] = (counts[id] as number) + 1;
    };
    const known = new Set<string>();
    const unknown = new Set<string>();
    let before = "";
    for (const word of normaliseText(text).split(" ")) {
      if (word === "") continue;
      const { stem, stemId, pieceIds } = readWord(word);
      (stemId < 0 ? unknown : known).add(stem);
      if (stemId >= 0) count(stemId, stems);
      const pairId = before === "" ? undefined : ids.get(pairFeature(before, stem));
      if (pairId !== undefined) count(pairId, stems);
      for (const id of pieceIds) count(id, pieces);
      before = stem;
    }
    const found = stems.concat(pieces);
    const values = new Float64Array(found.length);
    for (let at = 0; at < found.length; at += 1) {
      const id = found[at] as number;
      const times = counts[id] as number;
      values[at] = (times === 1 ? 1 : 1 + Math.log(times)) * (rarity[id] as number);
      counts[id] = 0;
    }
    scaleToOne(values, 0, stems.length);
    scaleToOne(values, stems.length, found.length);
    scaleToOne(values, 0, found.length);
    const vector = { ids: new Uint32Array(found), values };
    return { vector, stems: known.size + unknown.size, unknownStems: unknown.size };
  };
}

export function placeText(space: FeatureSpace, { stems, pieces, kinds = NONE }: FeatureCounts): ReadText {
  const most = stems.size + pieces.size + kinds.size;
  const ids = new Uint32Array(most);
  const values = new Float64Array(most);
  const filled = { ids, values, size: 0 };
  addGroup(space, stems, filled);
  addGroup(space, pieces, filled);
  addGroup(space, kinds, filled);
  scaleToOne(values, 0, filled.size);
  let words = 0;
  let unknownStems = 0;
  for (const feature of stems.keys()) {
    if (!isStem(feature)) continue;
    words += 1;
    if (!space.ids.has(feature)) unknownStems += 1;
  }
  const vector = { ids: ids.subarray(0, filled.size), values: values.subarray(0, filled.size) };
  return { vector, stems: words, unknownStems };
}

/**
 * A group's known features, together of length 1: a long word has many pieces and must not outweigh
 * the stems.
 */
function addGroup(
  { ids, rarity }: FeatureSpace,
  group: ReadonlyMap<string, number>,
  into: { readonly ids: Uint32Array; readonly values: Float64Array; size: number },
): void {
  const start = into.size;
  for (const [feature, count] of group) {
    const id = ids.get(feature);
    if (id === undefined) continue;
    into.ids[into.size] = id;
    into.values[into.size] = (1 + Math.log(count)) * (rarity[id] as number);
    into.size += 1;
  }
  scaleToOne(into.values, start, into.size);
}

function scaleToOne(values: Float64Array, start: number, end: number): void {
  let square = 0;
  for (let at = start; at < end; at += 1) square += (values[at] as number) ** 2;
  const length = Math.sqrt(square);
  for (let at = start; at < end; at += 1) values[at] = (values[at] as number) / length;
}
