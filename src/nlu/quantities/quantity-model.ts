import * as z from "zod";
import type { SoldGoods, WishedQuantity } from "../../core/ports/flow-reader.ts";
import { splitTokens, type Token } from "../entities/tokens.ts";
import { badModel, openModel, sealModel } from "../linear/model-envelope.ts";
import { packWeights, round, unpackWeights } from "../linear/pack-numbers.ts";
import { isOther, readQuantity } from "../orders/read-quantity.ts";
import { type CountedWord, findCountedWords } from "./counted-words.ts";
import { behindFeature, describeCounted, type QuantityContext, wordOf } from "./quantity-features.ts";

/** What the model may do: fill what the rules left, replace or drop what they read. */
export const CHANGES = ["fill", "replace", "drop"] as const;
export type Change = (typeof CHANGES)[number];

/** Measured out of fold: on texts of hands that the judging model had not read. */
export interface QuantityMetrics {
  /** How many texts the rules alone read rightly, and how many with the model. */
  readonly byRules: number;
  readonly withModel: number;
}

export interface QuantityModel {
  readonly features: readonly string[];
  readonly weights: ReadonlyMap<string, number>;
  readonly bias: number;
  /** From this probability on a change is made; Infinity: never. */
  readonly from: Readonly<Record<Change, number>>;
  readonly metrics: QuantityMetrics;
  readonly texts: number;
  readonly dataHash: string;
}

export type QuantityWeights = Pick<QuantityModel, "weights" | "bias">;

/** What a model hears in a text: the sum of the words that count what is wanted, and how sure it is of its least sure word. */
export interface HeardQuantity {
  /** null: no number of units is wanted. */
  readonly units: number | null;
  readonly probability: number;
}

export function hearQuantity(
  model: QuantityWeights,
  tokens: readonly Token[],
  counted: readonly CountedWord[],
  context: QuantityContext,
): HeardQuantity {
  const chances = counted.map((word) =>
    isOfUnknownWord(model, tokens, word, context)
      ? 0
      : chanceOf(model, describeCounted(tokens, counted, word, context)),
  );
  const wanted = counted.flatMap((word, at) =>
    (chances[at] ?? 0) >= 0.5 ? [{ ...word, chance: chances[at] ?? 0 }] : [],
  );
  const probability = Math.min(1, ...chances.map((chance) => Math.max(chance, 1 - chance)));
  return { units: unitsOfAll(wanted, tokens, context.ruled), probability };
}

/** "Me da una tristeza", "son tres escalones": a noun stands behind it, and no text told that it is counted. */
function isOfUnknownWord(
  { weights }: QuantityWeights,
  tokens: readonly Token[],
  { at, units }: CountedWord,
  { goods }: QuantityContext,
): boolean {
  const behind = wordOf(tokens[at + 1], goods);
  const mayBeNoun = /^una?$/.test(tokens[at]?.plain ?? "") || (units > 1 && /^[a-z]+s$/.test(behind));
  return mayBeNoun && !weights.has(behindFeature(behind));
}

function sumOf(counted: readonly CountedWord[]): number {
  return counted.reduce((all, { units }) => all + units, 0);
}

interface Wanted extends CountedWord {
  readonly chance: number;
}

/** "Uno para mí y otro para ella" are two; "dos, sí, dos" are two, and so are "dos, uno para mi mamá", which the rules know. */
function unitsOfAll(
  wanted: readonly Wanted[],
  tokens: readonly Token[],
  ruled: QuantityContext["ruled"],
): number | null {
  const [first, ...more] = wanted;
  if (first === undefined) return null;
  if (more.length === 0) return first.units;
  const sum = sumOf(wanted);
  if (ruled !== null && (ruled.units === sum || wanted.some(({ units }) => units === ruled.units))) return ruled.units;
  if (wanted.every(({ units }) => units === 1))
    return more.some(({ at }) => isOther(tokens[at]?.plain ?? "")) ? sum : 1;
  return wanted.reduce((best, one) => (one.chance > best.chance ? one : best)).units;
}

/** The probability that a word of these features counts what is wanted. */
export function chanceOf({ weights, bias }: QuantityWeights, features: readonly string[]): number {
  let score = bias;
  const scale = 1 / Math.sqrt(features.length);
  for (const feature of features) score += scale * (weights.get(feature) ?? 0);
  return 1 / (1 + Math.exp(-score));
}

/** Which change would make of what the rules read what the model hears; null: none. */
export function changeBetween(ruled: QuantityContext["ruled"], units: number | null): Change | null {
  const read = ruled?.isAsked === false ? ruled.units : null;
  if (read === units) return null;
  if (read === null) return "fill";
  return units === null ? "drop" : "replace";
}

/** Puts right how many units the rules have read, by a trained model. It asks no language model. */
export interface QuantityReader {
  /** `read`: what stands so far. `data`: the parts of the text that a datum was read from; no number in them counts goods. */
  putRight(
    text: string,
    read: WishedQuantity | null,
    context: QuantityContext & { readonly data: readonly string[] },
  ): WishedQuantity | null;
  /**
   * How many units the newest of these earlier messages wants that wants any, in whatever words. It chooses nothing by itself: a
   * summary must say it back.
   */
  countedBefore(said: readonly string[], sells: SoldGoods): number | null;
  prepare?(): void;
}

/** So sure the model must be where a number stands already, which the customer has read, and where the rules read a question. */
const SURE = 0.95;

function leastSure(
  { from }: QuantityModel,
  change: Change,
  { asked }: QuantityContext,
  read: WishedQuantity | null,
): number {
  return asked === "summary" || read?.isAsked === true ? Math.max(SURE, from[change]) : from[change];
}

function isBeyondPacks(units: number, { prices }: SoldGoods): boolean {
  return prices.size > 0 && units > Math.max(...prices.values());
}

/** So sure the model must be of what a summary says back. */
const SURE_ENOUGH_TO_SAY_BACK = 0.6;

/** `model`: the parsed JSON of a file that `recado nlu train-quantities` wrote; read when the first text comes. */
export function createQuantityReader({ model: open }: { readonly model: () => unknown }): QuantityReader {
  let model: QuantityModel | null = null;
  const opened = (): QuantityModel => {
    model ??= readQuantityModel(open());
    return model;
  };
  return {
    prepare: () => void opened(),
    putRight: (text, read, { data, ...context }) => {
      const tokens = splitTokens(text);
      const spans = spansOf(text, data);
      const counted = findCountedWords(tokens, context).filter(({ at }) => {
        const { start } = tokens[at] as Token;
        return !spans.some((span) => start >= span.start && start < span.start + span.length);
      });
      if (counted.length === 0) return read;
      const { units, probability } = hearQuantity(opened(), tokens, counted, context);
      const change = changeBetween(read, units);
      const isSum = counted.length > 1 && sumOf(counted) === read?.units;
      // "Mi vecina quiere uno y yo otro", "somos tres primas y queremos uno cada una": what the rules have added up.
      const isShared = read?.isAsked === false && !counted.some(({ units: one }) => one === read.units);
      if (change === "drop" && (isSum || isShared)) return read;
      if (change === null || probability < leastSure(opened(), change, context, read)) return read;
      // A number that is no pack's is a person's matter: the rules must know it.
      if (change === "fill" && isBeyondPacks(units ?? 0, context)) return read;
      return units === null ? null : { units, isAsked: false };
    },
    countedBefore: (said, sells) => {
      for (const text of said.toReversed()) {
        const tokens = splitTokens(text);
        const counted = findCountedWords(tokens, sells);
        const ruled = readQuantity(text, sells.goods);
        const { units, probability } = hearQuantity(opened(), tokens, counted, { asked: "data", ruled, ...sells });
        if (units !== null && probability >= SURE_ENOUGH_TO_SAY_BACK) return units;
      }
      return null;
    },
  };
}

/** Where the words of the data stand; some were read in another spelling, and stand nowhere. */
function spansOf(text: string, data: readonly string[]): { readonly start: number; readonly length: number }[] {
  const lower = text.toLowerCase();
  return data
    .map((words) => ({ start: lower.indexOf(words.toLowerCase()), length: words.length }))
    .filter(({ start, length }) => start >= 0 && length > 0);
}

/** A version that reads texts differently gets another number. */
const FORMAT = "recado-quantities/1";
const BETWEEN_FEATURES = "\n";

const count = z.number().int().nonnegative();
/** JSON has no Infinity. */
const threshold = z.number().nullable();
const fileSchema = z.strictObject({
  dataHash: z.string(),
  texts: count,
  from: z.strictObject({ fill: threshold, replace: threshold, drop: threshold }),
  metrics: z.strictObject({ byRules: count, withModel: count }),
  features: z.string(),
  weights: z.strictObject({ matrix: z.base64(), steps: z.array(z.number()), bias: z.array(z.number()) }),
});

/** The model as the text of a file. The same training gives the same bytes. */
export function writeQuantityModel({ features, weights, bias, from, metrics, texts, dataHash }: QuantityModel): string {
  const matrix = Float32Array.from(features, (feature) => weights.get(feature) ?? 0);
  const packed = packWeights({ matrix, bias: Float64Array.of(bias) });
  const body: z.infer<typeof fileSchema> = {
    dataHash,
    texts,
    from: everyChange((change) => (Number.isFinite(from[change]) ? round(from[change]) : null)),
    metrics,
    features: features.join(BETWEEN_FEATURES),
    weights: { matrix: packed.matrix, steps: [...packed.steps], bias: [...packed.bias] },
  };
  return sealModel(FORMAT, body);
}

/** `bad_model_file` for anything that is not a whole model of this version. */
export function readQuantityModel(json: unknown): QuantityModel {
  const opened = openModel(json, { format: FORMAT, schema: fileSchema, of: "quantities" });
  const features = opened.features.split(BETWEEN_FEATURES);
  const { matrix, bias } = unpackWeights(opened.weights);
  if (matrix.length !== features.length || bias.length !== 1)
    throw badModel("quantities", "its weights do not fit its features");
  return {
    ...{ dataHash: opened.dataHash, texts: opened.texts, metrics: opened.metrics, features },
    weights: new Map(features.map((feature, at) => [feature, matrix[at] as number])),
    bias: bias[0] as number,
    from: everyChange((change) => opened.from[change] ?? Number.POSITIVE_INFINITY),
  };
}

export function everyChange<Value>(of: (change: Change) => Value): Record<Change, Value> {
  return { fill: of("fill"), replace: of("replace"), drop: of("drop") };
}
