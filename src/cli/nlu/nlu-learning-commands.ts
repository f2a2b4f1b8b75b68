import type { Command } from "commander";
import { example } from "../help-example.ts";
import type { HarvestOptions } from "./nlu-harvest.ts";
import type { ReviewOptions } from "./nlu-review.ts";

const BY = "who does it; your user name if not given";

/** The half of `recado nlu …` that learns from traffic. */
export function addLearningCommands(nlu: Command): void {
  nlu
    .command("status")
    .description("Say how much each agent understands by itself, how often that is right, and whether it is stopped.")
    .option("--json", "print it as JSON")
    .addHelpText("after", example("recado nlu status", "the last seven days"))
    .action(async (options: { json?: true }) => (await import("./nlu-status.ts")).printLearningStatus(options));

  nlu
    .command("harvest")
    .description(
      "Write what customers said and no engine was sure of, or an audit contradicts, as a file to be labelled.",
    )
    .option("--agent <id>", "one agent; all if not given")
    .option("--since <days>", "how far back", "30d")
    .option("--limit <texts>", "at most so many, the most frequent", "500")
    .option("--out <file>", "where it goes; standard output if not given")
    .option("--keep-data", "leave phones, addresses and e-mails as they are")
    .addHelpText("after", example("recado nlu harvest --agent somnio --out review.tsv", "then edit its first column"))
    .action(async (options: HarvestOptions) => (await import("./nlu-harvest.ts")).harvest(options));

  nlu
    .command("review")
    .description("Record the labels of a file that `recado nlu harvest` wrote and a person has edited.")
    .argument("<file>", "the edited file")
    .option("--append <file>", "append them to this training file; printed as training lines if not given")
    .option("--by <name>", BY)
    .addHelpText("after", example("recado nlu review review.tsv --append shop.tsv", "then `recado nlu train`"))
    .action(async (file: string, options: ReviewOptions) => (await import("./nlu-review.ts")).review(file, options));

  nlu
    .command("resume")
    .description("Let an agent whose own answers were stopped by audits answer by itself again.")
    .option("--agent <id>", "one agent; all if not given")
    .option("--by <name>", BY)
    .addHelpText("after", example("recado nlu resume --agent somnio", "what is answered from now on counts"))
    .action(async (options: { agent?: string; by?: string }) =>
      (await import("./learning-admin.ts")).resumeLocalAnswers(options),
    );

  nlu
    .command("texts")
    .description("Allow customers' words to be kept for learning, or forbid it and delete those that were kept.")
    .argument("<on|off>", "off unless it is switched on")
    .option("--by <name>", BY)
    .addHelpText("after", example("recado nlu texts on", "harvest can show them from then on"))
    .action(async (wanted: string, options: { by?: string }) =>
      (await import("./learning-admin.ts")).keepTexts(wanted, options),
    );
}
