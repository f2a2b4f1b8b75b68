import type { Command } from "commander";
import { example } from "./help-example.ts";

/** `recado simulator …`: WhatsApp as a test bed. */
export function addSimulatorCommands(program: Command): void {
  const simulator = program
    .command("simulator")
    .description("Run the simulated WhatsApp, switch its faults on and off, read its ledger, write as a customer.");

  simulator
    .command("serve")
    .description("Run the simulated WhatsApp in a process of its own. Point workers at it with WHATSAPP_API_URL.")
    .option("--port <port>", "where it listens; 0 takes any free port", "4700")
    .option("--host <address>", "the address that it listens on", "127.0.0.1")
    .option(
      "--ledger <file>",
      "where it writes down what happened; simulator/ledger.jsonl in the data directory if not given",
    )
    .option("--webhook <url>", "where it posts webhooks; the server at HOST and PORT if not given")
    .option("--secret <secret>", "the app secret; WHATSAPP_APP_SECRET or the generated one if not given")
    .option("--token <token>", "the access token that it takes; the generated one if not given")
    .option("--json", "print the addresses as JSON, in one line, once it listens")
    .addHelpText(
      "after",
      example("recado simulator serve --port 4700", "then `recado start` with the two variables that it prints"),
    )
    .action(async (options) => (await import("./simulator-serve.ts")).serveSimulator(options));
}
