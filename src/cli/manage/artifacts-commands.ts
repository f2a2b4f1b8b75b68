import type { Command } from "commander";
import { example } from "../help-example.ts";
import type { ExportOptions } from "./export-artifacts.ts";

/** `recado artifacts …`: what agents made beside their answers. */
export function addArtifactsCommands(program: Command): void {
  const artifacts = program.command("artifacts").description("Briefs, extracts and plans that agents made.");
  artifacts
    .command("export")
    .description("Print all artifacts as JSON, one a line, the oldest first.")
    .option("--workspace <id>", "of which workspace", "default")
    .addHelpText("after", example("recado artifacts export > artifacts.jsonl", "every line is a record of its own"))
    .action(async (options: ExportOptions) => (await import("./export-artifacts.ts")).exportArtifacts(options));
}
