import { expect, test } from "vitest";
import { readEnvelope } from "../../src/whatsapp/webhook-envelope.ts";

/** A body with one change is read another way than one with several: whatever stands in it, both must say the same. */
const value = { messaging_product: "whatsapp", metadata: { phone_number_id: " 111 " }, statuses: [] };
const messages = { field: "messages", value };

const ENTRIES: readonly (readonly [string, unknown])[] = [
  ["an ordinary one", { id: "1", time: 1_763_000_000, changes: [messages] }],
  ["no id, an id that is no id", { changes: [messages] }],
  ["an id that is too long", { id: "9".repeat(257), time: "", changes: [messages] }],
  ["no number", { id: 7, changes: [{ field: "messages", value: { metadata: [] } }] }],
  ["a field without a name", { id: "1", changes: [{ field: "", value }] }],
  ["a field with a long name", { id: "1", changes: [{ field: "f".repeat(129), value }] }],
  ["a field that is a number", { id: "1", changes: [{ field: 1, value }] }],
  ["a value that is a list", { id: "1", changes: [{ field: "messages", value: [value] }] }],
  ["a value that is null", { id: "1", changes: [{ field: "messages", value: null }] }],
  ["a change that is a list", { id: "1", changes: [[messages]] }],
  ["a change that is null", { id: "1", changes: [null] }],
  ["no change", { id: "1", changes: [] }],
  ["changes that are no list", { id: "1", changes: { 0: messages } }],
  ["an entry that is a list", [messages]],
  ["an entry that is null", null],
  [
    "a name that every object inherits",
    JSON.parse('{"id":"1","changes":[{"field":"constructor","value":{"__proto__":1}}]}'),
  ],
];

test.each(ENTRIES)("%s: alone and beside another", (_name, entry) => {
  const read = (...entries: unknown[]) => readEnvelope({ object: "whatsapp_business_account", entry: entries });
  const [alone, beside] = [read(entry), read(entry, entry)];
  if (alone.kind !== "envelope" || beside.kind !== "envelope") throw new Error("it is an envelope");
  expect([...alone.changes, ...alone.changes]).toEqual(beside.changes);
  expect([...alone.broken, ...alone.broken]).toEqual(beside.broken);
});

test("another product's body is no envelope", () => {
  expect(readEnvelope({ object: "page", entry: [{ id: "1", changes: [messages] }] }).kind).toBe("not_an_envelope");
});
