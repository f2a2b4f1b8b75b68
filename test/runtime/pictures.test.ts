import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { AgentInput } from "../../src/core/agent/agent.ts";
import type { MessageContent } from "../../src/core/inbound/content.ts";
import { readSeen, redactAnswer, seeQuestion } from "../../src/flow/model/see-file.ts";
import { createScriptedModel, type ScriptedReply } from "../../src/models/scripted-model.ts";
import { createFileReaders, lookWithModel } from "../../src/runtime/file-readers.ts";
import { openModelGate } from "../support/model-gate.ts";
import { readsOf } from "../support/reads.ts";
import { decision, eventually, openShop, recordingChannel, registryOf, type Shop, testAgent } from "../support/shop.ts";
import { createTestDatabase, type TestDatabase } from "../support/test-database.ts";
import { fetcherOf } from "../support/voice-notes.ts";

let database: TestDatabase;
let shops: Shop[];
let phone: string;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database?.drop());
beforeEach(() => {
  shops = [];
  phone = `57301${Math.floor(Math.random() * 1e7)}`.padEnd(12, "0");
  return async () => {
    await Promise.all(shops.map((shop) => shop.worker.stop(500)));
  };
});

const { runOf, conversationOf, ended } = readsOf(() => database);
const fetcher = fetcherOf(() => database);
const photo = (mediaId: string, caption: string | null = null): MessageContent => ({
  type: "media",
  media: "image",
  mediaId,
  mimeType: "image/jpeg",
  sha256: null,
  caption,
  fileName: null,
  isVoiceNote: false,
});

/** A shop whose model sees what the script says. */
function open(...script: readonly ScriptedReply[]) {
  const { channel, sent, texts } = recordingChannel();
  const model = createScriptedModel(script);
  const inputs: AgentInput[] = [];
  const agent = testAgent(
    (input) => {
      inputs.push(input);
      return decision(input.message === "" ? "¿me cuenta?" : `eco: ${input.message}`);
    },
    { understands: ["image", "document"] },
  );
  const eyes = {
    reads: (medium: string) => medium !== "audio",
    look: lookWithModel({ question: seeQuestion, read: readSeen }),
    redact: redactAnswer,
  };
  const files = createFileReaders({ transcriber: null, eyes, fileAwaited() {}, toldProgress() {} });
  const parts = { channel, agents: registryOf(agent), modelGate: openModelGate(database.store, model), files };
  const shop = openShop(database.store, parts, { pollMs: 100 });
  shops.push(shop);
  shop.worker.start();
  const sends = (mediaId: string, caption: string | null = null) =>
    shop.says("", { phone, content: photo(mediaId, caption) });
  return { sends, sent, texts, inputs, model };
}
const saw = (parts: object) => ({
  json: { class: "GENERAL_IMAGE", extractedText: "", responseText: "Una foto.", toolIntentDetected: false, ...parts },
});

test("what a picture is reaches the agent beside its caption, which counts once; the chat record says what it was", async () => {
  const { sends, texts, inputs, model } = open(
    saw({ class: "RECEIPT_INVOICE", extractedText: "Bancolombia $79.900", toolIntentDetected: true }),
  );
  const { runId, conversationId } = await sends("p1", "ya pagué");
  await fetcher.brings("p1", "JPEG", "image/jpeg");
  await ended(runId);
  await eventually("it is answered", () => texts().length > 0);
  await expect.poll(texts).toEqual(["eco: ya pagué"]);
  expect(inputs[0]).toMatchObject({
    messages: ["ya pagué"],
    inputClass: "RICH_INPUT_TOOL_INTENT",
    understood: [{ medium: "image", caption: "ya pagué", understanding: { pictureClass: "RECEIPT_INVOICE" } }],
  });
  expect((await conversationOf(conversationId)).turns?.[0]?.content).toBe(
    "[image] ya pagué; (RECEIPT_INVOICE: «Bancolombia $79.900»)",
  );
  expect(model.requests).toHaveLength(1);
  expect(model.requests[0]?.messages[0]?.content[0]).toMatchObject({ type: "image", mimeType: "image/jpeg" });
  const steps = (await runOf(runId)).steps.map(({ name }) => name.replace(/[0-9a-f-]{36}/, "…"));
  expect(steps).toEqual(expect.arrayContaining(["understand:…", "model.media.…"]));
});

test("of an identity document neither the picture nor a word of it stays, in any table", async () => {
  const { sends, texts } = open(
    saw({ class: "ID_FORM", extractedText: "PAEZ ELKIN 52123456", responseText: "Cédula" }),
  );
  const { runId } = await sends("p2");
  await fetcher.brings("p2", "JPEG de la cédula 52123456", "image/jpeg");
  await ended(runId);
  await eventually("it is answered", () => texts().length > 0);
  const [file] = await database.rows("select status, bytes, understanding from media_items where media_id = 'p2'");
  expect(file).toMatchObject({ status: "erased", bytes: null, understanding: { pictureClass: "ID_FORM" } });
  for (const table of ["agent_steps", "agent_turns", "media_items", "agent_events", "outbox_messages", "agent_runs"]) {
    const found = await database.rows(
      `select from ${table} t where t::text ilike '%52123456%' or t::text ilike '%elkin%'`,
    );
    expect(found, table).toEqual([]);
  }
});

test("a picture that nobody could see: without a caption it is marked, with one its words are answered", async () => {
  const { sends, texts } = open({ fails: "never" }, { fails: "never" });
  const first = await sends("p3");
  await fetcher.brings("p3", "JPEG", "image/jpeg");
  await ended(first.runId);
  await eventually("it is marked", () => texts().length === 2);
  await expect.poll(texts).toEqual(["¿me cuenta?", "⚠️"]);
  const second = await sends("p4", "¿es este?");
  await fetcher.brings("p4", "JPEG", "image/jpeg");
  await ended(second.runId);
  await eventually("it is answered", () => texts().length === 3);
  await expect.poll(() => texts()[2]).toBe("eco: ¿es este?");
});

test("what is no picture does not leave the house, whatever it was called", async () => {
  const { sends, texts, model, inputs } = open();
  const { runId } = await sends("p5");
  await fetcher.brings("p5", "<svg onload=…>", "image/svg+xml");
  await ended(runId);
  await eventually("it is answered", () => texts().length > 0);
  expect(model.requests).toEqual([]);
  expect(inputs[0]?.understood).toMatchObject([{ understanding: { reason: "unreadable" } }]);
});
