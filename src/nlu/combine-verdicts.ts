/**
 * What a rule and the trained model come to together. Both read the same words apart; that they agree says more than either. The
 * shares are measured on texts that neither had seen (`docs/nlu.md`, Somnio): where a clear rule and the model agree, 87 in 100
 * are right even when the model alone would call it a weak guess, and 97 when it is sure; where they differ, the rule is right in
 * 75, and in half of them once the model is sure of something else.
 */

/** From here on a rule is a clear sign, and the model a sure one. */
export const CLEAR = 85;
/** From here on a rule is more than a hint that something was said at all. */
export const LIKELY = 60;

export interface ModelVerdict {
  readonly intent: string;
  /** 0–1, calibrated. */
  readonly probability: number;
}

/** How sure a rule is with which the model agrees; 0–100. */
export function agreed(ruleConfidence: number, probability: number): number {
  return percent(ruleConfidence >= CLEAR ? 0.73 + 0.25 * probability : 0.65 + 0.28 * probability);
}

/** How sure a rule is where the model says something else, or, `isOutside`, that it is about nothing that the shop knows. */
export function contradicted(ruleConfidence: number, model: ModelVerdict, isOutside: boolean): number {
  const isClear = ruleConfidence >= CLEAR;
  if (isOutside) return isClear ? percent(0.78 - 0.2 * model.probability) : 50;
  if (model.probability >= CLEAR / 100) return isClear ? 62 : 45;
  return isClear ? 74 : LIKELY;
}

/** How sure the model is where no rule spoke, or clear ones spoke of something else. */
export function unaided(probability: number, isContradicted: boolean): number {
  if (!isContradicted) return percent(probability);
  return probability >= CLEAR / 100 ? 70 : Math.min(LIKELY - 1, percent(probability));
}

function percent(share: number): number {
  return Math.round(100 * share);
}
