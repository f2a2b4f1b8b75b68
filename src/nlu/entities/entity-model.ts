import * as z from "zod";
import { badModel, openModel, sealModel } from "../linear/model-envelope.ts";
import { packWeights, round, unpackWeights } from "../linear/pack-numbers.ts";
import { bestPath, type Crf, chancesOf } from "./crf.ts";
import { type Entity, everyEntity } from "./entities.ts";
import { ENTITY_LABELS, type Span } from "./marked-text.ts";
import { createTokenScorer, type TokenScorer } from "./score-tokens.ts";
import type { SeenTokens } from "./token-features.ts";
import type { Token } from "./tokens.ts";

/**
 * What the model may do: fill what the rules left, amend so what was known already, replace or drop what the rules read, or divide
 * its words otherwise.
 */
export const CHANGES = ["fill", "amend", "replace", "divide", "drop"] as const;
export type Change = (typeof CHANGES)[number];

/** Measured out of fold: on texts of hands that the judging model had not read. */
export interface EntityMetrics {
  /** How many texts the rules alone read rightly, and how many with the model. */
  readonly byRules: number;
  readonly withModel: number;
}

export interface EntityModel {
  /** The feature of each number. */
  readonly features: readonly string[];
  readonly crf: Crf;
  readonly score: TokenScorer;
  /** From this probability on a change is made; Infinity: never. */
  readonly from: Readonly<Record<Entity, Readonly<Record<Change, number>>>>;
  readonly metrics: Readonly<Record<Entity, EntityMetrics>>;
  readonly texts: number;
  readonly dataHash: string;
}

/** What a model sees in a text. */
export interface TaggedText {
  readonly spans: readonly Span[];
  /** How sure the label of each token is, 0–1. Summed over all lines of labels when it is first asked for: most texts need none. */
  readonly chances: () => readonly number[];
  readonly labels: Uint8Array;
}

export function tagTokens(
  { crf, score }: Pick<EntityModel, "crf" | "score">,
  tokens: readonly Token[],
  seen: SeenTokens,
): TaggedText {
  if (tokens.length === 0) return { spans: [], chances: () => [], labels: new Uint8Array() };
  const scores = score(tokens, seen);
  const labels = bestPath(crf, scores, tokens.length);
  let summed: readonly number[] | null = null;
  const chances = (): readonly number[] => {
    summed ??= chancesOf(crf, scores, labels);
    return summed;
  };
  return { spans: spansOf(tokens, labels, chances), chances, labels };
}

/** Runs of tokens with one label. */
function spansOf(tokens: readonly Token[], labels: Uint8Array, chances: TaggedText["chances"]): Span[] {
  const spans: Span[] = [];
  for (let from = 0; from < tokens.length; from += 1) {
    let to = from;
    while (labels[to + 1] === labels[from]) to += 1;
    const label = ENTITY_LABELS[labels[from] as number] ?? "o";
    const [first, last] = [tokens[from], tokens[to]];
    if (label !== "o" && first !== undefined && last !== undefined) {
      const [begin, end] = [from, to + 1];
      spans.push({
        label,
        start: first.start,
        end: last.end,
        get chance() {
          return Math.min(...chances().slice(begin, end));
        },
      });
    }
    from = to;
  }
  return spans;
}

/** A version that reads texts differently gets another number. */
const FORMAT = "recado-entities/1";
const BETWEEN_FEATURES = "\n";

const count = z.number().int().nonnegative();
/** JSON has no Infinity. */
const threshold = z.number().nullable();
const thresholds = z.strictObject({
  fill: threshold,
  amend: threshold,
  replace: threshold,
  divide: threshold,
  drop: threshold,
});
const metrics = z.strictObject({ byRules: count, withModel: count });
const fileSchema = z.strictObject({
  dataHash: z.string(),
  texts: count,
  from: z.strictObject({ name: thresholds, town: thresholds, neighbourhood: thresholds }),
  metrics: z.strictObject({ name: metrics, town: metrics, neighbourhood: metrics }),
  features: z.string(),
  weights: z.strictObject({ matrix: z.base64(), steps: z.array(z.number()), bias: z.array(z.number()) }),
  steps: z.array(z.number()).length((ENTITY_LABELS.length + 1) * ENTITY_LABELS.length),
});

/** The model as the text of a file. The same training gives the same bytes. */
export function writeEntityModel({ features, crf, from, metrics: measured, texts, dataHash }: EntityModel): string {
  const { matrix, steps, bias } = packWeights({ matrix: crf.matrix, bias: new Float64Array(crf.labels) });
  const body: z.infer<typeof fileSchema> = {
    dataHash,
    texts,
    from: everyEntity((entity) => everyChange((change) => finite(from[entity][change]))),
    metrics: measured,
    features: features.join(BETWEEN_FEATURES),
    weights: { matrix, steps: [...steps], bias: [...bias] },
    steps: Array.from(crf.steps, round),
  };
  return sealModel(FORMAT, body);
}

function finite(value: number): number | null {
  return Number.isFinite(value) ? round(value) : null;
}

/** `bad_model_file` for anything that is not a whole model of this version. */
export function readEntityModel(json: unknown): EntityModel {
  const {
    features: joined,
    weights,
    steps,
    from,
    ...rest
  } = openModel(json, {
    format: FORMAT,
    schema: fileSchema,
    of: "entities",
  });
  const features = joined.split(BETWEEN_FEATURES);
  const { matrix } = unpackWeights(weights);
  const labels = ENTITY_LABELS.length;
  if (matrix.length !== features.length * labels)
    throw badModel("entities", "it has not a weight for each feature and label");
  const crf = { labels, matrix, steps: Float32Array.from(steps) };
  return {
    ...rest,
    ...{ features, crf, score: createTokenScorer(features, crf) },
    from: everyEntity((entity) => everyChange((change) => from[entity][change] ?? Number.POSITIVE_INFINITY)),
  };
}

export function everyChange<Value>(of: (change: Change) => Value): Record<Change, Value> {
  return Object.fromEntries(CHANGES.map((change) => [change, of(change)])) as Record<Change, Value>;
}
