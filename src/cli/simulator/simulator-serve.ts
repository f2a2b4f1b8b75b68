import { join } from "node:path";
import { Hono } from "hono";
import { type Config, serverUrl } from "../../app/config.ts";
import { loadConfig } from "../../app/load-config.ts";
import { openSecrets } from "../../app/secrets.ts";
import { RecadoError } from "../../core/errors.ts";
import { createIdMaker } from "../../runtime/id-maker.ts";
import { systemClock } from "../../runtime/system-clock.ts";
import { serve } from "../../server/serve.ts";
import { createSimulator, SIMULATOR_PATH, type Simulator } from "../../simulator/create-simulator.ts";
import { heedStopSignals } from "../stop-signal.ts";

interface Options {
  readonly port: string;
  readonly host: string;
  readonly ledger?: string;
  readonly webhook?: string;
  readonly secret?: string;
  readonly token?: string;
  readonly json?: true;
}

/** `recado simulator serve`: WhatsApp in a process of its own, which lives on when workers are killed. */
export async function serveSimulator(options: Options): Promise<never> {
  const config = loadConfig();
  const stop = heedStopSignals();
  const webhookUrl = readWebhook(options.webhook ?? `${serverUrl(config)}/api/whatsapp/webhook`);
  const { secrets } = openSecrets(config.dataDir);
  const appSecret = options.secret ?? config.channel.appSecrets?.[0] ?? secrets.appSecret;
  const accessToken = readToken(options.token ?? secrets.simulatorToken);
  const ledgerFile = options.ledger ?? ledgerFileOf(config);
  const simulator = openSimulator({ appSecret, accessToken, webhookUrl, ledgerFile });

  const app = new Hono();
  app.get("/healthz", (context) => context.json({ status: "ok" }));
  app.route(SIMULATOR_PATH, simulator.app);
  const listening = await serve(app, options.host, readPort(options.port)).catch(async (thrown: unknown) => {
    await simulator.close();
    throw thrown;
  });
  const apiUrl = `${listening.url}${SIMULATOR_PATH}/v26.0`;
  process.stdout.write(
    options.json
      ? `${JSON.stringify({ apiUrl, accessToken, appSecret, webhookUrl, ledgerFile })}\n`
      : [
          `The simulated WhatsApp listens at ${listening.url}${SIMULATOR_PATH}`,
          `  WHATSAPP_API_URL=${apiUrl}`,
          `  WHATSAPP_ACCESS_TOKEN=${accessToken}`,
          `  WHATSAPP_APP_SECRET=${appSecret}`,
          `  WHATSAPP_VERIFY_TOKEN=${config.channel.verifyToken ?? secrets.verifyToken}`,
          `  posts webhooks to ${webhookUrl}`,
          `  keeps its ledger in ${ledgerFile}`,
          "Ctrl-C stops it.\n",
        ].join("\n"),
  );
  await stop.asked;
  await listening.close();
  await simulator.close();
  // Not left to the event loop: a fault may still hold an answer back.
  process.exit(0);
}

/** The ledger's place in a data directory. */
export function ledgerFileOf({ dataDir }: Pick<Config, "dataDir">): string {
  return join(dataDir, "simulator", "ledger.jsonl");
}

function openSimulator(parts: {
  appSecret: string;
  accessToken: string;
  webhookUrl: string;
  ledgerFile: string;
}): Simulator {
  const { appSecret, accessToken, webhookUrl, ledgerFile } = parts;
  try {
    return createSimulator({
      clock: systemClock,
      random: Math.random,
      newId: createIdMaker(() => Date.now()),
      secrets: { appSecret, accessToken },
      webhookUrl,
      ledgerFile,
    });
  } catch (thrown) {
    const code = thrown instanceof Error && "code" in thrown ? String(thrown.code) : null;
    if (code === null) throw thrown;
    throw new RecadoError(
      "data_dir_unusable",
      `The ledger ${ledgerFile} cannot be opened (${code}): give --ledger a file that this user may write.`,
      thrown,
    );
  }
}

function readPort(text: string): number {
  const port = /^[0-9]{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (port <= 65_535) return port;
  throw new RecadoError(
    "request_invalid",
    `--port is ${JSON.stringify(text)}: a whole number from 0 to 65535 is needed (0 takes any free one).`,
  );
}

function readWebhook(url: string): string {
  if (URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)) return url;
  throw new RecadoError(
    "request_invalid",
    `--webhook is ${JSON.stringify(url)}: an address that begins with http:// or https:// is needed.`,
  );
}

function readToken(token: string): string {
  if (/^[\x21-\x7e]+$/.test(token)) return token;
  throw new RecadoError(
    "request_invalid",
    "--token is empty, or holds a space or a character outside ASCII: plain visible characters are needed.",
  );
}
