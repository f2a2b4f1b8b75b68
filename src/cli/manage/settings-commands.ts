import type { Command } from "commander";
import { example } from "../help-example.ts";
import { WORKSPACE } from "../workspace-option.ts";
import type { SetOptions, ShowOptions } from "./settings.ts";

/** `recado settings …`: what a workspace has set for its agents. */
export function addSettingsCommands(program: Command): void {
  const settings = program
    .command("settings")
    .description("The settings of a workspace. Alone it shows them all.")
    .addHelpText("after", example("recado settings --json", "what `recado settings` shows, for a script"));

  settings
    .command("show", { isDefault: true })
    .description("Print each setting, and who changed one last.")
    .option(...WORKSPACE)
    .option("--json", "print them as JSON")
    .addHelpText("after", example("recado settings show --workspace padaria", "the settings of another workspace"))
    .action(async (options: ShowOptions) => (await import("./settings.ts")).showSettings(options));

  settings
    .command("set")
    .description("Change a setting, from the next turn on. The audit log names you.")
    .argument("<setting>", "locale, timeZone, agentEnabled, crmAgentsEnabled or windowMaintenance")
    .argument("<value>", "a locale such as pt-BR, a zone such as America/Sao_Paulo, or on and off")
    .option(...WORKSPACE)
    .option("--by <name>", "who does it; your user name if not given")
    .option("--json", "print the settings as they are now, as JSON")
    .addHelpText("after", example("recado settings set locale pt-BR", "a shop in Brazil; its time zone is set apart"))
    .action(async (name: string, value: string, options: SetOptions) =>
      (await import("./settings.ts")).setSetting(name, value, options),
    );
}
