import { readFileSync } from "node:fs";
import { Command } from "commander";
import { addEvalCommands } from "./eval/eval-commands.ts";
import { example } from "./help-example.ts";
import { addAccessCommands } from "./manage/access-commands.ts";
import { addAgentsCommands } from "./manage/agents-commands.ts";
import { addArtifactsCommands } from "./manage/artifacts-commands.ts";
import { addBackupCommands } from "./manage/backup-commands.ts";
import { addContactCommands } from "./manage/contact-commands.ts";
import { addConversationCommands } from "./manage/conversation-commands.ts";
import { addEventsCommands } from "./manage/events-commands.ts";
import { addFailedWebhookCommands } from "./manage/failed-webhook-commands.ts";
import { addKnowledgeCommands } from "./manage/knowledge-commands.ts";
import { addMcpCommands } from "./manage/mcp-commands.ts";
import { addOrdersCommands } from "./manage/orders/orders-commands.ts";
import { addPromptsCommands } from "./manage/prompts-commands.ts";
import { addRetentionCommands } from "./manage/retention-commands.ts";
import { addRunCommands } from "./manage/run-commands.ts";
import { addSettingsCommands } from "./manage/settings-commands.ts";
import { addTemplatesCommands } from "./manage/templates-commands.ts";
import { addNluCommands } from "./nlu/nlu-commands.ts";
import { addSimulatorCommands } from "./simulator/simulator-commands.ts";
import type { TestOptions } from "./test/test-scenarios.ts";

/** The commands. Each loads what it needs when it is called, so that `--help` loads nothing. */
export function buildProgram(): Command {
  const program = new Command("recado")
    .description("A durable runtime for WhatsApp agents, on nothing but PostgreSQL.")
    .version(readVersion(), "-v, --version", "print the version")
    .helpOption("-h, --help", "print this help")
    .helpCommand("help [command]", "print the help of a command")
    .showHelpAfterError("(`recado --help` lists the commands and options)")
    .addHelpText(
      "after",
      example("recado start", "opens the shop at http://127.0.0.1:4600, with no key and no set-up"),
    );

  program
    .command("start")
    .description("Run everything in one process: the server, a worker and, without DATABASE_URL, the database.")
    .option("--empty", "without the example customers that a new shop opens with in the simulator")
    .addHelpText("after", example("PORT=8080 recado start", "the same on another port"))
    .action(async (options: { empty?: true }) => (await import("./start.ts")).start(options));

  const seed = program.command("seed").description("The example customers that a new shop opens with.");
  seed
    .command("remove")
    .description("Remove the example customers and all that is kept about them.")
    .addHelpText("after", example("recado seed remove", "before the first real customer writes"))
    .action(async () => (await import("./examples/remove-examples.ts")).removeExamples());

  program
    .command("serve")
    .description("Run the server alone: it takes messages in and answers the API. Run `recado worker` beside it.")
    .addHelpText("after", example("DATABASE_URL=postgres://… recado serve", "one of several servers on one database"))
    .action(async () => (await import("./serve.ts")).serveOnly());

  program
    .command("worker")
    .description("Run a worker alone: it runs turns and sends replies. As many as you like, on one database.")
    .addHelpText("after", example("DATABASE_URL=postgres://… recado worker", "one more worker"))
    .action(async () => (await import("./worker.ts")).workOnly());

  program
    .command("migrate")
    .description("Bring the database up to this version. Safe to run at any time and from several places.")
    .option("--json", "print what was applied as JSON")
    .addHelpText("after", example("DATABASE_URL=postgres://… recado migrate", "before the new version starts"))
    .action(async (options: { json?: true }) => (await import("./migrate.ts")).migrateDatabase(options));

  program
    .command("doctor")
    .description(
      "Check Node, the data directory, the database, the port, the secrets and the channel. Changes nothing.",
    )
    .option("--json", "print the checks as JSON")
    .addHelpText("after", example("recado doctor", "says what is wrong and the way out; exits 1 if anything is"))
    .action(async (options: { json?: true }) => (await import("./doctor.ts")).doctor(options));

  program
    .command("chat")
    .description("Talk to the agent as a customer, in this terminal, through the simulator.")
    .option("--why", "show after each reply how it came about: phases, durations, the decision")
    .option("--phone <number>", "the customer's phone, with country code", "573001112233")
    .option("--name <name>", "the customer's profile name", "Cliente")
    .addHelpText("after", example("printf 'hola\\ncuánto vale?\\n' | recado chat --why", "the same from a script"))
    .action(async (options: { why?: true; phone: string; name: string }) =>
      (await import("./simulator/chat.ts")).chat(options),
    );

  program
    .command("test")
    .description("Play scripted conversations with an agent, in memory and on a virtual clock, and say what differs.")
    .argument("[paths...]", "scenario files, or folders of them; those of the agent if none is given")
    .option("--agent <id or module>", "who plays: an agent's id, or a JavaScript module that exports one")
    .option("--filter <text>", "only scenarios with this text in their id, title or file")
    .option("--full", "play them through the whole stack: signed webhooks, PostgreSQL, a worker, the simulator")
    .option("--watch", "play them again whenever a file changes")
    .option("--junit <file>", "write a JUnit report for a CI server")
    .option("--json", "print the results as JSON")
    .option("--record <conversation>", "print a stored conversation as a scenario instead, without personal data")
    .option("--keep-data", "of --record: leave names, phones and addresses as they are")
    .addHelpText("after", example("recado test --filter summary", "the scenarios of Somnio about the summary"))
    .action(async (paths: string[], options: TestOptions) => {
      return (await import("./test/test-scenarios.ts")).testScenarios(paths, options);
    });

  const webhook = program.command("webhook").description("Work with webhooks as Meta sends them.");
  webhook
    .command("send")
    .description("Sign the payload in FILE (or each of an array of them) and post it to the webhook.")
    .argument("<FILE>", "a JSON file, or - for standard input")
    .option("--url <url>", "where to; the server at HOST and PORT if not given")
    .option("--secret <secret>", "the app secret; WHATSAPP_APP_SECRET or the generated one if not given")
    .option("--json", "print the answers as JSON")
    .addHelpText(
      "after",
      example(
        "recado webhook send test/fixtures/whatsapp-payloads/pywa__message__text.json",
        "posts one of Meta's own",
      ),
    )
    .action(async (file: string, options: { url?: string; secret?: string; json?: true }) => {
      return (await import("./simulator/webhook-send.ts")).sendWebhook(file, options);
    });
  addFailedWebhookCommands(webhook);

  addAccessCommands(program);
  addAgentsCommands(program);
  addKnowledgeCommands(program);
  addBackupCommands(program);
  addContactCommands(program);
  addRunCommands(program);
  addArtifactsCommands(program);
  addConversationCommands(program);
  addEvalCommands(program);
  addEventsCommands(program);
  addOrdersCommands(program);
  addMcpCommands(program);
  addNluCommands(program);
  addPromptsCommands(program);
  addRetentionCommands(program);
  addSettingsCommands(program);
  addTemplatesCommands(program);
  addSimulatorCommands(program);
  return program;
}

function readVersion(): string {
  const { version } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")) as {
    version: string;
  };
  return version;
}
