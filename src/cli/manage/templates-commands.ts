import type { Command } from "commander";
import { example } from "../help-example.ts";
import { WORKSPACE } from "../workspace-option.ts";
import type { SyncOptions } from "./sync-templates.ts";

/** `recado templates …`: the message templates that tools may send. */
export function addTemplatesCommands(program: Command): void {
  const templates = program.command("templates").description("The message templates that tools may send.");

  templates
    .command("sync")
    .description("Bring the workspace's list to what WhatsApp has approved. Says what it adds, changes and removes.")
    .option(...WORKSPACE)
    .option("--account <id>", "the WhatsApp business account, where the token may manage several")
    .option("--dry-run", "say it and change nothing")
    .option("--by <name>", "who does it; your user name if not given")
    .option("--json", "print it as JSON")
    .addHelpText("after", example("recado templates sync --dry-run", "after a template was approved or paused"))
    .action(async (options: SyncOptions) => (await import("./sync-templates.ts")).syncTemplates(options));
}
