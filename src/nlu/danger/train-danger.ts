import { RecadoError } from "../../core/errors.ts";
import { sha256 } from "../../core/sha256.ts";
import { compareText } from "../linear/compare-text.ts";
import { learnFeatures, placeText } from "../linear/feature-space.ts";
import type { FeatureCounts } from "../linear/features.ts";
import { type Example, fitSoftmax } from "../linear/fit-softmax.ts";
import { FOLDS, foldsOf } from "../linear/folds.ts";
import { foldText } from "../text/fold-text.ts";
import { countDangerFeatures } from "./count-danger-features.ts";
import { type DangerMetrics, type DangerModel, dangerMargin, LABELS } from "./danger-model.ts";

export interface DangerText {
  readonly text: string;
  /** `yes`: a person needs help now. `near`: it sounds so, and is none. `other`: what customers write otherwise, which sets the bar. */
  readonly kind: "yes" | "near" | "other";
  /** The hand that wrote it: a hand's texts are judged by models that have read none of them. */
  readonly origin?: string | undefined;
}

/** The bar lets this share of what customers write otherwise be heard as danger: it takes a sale from the agent, and a person looks. */
const FALSE_ALARMS = 0.005;
const MOST_FEATURES = 10_000;
/** Each sixth text of what customers write otherwise names features: all of them would leave no room for the words of danger. */
const NAMES_FEATURES = 6;

interface Row extends DangerText {
  /** 1: danger. */
  readonly label: number;
  readonly counts: FeatureCounts;
}

interface Judged extends Row {
  readonly margin: number;
}

/**
 * Trains the model that hears danger: a softmax over danger and none, on words, pieces and the kinds of words. The same texts
 * in any order give the same model.
 *
 * @throws RecadoError `bad_training_data` without a text of each kind.
 */
export function trainDanger(texts: readonly DangerText[]): DangerModel {
  const rows = [...texts]
    .map((one): Row => {
      const text = foldText(one.text);
      return { ...one, text, label: one.kind === "yes" ? 1 : 0, counts: countDangerFeatures(text) };
    })
    .sort((one, other) => compareText(one.kind, other.kind) || compareText(one.text, other.text));
  for (const kind of ["yes", "near", "other"] as const) {
    if (!rows.some((row) => row.kind === kind)) {
      throw new RecadoError(
        "bad_training_data",
        `no text is ${kind}: danger is learnt from yes, near it and other texts`,
      );
    }
  }
  const folds = foldsOf(rows.map(({ label, origin }) => ({ label, origin })));
  const judged = Array.from({ length: FOLDS }, (_, fold) => fold).flatMap((fold): Judged[] => {
    const { space, weights } = modelOf(rows.filter((_row, at) => folds[at] !== fold));
    const held = rows.filter((_row, at) => folds[at] === fold);
    return held.map((row) => ({ ...row, margin: dangerMargin(weights, placeText(space, row.counts).vector) }));
  });
  const bar = barOf(judged.filter(({ kind }) => kind === "other").map(({ margin }) => margin));
  return { ...modelOf(rows), bar, dataHash: dangerTextsHash(texts), metrics: measure(judged, bar) };
}

/** Two trainings on texts with the same hash give the same model. */
export function dangerTextsHash(texts: readonly DangerText[]): string {
  return sha256(
    JSON.stringify(texts.map(({ kind, text, origin = "" }) => JSON.stringify([kind, text, origin])).sort()),
  );
}

function modelOf(rows: readonly Row[]): Pick<DangerModel, "space" | "weights"> {
  const naming = rows.filter(({ kind }, at) => kind !== "other" || at % NAMES_FEATURES === 0);
  const space = learnFeatures(
    naming.map(({ counts }) => counts),
    MOST_FEATURES,
  );
  const examples = rows.map(({ label, counts }): Example => ({ label, vector: placeText(space, counts).vector }));
  return { space, weights: fitSoftmax(examples, space.features.length, LABELS) };
}

/** The margin that not more than the allowed share of the other texts exceeds. */
function barOf(margins: readonly number[]): number {
  const falling = [...margins].sort((one, other) => other - one);
  return falling[Math.floor(FALSE_ALARMS * falling.length)] ?? 0;
}

function measure(judged: readonly Judged[], bar: number): DangerMetrics {
  const of = (kind: DangerText["kind"]) => judged.filter((one) => one.kind === kind);
  const heard = (some: readonly Judged[]) => some.filter(({ margin }) => margin > bar).length / some.length;
  const [yes, near, other] = [of("yes"), of("near"), of("other")];
  return {
    ...{ yes: yes.length, near: near.length, other: other.length },
    ...{ heard: heard(yes), nearMisses: heard(near), falseAlarms: heard(other) },
  };
}
