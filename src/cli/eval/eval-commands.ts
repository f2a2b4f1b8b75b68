import type { Command } from "commander";
import { example } from "../help-example.ts";
import type { EvalCustomersOptions } from "./eval-customers.ts";
import type { EvalDatesOptions } from "./eval-dates.ts";
import type { EvalDocumentsOptions } from "./eval-documents.ts";
import type { EvalRetrievalOptions } from "./eval-retrieval.ts";

/** `recado eval …`: a part of Recado on your own data. */
export function addEvalCommands(program: Command): void {
  const evaluate = program.command("eval").description("Try a part of Recado on data of your own.");

  evaluate
    .command("customers")
    .description("Play labelled messages and conversations with an agent, and count what came of them.")
    .option("--messages <file>", 'a file of lines: {"context", "text", "intents", "fields", "forbidden"}')
    .option("--conversations <file>", 'a file of lines: {"context", "steps", "order", "forbidden"}')
    .option("--agent <id or module>", "the agent that answers", "somnio")
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
    .description("Read the PDF files of a folder, and compare their tables with marked ones.")
    .requiredOption(
      "--dir <folder>",
      "a folder of .pdf files; NAME-str.xml beside NAME.pdf marks its tables (ICDAR 2013)",
    )
    .option(
      "--json",
      "print {cellsOnPage, cellsOnWrongPage, rows, msPerPage, files, pages, cells, refused}; shares from 0 to 1",
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
}
