import { seededRandom, shuffle } from "../../core/seeded-random.ts";
import { type CountedText, fitModel } from "./calibrate.ts";
import { compareText } from "./compare-text.ts";
import { placeText } from "./feature-space.ts";
import { countFeatures } from "./features.ts";
import { FOLDS, foldsOf } from "./folds.ts";
import type { LabelledText } from "./linear-classifier.ts";
import { guess } from "./linear-model.ts";

/** The share that is right with a number of training texts, on texts that no model has seen. */
export interface CurvePoint {
  readonly texts: number;
  readonly accuracy: number;
}

const SHARES = [0.25, 0.5, 0.75, 1] as const;

/**
 * Whether more texts would help: a model from a quarter, a half, three quarters and all of them,
 * tested on a fold (`folds.ts`). A curve that still rises at its end asks for more.
 */
export function learningCurve(rows: readonly LabelledText[]): CurvePoint[] {
  const labels = [...new Set(rows.map(({ label }) => label))].sort();
  const sorted = [...rows].sort(
    (one, other) => compareText(one.label, other.label) || compareText(one.text, other.text),
  );
  const texts: CountedText[] = sorted.map(({ text, label, origin }) => ({
    counts: countFeatures(text),
    label: labels.indexOf(label),
    origin,
  }));
  const folds = foldsOf(texts);
  const tested = fullestFold(folds);
  const held = texts.filter((_, at) => folds[at] === tested);
  const rest = texts.filter((_, at) => folds[at] !== tested);
  shuffle(rest, seededRandom(rest.length));
  return SHARES.map((share) => {
    const part = rest.slice(0, Math.round(share * rest.length));
    const model = fitModel(part, labels.length);
    const right = held.filter(({ counts, label }) => guess(model, placeText(model.space, counts)).best === label);
    return { texts: part.length, accuracy: held.length === 0 ? 0 : right.length / held.length };
  });
}

function fullestFold(folds: Int32Array): number {
  const counts = new Array<number>(FOLDS).fill(0);
  for (const fold of folds) counts[fold] = (counts[fold] ?? 0) + 1;
  return counts.indexOf(Math.max(...counts));
}
