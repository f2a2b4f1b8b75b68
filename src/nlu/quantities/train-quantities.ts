import { RecadoError } from "../../core/errors.ts";
import type { SoldGoods } from "../../core/ports/flow-reader.ts";
import { sha256 } from "../../core/sha256.ts";
import type { Asked } from "../entities/token-features.ts";
import { splitTokens, type Token } from "../entities/tokens.ts";
import { fitSoftmax } from "../linear/fit-softmax.ts";
import { FOLDS, foldsOf } from "../linear/folds.ts";
import { type JudgedChange, leastSure } from "../linear/least-sure.ts";
import { readQuantity } from "../orders/read-quantity.ts";
import { type CountedWord, findCountedWords } from "./counted-words.ts";
import { describeCounted, type QuantityContext } from "./quantity-features.ts";
import {
  type Change,
  changeBetween,
  everyChange,
  hearQuantity,
  type QuantityModel,
  type QuantityWeights,
} from "./quantity-model.ts";

/** A message in which a hand has marked the words that count what is wanted: "mándeme [[dos]] frascos". */
export interface CountedText {
  readonly asked: Asked;
  readonly marked: string;
  /** What the customer wants in all; null: the message wants no certain number. */
  readonly units: number | null;
  readonly origin: string;
}

interface Row extends CountedText {
  readonly tokens: readonly Token[];
  readonly counted: readonly CountedWord[];
  /** For each counted word whether a mark stands around it. */
  readonly isWanted: readonly boolean[];
  readonly context: QuantityContext;
}

const MARKED = /\[\[([^\]]*)\]\]/g;
/** A feature that few words have says nothing of others. */
const SEEN_AT_LEAST = 3;

export function withoutMarks(marked: string): string {
  return marked.replace(MARKED, "$1");
}

/**
 * Trains what tells the number of units that is wanted from all other numbers of a message. The rules read each text first, and
 * what they read is part of what the model sees. The same texts in any order give the same model. A change is made from the
 * probability on at which changes put right several texts for each that they spoil, on hands that the judging model has not read.
 */
export function trainQuantities(texts: readonly CountedText[], shop: SoldGoods): QuantityModel {
  const rows = inOrder(texts).map((one) => readRow(one, shop));
  const folds = foldsOf(rows.map(({ origin }) => ({ label: 0, origin })));
  const judged = Array.from({ length: FOLDS }, (_, fold) => {
    const model = learnFrom(rows.filter((_, at) => folds[at] !== fold));
    return rows.filter((_, at) => folds[at] === fold).map((row) => judge(model, row));
  }).flat();
  const from = everyChange((change) =>
    leastSure(
      judged.filter((one) => one.change === change),
      MENDED_FOR_EACH_SPOILED[change],
    ),
  );
  const isChanged = ({ change, probability }: Judged) => change !== null && probability >= from[change];
  const metrics = {
    byRules: judged.filter(({ isRightByRules }) => isRightByRules).length,
    withModel: judged.filter((one) => (isChanged(one) ? one.isRight : one.isRightByRules)).length,
  };
  return { ...learnFrom(rows), from, metrics, texts: rows.length, dataHash: quantityTextsHash(texts) };
}

/** Two trainings on texts with the same hash give the same model. */
export function quantityTextsHash(texts: readonly CountedText[]): string {
  return sha256(JSON.stringify(inOrder(texts)));
}

function inOrder(texts: readonly CountedText[]): CountedText[] {
  const keys = new Map(texts.map((one) => [one, JSON.stringify([one.origin, one.asked, one.marked])]));
  return [...texts].sort((one, other) => ((keys.get(one) ?? "") < (keys.get(other) ?? "") ? -1 : 1));
}

function readRow(row: CountedText, { goods, prices }: SoldGoods): Row {
  const spans: { start: number; end: number }[] = [];
  let cut = 0;
  for (const { 0: whole, 1: inner = "", index } of row.marked.matchAll(MARKED)) {
    spans.push({ start: index - cut, end: index - cut + inner.length });
    cut += whole.length - inner.length;
  }
  const text = withoutMarks(row.marked);
  const tokens = splitTokens(text);
  const counted = findCountedWords(tokens, { goods, prices });
  const isWanted = counted.map(({ at }) => {
    const { start, end } = tokens[at] as Token;
    return spans.some((span) => start >= span.start && end <= span.end);
  });
  const context = { asked: row.asked, ruled: readQuantity(text, goods), goods, prices };
  return { ...row, tokens, counted, isWanted, context };
}

type Learnt = QuantityWeights & Pick<QuantityModel, "features">;

function learnFrom(rows: readonly Row[]): Learnt {
  const words = rows.flatMap(({ tokens, counted, isWanted, context }) =>
    counted.map((word, at) => ({
      features: describeCounted(tokens, counted, word, context),
      label: Number(isWanted[at] ?? false),
    })),
  );
  const counts = new Map<string, number>();
  for (const { features } of words) for (const one of features) counts.set(one, (counts.get(one) ?? 0) + 1);
  const known = [...counts].filter(([, times]) => times >= SEEN_AT_LEAST).map(([feature]) => feature);
  if (known.length === 0)
    throw new RecadoError("bad_training_data", "there are no texts with numbers, or none that share a feature");
  const features = known.sort();
  const ids = new Map(features.map((feature, id) => [feature, id]));
  const examples = words.map(({ features: own, label }) => {
    const found = own.flatMap((one) => ids.get(one) ?? []);
    const value = 1 / Math.sqrt(own.length);
    return { vector: { ids: Uint32Array.from(found), values: new Float64Array(found.length).fill(value) }, label };
  });
  const { matrix, bias } = fitSoftmax(examples, features.length, 2);
  const weights = features.map(
    (feature, id) => [feature, (matrix[2 * id + 1] as number) - (matrix[2 * id] as number)] as const,
  );
  return { features, weights: new Map(weights), bias: (bias[1] as number) - (bias[0] as number) };
}

interface Judged extends JudgedChange {
  readonly change: Change | null;
}

function judge(model: Learnt, { tokens, counted, context, units: truth }: Row): Judged {
  const { units, probability } = hearQuantity(model, tokens, counted, context);
  const read = context.ruled?.isAsked === false ? context.ruled.units : null;
  const change = counted.length === 0 ? null : changeBetween(context.ruled, units);
  return { change, probability, isRight: units === truth, isRightByRules: read === truth };
}

/** What the rules read was mostly right, and customers write fewer numbers of goods than hands that write of nothing else. */
const MENDED_FOR_EACH_SPOILED: Readonly<Record<Change, number>> = { fill: 4, replace: 2, drop: 4 };
