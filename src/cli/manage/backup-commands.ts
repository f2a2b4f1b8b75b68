import type { Command } from "commander";
import { example } from "../help-example.ts";

/** `recado backup` and `recado restore`: the embedded database as one file. */
export function addBackupCommands(program: Command): void {
  program
    .command("backup")
    .description("Copy the embedded database and its secrets into one file, also while Recado runs.")
    .argument("<file>", "a new file; keep it as you keep a password, because it holds all of the shop")
    .option("--json", "print what was made as JSON")
    .addHelpText(
      "after",
      example("recado backup /mnt/backups/recado-monday.tar.gz", "every message accepted until its end is in it"),
    )
    .action(async (file: string, options: { json?: true }) => (await import("./backup.ts")).backUp(file, options));

  program
    .command("restore")
    .description("Put a backup into a data directory that holds no database. The next start goes on from there.")
    .argument("<file>", "a file that `recado backup` has made")
    .option("--json", "print what was restored as JSON")
    .addHelpText(
      "after",
      example("RECADO_DATA_DIR=/srv/recado recado restore recado-monday.tar.gz", "into a new data directory"),
    )
    .action(async (file: string, options: { json?: true }) => (await import("./backup.ts")).restore(file, options));
}
