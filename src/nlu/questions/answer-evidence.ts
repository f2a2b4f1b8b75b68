import type { ClauseKind } from "../../core/ports/flow-reader.ts";
import { type ClauseFrame, readClauses } from "../clauses/read-clauses.ts";

/** A model of answers is of no shop in particular: to it a jar is a word like any other. */
const NO_GOODS: ClauseFrame = { goods: new Set() };

/** What the rules for clauses see in an answer. The second stage weighs it beside the words' own score. */
export const ANSWER_EVIDENCE = [
  "margin over every other answer",
  "a clause that is a yes",
  "a clause that may be one",
  "a clause that withholds",
  "a clause that withholds, and none that is a yes",
  "a question",
  "a clause that the rules do not know",
  "the first clause is a yes",
  "a no",
  "a number",
  "no clause at all",
] as const;

export interface AnswerEvidence {
  /** One for each name of `ANSWER_EVIDENCE`. */
  readonly numbers: readonly number[];
  /** A clause in it is a yes. */
  readonly agrees: boolean;
  /** A clause in it refuses, doubts, objects or puts off, or has words of those that do. */
  readonly withholds: boolean;
}

/** `margin`: of the answer's score over the best other one. */
export function answerEvidence(margin: number, text: string): AnswerEvidence {
  const kinds = readClauses({ text, rest: text, hasFields: false }, NO_GOODS);
  const has = (...some: ClauseKind[]): number => Number(some.some((kind) => kinds.includes(kind)));
  const numbers = [
    margin,
    has("yes"),
    has("fine"),
    has("reserve"),
    has("reserve") * (1 - has("yes")),
    Number(/[?¿]/u.test(text) || kinds.includes("question")),
    has("other"),
    Number(kinds[0] === "yes"),
    has("no"),
    has("choice", "quantity", "figure"),
    Number(kinds.length === 0),
  ];
  return { numbers, agrees: kinds.includes("yes"), withholds: kinds.includes("reserve") };
}
