import { RecadoError } from "../../core/errors.ts";
import { STANDING_QUESTIONS, type StandingQuestion } from "../../core/ports/flow-reader.ts";
import { sha256 } from "../../core/sha256.ts";
import { compareText } from "../linear/compare-text.ts";
import { learnFeatures, placeText } from "../linear/feature-space.ts";
import { countFeatures } from "../linear/features.ts";
import { fitLogistic, probabilityRight } from "../linear/fit-logistic.ts";
import { fitSoftmax } from "../linear/fit-softmax.ts";
import { FOLDS, foldsOf } from "../linear/folds.ts";
import type { LabelledText } from "../linear/linear-classifier.ts";
import { findThreshold } from "../linear/threshold.ts";
import { answerEvidence } from "./answer-evidence.ts";
import {
  type AnswerMetrics,
  type AnswerModel,
  isSureEnough,
  likeliestAnswer,
  NO_ANSWER,
  type QuestionModel,
} from "./answer-model.ts";
import { type Leave, mayAnswer } from "./may-answer.ts";

/** So many features are kept of each question: answers are short, and their words are few. */
const MOST_FEATURES = 4_000;

interface Demand {
  /** So often must what is heard be right. */
  readonly right: number;
  /** The share of what customers write, while the question stands, that answers it. */
  readonly answered: number;
}

/**
 * A yes to the summary orders, which cannot be undone; all else is said back before anything is ordered. Somnio's hands wrote a
 * third of their answers to the summary to deceive: of the texts of the other hands, 99.5 % of what is heard from there on is a yes.
 */
const DEMANDS: Partial<Readonly<Record<StandingQuestion, Demand>>> = {
  confirm: { right: 0.98, answered: 0.7 },
  buy: { right: 0.95, answered: 0.35 },
};
const ELSEWHERE: Demand = { right: 0.95, answered: 0.7 };

interface Row {
  readonly text: string;
  readonly label: number;
  readonly origin: string | undefined;
}

/**
 * Trains what hears the answers to our questions: for each question a softmax over its answers and none, and a second stage that
 * weighs what the rules for clauses see. Labels are `question:answer`; `question:none` gives no answer. A hand's texts are
 * judged by models that have read nothing of that hand. The same texts in any order give the same model.
 *
 * @throws RecadoError `bad_training_data` for a question that no agent asks, and for one with a single answer.
 */
export function trainAnswers(texts: readonly LabelledText[]): AnswerModel {
  const questions = STANDING_QUESTIONS.filter((one) => texts.some(({ label }) => questionOf(label) === one));
  const own = (question: StandingQuestion) => texts.filter(({ label }) => questionOf(label) === question);
  return {
    questions: new Map(questions.map((question) => [question, trainQuestion(question, own(question))])),
    dataHash: answerTextsHash(texts),
  };
}

/** Two trainings on texts with the same hash give the same model. */
export function answerTextsHash(texts: readonly LabelledText[]): string {
  return sha256(
    JSON.stringify(texts.map(({ label, text, origin = "" }) => JSON.stringify([label, text, origin])).sort()),
  );
}

function questionOf(label: string): StandingQuestion {
  const name = label.split(":", 1)[0] ?? "";
  const question = STANDING_QUESTIONS.find((one) => one === name);
  if (question === undefined) {
    throw new RecadoError(
      "bad_training_data",
      `"${label}" names no question; a label is a question, a colon and an answer, such as confirm:yes or pack:none. The questions are: ${STANDING_QUESTIONS.join(", ")}`,
    );
  }
  return question;
}

function trainQuestion(question: StandingQuestion, texts: readonly LabelledText[]): QuestionModel {
  const answerOf = ({ label }: LabelledText): string => label.slice(question.length + 1);
  const named = [...new Set(texts.map(answerOf))].filter((answer) => answer !== NO_ANSWER).sort();
  const answers = [NO_ANSWER, ...named];
  const rows = texts
    .map((one): Row => ({ text: one.text, label: answers.indexOf(answerOf(one)), origin: one.origin }))
    .sort((one, other) => one.label - other.label || compareText(one.text, other.text));
  if (named.length === 0 || rows.every(({ label }) => label > 0)) {
    throw new RecadoError(
      "bad_training_data",
      `"${question}" needs texts that answer it and texts that do not (${question}:${NO_ANSWER})`,
    );
  }
  const folds = foldsOf(rows);
  const judged = Array.from({ length: FOLDS }, (_, fold) => fold).flatMap((fold) => {
    const model = modelOf(
      answers,
      rows.filter((_, at) => folds[at] !== fold),
    );
    return rows
      .filter((_, at) => folds[at] === fold)
      .map((row) => {
        const { answer, margin, isKnown } = likeliestAnswer(model, row.text);
        const { numbers: evidence, ...clauses } = answerEvidence(margin, row.text);
        const leave: Leave = isKnown ? mayAnswer({ question, text: row.text, ...clauses }) : "no";
        return { row, isRight: answer === answers[row.label], leave, evidence, fold };
      });
  });
  const given = judged.filter(({ row }) => row.label > 0).length;
  const { right, answered } = DEMANDS[question] ?? ELSEWHERE;
  const noWeight = (given * (1 - answered)) / answered / (judged.length - given);
  const cases = judged.map((one) => ({ ...one, weight: one.row.label > 0 ? 1 : noWeight }));
  // The second stage, too, is judged by what it has not read.
  const outcomes = Array.from({ length: FOLDS }, (_, fold) => fold).flatMap((fold) => {
    const calibrator = fitLogistic(cases.filter((one) => one.fold !== fold));
    return cases
      .filter((one) => one.fold === fold)
      .map((one) => ({ ...one, probability: probabilityRight(calibrator, one.evidence) }));
  });
  const threshold = findThreshold(
    outcomes.filter(({ leave }) => leave === "if_heard"),
    right,
  );
  return {
    ...modelOf(answers, rows),
    calibrator: fitLogistic(cases),
    threshold,
    metrics: measure(outcomes, threshold),
  };
}

function modelOf(
  answers: readonly string[],
  rows: readonly Row[],
): Pick<QuestionModel, "space" | "answers" | "weights"> {
  const counts = rows.map(({ text }) => countFeatures(text));
  const space = learnFeatures(counts, MOST_FEATURES);
  const examples = rows.map(({ label }, at) => ({
    label,
    vector: placeText(space, counts[at] ?? countFeatures("")).vector,
  }));
  return { space, answers, weights: fitSoftmax(examples, space.features.length, answers.length) };
}

interface Judged {
  readonly row: Row;
  readonly isRight: boolean;
  /** Whether the rules let a model answer. */
  readonly leave: Leave;
  readonly probability: number;
}

function measure(outcomes: readonly Judged[], threshold: number): AnswerMetrics {
  const given = outcomes.filter(({ row }) => row.label > 0);
  const none = outcomes.filter(({ row }) => row.label === 0);
  const heard = ({ leave, probability }: Judged): boolean => isSureEnough(probability, threshold, leave);
  return {
    texts: outcomes.length,
    heard: given.filter((one) => one.isRight && heard(one)).length / given.length,
    mistaken: given.filter((one) => !one.isRight && heard(one)).length / given.length,
    falseAlarms: none.filter(heard).length / none.length,
  };
}
