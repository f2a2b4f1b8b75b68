/**
 * Combines a rule and the trained model. Both read the same words separately, so their agreement
 * says more than either alone. The shares are measured on texts that neither had seen
 * (`docs/nlu.md`, Somnio). When a clear rule and the model agree, 87 in 100 are right even if the
 * model alone would call it a weak guess, and 97 if it is sure. When they differ and the model has
 * hardly an opinion, the rule is right in 6 of 10. Once it names something else with 30 or more, the
 * rule is right in 10 of 27 and the model in 26.
 */

/** From here on a rule is a clear sign, and the model a sure one. */
export const CLEAR = 85;
/** From here on a rule is more than a hint. */
export const LIKELY = 60;

/** From here on the model has an opinion, whatever a rule says. */
const OPINION = 0.3;
/** Alone, the model is right in 9 of 10 from here on. */
const HEARD = 0.4;

export interface ModelVerdict {
  readonly intent: string;
  /** 0–1, calibrated. */
  readonly probability: number;
  /** It says that the message is outside the shop's intents. */
  readonly isOutside: boolean;
  /** It names what binds to nothing. */
  readonly isPlain: boolean;
}

/** The certainty of a rule with which the model agrees; 0–100. */
export function agreed(ruleConfidence: number, probability: number): number {
  return percent(ruleConfidence >= CLEAR ? 0.73 + 0.25 * probability : 0.65 + 0.28 * probability);
}

/** The certainty of a rule when the model says something else. */
export function contradicted(ruleConfidence: number, model: ModelVerdict): number {
  const isClear = ruleConfidence >= CLEAR;
  if (model.isOutside) return isClear ? percent(0.78 - 0.2 * model.probability) : 50;
  if (model.isPlain && hasOpinion(model.probability)) return isClear ? OVERRULED : 45;
  if (model.probability >= CLEAR / 100) return isClear ? 62 : 45;
  return isClear ? 74 : LIKELY;
}

/** Below what is acted upon. */
const OVERRULED = LIKELY - 5;

/** Whether the model's guess says more than a rule that it contradicts. */
export function hasOpinion(probability: number): boolean {
  return probability >= OPINION;
}

/** What rules say of the words that the model has judged: nothing, something that it upholds, or something that it overrules. */
export type RulesSay = "nothing" | "something" | "overruled";

/** The certainty of the model when no rule spoke, or clear ones spoke of something else. */
export function unaided(probability: number, rules: RulesSay): number {
  if (rules === "something") return probability >= CLEAR / 100 ? 70 : Math.min(LIKELY - 1, percent(probability));
  if (rules === "overruled") return Math.min(CLEAR - 1, percent(0.66 + 0.22 * probability));
  const isWeak = probability < HEARD || probability >= CLEAR / 100;
  return isWeak ? percent(probability) : Math.min(CLEAR - 1, percent(0.64 + 0.46 * (probability - HEARD)));
}

export function percent(share: number): number {
  return Math.round(100 * share);
}
