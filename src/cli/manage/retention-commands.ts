import type { Command } from "commander";
import { example } from "../help-example.ts";
import { WORKSPACE } from "../workspace-option.ts";
import type { KeepOptions, ShowOptions } from "./retention.ts";

/** `recado retention …`: how long what is kept is kept. */
export function addRetentionCommands(program: Command): void {
  const retention = program
    .command("retention")
    .description("How long data is kept. Alone it shows each class, its days, and what the last night forgot.")
    .addHelpText("after", example("recado retention --json", "what `recado retention` shows, for a script"));

  retention
    .command("show", { isDefault: true })
    .description("Print each class of data, its days, who says so, and what the last night forgot.")
    .option(...WORKSPACE)
    .option("--json", "print them as JSON")
    .addHelpText("after", example("recado retention show --json", "the same as `recado retention --json`"))
    .action(async (options: ShowOptions) => (await import("./retention.ts")).showRetention(options));

  retention
    .command("set")
    .description("Keep a class of data for so many days. What is older goes in the next night, for good.")
    .argument("<class>", "as `recado retention` names it")
    .argument("<days>", "a whole number of days; forever; or default, to take back what was set")
    .option(...WORKSPACE)
    .option("--by <name>", "who does it; your user name if not given")
    .option("--json", "print the classes as they are now, as JSON")
    .addHelpText("after", example("recado retention set journals 30", "journals go after a month"))
    .action(async (of: string, days: string, options: KeepOptions) =>
      (await import("./retention.ts")).keepFor(of, days, options),
    );
}
