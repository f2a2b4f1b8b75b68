import type { HeardAnswer, StandingQuestion } from "../flow-reader.ts";

/**
 * Hears what a customer answers to one question of ours, in whatever words, by a trained model. The same words mean nothing to
 * it while another question stands. It asks no language model.
 */
export interface AnswerReader {
  /** null: it knows no answers to this question. */
  readAnswer(question: StandingQuestion, text: string): HeardAnswer | null;
  /** Does at the start what would make the first customer wait. */
  prepare?(): void;
}
