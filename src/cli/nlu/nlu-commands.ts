import type { Command } from "commander";
import { example } from "../help-example.ts";
import type { DraftOptions } from "./nlu-draft.ts";
import type { EvalOptions } from "./nlu-eval.ts";
import { addLearningCommands } from "./nlu-learning-commands.ts";
import type { RecordOptions } from "./nlu-record.ts";
import type { TrainOptions } from "./nlu-train.ts";
import type { TrainAnswersOptions } from "./nlu-train-answers.ts";
import type { TrainDangerOptions } from "./nlu-train-danger.ts";
import type { TrainEntitiesOptions } from "./nlu-train-entities.ts";
import type { TrainQuantitiesOptions } from "./nlu-train-quantities.ts";
import type { TrainRequestsOptions } from "./nlu-train-requests.ts";

const LABELLED = "a file of lines: label, tab, text";
const OUT_OF_SCOPE = "texts about something else, one a line (a label before a tab names the kind of stranger)";

const SHARES = "file=n, lines of label, tab, text; each n-th text is learnt from";

/** `recado nlu …`: the classifier that needs no key. */
export function addNluCommands(program: Command): void {
  const nlu = program.command("nlu").description("Train, test and question the classifier that needs no key.");

  nlu
    .command("train")
    .description("Train a classifier on labelled texts, learn how far it can be trusted, and write it as one file.")
    .requiredOption("--data <file>", LABELLED)
    .option("--oos <file>", `${OUT_OF_SCOPE}: what is guessed of them is wrong`)
    .option("--out <file>", "where the model goes", "model.json")
    .option("--allow <intents>", "the intents that may be answered without a model, comma-separated; all if not given")
    .option("--target <share>", "how often what is answered must be right", "0.95")
    .option("--heads <file>", "what heads listen for: lines of head, tab, yes or no, tab, text")
    .option(
      "--answers <file>",
      "answers to the shop's questions, whose labels a line of --heads may name: @confirm:yes",
    )
    .option("--no-curve", "skip the learning curve, which trains four models more")
    .option("--json", "print what was learnt as JSON")
    .addHelpText("after", example("recado nlu train --data shop.tsv --oos other.tsv", "writes model.json"))
    .action(async (options: TrainOptions) => (await import("./nlu-train.ts")).trainModel(options));

  nlu
    .command("train-requests")
    .description("Train the model that hears who asks for an artifact (docs/artifacts.md), and write it as one file.")
    .requiredOption("--data <file>", "a file of lines: contract or none, tab, text; a third column may name its hand")
    .requiredOption("--chat <files...>", `texts that ask for nothing and set the bar: ${SHARES}`)
    .option("--out <file>", "where the model goes", "requests.json")
    .option("--json", "print what was learnt as JSON")
    .addHelpText(
      "after",
      example("recado nlu train-requests --data requests.tsv --chat chat.tsv", "writes requests.json"),
    )
    .action(async (options: TrainRequestsOptions) =>
      (await import("./nlu-train-requests.ts")).trainRequestModel(options),
    );

  nlu
    .command("train-answers")
    .description("Train the model that hears what customers answer to a question of ours, and write it as one file.")
    .requiredOption(
      "--data <file>",
      "lines of question:answer or question:none, tab, text; a third column may name its hand",
    )
    .option("--intents <file>", `${LABELLED}; a line of the data may name intents (@precio @envio) in place of a text`)
    .option("--out <file>", "where the model goes", "answers.json")
    .option("--json", "print what was learnt as JSON")
    .addHelpText("after", example("recado nlu train-answers --data answers.tsv", "writes answers.json"))
    .action(async (options: TrainAnswersOptions) => (await import("./nlu-train-answers.ts")).trainAnswerModel(options));

  nlu
    .command("train-danger")
    .description("Train the model that hears who needs help now, and write it as one file.")
    .requiredOption("--data <file>", "lines of yes, near or other, tab, text; a third column may name its hand")
    .option("--intents <file>", `${LABELLED}; a line of the data may name labels (@precio) in place of a text`)
    .option("--answers <file>", "answers to the shop's questions, whose labels it may name too: @confirm:yes")
    .option("--out <file>", "where the model goes", "danger.json")
    .option("--json", "print what was learnt as JSON")
    .addHelpText("after", example("recado nlu train-danger --data danger.tsv", "writes danger.json"))
    .action(async (options: TrainDangerOptions) => (await import("./nlu-train-danger.ts")).trainDangerModel(options));

  nlu
    .command("train-entities")
    .description("Train the model that puts right names and places that the rules misread, and write it as one file.")
    .requiredOption("--data <file>", "a JSON object a line: hand, asked, known, and text with its marks (docs/nlu.md)")
    .option("--out <file>", "where the model goes", "entities.json")
    .option("--json", "print what was learnt as JSON")
    .addHelpText("after", example("recado nlu train-entities --data entities.jsonl", "writes entities.json"))
    .action(async (options: TrainEntitiesOptions) =>
      (await import("./nlu-train-entities.ts")).trainEntityModel(options),
    );

  nlu
    .command("train-quantities")
    .description("Train the model that tells how many units are wanted from other numbers, and write it as one file.")
    .requiredOption("--data <file>", "a JSON object a line: hand, asked, units, and text with [[marks]] (docs/nlu.md)")
    .option("--agent <id or module>", "the shop, whose words for its goods are counted", "somnio")
    .option("--out <file>", "where the model goes", "quantities.json")
    .option("--json", "print what was learnt as JSON")
    .addHelpText("after", example("recado nlu train-quantities --data quantities.jsonl", "writes quantities.json"))
    .action(async (options: TrainQuantitiesOptions) =>
      (await import("./nlu-train-quantities.ts")).trainQuantityModel(options),
    );

  nlu
    .command("eval")
    .description(
      "Train on one file, test on another: accuracy, what would be answered locally and how much of it is right.",
    )
    .requiredOption("--train <file>", LABELLED)
    .requiredOption("--test <file>", `${LABELLED}; none of them is seen in training`)
    .option("--oos <file>", `tested: ${OUT_OF_SCOPE}`)
    .option("--calibration-oos <file>", `used in calibration: ${OUT_OF_SCOPE}`)
    .option("--target <share>", "how often what is answered must be right", "0.95")
    .option("--json", "print the numbers as JSON")
    .addHelpText("after", example("recado nlu eval --train train.tsv --test test.tsv", "prints what to expect of it"))
    .action(async (options: EvalOptions) => (await import("./nlu-eval.ts")).evaluateModel(options));

  nlu
    .command("explain")
    .description("Say what a trained classifier makes of a text, and why.")
    .argument("<text>", "as a customer would write it")
    .requiredOption("--model <file>", "what `recado nlu train` has written")
    .option("--json", "print it as JSON")
    .addHelpText(
      "after",
      example('recado nlu explain --model model.json "kuanto bale?"', "the intent, how sure, and why"),
    )
    .action(async (text: string, options: { model: string; json?: true }) => {
      return (await import("./nlu-explain.ts")).explainModel(text, options);
    });

  nlu
    .command("draft")
    .description("Propose training texts for each intent of a shop with a model, or write a sheet to fill by hand.")
    .option("--agent <id or module>", "the shop", "somnio")
    .option("--texts <n>", "how many for each intent, at most 100", "20")
    .option("--out <file>", "where they go", "draft.tsv")
    .option("--hand <name>", "who writes them, for the third column; the model's name if not given")
    .option("--sheet", "ask no model")
    .addHelpText("after", example("recado nlu draft --agent ./shop.js", "then read draft.tsv, and train on it"))
    .action(async (options: DraftOptions) => (await import("./nlu-draft.ts")).draftTraining(options));

  nlu
    .command("record")
    .description("Play labelled customers with an agent that asks a model, and keep the answers as a cassette.")
    .option("--messages <file>", "as for `recado eval customers`")
    .option("--conversations <file>", "as for `recado eval customers`")
    .option("--agent <id or module>", "the agent that answers", "somnio")
    .option("--out <file>", "where the cassette goes", "cassette.jsonl")
    .requiredOption("--model", "ask the model that the environment names; each question costs")
    .addHelpText(
      "after",
      example(
        "recado nlu record --messages messages.jsonl --model",
        "then `recado eval customers --messages messages.jsonl --cassette cassette.jsonl`, without a key",
      ),
    )
    .action(async (options: RecordOptions) => (await import("./nlu-record.ts")).recordAnswers(options));

  addLearningCommands(nlu);
}
