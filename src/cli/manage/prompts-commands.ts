import type { Command } from "commander";
import { example } from "../help-example.ts";

/** `recado prompts …`: what a language model is told. */
export function addPromptsCommands(program: Command): void {
  const prompts = program.command("prompts").description("List the prompts, and show one as a model gets it.");

  prompts
    .command("list")
    .description("List the prompts that ship, with their versions.")
    .option("--json", "print them as JSON")
    .addHelpText("after", example("recado prompts list", "ids and versions, as runs journal them"))
    .action(async (options: { json?: true }) => (await import("./prompts.ts")).listPrompts(options));

  prompts
    .command("show")
    .description(
      "Print a prompt: its file, or the whole question for a text or for a stored conversation. Calls no model.",
    )
    .argument("<id>", "a prompt of `recado prompts list`")
    .option("--text <text>", "as it would be asked about this first message of a customer")
    .option("--conversation <id>", "as it would be asked about the last message of this conversation")
    .option("--agent <id or module>", "whose shop it is: an agent's id, or a JavaScript module that exports one")
    .addHelpText(
      "after",
      example('recado prompts show detector --text "cuánto vale?"', "the detector's whole question"),
    )
    .action(async (id: string, options: { text?: string; conversation?: string; agent?: string }) => {
      return (await import("./prompts.ts")).showPrompt(id, options);
    });
}
