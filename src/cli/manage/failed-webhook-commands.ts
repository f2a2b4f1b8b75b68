import type { Command } from "commander";
import { FAILED_WEBHOOK_STATUSES } from "../../core/answers/desk/failed-webhook.ts";
import { example } from "../help-example.ts";
import { WORKSPACE } from "../workspace-option.ts";
import type { FailedOptions, ListFailedOptions } from "./failed-webhooks.ts";

/** `recado webhook failed|show|replay|resolve|ignore`: signed items that could not be read. */
export function addFailedWebhookCommands(webhook: Command): void {
  webhook
    .command("failed")
    .description("List the newest signed items that could not be read.")
    .option(...WORKSPACE)
    .option("--status <status>", `${FAILED_WEBHOOK_STATUSES.join(", ")}, or all`, "open")
    .option("--json", "print them as JSON")
    .addHelpText("after", example("recado webhook failed", "what waits for a decision"))
    .action(async (options: ListFailedOptions) => (await import("./failed-webhooks.ts")).listFailed(options));

  webhook
    .command("show")
    .description("Print one with its bytes as they came.")
    .argument("<id>", "an id that `recado webhook failed` prints")
    .option(...WORKSPACE)
    .option("--json", "print it as JSON")
    .addHelpText("after", example("recado webhook show 019…", "why it could not be read, and what it held"))
    .action(async (id: string, options: FailedOptions) =>
      (await import("./failed-webhooks.ts")).showFailed(id, options),
    );

  for (const [verb, about] of [
    ["replay", "Read it again with this version, and store what it holds."],
    ["resolve", "Mark it as dealt with by other means."],
    ["ignore", "Mark it as of no use. It may be replayed later."],
  ] as const) {
    webhook
      .command(verb)
      .description(about)
      .argument("<ids...>", "ids that `recado webhook failed` prints")
      .option(...WORKSPACE)
      .option("--note <words>", "why")
      .option("--by <name>", "who does it; your user name if not given")
      .option("--json", "print them as JSON")
      .addHelpText("after", example(`recado webhook ${verb} 019…`, "one or several"))
      .action(async (ids: string[], options: FailedOptions) =>
        (await import("./failed-webhooks.ts")).settleFailed(verb, ids, options),
      );
  }
}
