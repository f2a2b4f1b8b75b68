import type { Command } from "commander";
import { SHOP_PHONE_NUMBER_ID } from "../../app/shop-number.ts";
import { example } from "../help-example.ts";

/** `recado simulator …`: WhatsApp as a test bed. */
export function addSimulatorCommands(program: Command): void {
  const simulator = program
    .command("simulator")
    .description("Run the simulated WhatsApp, switch its faults on and off, read its ledger, write as a customer.");
  addServe(simulator);
  addControl(simulator);
  addFault(simulator);
  addCustomer(simulator);
}

function addServe(simulator: Command): void {
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
      example("recado simulator serve --port 4700", "then `recado start` with the variables that it prints"),
    )
    .action(async (options) => (await import("./simulator-serve.ts")).serveSimulator(options));
}

function addControl(simulator: Command): void {
  const control = () => import("./simulator-control.ts");
  atSimulator(simulator.command("status"))
    .description("Show what has happened in a running simulator, in numbers, and its rules.")
    .addHelpText("after", example("recado simulator status", "of the simulator inside `recado start`"))
    .action(async (options) => (await control()).showStatus(options));

  atSimulator(simulator.command("faults"))
    .description("List the faults that are switched on, and how often each has happened.")
    .addHelpText("after", example("recado simulator faults --url http://127.0.0.1:4700", "of one in another process"))
    .action(async (options) => (await control()).listFaults(options));

  atSimulator(simulator.command("clear"))
    .description("Switch all faults off, or the one with this id.")
    .argument("[id]", "of the fault, as `recado simulator faults` shows it")
    .addHelpText("after", example("recado simulator clear", "and the provider behaves again"))
    .action(async (id, options) => (await control()).clearFaults(id, options));

  atSimulator(simulator.command("rules"))
    .description("Show how the simulated provider behaves on a good day; with options, change it.")
    .option("--pair-rate <on|off>", "one message in 6 s to one person, 45 on credit")
    .option(
      "--window <off|known|strict>",
      "free-form within 24 h of the customer's last message; strict: never before one",
    )
    .option("--numbers <ids>", "the account's phone number ids, with commas; any takes all")
    .option(
      "--retries-over-ms <n>",
      "compress Meta's seven days of webhook retries into so long; default for a few seconds",
    )
    .addHelpText(
      "after",
      example("recado simulator rules --pair-rate off --window strict", "changes two and shows all"),
    )
    .action(async (options) => (await control()).showRules(options));

  atSimulator(simulator.command("ledger"))
    .description("Print what happened, line by line: sends, refusals, reports, webhooks, what customers did.")
    .option("--after <n>", "only lines after this number")
    .option("--limit <n>", "at most so many lines (1000)")
    .option("--type <types>", "send_accepted, send_refused, status, customer, webhook, read; several with commas")
    .addHelpText("after", example("recado simulator ledger --type send_accepted --json", "what customers received"))
    .action(async (options) => (await control()).showLedger(options));
}

function addFault(simulator: Command): void {
  atSimulator(simulator.command("fault"))
    .description("Switch a fault on: of sends, of delivery reports, of webhooks or of files.")
    .argument("<kind>", "such as drop_response; `recado simulator faults` lists all kinds while none is on")
    .option("--phone-number-id <id>", "only for this business number")
    .option("--recipient <customer>", "only for this customer: a phone or a BSUID")
    .option("--next <n>", "so many times, then no more")
    .option("--every <n>", "every so-many-th time")
    .option("--probability <p>", "by chance, from 0 to 1")
    .option("--seed <n>", "of chance: the same seed, the same choices")
    .option("--code <n>", "refuse, failed, failed_after_sent: Meta's error code")
    .option("--http-status <n>", "refuse, error_before_accept, error_after_accept")
    .option("--subcode <n>", "refuse")
    .option("--transient", "refuse: with is_transient")
    .option("--retry-after-s <n>", "refuse: with Retry-After")
    .option("--message <text>", "refuse")
    .option("--details <text>", "refuse")
    .option("--cut <where>", "drop_response: before_headers or in_body")
    .option("--delay-ms <n>", "delay_response, delay_statuses")
    .option("--new-token <token>", "token_expired: the one that is good from now on")
    .option("--per-second <n>", "throughput")
    .option("--without-opaque", "failed, failed_after_sent: without our key")
    .option("--updates <which>", "webhook faults: messages, statuses or any")
    .option("--copies <n>", "duplicate")
    .option("--window-ms <n>", "reorder, batch, merge: how long is waited for company")
    .option("--max-updates <n>", "batch, merge: a full one leaves at once")
    .option("--after-ms <n>", "media_url_expired: how long the address lives")
    .addHelpText(
      "after",
      example("recado simulator fault drop_response --next 3", "three sends are accepted, but their answers are lost"),
    )
    .action(async (kind, { transient, ...options }) => {
      const order = transient === undefined ? options : { ...options, isTransient: true };
      return (await import("./simulator-control.ts")).switchOnFault(kind, order);
    });
}

function addCustomer(simulator: Command): void {
  const customer = () => import("./simulator-customer.ts");
  asCustomer(simulator.command("say"))
    .description("Write a text as a customer.")
    .argument("<phone>", "the customer: a phone with country code, or a BSUID")
    .argument("<text>", "the text")
    .option("--name <name>", "the customer's profile name")
    .addHelpText("after", example("recado simulator say 573001112233 'cuánto vale?'", "and `hear` shows the answer"))
    .action(async (phone, text, options) => (await customer()).sendAsCustomer(phone, "text", { text, ...options }));

  asCustomer(simulator.command("hear"))
    .description("Show what the business has sent to a customer.")
    .argument("<phone>", "the customer: a phone with country code, or a BSUID")
    .option("--after <n>", "only messages after this number")
    .option("--wait-ms <n>", "wait so long for the first message, at most 25000")
    .addHelpText("after", example("recado simulator hear 573001112233 --wait-ms 5000", "waits for the first message"))
    .action(async (phone, options) => (await customer()).hearAsCustomer(phone, options));

  asCustomer(simulator.command("send"))
    .description("Do as a customer whatever reaches a business: tap, send a photo, react, edit, opt out, …")
    .argument("<phone>", "the customer: a phone with country code, or a BSUID")
    .argument(
      "<kind>",
      "text, choice, button_reply, list_reply, template_reply, image, video, document, audio, sticker, location, contacts, " +
        "reaction, edit, revoke, number_changed, user_id_changed, echo, preferences, ad, unsupported",
    )
    .option("--name <name>", "the customer's profile name")
    .option("--username <name>", "the customer's user name")
    .option("--text <text>", "text, edit, echo, ad, template_reply")
    .option("--number <n>", "choice: which one of the latest message with any")
    .option("--id <id>", "button_reply, list_reply")
    .option("--title <title>", "button_reply, list_reply")
    .option("--description <text>", "list_reply")
    .option("--payload <text>", "template_reply")
    .option("--file <path>", "image, video, document, audio, sticker: a file of yours; a sample if not given")
    .option("--media-id <id>", "the same: a file that the simulator has")
    .option("--caption <text>", "image, video, document")
    .option("--file-name <name>", "document")
    .option("--no-voice", "audio: an audio file, no voice note")
    .option("--latitude <degrees>", "location")
    .option("--longitude <degrees>", "location")
    .option("--place <name>", "location")
    .option("--address <text>", "location")
    .option("--contact-name <name>", "contacts")
    .option("--contact-phone <phone>", "contacts")
    .option("--emoji <emoji>", 'reaction; "" takes it away')
    .option("--of <wamid>", "choice, reaction, edit, revoke: which message; the latest that fits if not given")
    .option("--reply-to <wamid>", "the message that it quotes")
    .option("--new-phone <phone>", "number_changed")
    .option("--new-user-id <bsuid>", "user_id_changed")
    .option("--marketing <stop|resume>", "preferences")
    .option("--headline <text>", "ad")
    .option("--source-url <url>", "ad")
    .addHelpText(
      "after",
      example("recado simulator send 573001112233 image --caption 'el recibo'", "a photo, as Meta announces one"),
    )
    .action(async (phone, kind, { voice, ...options }) => {
      const act = kind === "audio" && voice === false ? { ...options, voice } : options;
      return (await customer()).sendAsCustomer(phone, kind, act);
    });
}

function asCustomer(command: Command): Command {
  return atSimulator(command).option("--to <id>", "the phone number id that is written to", SHOP_PHONE_NUMBER_ID);
}

/** The simulator's address, and the token for it. */
function atSimulator(command: Command): Command {
  return command
    .option("--url <url>", "the simulator's server; the one at HOST and PORT if not given")
    .option("--token <token>", "the simulator's token; the generated one of the data directory if not given")
    .option("--json", "print as JSON");
}
