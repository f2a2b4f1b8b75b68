import { readFileSync } from "node:fs";
import { basename } from "node:path";
import * as z from "zod";
import { RecadoError } from "../../core/errors.ts";
import { detectType } from "../../whatsapp/detect-type.ts";
import { print } from "../print.ts";
import { describeHeard, Heard } from "./heard-message.ts";
import { SimulatorClient, type TargetOptions } from "./simulator-client.ts";
import { asNumber } from "./simulator-control.ts";

interface CustomerOptions extends TargetOptions {
  readonly to: string;
  readonly json?: true;
}

const DONE = z.object({ wamid: z.string().nullable(), webhookStatus: z.number().nullable() });
const UPLOADED = z.object({ id: z.string() });

export type SendOptions = CustomerOptions & Readonly<Record<string, string | boolean | undefined>>;

/** Everything else is words, also what reads as a number. */
const NUMBERS = ["number", "latitude", "longitude"];

/** `recado simulator send`: does as a customer whatever the simulator knows. Exit code 1 unless the webhook took it. */
export async function sendAsCustomer(customer: string, kind: string, options: SendOptions): Promise<void> {
  const { url, token, json, to, file, voice, ...act } = options;
  const client = new SimulatorClient({
    ...(url === undefined ? {} : { url }),
    ...(token === undefined ? {} : { token }),
  });
  const body = {
    phoneNumberId: to,
    kind,
    ...Object.fromEntries(
      Object.entries(act).map(([name, value]) => [name, NUMBERS.includes(name) ? asNumber(value) : value]),
    ),
    // `--no-voice`: an audio file that is no voice note.
    ...(voice === false ? { isVoiceNote: false } : {}),
    ...(typeof file === "string" ? { mediaId: await upload(client, file) } : {}),
  };
  const answer = await client.send("POST", `/customers/${encodeURIComponent(customer)}/messages`, body);
  const { wamid, webhookStatus } = DONE.parse(answer);
  if (webhookStatus !== 200) process.exitCode = 1;
  if (json) return print(JSON.stringify(answer));
  const what = webhookStatus === null ? "the webhook has not answered yet" : `the webhook answered ${webhookStatus}`;
  print([wamid, what].filter((part) => part !== null).join("  "));
}

interface HearOptions extends CustomerOptions {
  readonly after?: string;
  readonly waitMs?: string;
}

/** `recado simulator hear`: what stands on a customer's phone. */
export async function hearAsCustomer(customer: string, options: HearOptions): Promise<void> {
  const query = new URLSearchParams({ phoneNumberId: options.to });
  if (options.after !== undefined) query.set("after", options.after);
  if (options.waitMs !== undefined) query.set("waitMs", options.waitMs);
  const path = `/customers/${encodeURIComponent(customer)}/messages?${query}`;
  const answer = await new SimulatorClient(options).get(path);
  if (options.json) return print(JSON.stringify(answer));
  const { items, typing } = Heard.parse(answer);
  for (const message of items) {
    const [first = "", ...rest] = describeHeard(message);
    print([`${message.n}  ${message.at}  ${first}`, ...rest.map((line) => `    ${line}`)].join("\n"));
  }
  if (typing) print("typing…");
}

async function upload(client: SimulatorClient, path: string): Promise<string> {
  let bytes: Uint8Array;
  try {
    bytes = readFileSync(path);
  } catch (thrown) {
    const code = thrown instanceof Error && "code" in thrown ? String(thrown.code) : "unknown error";
    throw new RecadoError(
      "request_invalid",
      `--file ${path} cannot be read (${code}): give the path of a file.`,
      thrown,
    );
  }
  const query = new URLSearchParams({ fileName: basename(path) });
  const mimeType = await detectType(bytes);
  return UPLOADED.parse(await client.upload(`/media?${query}`, { bytes, mimeType })).id;
}
