import { expectedCalibrationError } from "./calibration-error.ts";
import type { LabelledText } from "./linear-classifier.ts";

/** The guess about a test text. `isSure`: it would have been answered locally. */
export interface Answer {
  readonly intent: string;
  readonly probability: number;
  readonly isSure: boolean;
}

export interface Band {
  /** A band of `round(100 × probability)`, both ends included. */
  readonly from: number;
  readonly to: number;
  /** The share of everything that was tested. */
  readonly share: number;
  /** null for an empty band. */
  readonly correct: number | null;
}

export interface Evaluation {
  readonly test: number;
  /** The share of in-scope texts, answered or not. */
  readonly accuracy: number;
  /** The share of in-scope texts that would be answered locally. */
  readonly coverage: number;
  /**
   * How much of what would be answered is right; an answer to an out-of-scope text is wrong. null
   * when nothing was answered.
   */
  readonly precision: number | null;
  /** The share of out-of-scope texts that would be answered. null when none were tested. */
  readonly oosAccepted: number | null;
  readonly ece: number;
  readonly bands: readonly Band[];
}

/** Proceed, think again, ask, hand over: what a turn does with a confidence. */
const BANDS = [
  { from: 85, to: 100 },
  { from: 60, to: 84 },
  { from: 40, to: 59 },
  { from: 0, to: 39 },
];

/** Evaluates any classifier on texts with known labels, and on texts about something else. */
export function evaluate(
  classify: (text: string) => Answer,
  rows: readonly LabelledText[],
  outOfScope: readonly string[],
): Evaluation {
  const inside = rows.map(({ text, label }) => judge(classify(text), label));
  const outside = outOfScope.map((text) => judge(classify(text), null));
  const all = [...inside, ...outside];
  const accepted = all.filter(({ isSure }) => isSure);
  return {
    test: rows.length,
    accuracy: share(inside, ({ isRight }) => isRight) ?? 0,
    coverage: share(inside, ({ isSure }) => isSure) ?? 0,
    precision: share(accepted, ({ isRight }) => isRight),
    oosAccepted: share(outside, ({ isSure }) => isSure),
    ece: expectedCalibrationError(all),
    bands: BANDS.map(({ from, to }) => {
      const within = all.filter(({ probability }) => {
        const score = Math.round(100 * probability);
        return score >= from && score <= to;
      });
      return { from, to, share: within.length / all.length, correct: share(within, ({ isRight }) => isRight) };
    }),
  };
}

interface JudgedAnswer {
  readonly isRight: boolean;
  readonly isSure: boolean;
  readonly probability: number;
  readonly weight: 1;
}

function judge({ intent, probability, isSure }: Answer, label: string | null): JudgedAnswer {
  return { isRight: intent === label, isSure, probability, weight: 1 };
}

function share<Item>(items: readonly Item[], isSo: (item: Item) => boolean): number | null {
  return items.length === 0 ? null : items.filter(isSo).length / items.length;
}
