import { countFeatures, type FeatureCounts, isStem } from "./features.ts";

/** The features that a model knows, and how rare each is. A feature's id is its place in the sorted vocabulary. */
export interface FeatureSpace {
  readonly features: readonly string[];
  readonly ids: ReadonlyMap<string, number>;
  /** By id: in how many of the training texts it stands. */
  readonly textsWith: Uint32Array;
  readonly texts: number;
  /** By id: the rarer, the heavier. */
  readonly rarity: Float64Array;
}

/** A text in a feature space, of length 1 (or empty). */
export interface TextVector {
  /** Rising. */
  readonly ids: Uint32Array;
  readonly values: Float64Array;
}

/** What a text looks like to a model: its vector, and what the model cannot see of it. */
export interface ReadText {
  readonly vector: TextVector;
  readonly stems: number;
  readonly unknownStems: number;
}

/** Above so many features those seen once are dropped: they double the model and add little. */
const MAX_WITH_SINGLES = 20_000;

export function learnFeatures(texts: readonly FeatureCounts[]): FeatureSpace {
  const seen = new Map<string, number>();
  for (const { stems, pieces } of texts) {
    for (const group of [stems, pieces]) {
      for (const feature of group.keys()) seen.set(feature, (seen.get(feature) ?? 0) + 1);
    }
  }
  const atLeast = seen.size > MAX_WITH_SINGLES ? 2 : 1;
  const features = [...seen.keys()].filter((feature) => (seen.get(feature) ?? 0) >= atLeast).sort();
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

export function readText(space: FeatureSpace, text: string): ReadText {
  return placeText(space, countFeatures(text));
}

export function placeText(space: FeatureSpace, counts: FeatureCounts): ReadText {
  const weighed = [...weighGroup(space, counts.stems), ...weighGroup(space, counts.pieces)];
  let stems = 0;
  let unknownStems = 0;
  for (const feature of counts.stems.keys()) {
    if (!isStem(feature)) continue;
    stems += 1;
    if (!space.ids.has(feature)) unknownStems += 1;
  }
  return { vector: vectorOf(weighed), stems, unknownStems };
}

type Weighed = readonly [id: number, value: number];

/** A group's known features, together of length 1: a long word has many pieces and must not drown the stems. */
function weighGroup(space: FeatureSpace, group: ReadonlyMap<string, number>): Weighed[] {
  const weighed: [id: number, value: number][] = [];
  let square = 0;
  for (const [feature, count] of group) {
    const id = space.ids.get(feature);
    if (id === undefined) continue;
    const value = (1 + Math.log(count)) * (space.rarity[id] ?? 0);
    weighed.push([id, value]);
    square += value * value;
  }
  const length = Math.sqrt(square);
  for (const one of weighed) one[1] /= length;
  return weighed;
}

export function vectorOf(weighed: Weighed[]): TextVector {
  weighed.sort(([one], [other]) => one - other);
  const length = Math.sqrt(weighed.reduce((square, [, value]) => square + value * value, 0));
  return {
    ids: Uint32Array.from(weighed, ([id]) => id),
    values: Float64Array.from(weighed, ([, value]) => value / length),
  };
}
