import { type AnswerFiles, readAnswerFile } from "../../app/read-answer-file.ts";
import { readAnswerModel, writeAnswerModel } from "../../nlu/questions/answer-model.ts";
import { trainAnswers } from "../../nlu/questions/train-answers.ts";
import { printResult } from "../print.ts";
import { textTable } from "../text-table.ts";
import { shareText } from "./share-text.ts";
import { writeWhole } from "./write-whole.ts";

export interface TrainAnswersOptions extends AnswerFiles {
  readonly out: string;
  readonly json?: true;
}

/** `recado nlu train-answers`. */
export function trainAnswerModel({ out, json, ...files }: TrainAnswersOptions): void {
  const file = writeAnswerModel(trainAnswers(readAnswerFile(files)));
  writeWhole(out, file);
  const { questions } = readAnswerModel(JSON.parse(file));
  const modelBytes = Buffer.byteLength(file);
  const report = [...questions].map(([question, { answers, threshold, metrics }]) => ({
    question,
    answers: answers.slice(1),
    threshold: Number.isFinite(threshold) ? threshold : null,
    ...metrics,
  }));
  printResult(json, { out, modelBytes, questions: report }, () =>
    [
      "On texts of hands that were held out in training:",
      ...textTable([
        ["question", "answers", "texts", "heard", "as another", "in none", "from"],
        ...report.map(({ question, answers, texts: count, heard, mistaken, falseAlarms, threshold }) => [
          question,
          answers.join(" "),
          String(count),
          shareText(heard),
          shareText(mistaken),
          shareText(falseAlarms),
          threshold === null ? "never" : threshold.toFixed(2),
        ]),
      ]),
      `Written to ${out}: ${Math.ceil(modelBytes / 1_000)} kB.`,
    ].join("\n"),
  );
}
