import { afterAll, beforeAll, expect, test } from "vitest";
import type { DecidedMessage } from "../../src/core/agent/agent.ts";
import { RecadoError } from "../../src/core/errors.ts";
import { parseDecision } from "../../src/runtime/decision-schema.ts";
import { decision, eventually, openShop, recordingChannel, registryOf, testAgent } from "../support/shop.ts";
import { createTestDatabase, type TestDatabase } from "../support/test-database.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** What the customer's phone gets when an agent decides to say `messages`. */
async function hears(messages: readonly DecidedMessage[], howMany = messages.length) {
  const { channel, sent } = recordingChannel();
  const agents = registryOf(testAgent(() => decision(null, { messages })));
  const shop = openShop(database.store, { channel, agents });
  shop.worker.start();
  try {
    await shop.says("hola", { phone: `57301${Math.floor(Math.random() * 1e7)}`.padEnd(12, "0") });
    await eventually("all of it is sent", () => sent.length === howMany);
    return sent;
  } finally {
    await shop.worker.stop(500);
  }
}

test("messages of every kind leave in order; the one that quotes names the message that it answers", async () => {
  const sent = await hears([
    { content: { type: "reaction", targetWamid: "wamid.hola", emoji: "👋" }, templateId: null },
    { text: "Claro que sí", templateId: "hola-1", priority: "CORE", replyTo: "wamid.hola" },
    {
      content: { type: "media", media: "image", source: { link: "https://x.co/caja.png" }, caption: "La caja" },
      templateId: null,
      priority: "OPCIONAL",
    },
    { content: { type: "buttons", body: "¿La quiere?", buttons: [{ id: "si", title: "Sí" }] }, templateId: null },
  ]);
  expect(sent.map(({ content, replyTo }) => [content.type, replyTo])).toEqual([
    ["reaction", null],
    ["text", "wamid.hola"],
    ["media", null],
    ["buttons", null],
  ]);
  expect(
    await database.rows(
      "select position, template_id, priority from outbox_messages where idempotency_key like '%:reply:%' order by seq",
    ),
  ).toEqual([
    { position: 1, template_id: null, priority: null },
    { position: 2, template_id: "hola-1", priority: "CORE" },
    { position: 3, template_id: null, priority: "OPCIONAL" },
    { position: 4, template_id: null, priority: null },
  ]);
});

test("a text that is too long for WhatsApp leaves as several messages, the first of which quotes", async () => {
  const paragraphs = ["a", "b", "c"].map((letter) => letter.repeat(2_000));
  const sent = await hears([{ text: paragraphs.join("\n\n"), templateId: null, replyTo: "wamid.hola" }], 2);
  expect(sent.map(({ content, replyTo }) => [content, replyTo])).toEqual([
    [{ type: "text", body: `${paragraphs[0]}\n\n${paragraphs[1]}` }, "wamid.hola"],
    [{ type: "text", body: paragraphs[2] }, null],
  ]);
});

test.each<[string, unknown, RegExp]>([
  ["neither a text nor a content", { templateId: null }, /messages\[0\]: must have a text or a content/],
  [
    "both",
    { templateId: null, text: "hola", content: { type: "text", body: "hola" } },
    /messages\[0\]: must have a text or a content/,
  ],
  [
    "a button whose title is too long",
    { templateId: null, content: { type: "buttons", body: "¿?", buttons: [{ id: "1", title: "x".repeat(21) }] } },
    /messages\[0\]\.content\.buttons\[0\]\.title: must be at most 20 characters/,
  ],
  ["a text of blanks", { templateId: null, text: "  " }, /messages\[0\]\.text: must not be empty/],
  ["a priority that is none", { templateId: null, text: "hola", priority: "ALTA" }, /messages\[0\]\.priority/],
])("a message with %s cannot be carried out, and the error names the field and the limit", (_what, message, error) => {
  try {
    parseDecision({ ...decision(null), messages: [message] }, "somnio");
    expect.unreachable();
  } catch (thrown) {
    expect(thrown).toBeInstanceOf(RecadoError);
    expect(thrown).toMatchObject({ code: "decision_invalid", message: expect.stringMatching(error) });
  }
});

test("a decision reads the same from the journal as it was decided", () => {
  const messages: DecidedMessage[] = [
    { text: "Hola", templateId: "a", priority: "CORE" },
    { content: { type: "location_request", body: "¿Dónde?" }, templateId: null, replyTo: "wamid.x" },
  ];
  const decided = parseDecision({ ...decision(null), messages }, "somnio");
  expect(parseDecision(JSON.parse(JSON.stringify(decided)), "journal")).toEqual(decided);
  expect(decided.messages).toEqual(messages);
});
