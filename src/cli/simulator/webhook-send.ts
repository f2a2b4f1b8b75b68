import { readFileSync } from "node:fs";
import { type Config, serverUrl } from "../../app/config.ts";
import { loadConfig } from "../../app/load-config.ts";
import { readSecrets } from "../../app/secrets.ts";
import { RecadoError } from "../../core/errors.ts";
import { signAndPost } from "../../simulator/sign-and-post.ts";
import { wireJson } from "../../simulator/wire-json.ts";

interface Options {
  readonly url?: string;
  readonly secret?: string;
  readonly json?: true;
}

/** `recado webhook send FILE`: what Meta does, with payloads of one's own. Exit code 1 unless all were taken. */
export async function sendWebhook(file: string, options: Options): Promise<void> {
  const config = loadConfig();
  const url = readUrl(options.url ?? `${serverUrl(config)}/api/whatsapp/webhook`);
  const secret = options.secret ?? findSecret(config);
  let allTaken = true;
  for (const [place, body] of readPayloads(file).entries()) {
    const answer = await signAndPost(url, secret, body);
    const status = answer.kind === "answered" ? answer.httpStatus : null;
    const detail = answer.kind === "answered" ? answer.text : answer.detail;
    if (status !== 200) allTaken = false;
    process.stdout.write(
      options.json
        ? `${JSON.stringify({ payload: place + 1, status, detail })}\n`
        : `payload ${place + 1}: ${status ?? "no answer"}${detail === "" ? "" : `  ${detail.replace(/^stored: /, "").slice(0, 300)}`}\n`,
    );
  }
  if (!allTaken) process.exitCode = 1;
}

/** A single payload goes out byte for byte as it stands in the file; those of an array as Meta would write them. */
function readPayloads(file: string): Uint8Array[] {
  const bytes = readBytes(file);
  const json = parse(file, bytes);
  if (Array.isArray(json)) return json.map((payload) => wireJson(payload));
  if (typeof json === "object" && json !== null) return [bytes];
  throw new RecadoError(
    "request_invalid",
    `${file} holds a ${typeof json}: a webhook payload (an object) or an array of them is needed.`,
  );
}

function readBytes(file: string): Uint8Array {
  try {
    return readFileSync(file === "-" ? 0 : file);
  } catch (thrown) {
    const code = thrown instanceof Error && "code" in thrown ? String(thrown.code) : "unknown error";
    throw new RecadoError(
      "request_invalid",
      `${file} cannot be read (${code}): give the path of a JSON file, or - for standard input.`,
      thrown,
    );
  }
}

function parse(file: string, bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch (thrown) {
    throw new RecadoError(
      "request_invalid",
      `${file} is not JSON: a webhook payload, or an array of them, is needed.`,
      thrown,
    );
  }
}

function readUrl(url: string): string {
  if (URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)) return url;
  throw new RecadoError(
    "request_invalid",
    `--url is ${JSON.stringify(url)}: an address that begins with http:// or https:// is needed.`,
  );
}

function findSecret(config: Config): string {
  const secret = config.channel.appSecrets?.[0] ?? readSecrets(config.dataDir)?.appSecret;
  if (secret !== undefined) return secret;
  throw new RecadoError(
    "bad_environment",
    `No app secret is known: give --secret, set WHATSAPP_APP_SECRET, or start Recado once so that ${config.dataDir} has one.`,
  );
}
