import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { sendWebhook } from "../../../src/cli/simulator/webhook-send.ts";
import { type Listening, serve } from "../../../src/server/serve.ts";
import { APP_SECRET, openDoor, textWebhook, WEBHOOK } from "../../server/open-door.ts";

let home = "";
let listening: Listening;
let door: ReturnType<typeof openDoor>;
let out = "";

beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), "recado-send-"));
  door = openDoor();
  listening = await serve(door.app, "127.0.0.1", 0);
  out = "";
  vi.spyOn(process.stdout, "write").mockImplementation((text) => {
    out += String(text);
    return true;
  });
  vi.stubEnv("RECADO_DATA_DIR", home);
  vi.stubEnv("WHATSAPP_APP_SECRET", APP_SECRET);
});
afterEach(async () => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  process.exitCode = undefined;
  rmSync(home, { recursive: true });
  await listening.close();
});

function file(content: string | Uint8Array): string {
  const path = join(home, "payload.json");
  writeFileSync(path, content);
  return path;
}

test("a payload is signed and posted as it stands", async () => {
  await sendWebhook(file(textWebhook("¿cuánto vale?")), { url: `${listening.url}${WEBHOOK}` });
  expect(out).toBe("payload 1: 200  1 accepted\n");
  expect(process.exitCode).toBeUndefined();
  expect(door.double.requests[0]?.items[0]?.content).toEqual({ type: "text", body: "¿cuánto vale?" });
});

test("what is known already, and what is no webhook, is said", async () => {
  const url = `${listening.url}${WEBHOOK}`;
  await sendWebhook(file('{"object":"x"}'), { url });
  expect(out).toBe("payload 1: 200  1 quarantined\n");
  out = "";
  await sendWebhook(file('{"object":"whatsapp_business_account","entry":[]}'), { url });
  expect(out).toBe("payload 1: 200  nothing was in it\n");
});

test("of an array each is posted by itself", async () => {
  const payload = JSON.parse(Buffer.from(textWebhook("ñ")).toString());
  await sendWebhook(file(JSON.stringify([payload, payload])), { url: `${listening.url}${WEBHOOK}`, json: true });
  expect(
    out
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line)),
  ).toMatchObject([
    { payload: 1, status: 200 },
    { payload: 2, status: 200 },
  ]);
  expect(door.double.requests).toHaveLength(2);
});

test("a refusal is shown and ends with 1", async () => {
  await sendWebhook(file("{}"), { url: `${listening.url}${WEBHOOK}`, secret: "another secret" });
  expect(out).toMatch(/^payload 1: 401 {2}.*signature/);
  expect(process.exitCode).toBe(1);
});

test("a server that is not there is shown and ends with 1", async () => {
  await listening.close();
  await sendWebhook(file("{}"), { url: `${listening.url}${WEBHOOK}` });
  expect(out).toMatch(/^payload 1: no answer/);
  expect(process.exitCode).toBe(1);
});

test.each<[string, string | null, RegExp]>([
  ["is missing", null, /cannot be read \(ENOENT\)/],
  ["is not JSON", "hola", /is not JSON/],
  ["holds a number", "7", /holds a number/],
])("a file that %s is one sentence", async (_, content, sentence) => {
  const path = content === null ? join(home, "nothing.json") : file(content);
  await expect(sendWebhook(path, {})).rejects.toThrow(sentence);
});

test("without any secret the way out is named", async () => {
  vi.stubEnv("WHATSAPP_APP_SECRET", "");
  await expect(sendWebhook(file("{}"), {})).rejects.toThrow(/--secret/);
});
