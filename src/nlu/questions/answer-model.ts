import * as z from "zod";
import { type HeardAnswer, STANDING_QUESTIONS, type StandingQuestion } from "../../core/ports/flow-reader.ts";
import type { AnswerReader } from "../../core/ports/model/answer-reader.ts";
import { remembering, SOME_TEXTS } from "../../core/remembering.ts";
import { type FeatureSpace, readText } from "../linear/feature-space.ts";
import { type Calibrator, probabilityRight } from "../linear/fit-logistic.ts";
import { badModel, openModel, sealModel } from "../linear/model-envelope.ts";
import { packWeights, round, unpackWeights } from "../linear/pack-numbers.ts";
import { PACKED_SPACE, packSpace, unpackSpace } from "../linear/packed-space.ts";
import { scoreLabels, type Weights } from "../linear/predict.ts";
import { ANSWER_EVIDENCE, answerEvidence } from "./answer-evidence.ts";
import { LEAST, type Leave, mayAnswer } from "./may-answer.ts";

/** The label of a text that gives none of the answers. */
export const NO_ANSWER = "none";

/** Measured out of fold: on texts of hands that the judging model had not read. */
export interface AnswerMetrics {
  readonly texts: number;
  /** The share of the answers that is heard as what it is. */
  readonly heard: number;
  /** The share of the answers that is heard as another. */
  readonly mistaken: number;
  /** The share of the texts that give no answer, in which one is heard. */
  readonly falseAlarms: number;
}

/** How the answers to one question are told from each other, and from no answer. */
export interface QuestionModel {
  readonly space: FeatureSpace;
  /** In the order of the weights; `NO_ANSWER` first. */
  readonly answers: readonly string[];
  readonly weights: Weights;
  readonly calibrator: Calibrator;
  /** From this probability on an answer is heard; Infinity: never. */
  readonly threshold: number;
  readonly metrics: AnswerMetrics;
}

export interface AnswerModel {
  readonly questions: ReadonlyMap<StandingQuestion, QuestionModel>;
  readonly dataHash: string;
}

/** The answer that the words are most like, whether it is one or not, and its margin over all else. */
export function likeliestAnswer(
  { space, answers, weights }: Pick<QuestionModel, "space" | "answers" | "weights">,
  text: string,
): { readonly answer: string; readonly margin: number; readonly isKnown: boolean } {
  const scores = new Float64Array(answers.length);
  const { vector, stems, unknownStems } = readText(space, text);
  scoreLabels(weights, vector, scores);
  let best = 1;
  for (let at = 2; at < scores.length; at += 1) if ((scores[at] as number) > (scores[best] as number)) best = at;
  const others = scores.filter((_, at) => at !== best);
  return {
    answer: answers[best] ?? NO_ANSWER,
    margin: (scores[best] ?? 0) - Math.max(...others),
    // Words that no training text has say nothing.
    isKnown: 2 * unknownStems <= stems,
  };
}

/** `model`: the parsed JSON of a file that `recado nlu train-answers` wrote; read when the first answer is heard. */
export function createAnswerReader({ model: open }: { readonly model: () => unknown }): AnswerReader {
  let readers: ReadonlyMap<StandingQuestion, (text: string) => HeardAnswer> | null = null;
  const opened = (): NonNullable<typeof readers> => {
    // A turn asks several times what the same words answer.
    readers ??= new Map(
      [...readAnswerModel(open()).questions].map(([question, model]) => [
        question,
        remembering((text) => hearAnswer(question, model, text), SOME_TEXTS),
      ]),
    );
    return readers;
  };
  return {
    prepare: () => void opened(),
    readAnswer: (question, text) => opened().get(question)?.(text) ?? null,
  };
}

function hearAnswer(question: StandingQuestion, model: QuestionModel, text: string): HeardAnswer {
  const { answer, margin, isKnown } = likeliestAnswer(model, text);
  const { numbers, ...clauses } = answerEvidence(margin, text);
  const probability = probabilityRight(model.calibrator, numbers);
  const isHeard = isKnown && isSureEnough(probability, model.threshold, mayAnswer({ question, text, ...clauses }));
  return { answer, probability, isHeard };
}

/** Whether an answer of this probability is heard. */
export function isSureEnough(probability: number, threshold: number, leave: Leave): boolean {
  return leave !== "no" && probability >= Math.max(threshold, LEAST[leave]);
}

/** A version that reads texts differently gets another number. */
const FORMAT = "recado-answers/2";

const share = z.number().min(0).max(1);
const evidence = z.array(z.number()).length(ANSWER_EVIDENCE.length);
const questionSchema = z.strictObject({
  question: z.enum(STANDING_QUESTIONS),
  answers: z.array(z.string()).min(2),
  /** JSON has no Infinity. */
  threshold: z.number().nullable(),
  calibrator: z.strictObject({
    means: evidence,
    spreads: evidence,
    weights: z.array(z.number()).length(ANSWER_EVIDENCE.length + 1),
  }),
  metrics: z.strictObject({ texts: z.number(), heard: share, mistaken: share, falseAlarms: share }),
  ...PACKED_SPACE,
  weights: z.strictObject({ matrix: z.base64(), steps: z.array(z.number()), bias: z.array(z.number()) }),
});
const fileSchema = z.strictObject({ dataHash: z.string(), questions: z.array(questionSchema).min(1) });

/** The model as the text of a file. The same training gives the same bytes. */
export function writeAnswerModel({ questions, dataHash }: AnswerModel): string {
  const body = { dataHash, questions: [...questions].map(([question, model]) => writeQuestion(question, model)) };
  return sealModel(FORMAT, body);
}

function writeQuestion(
  question: StandingQuestion,
  { space, answers, weights, calibrator, threshold, metrics }: QuestionModel,
): z.infer<typeof questionSchema> {
  const { matrix, steps, bias } = packWeights(weights);
  return {
    question,
    answers: [...answers],
    threshold: Number.isFinite(threshold) ? round(threshold) : null,
    calibrator: {
      means: calibrator.means.map(round),
      spreads: calibrator.spreads.map(round),
      weights: calibrator.weights.map(round),
    },
    metrics,
    ...packSpace(space),
    weights: { matrix, steps: [...steps], bias: [...bias] },
  };
}

/** `bad_model_file` for anything that is not a whole model of this version. */
export function readAnswerModel(json: unknown): AnswerModel {
  const { dataHash, questions } = openModel(json, { format: FORMAT, schema: fileSchema, of: "answers" });
  return { dataHash, questions: new Map(questions.map((one) => [one.question, readQuestion(one)])) };
}

function readQuestion({
  answers,
  threshold,
  calibrator,
  metrics,
  weights: packed,
  ...packedSpace
}: z.infer<typeof questionSchema>): QuestionModel {
  const space = unpackSpace(packedSpace);
  const weights = unpackWeights(packed);
  if (weights.bias.length !== answers.length || weights.matrix.length !== space.features.length * answers.length) {
    throw badModel("answers", "its weights do not fit its features");
  }
  return { space, answers, weights, calibrator, threshold: threshold ?? Number.POSITIVE_INFINITY, metrics };
}
