import type { Command } from "commander";
import { example } from "../help-example.ts";
import { WORKSPACE } from "../workspace-option.ts";
import type { PromptOptions, ProposeOptions } from "./prompt-versions.ts";

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

  const agent = ["<agent>", "an agent's id, such as support"] as const;
  const part = ["<part>", "orchestrator or detector; planner of an agent that plans"] as const;
  const load = () => import("./prompt-versions.ts");

  prompts
    .command("versions")
    .description("List what people have written in place of an agent's own prompts, the newest first.")
    .argument(...agent)
    .option(...WORKSPACE)
    .option("--json", "print them as JSON")
    .addHelpText("after", example("recado prompts versions support", "which version is in use, and who approved it"))
    .action(async (id: string, options: PromptOptions) => (await load()).listVersions(id, options));

  prompts
    .command("propose")
    .description("Propose a version of a prompt. It is not used before it is approved.")
    .argument(...agent)
    .argument(...part)
    .requiredOption("--file <file>", "the text of the prompt")
    .option("--note <text>", "what it changes, for whom approves it")
    .option("--by <name>", "who proposes it; this machine's user if absent")
    .option(...WORKSPACE)
    .option("--json", "print the version as JSON")
    .addHelpText("after", example("recado prompts propose support orchestrator --file prompt.txt", "prints its number"))
    .action(async (id: string, of: string, options: ProposeOptions) =>
      (await load()).propose({ agentId: id, part: of }, options),
    );

  prompts
    .command("approve")
    .description("Approve a version and put it into use, from the next turn on and in every process.")
    .argument(...agent)
    .argument(...part)
    .argument("<version>", "its number")
    .option("--by <name>", "who approves it; this machine's user if absent")
    .option(...WORKSPACE)
    .option("--json", "print the version as JSON")
    .addHelpText("after", example("recado prompts approve support orchestrator 2", "no restart"))
    .action(async (id: string, of: string, version: string, options: PromptOptions) =>
      (await load()).approve({ agentId: id, part: of }, version, options),
    );

  prompts
    .command("use")
    .description("Go back to an approved version, or with --own to the agent's own words, from the next turn on.")
    .argument(...agent)
    .argument(...part)
    .argument("[version]", "its number")
    .option("--own", "the agent's own words")
    .option("--by <name>", "who goes back; this machine's user if absent")
    .option(...WORKSPACE)
    .addHelpText("after", example("recado prompts use support orchestrator 1", "the version before, at once"))
    .action(async (id: string, of: string, version: string | undefined, options: PromptOptions & { own?: true }) =>
      (await load()).use({ agentId: id, part: of }, version, options),
    );
}
