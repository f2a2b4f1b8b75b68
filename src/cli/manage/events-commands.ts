import type { Command } from "commander";
import { example } from "../help-example.ts";
import { WORKSPACE } from "../workspace-option.ts";
import type { ActOptions, ListOptions, ReplayOptions, ShowOptions } from "./events.ts";

const BY = ["--by <name>", "who does it; your user name if not given"] as const;
const JSON_OUTPUT = ["--json", "print it as JSON"] as const;

/** `recado events …`: the event feed of a workspace. */
export function addEventsCommands(program: Command): void {
  const events = program
    .command("events")
    .description("The event feed: what happens in a shop, posted and signed to addresses of its choice.");

  events
    .command("add")
    .description("Post events to an address from now on. Prints the secret that signs them, once.")
    .argument("<url>", "an https:// address that answers 2xx when it has kept an event")
    .argument("<kinds>", "what to post, separated by commas: order.confirmed,handoff")
    .option(...WORKSPACE)
    .option(...BY)
    .option(...JSON_OUTPUT)
    .addHelpText("after", example("recado events add https://example.com/recado order.confirmed", "each sale, once"))
    .action(async (url: string, kinds: string, options: ActOptions) =>
      (await import("./events.ts")).addEndpoint(url, kinds, options),
    );

  events
    .command("endpoints")
    .description("List the addresses, what each is posted, and how much waits or is parked.")
    .option(...WORKSPACE)
    .option(...JSON_OUTPUT)
    .addHelpText("after", example("recado events endpoints", "one line an address"))
    .action(async (options: ShowOptions) => (await import("./events.ts")).listEndpoints(options));

  events
    .command("rotate")
    .description("Make a new secret for an address. The former one signs beside it for a day.")
    .argument("<endpoint>", "an id that `recado events endpoints` prints")
    .option(...WORKSPACE)
    .option(...BY)
    .option(...JSON_OUTPUT)
    .addHelpText("after", example("recado events rotate 019…", "then give the new secret to the receiver"))
    .action(async (id: string, options: ActOptions) => (await import("./events.ts")).rotateSecret(id, options));

  events
    .command("remove")
    .description("Post nothing more to an address, and drop what waits for it.")
    .argument("<endpoint>", "an id that `recado events endpoints` prints")
    .option(...WORKSPACE)
    .option(...BY)
    .addHelpText("after", example("recado events remove 019…", "the audit log keeps who did it"))
    .action(async (id: string, options: ActOptions) => (await import("./events.ts")).removeEndpoint(id, options));

  events
    .command("list")
    .description("List the newest events and what became of them.")
    .option(...WORKSPACE)
    .option("--status <status>", "pending, delivered or parked")
    .option(...JSON_OUTPUT)
    .addHelpText("after", example("recado events list --status parked", "those that no receiver took"))
    .action(async (options: ListOptions) => (await import("./events.ts")).listEvents(options));

  events
    .command("replay")
    .description("Post all parked events of an address again, and with --since also those that it has taken.")
    .argument("<endpoint>", "an id that `recado events endpoints` prints")
    .option(...WORKSPACE)
    .option("--since <instant>", "an instant such as 2026-11-23T08:00:00Z")
    .option(...BY)
    .option(...JSON_OUTPUT)
    .addHelpText("after", example("recado events replay 019…", "after the receiver is mended"))
    .action(async (id: string, options: ReplayOptions) => (await import("./events.ts")).replayEvents(id, options));
}
