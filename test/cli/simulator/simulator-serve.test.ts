import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import * as z from "zod";
import { isSignatureValid } from "../../../src/whatsapp/signature.ts";
import { eventually } from "../../whatsapp/support/eventually.ts";
import { localServer } from "../../whatsapp/support/local-server.ts";

const ENTRY = fileURLToPath(new URL("../../../bin/recado.js", import.meta.url));
const ADDRESSES = z.object({
  apiUrl: z.string(),
  accessToken: z.string(),
  appSecret: z.string(),
  webhookUrl: z.string(),
  ledgerFile: z.string(),
});

function temporaryDir(): string {
  const dir = mkdtempSync(join(tmpdir(), "recado-simulator-"));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

interface Running {
  readonly child: ChildProcess;
  readonly addresses: z.infer<typeof ADDRESSES>;
}

async function serveSimulator(dir: string, args: string[]): Promise<Running> {
  const child = spawn(process.execPath, [ENTRY, "simulator", "serve", "--port", "0", "--json", ...args], {
    stdio: ["ignore", "pipe", "pipe"],
    env: { PATH: process.env["PATH"], HOME: process.env["HOME"], RECADO_DATA_DIR: dir },
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const output = await new Promise<string>((resolve, reject) => {
    let text = "";
    let complaints = "";
    child.stderr.on("data", (chunk) => (complaints += chunk));
    child.stdout.on("data", (chunk) => {
      text += chunk;
      if (text.includes("\n")) resolve(text);
    });
    child.once("exit", () => reject(new Error(complaints)));
  });
  return { child, addresses: ADDRESSES.parse(JSON.parse(output)) };
}

test("a process of its own takes sends, posts signed webhooks, and knows after a kill what it took", async () => {
  const dir = temporaryDir();
  const webhook = await localServer((_post, response) => void response.end());
  const args = [
    "--webhook",
    `${webhook.url}/hook`,
    "--secret",
    "a-secret",
    "--token",
    "a-token",
    "--ledger",
    join(dir, "l.jsonl"),
  ];
  const first = await serveSimulator(dir, args);
  expect(first.addresses).toMatchObject({
    accessToken: "a-token",
    appSecret: "a-secret",
    ledgerFile: join(dir, "l.jsonl"),
  });
  const headers = { authorization: "Bearer a-token", "content-type": "application/json" };
  const send = await fetch(`${first.addresses.apiUrl}/106540352242922/messages`, {
    method: "POST",
    headers,
    body: JSON.stringify({ messaging_product: "whatsapp", to: "+573001112233", type: "text", text: { body: "hola" } }),
  });
  expect(send.status).toBe(200);
  await eventually(() => expect(webhook.received).toHaveLength(3));
  const [post] = webhook.received;
  const signature = String(post?.headers["x-hub-signature-256"]);
  expect(isSignatureValid(["a-secret"], post?.body ?? Buffer.of(), signature)).toBe(true);

  first.child.kill("SIGKILL");
  const second = await serveSimulator(dir, args);
  const base = second.addresses.apiUrl.replace("/v26.0", "");
  const heard = await fetch(`${base}/customers/573001112233/messages?phoneNumberId=106540352242922`, { headers });
  expect(await heard.json()).toMatchObject({ items: [{ text: "hola" }] });
  expect(readFileSync(join(dir, "l.jsonl"), "utf8")).toContain('"type":"send_accepted"');
  const ended = new Promise((resolve) => second.child.once("exit", resolve));
  second.child.kill("SIGTERM");
  expect(await ended).toBe(0);
});

test("every send that was answered before a kill -9 stands in the ledger after it", async () => {
  const dir = temporaryDir();
  const webhook = await localServer((_post, response) => void response.end());
  const args = ["--webhook", webhook.url, "--token", "a-token"];
  const { child, addresses } = await serveSimulator(dir, args);
  const answered: string[] = [];
  const send = async (n: number): Promise<void> => {
    const answer = await fetch(`${addresses.apiUrl}/106540352242922/messages`, {
      method: "POST",
      headers: { authorization: "Bearer a-token" },
      body: JSON.stringify({
        messaging_product: "whatsapp",
        to: `+57300${1_000_000 + n}`,
        type: "text",
        text: { body: "x" },
      }),
    });
    answered.push(
      z.object({ messages: z.tuple([z.object({ id: z.string() })]) }).parse(await answer.json()).messages[0].id,
    );
    if (answered.length === 60) child.kill("SIGKILL");
  };
  await Promise.allSettled(Array.from({ length: 200 }, (_, n) => send(n)));
  expect(answered.length).toBeGreaterThanOrEqual(60);
  const ledger = readFileSync(addresses.ledgerFile, "utf8");
  for (const wamid of answered) expect(ledger).toContain(`"wamid":"${wamid}"`);
});

test.each([
  [["--port", "seventy"], /--port is "seventy"/],
  [["--webhook", "ftp://x"], /--webhook is "ftp:\/\/x"/],
  [["--token", ""], /--token is empty/],
  [["--ledger", "/dev/null/here.jsonl"], /The ledger \/dev\/null\/here.jsonl cannot be opened \(/],
])("%j is refused with the way out", async (args, words) => {
  await expect(serveSimulator(temporaryDir(), args)).rejects.toThrow(words);
});
