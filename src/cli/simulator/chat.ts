import { createInterface } from "node:readline";
import { isModulePath } from "../../app/agents/load-agent-module.ts";
import { type Config, serverUrl } from "../../app/config.ts";
import { loadConfig } from "../../app/load-config.ts";
import { SHOP_PHONE_NUMBER_ID } from "../../app/shop-number.ts";
import { RecadoError } from "../../core/errors.ts";
import { readIdentity } from "../../core/inbound/identity.ts";
import { print } from "../print.ts";
import { heedStopSignals } from "../stop-signal.ts";
import { ChatClient, type ChatRun } from "./chat-client.ts";
import { ChatReplies, REPLY_DEADLINE_MS } from "./chat-replies.ts";
import { type ChatTarget, findRunningServer, requireSimulator } from "./chat-target.ts";
import { describeWhy } from "./describe-why.ts";
import { describeHeard, type HeardMessage } from "./heard-message.ts";

interface Options {
  readonly why?: true;
  readonly phone: string;
  readonly name: string;
}

/** The exit code that a shell gives to what Ctrl-C ended. */
const INTERRUPTED = 130;

/** `recado chat`: a customer in the terminal, or in a script that pipes lines in. */
export async function chat(options: Options): Promise<void> {
  const config = loadConfig();
  requireSimulator(config);
  const phone = readPhone(options.phone);
  const running = await findRunningServer(config);
  if (running !== null && config.agents.some(isModulePath)) {
    const place = `the Recado at ${running.address}, which has the agents that it was started with`;
    process.stderr.write(`recado: you talk to ${place}; RECADO_AGENT is for the one that is started.\n`);
  }
  const { target, stop } = running === null ? await startOwn(config) : { target: running, stop: async () => {} };
  try {
    const isTerminal = process.stdin.isTTY === true && process.stdout.isTTY === true;
    const customer = { phone, name: options.name, phoneNumberId: SHOP_PHONE_NUMBER_ID };
    // No person stands behind a script, to write again what was not taken.
    const client = new ChatClient(target, customer, { isPatient: !isTerminal });
    const replies = new ChatReplies(client);
    await replies.skipHistory();
    if (isTerminal)
      print(`You are ${options.name} (${phone}), and write to the shop at ${target.address}. Ctrl-D ends it.\n`);
    await converse(client, replies, { isTerminal, showsWhy: options.why === true });
  } finally {
    await stop();
  }
}

interface Manner {
  readonly isTerminal: boolean;
  readonly showsWhy: boolean;
}

async function converse(client: ChatClient, replies: ChatReplies, { isTerminal, showsWhy }: Manner): Promise<void> {
  const lines = createInterface({
    input: process.stdin,
    ...(isTerminal ? { output: process.stdout, prompt: "you  › " } : {}),
  });
  lines.prompt();
  for await (const line of lines) {
    const text = line.trim();
    if (text !== "") {
      for (const message of await replies.overheard()) showReply(message);
      if (!isTerminal) print(`you  › ${text}`);
      const exchange = await replies.exchange(text, showReply);
      if (!exchange.isComplete)
        print(`      (no answer within ${REPLY_DEADLINE_MS / 1_000} s; the server's log says why)`);
      else if (exchange.replies.length === 0) print(`      (no reply: ${exchange.runs.map(endOf).join(", ")})`);
      if (showsWhy) await explain(client, exchange.runs);
    }
    lines.prompt();
  }
}

/** The list of runs has no decisions: each run is read by itself. */
async function explain(client: ChatClient, runs: ChatRun[]): Promise<void> {
  for (const { id } of runs) for (const line of describeWhy(await client.getRun(id))) print(line);
}

function showReply(message: HeardMessage): void {
  const [first = "", ...rest] = describeHeard(message);
  print([`shop › ${first}`, ...rest.map((line) => `       ${line}`)].join("\n"));
}

function endOf({ outcome, status, error }: ChatRun): string {
  return outcome ?? (error === null ? status : `${status}, ${error.code}`);
}

async function startOwn(config: Config): Promise<{ target: ChatTarget; stop(): Promise<void> }> {
  const { startApp } = await import("../../app/app.ts");
  // Cut short by a Ctrl-C, we would leave the database's server behind.
  const interrupted = heedStopSignals();
  const quiet = config.logLevel === "info" ? "warn" : config.logLevel;
  const app = await startApp(
    { ...config, port: 0, host: "127.0.0.1", logLevel: quiet },
    { http: true, worker: true, access: "exclusive", logStyle: "line" },
  ).catch((thrown: unknown) => {
    throw isInUse(thrown) ? runsElsewhere(config, thrown) : thrown;
  });
  void interrupted.asked.then(async () => {
    await app.stop();
    process.exit(INTERRUPTED);
  });
  if (app.address === null) throw new Error("An app with a server has no address.");
  const { apiToken, simulatorToken } = app.locks;
  return { target: { address: app.address, apiToken, simulatorToken }, stop: app.stop };
}

function isInUse(thrown: unknown): thrown is RecadoError {
  return thrown instanceof RecadoError && thrown.code === "data_dir_in_use";
}

/** A user with a server on another port wants to talk to it, not to stop it. */
function runsElsewhere(config: Config, inUse: RecadoError): RecadoError {
  return new RecadoError(
    "data_dir_in_use",
    `A Recado is running with the data directory ${config.dataDir}, but it is not at ${serverUrl(config)} or does not take ` +
      "this API token: to talk to it, set PORT, HOST and RECADO_API_TOKEN as they are set for it.",
    inUse,
  );
}

function readPhone(text: string): string {
  const phone = readIdentity(text)?.phone ?? null;
  if (phone !== null) return phone;
  throw new RecadoError(
    "request_invalid",
    `--phone is ${JSON.stringify(text)}: a phone with its country code is needed, such as 573001112233.`,
  );
}
