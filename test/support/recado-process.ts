import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { signBody } from "../../src/whatsapp/signature.ts";

const ENTRY = fileURLToPath(new URL("../../bin/recado.js", import.meta.url));

/**
 * `npm start` and `deploy/` begin the command so. V8 compiles a pattern at its first use, and again, well, at its second. The patterns
 * of an agent are long and used as long as the process lives: compiled well at once, a start takes 0.4 s less of the processor.
 * The flag stands on the command line, because V8 may crash where a flag changes in a process that runs.
 */
export const COMMAND_FLAGS = ["--no-regexp-tier-up"];

export const APP_SECRET = "test_app_secret_0123456789abcdef";
export const API_TOKEN = "test-api-token-0123456789";

export interface RecadoProcess {
  readonly child: ChildProcess;
  readonly pid: number;
  /** Null in a process without a server. */
  readonly url: string | null;
  /** Everything that it printed. */
  output(): string;
  signal(signal: NodeJS.Signals): void;
  /** Resolves with the exit code, or the signal that ended it. */
  readonly ended: Promise<number | NodeJS.Signals | null>;
  stop(): Promise<void>;
}

export interface ProcessSettings {
  readonly databaseUrl: string;
  readonly graphUrl: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** The environment of a shop whose account at Meta is set up. */
export function processEnvironment(
  { databaseUrl, graphUrl, env }: ProcessSettings,
  at: { readonly port: number; readonly dataDir: string },
): Record<string, string> {
  return {
    PATH: process.env["PATH"] ?? "",
    HOME: process.env["HOME"] ?? "",
    PORT: String(at.port),
    RECADO_DATA_DIR: at.dataDir,
    RECADO_API_TOKEN: API_TOKEN,
    DATABASE_URL: databaseUrl,
    WHATSAPP_API_URL: graphUrl,
    WHATSAPP_ACCESS_TOKEN: "test-access-token",
    WHATSAPP_APP_SECRET: APP_SECRET,
    WHATSAPP_VERIFY_TOKEN: "test-verify-token",
    LOG_LEVEL: "warn",
    ...env,
  };
}

/** A real Recado process, as its user starts it, on the given database and Cloud API server. */
export async function startRecado(
  command: "start" | "serve" | "worker",
  settings: ProcessSettings,
): Promise<RecadoProcess> {
  const dataDir = await mkdtemp(join(tmpdir(), "recado-process-"));
  const asked = settings.env?.["PORT"];
  const port = command === "worker" ? 0 : asked === undefined ? await freePort() : Number(asked);
  const child = spawn(process.execPath, [...COMMAND_FLAGS, ENTRY, command], {
    stdio: ["ignore", "pipe", "pipe"],
    env: processEnvironment(settings, { port: port === 0 ? 4600 : port, dataDir }),
  });
  let output = "";
  child.stdout.on("data", (chunk) => (output += chunk));
  child.stderr.on("data", (chunk) => (output += chunk));
  const ended = new Promise<number | NodeJS.Signals | null>((resolve) => {
    child.once("exit", (code, signal) => resolve(code ?? signal));
  });
  void ended.then(() => rm(dataDir, { recursive: true, force: true }));
  const url = command === "worker" ? null : `http://127.0.0.1:${port}`;
  const recado: RecadoProcess = {
    child,
    pid: child.pid ?? 0,
    url,
    output: () => output,
    signal: (signal) => void child.kill(signal),
    ended,
    async stop() {
      child.kill("SIGCONT");
      child.kill("SIGTERM");
      await ended;
    },
  };
  if (url !== null) await untilReady(recado, url);
  return recado;
}

async function untilReady(recado: RecadoProcess, url: string): Promise<void> {
  const giveUpAt = performance.now() + 60_000;
  let isOver = false;
  void recado.ended.then(() => (isOver = true));
  for (;;) {
    const answer = await fetch(`${url}/readyz`).catch(() => null);
    if (answer?.ok) return;
    if (isOver || performance.now() > giveUpAt) throw new Error(`recado did not start:\n${recado.output()}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Posts a body as Meta does: signed over its bytes. */
export async function postWebhook(url: string, body: unknown): Promise<number> {
  const raw = Buffer.from(typeof body === "string" ? body : JSON.stringify(body), "utf8");
  const answer = await fetch(`${url}/api/whatsapp/webhook`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-hub-signature-256": signBody(APP_SECRET, raw) },
    body: raw,
  });
  await answer.arrayBuffer();
  return answer.status;
}

/** A text of a customer in Meta's envelope. */
export function textWebhook(phone: string, wamid: string, body: string, phoneNumberId = "106540352242922"): unknown {
  return {
    object: "whatsapp_business_account",
    entry: [
      {
        id: "102290129340398",
        changes: [
          {
            field: "messages",
            value: {
              messaging_product: "whatsapp",
              metadata: { display_phone_number: "15550783881", phone_number_id: phoneNumberId },
              contacts: [{ profile: { name: "Marta" }, wa_id: phone }],
              messages: [
                {
                  from: phone,
                  id: wamid,
                  timestamp: String(Math.floor(Date.now() / 1000)),
                  type: "text",
                  text: { body },
                },
              ],
            },
          },
        ],
      },
    ],
  };
}

export async function readApi(url: string, path: string): Promise<{ status: number; body: unknown }> {
  const answer = await fetch(`${url}${path}`, { headers: { authorization: `Bearer ${API_TOKEN}` } });
  return { status: answer.status, body: await answer.json() };
}

/** The environment of an app that speaks to a Cloud API of the test's own, at once and without a word. */
export function appEnvironment(at: { dataDir: string; databaseUrl: string; graphUrl: string }): Record<string, string> {
  return {
    PORT: "0",
    RECADO_DATA_DIR: at.dataDir,
    RECADO_API_TOKEN: API_TOKEN,
    DATABASE_URL: at.databaseUrl,
    WHATSAPP_API_URL: at.graphUrl,
    WHATSAPP_ACCESS_TOKEN: "test-access-token",
    WHATSAPP_APP_SECRET: APP_SECRET,
    WHATSAPP_VERIFY_TOKEN: "test-verify-token",
    RECADO_RESPONSE_SPEED: "0",
    LOG_LEVEL: "silent",
  };
}
