import { seededRandom, shuffle } from "../../core/seeded-random.ts";
import { learnFeatures, placeText, type ReadText, stemIds } from "./feature-space.ts";
import type { FeatureCounts } from "./features.ts";
import { type Calibrator, fitLogistic, type Judged, probabilityRight } from "./fit-logistic.ts";
import { fitSoftmax } from "./fit-softmax.ts";
import { FOLDS, foldsOf } from "./folds.ts";
import { type Guess, guess, type LinearModel, linearModel } from "./linear-model.ts";
import { fallingOutcomes, findThreshold } from "./threshold.ts";

/** A text about something else, and the kind of stranger that writes such texts. */
export interface StrangeText {
  readonly counts: FeatureCounts;
  readonly kind: string;
}

/** A training text: its features, and the number of its label. */
export interface CountedText {
  readonly counts: FeatureCounts;
  readonly label: number;
  readonly origin?: string | undefined;
}

export interface Calibration {
  readonly calibrator: Calibrator;
  readonly threshold: number;
  /** Labels by number: those with enough data for a threshold of their own. */
  readonly thresholds: ReadonlyMap<number, number>;
  /** What was seen on texts that the judging model had not been trained on. */
  readonly outcomes: readonly JudgedGuess[];
  /** Each kind of strangers, as it fares when calibration has not seen it; empty with a single kind. */
  readonly strangers: readonly HeldOutKind[];
}

/** What would come of a kind of strangers that calibration has not seen. */
export interface HeldOutKind {
  readonly kind: string;
  readonly texts: number;
  /** The share of them that would be answered locally. */
  readonly answered: number;
  /** How much of all that is answered would be right if they were 15 % of traffic; null when nothing is answered. */
  readonly precision: number | null;
}

export interface JudgedGuess {
  /** The label that was guessed. */
  readonly best: number;
  readonly isOutOfScope: boolean;
  readonly isRight: boolean;
  readonly weight: number;
  readonly probability: number;
}

/** The expected share of a shop's traffic about something else. */
const OUT_OF_SCOPE_SHARE = 0.15;
/**
 * And the unforeseen share that is near its intents and none of them. It is smaller when
 * out-of-scope texts were given. (Both were tried on training splits alone.)
 */
const STRANGER_SHARE = 0.05;
const STRANGER_SHARE_BESIDE_OTHERS = 0.01;
/**
 * The share that has nothing in common with the training: it keeps gibberish from being believed,
 * even when no guess was wrong.
 */
const BLANK_SHARE = 0.01;
const STRANGER_GROUPS = 5;
const FEWEST_LABELS_WITH_STRANGERS = 3;
/**
 * From this many texts on a model takes a while, and half as many out-of-scope texts say as much.
 */
const MANY_TEXTS = 4_000;
const STRANGER_GROUPS_OF_MANY_TEXTS = 2;
/** From this many guesses on, a label has a threshold of its own. */
const OWN_THRESHOLD_FROM = 40;

interface Unscaled extends Judged {
  readonly best: number;
  readonly isOutOfScope: boolean;
  /** null for the shop's own texts, and for one without a known feature. */
  readonly kind: string | null;
}

/**
 * Learns how far the model can be trusted. Five models, each trained without a fifth of the texts,
 * judge that fifth; where several hands wrote the texts, a fifth is a hand (`folds.ts`). `outOfScope` are texts about something else; every guess about them is wrong.
 */
export function calibrate(
  texts: readonly CountedText[],
  labels: number,
  options: { readonly outOfScope: readonly StrangeText[]; readonly target: number; onFit(): void },
): Calibration {
  const cases = judgeOutOfFold(texts, labels, options);
  return { ...scale(cases, options.target), strangers: holdOutEach(cases, options.target) };
}

function scale(cases: readonly Unscaled[], target: number): Omit<Calibration, "strangers"> {
  const calibrator = fitLogistic(cases);
  const outcomes = cases.map((one) => outcomeOf(calibrator, one));
  return {
    calibrator,
    outcomes,
    threshold: findThreshold(outcomes, target),
    thresholds: ownThresholds(outcomes, target),
  };
}

function outcomeOf(calibrator: Calibrator, { evidence, kind: _, ...judged }: Unscaled): JudgedGuess {
  return { ...judged, probability: probabilityRight(calibrator, evidence) };
}

/** Calibrates once more without each kind, and judges that kind. The folds' models have read no stranger at all. */
function holdOutEach(cases: readonly Unscaled[], target: number): HeldOutKind[] {
  const kinds = [...new Set(cases.flatMap(({ kind }) => kind ?? []))].sort();
  if (kinds.length < 2) return [];
  return kinds.map((kind) => {
    const { calibrator, threshold, thresholds, outcomes } = scale(
      cases.filter((one) => one.kind !== kind),
      target,
    );
    const isAnswered = ({ best, probability }: JudgedGuess) => probability >= (thresholds.get(best) ?? threshold);
    const own = outcomes.filter(({ isOutOfScope }) => !isOutOfScope);
    const known = own.filter(isAnswered);
    const strange = cases.filter((one) => one.kind === kind).map((one) => outcomeOf(calibrator, one));
    const answered = strange.filter(isAnswered).length / strange.length;
    const all = known.length + own.length * odds(OUT_OF_SCOPE_SHARE) * answered;
    const precision = all === 0 ? null : known.filter(({ isRight }) => isRight).length / all;
    return { kind, texts: strange.length, answered, precision };
  });
}

function judgeOutOfFold(
  texts: readonly CountedText[],
  labels: number,
  { outOfScope, onFit }: { readonly outOfScope: readonly StrangeText[]; onFit(): void },
): Unscaled[] {
  const folds = foldsOf(texts);
  const outOfScopeWeight = (texts.length * odds(OUT_OF_SCOPE_SHARE)) / outOfScope.length;
  const blankWeight = (texts.length * odds(BLANK_SHARE)) / FOLDS;
  const cases: Unscaled[] = [];
  for (let fold = 0; fold < FOLDS; fold += 1) {
    if (!folds.includes(fold)) {
      onFit();
      continue;
    }
    const model = fitModel(
      texts.filter((_, at) => folds[at] !== fold),
      labels,
    );
    onFit();
    for (const [at, { counts, label }] of texts.entries()) {
      if (folds[at] !== fold) continue;
      const made = guess(model, placeText(model.space, counts));
      cases.push(caseOf(made, { isRight: made.best === label, isOutOfScope: false, kind: null, weight: 1 }));
    }
    cases.push(caseOf(guess(model, BLANK), { isRight: false, isOutOfScope: true, kind: null, weight: blankWeight }));
    for (const [at, { counts, kind }] of outOfScope.entries()) {
      if (at % FOLDS !== fold) continue;
      const made = guess(model, placeText(model.space, counts));
      cases.push(caseOf(made, { isRight: false, isOutOfScope: true, kind, weight: outOfScopeWeight }));
    }
  }
  const strangerShare = outOfScope.length > 0 ? STRANGER_SHARE_BESIDE_OTHERS : STRANGER_SHARE;
  return [...cases, ...judgeStrangers(texts, labels, { weight: odds(strangerShare), onFit })];
}

/** A text without a known feature. */
const BLANK: ReadText = { vector: { ids: new Uint32Array(), values: new Float64Array() }, stems: 4, unknownStems: 4 };

function odds(share: number): number {
  return share / (1 - share);
}

/**
 * Texts near the shop's intents and none of them: each intent in turn plays one without a label. A
 * few models, each trained without some of the intents, judge the texts of those; every guess is
 * wrong.
 */
function judgeStrangers(
  texts: readonly CountedText[],
  labels: number,
  { weight, onFit }: { readonly weight: number; onFit(): void },
): Unscaled[] {
  const groups = strangerGroups(texts, labels);
  if (groups === 0) return [];
  const order = Array.from({ length: labels }, (_, label) => label);
  shuffle(order, seededRandom(labels));
  const cases: Unscaled[] = [];
  for (let group = 0; group < groups; group += 1) {
    const known = order.filter((_, place) => place % groups !== group);
    const numbers = new Map(known.map((label, number) => [label, number]));
    const model = fitModel(
      texts.flatMap(({ counts, label }) => {
        const number = numbers.get(label);
        return number === undefined ? [] : [{ counts, label: number }];
      }),
      known.length,
    );
    onFit();
    for (const { counts, label } of texts) {
      if (numbers.has(label)) continue;
      const { best, evidence } = guess(model, placeText(model.space, counts));
      const kind = `intents ${group + 1} of ${groups}`;
      cases.push({ best: known[best] ?? 0, evidence, isRight: false, isOutOfScope: true, kind, weight });
    }
  }
  return cases;
}

function strangerGroups(texts: readonly CountedText[], labels: number): number {
  // A single intent cannot be confused with another.
  if (labels < FEWEST_LABELS_WITH_STRANGERS) return 0;
  return Math.min(labels, texts.length > MANY_TEXTS ? STRANGER_GROUPS_OF_MANY_TEXTS : STRANGER_GROUPS);
}

function caseOf({ best, evidence }: Guess, judged: Omit<Unscaled, "best" | "evidence">): Unscaled {
  return { best, evidence, ...judged };
}

/** `beside`: other texts whose words the model shall know, those of its heads. */
export function fitModel(
  texts: readonly CountedText[],
  labels: number,
  beside: readonly FeatureCounts[] = [],
): LinearModel {
  const space = learnFeatures([...texts.map(({ counts }) => counts), ...beside]);
  const examples = texts.map(({ counts, label }) => ({ vector: placeText(space, counts).vector, label }));
  const stemmed = examples.map(({ vector, label }) => ({ label, stems: stemIds(space, vector) }));
  return linearModel(space, fitSoftmax(examples, space.features.length, labels), stemmed);
}

/**
 * The threshold of each label with enough data. One label alone has too few guesses to prove 95 in
 * 100. So it starts with the precision of all labels at the same probability, as if seen in forty
 * guesses, and departs from it as far as its own guesses say.
 */
function ownThresholds(outcomes: readonly JudgedGuess[], target: number): Map<number, number> {
  const ofAll = fallingOutcomes(outcomes);
  const thresholds = new Map<number, number>();
  for (const label of new Set(outcomes.map(({ best }) => best))) {
    const own = outcomes.filter(({ best }) => best === label);
    if (own.filter(({ isOutOfScope }) => !isOutOfScope).length < OWN_THRESHOLD_FROM) continue;
    thresholds.set(label, findThreshold(own, target, { outcomes: ofAll, count: OWN_THRESHOLD_FROM }));
  }
  return thresholds;
}

/** How many models `calibrate` trains. */
export function calibrationFits(texts: readonly CountedText[], labels: number): number {
  return FOLDS + strangerGroups(texts, labels);
}
