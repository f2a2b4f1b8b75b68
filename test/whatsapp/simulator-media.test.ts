import { createHash } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createMediaSource } from "../../src/whatsapp/fetch-media.ts";
import { ANA, NUMBER, type SimulatedShop, secrets, simulatedShop } from "./support/simulated-shop.ts";
import { callSimulator } from "./support/simulator-calls.ts";

const headers = { authorization: `Bearer ${secrets.accessToken}` };

function upload({ url }: SimulatedShop, parts: Record<string, string | Blob>) {
  const body = new FormData();
  for (const [name, part] of Object.entries(parts)) body.set(name, part);
  return fetch(`${url}/v26.0/${NUMBER}/media`, { method: "POST", headers, body });
}

const png = new Blob([Buffer.from("89504e470d0a1a0a00", "hex")], { type: "image/png" });
const whatsapp = { messaging_product: "whatsapp" };

async function addressOf(shop: SimulatedShop, id: string): Promise<string> {
  const { json } = await callSimulator(shop, `/v26.0/${id}?phone_number_id=${NUMBER}`);
  return (json as { url: string }).url;
}

async function fileOfCustomer(shop: SimulatedShop): Promise<{ id: string; sha256: string }> {
  await callSimulator(shop, `/customers/${ANA}/messages`, { phoneNumberId: NUMBER, kind: "image" });
  const content = shop.heard.at(-1)?.messages[0]?.content;
  if (content?.type !== "media") throw new Error("no medium came");
  return { id: content.mediaId, sha256: content.sha256 ?? "" };
}

test("a customer's file is fetched in two steps by our own safe path", async () => {
  const shop = await simulatedShop();
  const { id, sha256 } = await fileOfCustomer(shop);
  const source = createMediaSource({
    baseUrl: `${shop.url}/v26.0`,
    accessToken: secrets.accessToken,
    maxBytes: 1_000_000,
  });
  const fetched = await source.fetch({
    phoneNumberId: NUMBER,
    signal: new AbortController().signal,
    reference: { kind: "image", mediaId: id, declaredSha256: sha256, declaredType: null, fileName: null },
  });
  expect(fetched).toMatchObject({ kind: "fetched", detectedType: "image/jpeg" });
});

test("its address wants the token and lives five minutes", async () => {
  let now = new Date("2026-11-21T12:00:00Z");
  const shop = await simulatedShop({ now: () => now });
  const { id } = await fileOfCustomer(shop);
  const url = await addressOf(shop, id);
  expect((await fetch(url)).status).toBe(401);
  expect((await fetch(url, { headers })).status).toBe(200);
  now = new Date(now.getTime() + 300_000);
  expect((await fetch(url, { headers })).status).toBe(404);
  expect((await fetch(await addressOf(shop, id), { headers })).status).toBe(200);
});

test("media_url_expired: the address is gone at once, and the next one is good", async () => {
  const shop = await simulatedShop();
  const { id } = await fileOfCustomer(shop);
  await callSimulator(shop, "/faults", { kind: "media_url_expired", next: 1 });
  expect((await fetch(await addressOf(shop, id), { headers })).status).toBe(404);
  expect((await fetch(await addressOf(shop, id), { headers })).status).toBe(200);
});

test("an uploaded file has an id that can be sent, described, fetched and deleted", async () => {
  const shop = await simulatedShop();
  const answer = await upload(shop, { ...whatsapp, file: new File([png], "a.png", { type: "image/png" }) });
  const { id } = (await answer.json()) as { id: string };
  const bytes = Buffer.from(await png.arrayBuffer());
  expect((await callSimulator(shop, `/v26.0/${id}`)).json).toEqual({
    messaging_product: "whatsapp",
    url: expect.stringContaining(`${shop.url}/media/`),
    mime_type: "image/png",
    sha256: createHash("sha256").update(bytes).digest("hex"),
    file_size: bytes.byteLength,
    id,
  });
  const got = await fetch(await addressOf(shop, id), { headers });
  expect(Buffer.from(await got.arrayBuffer())).toEqual(bytes);
  expect((await callSimulator(shop, `/v26.0/${id}`, undefined, "DELETE")).json).toEqual({ success: true });
  expect(await callSimulator(shop, `/v26.0/${id}`)).toMatchObject({
    status: 400,
    json: { error: { code: 100, error_subcode: 33, message: expect.stringMatching(/^Unsupported get request/) } },
  });
});

test.each<[string, Record<string, string | Blob>, RegExp]>([
  ["no product", { file: png }, /messaging_product/],
  ["no file", whatsapp, /parameter file/],
  ["a program", { ...whatsapp, file: new Blob(["MZ"], { type: "application/x-msdownload" }) }, /supported types/],
  ["a bare ogg", { ...whatsapp, file: new Blob(["x"], { type: "audio/ogg" }) }, /supported types/],
  [
    "a huge sticker",
    { ...whatsapp, file: new Blob(["x".repeat(600_000)], { type: "image/webp" }) },
    /at most 512000 bytes/,
  ],
])("the upload of %s is refused", async (_name, parts, words) => {
  const answer = await upload(await simulatedShop(), parts);
  expect(answer.status).toBe(400);
  expect(await answer.text()).toMatch(words);
});

test("a file that a test left there can be sent by a customer, after a restart too", async () => {
  const dir = mkdtempSync(join(tmpdir(), "recado-media-"));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  const settings = { ledgerFile: join(dir, "ledger.jsonl") };
  const before = await simulatedShop(settings);
  const answer = await fetch(`${before.url}/media?fileName=recibo.pdf`, {
    method: "POST",
    headers: { ...headers, "content-type": "application/pdf" },
    body: "%PDF-1.4",
  });
  const { id } = (await answer.json()) as { id: string };
  await before.simulator.close();

  const after = await simulatedShop(settings);
  await callSimulator(after, `/customers/${ANA}/messages`, { phoneNumberId: NUMBER, kind: "document", mediaId: id });
  expect(after.heard[0]?.messages[0]?.content).toMatchObject({ mediaId: id, fileName: "recibo.pdf" });
});
