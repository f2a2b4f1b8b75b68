import type { StandingQuestion } from "../flow-reader.ts";

/** What a message answers to a question of ours. */
export interface HeardAnswer {
  /** `yes`, or the name of an option of the shop ("2x"). */
  readonly answer: string;
  /** 0–1, calibrated: of a hundred answers with 0.99, ninety-nine are right. */
  readonly probability: number;
  /** It is as sure as its question demands. */
  readonly isHeard: boolean;
}

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
