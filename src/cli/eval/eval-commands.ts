import type { Command } from "commander";
import { example } from "../help-example.ts";
import { WORKSPACE } from "../workspace-option.ts";
import type { EvalCustomersOptions } from "./eval-customers.ts";
import type { EvalDatesOptions } from "./eval-dates.ts";
import type { EvalDocumentsOptions } from "./eval-documents.ts";
import type { EvalRetrievalOptions } from "./eval-retrieval.ts";
import type { EvalRunOptions } from "./eval-run.ts";
import type { HarvestOptions } from "./harvest.ts";

/** `recado eval …`: a part of Recado on your own data. */
export function addEvalCommands(program: Command): void {
  const evaluate = program.command("eval").description("Try a part of Recado on data of your own.");

  evaluate
    .command("customers")
    .description("Play labelled messages and conversations with an agent, and count what came of them.")
    .option("--messages <file>", 'a file of lines: {"context", "text", "intents", "fields", "forbidden"}')
    .option("--conversations <file>", 'a file of lines: {"context", "steps", "order", "forbidden"}')
    .option("--agent <id or module>", "the agent that answers", "somnio")
    .option("--cassette <file>", "let it ask a model whose answers `recado nlu record` has written there")
    .option("--failures", "print each line that did not go right as well")
    .option("--json", "print {messages, conversations}; shares from 0 to 1 with their 95 % interval")
    .addHelpText(
      "after",
      example(
        "recado eval customers --messages messages.jsonl --conversations conversations.jsonl --json",
        "docs/customers.md has the words of both files",
      ),
    )
    .action(async (options: EvalCustomersOptions) => (await import("./eval-customers.ts")).evaluateCustomers(options));

  evaluate
    .command("dates")
    .description("Read times in Spanish words: an instant, a rule that recurs, or that it has to be asked.")
    .requiredOption("--phrases <file>", 'a file of lines: {"text": …, "now": ISO 8601, "zone": IANA name}')
    .option("--json", "print {results: [{kind, at, rule, reason}]}, one result for each phrase, in their order")
    .addHelpText(
      "after",
      example(
        "recado eval dates --phrases phrases.jsonl --json",
        "at is an instant in UTC (2026-11-27T13:00:00.000Z), rule an RRULE whose hours are those of the zone",
      ),
    )
    .action(async (options: EvalDatesOptions) => (await import("./eval-dates.ts")).evaluateDates(options));

  evaluate
    .command("documents")
    .description("Read the PDF files and pages of a folder, and compare their tables and articles with marked ones.")
    .requiredOption(
      "--dir <folder>",
      "a folder of .pdf files, NAME-str.xml beside NAME.pdf marks its tables (ICDAR 2013); or of source.html, expected.html beside it marks its article (Readability)",
    )
    .option(
      "--json",
      "print {cellsOnPage, cellsOnWrongPage, rows, msPerPage, articleWords, articles, files, pages, cells, refused}; shares from 0 to 1",
    )
    .addHelpText(
      "after",
      example(
        "recado eval documents --dir tables --json",
        "cellsOnWrongPage is the share of cells whose page would be cited wrongly",
      ),
    )
    .action(async (options: EvalDocumentsOptions) => (await import("./eval-documents.ts")).evaluateDocuments(options));

  evaluate
    .command("retrieval")
    .description("Search texts for questions, and count how often the right text is found.")
    .requiredOption("--corpus <file>", 'a file of lines: {"id": …, "text": …}')
    .requiredOption("--questions <file>", 'a file of lines: {"text": …, "ids": [the ids of the texts that answer it]}')
    .option("--language <code>", "es, en or pt; without it the language in which most of the texts are")
    .option("--json", "print {top1, top5, all5, all10, msP95, questions, items, language}; shares from 0 to 1")
    .addHelpText(
      "after",
      example(
        "recado eval retrieval --corpus texts.jsonl --questions questions.jsonl --json",
        "top5 is the share of questions with a right text among the first five",
      ),
    )
    .action(async (options: EvalRetrievalOptions) => (await import("./eval-retrieval.ts")).evaluateRetrieval(options));

  evaluate
    .command("run")
    .description(
      "Play a dataset of golden, failure and correction examples with an agent; exits 1 if one does not pass.",
    )
    .requiredOption(
      "--dataset <file>",
      'a file of lines: {"kind", "input", "output" | "correct" | "expect" | "says" | "never"}',
    )
    .requiredOption("--agent <id or module>", "the agent that answers, in memory")
    .option("--model", "let the agent ask the model of the environment; each question costs")
    .option("--judge", "let that model say whether other words mean the same; each question costs")
    .option(
      "--json",
      "print {agent, version, model, examples, passed, share, interval, byKind, guardrails, leftOut, failures}",
    )
    .addHelpText(
      "after",
      example(
        "recado eval run --dataset examples.jsonl --agent somnio --json",
        "docs/evaluation.md has the words of the file",
      ),
    )
    .action(async (options: EvalRunOptions) => (await import("./eval-run.ts")).evaluateRun(options));

  evaluate
    .command("harvest")
    .description("Print the scored runs of a shop as a dataset for `recado eval run`, without personal data.")
    .option("--agent <id>", "only runs of this agent", "somnio")
    .option(...WORKSPACE)
    .option("--kind <kind>", "golden, failure or correction; without it all")
    .option("--limit <number>", "at most this many runs, the newest first", "200")
    .option("--keep-data", "leave names, phones and addresses as they are")
    .addHelpText(
      "after",
      example("recado eval harvest --agent somnio > examples.jsonl", "from reactions and from people's scores"),
    )
    .action(async (options: HarvestOptions) => (await import("./harvest.ts")).harvestExamples(options));
}
