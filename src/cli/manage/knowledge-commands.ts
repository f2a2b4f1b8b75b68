import type { Command } from "commander";
import { example } from "../help-example.ts";

const AGENT = "an agent's id, or the file that exports it: ./shop.js";

/** `recado knowledge …`: what an agent says of its shop, without a database. */
export function addKnowledgeCommands(program: Command): void {
  const knowledge = program
    .command("knowledge")
    .description("List and check what an agent knows of its shop, and try what it finds.");

  knowledge
    .command("list")
    .description("List the entries of an agent's files.")
    .argument("[agent]", `${AGENT}; the one of RECADO_AGENT, else the shipped one, if not given`)
    .option("--json", "print them as JSON, with their questions and texts")
    .addHelpText("after", example("recado knowledge list ./shop.js", "ids, titles and how many questions each has"))
    .action(async (agent: string | undefined, options: { json?: true }) => {
      return (await import("./knowledge.ts")).listKnowledge(agent, options);
    });

  knowledge
    .command("check")
    .description(
      "Say what is wrong with a folder of Markdown, one sentence for each fault; exit with 1 if anything is.",
    )
    .argument("<folder>", "the folder that an agent's module names")
    .addHelpText("after", example("recado knowledge check ./knowledge", "before an agent reads it"))
    .action(async (folder: string) => (await import("./knowledge.ts")).checkKnowledge(folder));

  knowledge
    .command("search")
    .description("Show the entries that knowledge_search finds for a question, the best first.")
    .argument("<text>", "the question, in a customer's words")
    .option("--agent <agent>", `${AGENT}; the one of RECADO_AGENT, else the shipped one, if not given`)
    .option("--json", "print them as JSON")
    .addHelpText("after", example('recado knowledge search "¿dan factura?"', "what is found, and how near it is"))
    .action(async (text: string, options: { agent?: string; json?: true }) => {
      return (await import("./knowledge.ts")).searchKnowledge(text, options);
    });
}
