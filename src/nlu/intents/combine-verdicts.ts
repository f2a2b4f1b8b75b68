/**
 * Combines a rule and the trained model. Both read the same words separately, so their agreement
 * says more than either alone. The shares are measured on texts that neither had seen
 * (`docs/nlu.md`, Somnio). When a clear rule and the model agree, 87 in 100 are right even if the
 * model alone would call it a weak guess, and 97 if it is sure. When they differ, the rule is right
 * in 75, and in half of them once the model is sure of something else.
 */

/** From here on a rule is a clear sign, and the model a sure one. */
export const CLEAR = 85;
/** From here on a rule is more than a hint. */
export const LIKELY = 60;

/** So sure, or less: the customer is not asked which of two they mean. */
export const NO_QUESTION = 39;

export interface ModelVerdict {
  readonly intent: string;
  /** 0–1, calibrated. */
  readonly probability: number;
}

/** The certainty of a rule with which the model agrees; 0–100. */
export function agreed(ruleConfidence: number, probability: number): number {
  return percent(ruleConfidence >= CLEAR ? 0.73 + 0.25 * probability : 0.65 + 0.28 * probability);
}

/**
 * The certainty of a rule when the model says something else, or, `isOutside`, that the message is
 * outside the shop's intents.
 */
export function contradicted(ruleConfidence: number, model: ModelVerdict, isOutside: boolean): number {
  const isClear = ruleConfidence >= CLEAR;
  if (isOutside) return isClear ? percent(0.78 - 0.2 * model.probability) : 50;
  if (model.probability >= CLEAR / 100) return isClear ? 62 : 45;
  return isClear ? 74 : Math.min(LIKELY, ruleConfidence);
}

/** The certainty of the model when no rule spoke, or clear ones spoke of something else. */
export function unaided(probability: number, isContradicted: boolean): number {
  if (!isContradicted) return percent(probability);
  // Against a rule a guess in which the model itself hardly believes is not even worth a question.
  if (probability < 0.5) return Math.min(NO_QUESTION, percent(probability));
  return probability >= CLEAR / 100 ? 70 : Math.min(LIKELY - 1, percent(probability));
}

function percent(share: number): number {
  return Math.round(100 * share);
}
