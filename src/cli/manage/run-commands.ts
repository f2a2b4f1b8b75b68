import type { Command } from "commander";
import { example } from "../help-example.ts";
import type { CancelOptions } from "./cancel-run.ts";
import type { PauseOptions } from "./pause-run.ts";

/** `recado run …`: runs that a person commands. */
export function addRunCommands(program: Command): void {
  const run = program.command("run").description("Command a run of an agent.");
  run
    .command("cancel")
    .description("Call off a run that goes on in segments. It says nothing more.")
    .argument("<id>", "the run's id, as the Studio and `GET /internal/agent/runs` show it")
    .option("--by <name>", "who does it; your user name if not given")
    .option("--workspace <id>", "of which workspace", "default")
    .addHelpText(
      "after",
      example("recado run cancel 01a2073a-f1d3-7ae0-b59c-c58ce14add74", "parked: at once; at work: at its next edge"),
    )
    .action(async (id: string, options: CancelOptions) => (await import("./cancel-run.ts")).cancelRun(id, options));
  for (const { name, isPaused, description, told } of PAUSES) {
    run
      .command(name)
      .description(description)
      .argument("<id>", "the run's id, as the Studio and `GET /internal/agent/plans` show it")
      .option("--by <name>", "who does it; your user name if not given")
      .option("--workspace <id>", "of which workspace", "default")
      .addHelpText("after", example(`recado run ${name} 01a2073a-f1d3-7ae0-b59c-c58ce14add74`, told))
      .action(async (id: string, options: PauseOptions) =>
        (await import("./pause-run.ts")).pauseRun(id, isPaused, options),
      );
  }
}

const PAUSES = [
  {
    ...{ name: "pause", isPaused: true, told: "the task at work ends, and no other begins" },
    description: "Pause a run that goes on in segments, such as a plan.",
  },
  {
    ...{ name: "resume", isPaused: false, told: "its next task begins" },
    description: "Resume a paused run.",
  },
] as const;
