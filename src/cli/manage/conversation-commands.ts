import type { Command } from "commander";
import { example } from "../help-example.ts";
import type { ForceIntentOptions } from "./conversation.ts";

/** `recado conversation …`: what a person of the shop does in one conversation. */
export function addConversationCommands(program: Command): void {
  const conversation = program.command("conversation").description("Act in one conversation.");

  conversation
    .command("force-intent")
    .description("Decide the intent of one turn in the customer's place. The audit log names you.")
    .argument("<conversation>", "its id")
    .argument("<intent>", "an intent that the agent knows; `recado agents show <agent>` lists them")
    .option("--by <name>", "who does it; your user name if not given")
    .option("--note <why>", "why; the run keeps it")
    .option("--workspace <id>", "of which workspace", "default")
    .addHelpText(
      "after",
      example(
        "recado conversation force-intent 0198f1c2-7d41-7e22-b1ac-6a1d2f90c001 precio",
        "the agent says the price, as if the customer had asked",
      ),
    )
    .action(async (id: string, intent: string, options: ForceIntentOptions) =>
      (await import("./conversation.ts")).forceIntent(id, intent, options),
    );
}
