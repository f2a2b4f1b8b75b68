import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import * as z from "zod";

const ENTRY = fileURLToPath(new URL("../../../bin/recado.js", import.meta.url));

const ADDRESS = z.object({ apiUrl: z.string(), accessToken: z.string() });
const STATUS = z.object({ webhooksWaiting: z.number() });
const PAGE = z.object({
  items: z.array(
    z.object({
      opaque: z.string().nullable(),
      wamid: z.string(),
      phone: z.string().nullable(),
      content: z.looseObject({ text: z.object({ body: z.string() }).optional() }),
    }),
  ),
  nextAfter: z.number(),
  isEnd: z.boolean(),
});

/** A message that the provider took. */
export interface Taken {
  readonly opaque: string;
  readonly wamid: string;
  readonly phone: string | null;
  /** Empty where it is no text. */
  readonly text: string;
}

/** WhatsApp as a process of its own: it outlives everybody, and its ledger says what customers received. */
export interface Provider {
  readonly apiUrl: string;
  readonly accessToken: string;
  order(fault: object): Promise<void>;
  clearFaults(): Promise<void>;
  /** How many webhooks have not been taken in yet. */
  waiting(): Promise<number>;
  accepted(): Promise<Taken[]>;
  close(): Promise<void>;
}

export async function openProvider(settings: {
  readonly dataDir: string;
  readonly webhookUrl: string;
  readonly appSecret: string;
  /** The address that it listens on; 127.0.0.1 unless told. */
  readonly host?: string;
}): Promise<Provider> {
  const { dataDir, webhookUrl, appSecret, host = "127.0.0.1" } = settings;
  const child = spawn(
    process.execPath,
    [
      ...[
        ENTRY,
        "simulator",
        "serve",
        "--json",
        "--host",
        host,
        "--port",
        "0",
        "--webhook",
        webhookUrl,
        "--secret",
        appSecret,
      ],
      ...["--token", "chaos-token", "--ledger", join(dataDir, "ledger.jsonl")],
    ],
    { stdio: ["ignore", "pipe", "pipe"], env: { PATH: process.env["PATH"], RECADO_DATA_DIR: dataDir } },
  );
  const { apiUrl, accessToken } = ADDRESS.parse(JSON.parse(await firstLine(child)));
  const base = apiUrl.replace(/\/v[0-9.]+$/, "");
  const headers = { authorization: `Bearer ${accessToken}`, "content-type": "application/json" };
  const ask = async (path: string, method = "GET", body?: object): Promise<unknown> => {
    const answer = await fetch(`${base}${path}`, {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${method} ${path} was ${answer.status}: ${await answer.text()}`);
    return answer.json();
  };
  // The customers write to our door and not through it: it does not know when they wrote.
  await ask("/rules", "PATCH", { window: "off" });
  return {
    apiUrl,
    accessToken,
    async order(fault) {
      await ask("/faults", "POST", fault);
    },
    async clearFaults() {
      await ask("/faults", "DELETE");
    },
    waiting: async () => STATUS.parse(await ask("/status")).webhooksWaiting,
    async accepted() {
      const lines: Taken[] = [];
      for (let after = 0; ; ) {
        const page = PAGE.parse(await ask(`/ledger?type=send_accepted&limit=20000&after=${after}`));
        lines.push(
          ...page.items.map(({ opaque, wamid, phone, content }) => ({
            ...{ opaque: opaque ?? "", wamid, phone, text: content.text?.body ?? "" },
          })),
        );
        if (page.isEnd) return lines;
        after = page.nextAfter;
      }
    },
    async close() {
      const ended = new Promise((resolve) => child.once("exit", resolve));
      child.kill("SIGKILL");
      await ended;
    },
  };
}

function firstLine(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = "";
    let complaints = "";
    child.stderr?.on("data", (chunk) => (complaints += chunk));
    child.stdout?.on("data", (chunk) => {
      text += chunk;
      if (text.includes("\n")) resolve(text);
    });
    child.once("exit", () => reject(new Error(`the simulator did not start: ${complaints}`)));
  });
}
