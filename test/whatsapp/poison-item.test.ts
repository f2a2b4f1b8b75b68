import { expect, test } from "vitest";
import { parseWebhook } from "../../src/whatsapp/parse-webhook.ts";
import { bodyWith, bytes, change, envelope, says } from "./support/payloads.ts";

const receivedAt = new Date("2026-11-21T12:00:00Z");
const good = says("573010000001", "wamid.good", "hola");

test.each([
  ["nothing", "", "empty"],
  ["words", "hola", "not JSON"],
  ["half a body", '{"object":"whatsapp_business_account","entry":[', "not JSON"],
  ["another product", '{"object":"page","entry":[]}', "`object`"],
  ["no entries", '{"object":"whatsapp_business_account"}', "`entry`"],
  ["a list", "[]", "not a WhatsApp envelope"],
  ["null", "null", "not a WhatsApp envelope"],
  ["65 levels", `${"[".repeat(65)}${"]".repeat(65)}`, "deeper than 64"],
  ["a million levels", "[".repeat(1_000_000), "deeper than 64"],
])("%s: the whole body is quarantined, with what was wrong", (_name, text, reason) => {
  const parsed = parseWebhook(bytes(text), receivedAt);
  expect(parsed).toMatchObject({ messages: [], statuses: [], notices: [] });
  expect(parsed.quarantined).toEqual([{ reason: expect.stringContaining(reason), raw: bytes(text) }]);
});

test("bytes that are not UTF-8 are kept as they came", () => {
  const raw = Buffer.concat([Buffer.from('{"object":"'), Buffer.from([0xff, 0xc0, 0x80]), Buffer.from('"}')]);
  expect(parseWebhook(raw, receivedAt).quarantined).toEqual([{ reason: "the body is not UTF-8", raw }]);
});

test("brackets inside a text are not depth", () => {
  const message = says("573010000001", "wamid.1", `${"[{".repeat(500)} \\" "`);
  expect(parseWebhook(bodyWith(message), receivedAt).messages).toHaveLength(1);
});

test("one bad item of each kind is set apart alone, and can be posted again", () => {
  const body = {
    object: "whatsapp_business_account",
    entry: [
      null,
      { id: "1" },
      {
        id: "1",
        changes: [
          7,
          { field: "messages" },
          change("111", { messages: [null, "x", { ...good, id: "" }, { ...good, from: "" }, good] }),
          change("111", { statuses: [[], { id: "wamid.s" }, { status: "sent" }, { id: "wamid.s", status: "sent" }] }),
          change("111", { messages: { 0: good } }),
          { field: "messages", value: { messages: [good] } },
        ],
      },
    ],
  };
  const parsed = parseWebhook(bytes(body), receivedAt);
  expect(parsed.messages.map((message) => message.sourceMessageId)).toEqual(["wamid.good"]);
  expect(parsed.statuses.map((report) => report.wamid)).toEqual(["wamid.s"]);
  expect(parsed.quarantined.map((item) => item.reason)).toEqual([
    expect.stringMatching(/^entry: /),
    expect.stringMatching(/^entry: `changes`/),
    expect.stringMatching(/^change: /),
    expect.stringMatching(/^change: `value`/),
    "message: it is not an object",
    "message: it is not an object",
    "message: no readable `id`",
    "message: neither `from_user_id` nor `from` names a person",
    "status: it is not an object",
    "status: no readable `status`",
    "status: no readable `id`",
    "messages: not a list",
    "message: no readable `metadata.phone_number_id`",
  ]);
  for (const item of parsed.quarantined) {
    const again = parseWebhook(item.raw, receivedAt);
    expect(again.quarantined.map((one) => one.reason)).toEqual([item.reason]);
  }
});

test("what is set apart is understood once we have learned it", () => {
  const parsed = parseWebhook(bodyWith({ ...good, from: "" }), receivedAt);
  const mended = Buffer.from(parsed.quarantined[0]?.raw ?? [])
    .toString("utf8")
    .replace('"from":""', '"from":"573010000001"');
  expect(parseWebhook(bytes(mended), receivedAt).messages).toMatchObject([
    { phoneNumberId: "106540352242922", identity: { phone: "573010000001" } },
  ]);
});

test("an id that no index could hold is set apart, not passed on to fail its batch", () => {
  const long = "x".repeat(3000);
  const messages = [{ ...good, id: long }, good];
  const statuses = [
    { id: long, status: "sent" },
    { id: "wamid.s", status: long },
    { id: "wamid.s", status: "sent", recipient_id: long },
  ];
  const parsed = parseWebhook(
    bytes(
      envelope({ waba: "1", changes: [change("111", { messages, statuses }), change(long, { messages: [good] })] }),
    ),
    receivedAt,
  );
  expect(parsed.messages.map((message) => message.idempotencyKey)).toEqual(["wa:111:wamid.good"]);
  expect(parsed.statuses).toMatchObject([{ wamid: "wamid.s", recipient: null }]);
  expect(parsed.quarantined).toHaveLength(4);
});

test("a body full of faults is kept once, whole, beside what could be read", () => {
  const messages = [good, ...Array.from({ length: 5000 }, () => 0)];
  const raw = bytes(envelope({ waba: "1", changes: [change("111", { messages })] }));
  const parsed = parseWebhook(raw, receivedAt);
  expect(parsed.messages).toHaveLength(1);
  expect(parsed.quarantined).toEqual([{ reason: expect.stringContaining("5000 items"), raw }]);
});

test("half a surrogate alone becomes U+FFFD too", () => {
  const text = '{"from":"573010000001","id":"wamid.1","type":"text","text":{"body":"a \\ud83d b"}}';
  const [message] = parseWebhook(
    bytes(
      JSON.stringify(envelope({ waba: "1", changes: [change("111", { messages: ["here"] })] })).replace('"here"', text),
    ),
    receivedAt,
  ).messages;
  expect(message?.content).toEqual({ type: "text", body: "a \ufffd b" });
});

test("U+0000 and half surrogates become U+FFFD everywhere, the message goes on, and the bytes are kept", () => {
  const text =
    '{"from":"573010000001","id":"wamid.1","type":"text","text":{"body":"a\\u0000b \\ud83d c \\ud83d\\udc4d"},"k\\u0000":["\\udc4d"]}';
  const body = JSON.stringify(envelope({ waba: "1", changes: [change("111", { messages: ["HERE"] })] })).replace(
    '"HERE"',
    text,
  );
  const raw = bytes(body);
  const { messages, quarantined } = parseWebhook(raw, receivedAt);
  const [message] = messages;
  expect(quarantined).toEqual([{ reason: expect.stringContaining("U+0000"), raw }]);
  expect(message?.content).toEqual({ type: "text", body: "a\ufffdb \ufffd c 👍" });
  expect(message?.raw).toMatchObject({ "k\ufffd": ["\ufffd"] });
});

test("a key named __proto__ stays a key", () => {
  const text = '{"id":"wamid.1","type":"text","text":{"body":"x"},"__proto__":{"from":"573010000001","polluted":1}}';
  const body = JSON.stringify(envelope({ waba: "1", changes: [change("111", { messages: ["HERE"] })] })).replace(
    '"HERE"',
    text,
  );
  const parsed = parseWebhook(bytes(body), receivedAt);
  expect(parsed.messages).toEqual([]);
  expect(parsed.quarantined).toHaveLength(1);
  expect(Object.prototype).not.toHaveProperty("polluted");
});

test("a part that is null is a part that is not there", () => {
  const parsed = parseWebhook(
    bytes(envelope({ waba: "1", changes: [change("111", { messages: [good], errors: null })] })),
    receivedAt,
  );
  expect(parsed.messages.map((message) => message.sourceMessageId)).toEqual(["wamid.good"]);
  expect(parsed.notices).toEqual([]);
});
