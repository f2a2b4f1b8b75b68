import fc from "fast-check";
import { expect, test } from "vitest";
import { parseWebhook } from "../../src/whatsapp/parse-webhook.ts";
import { bytes, change, envelope, payloadNames, says, webhooksOf } from "./support/payloads.ts";

const receivedAt = new Date("2026-11-21T12:00:00Z");
// biome-ignore lint/suspicious/noControlCharactersInRegex: U+0000 is what we look for
const NOT_STORABLE = /[\u0000\p{Surrogate}]/u;

/** PostgreSQL takes every message, report and notice of this body; nothing of it got lost. */
function expectStorable(raw: Uint8Array): void {
  const parsed = parseWebhook(raw, receivedAt);
  const { messages, statuses, notices, quarantined } = parsed;
  for (const item of [...messages, ...statuses, ...notices]) {
    const json = JSON.stringify(item);
    // JSON.stringify writes both as escapes; an escaped backslash before them would be a text about an escape.
    expect(NOT_STORABLE.test(strings(item).join("\n"))).toBe(false);
    expect(JSON.parse(json)).toBeTypeOf("object");
  }
  for (const { reason } of quarantined) expect(NOT_STORABLE.test(reason)).toBe(false);
  for (const message of messages) {
    expect(Number.isNaN(message.occurredAt.getTime())).toBe(false);
    expect(message.identity.bsuid ?? message.identity.phone).not.toBeNull();
    expect(message.idempotencyKey.length).toBeLessThan(400);
  }
}

function strings(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => [key, ...strings(inner)]);
}

/** Any UTF-16 at all, half surrogates and controls included. */
const anyText = fc.string({ unit: fc.nat({ max: 0xffff }).map((unit) => String.fromCharCode(unit)) });
const anyValue = fc.anything({
  key: fc.oneof(anyText, fc.constantFrom("__proto__", "constructor", "id", "from", "type", "messages", "text")),
  values: [anyText, fc.double(), fc.integer(), fc.boolean(), fc.constant(null)],
  maxDepth: 4,
});

test("any bytes", () => {
  fc.assert(fc.property(fc.uint8Array({ maxLength: 300 }), (raw) => expectStorable(raw)));
});

test("any words in every place of a message", () => {
  fc.assert(
    fc.property(anyText, anyText, anyText, anyText, (body, name, wamid, key) => {
      const contacts = [{ wa_id: "573010000001", profile: { name } }];
      const messages = [
        { ...says("573010000001", "wamid.1", body), [key]: { [key]: body } },
        says("573010000001", wamid, body),
      ];
      expectStorable(bytes(envelope({ waba: name, changes: [change("111", { contacts, messages })] })));
    }),
  );
});

test("any JSON in the place of any part of Meta's own payloads", () => {
  const webhooks = payloadNames().flatMap((name) => webhooksOf(name));
  fc.assert(
    fc.property(
      fc.constantFrom(...webhooks),
      fc.array(fc.tuple(fc.nat(), anyValue, fc.constantFrom("replace", "remove", "add")), {
        minLength: 1,
        maxLength: 4,
      }),
      (webhook, mutations) => {
        const mutated: unknown = structuredClone(webhook);
        for (const [place, value, how] of mutations) mutate(mutated, place, value, how);
        const json = JSON.stringify(mutated) ?? "null";
        expectStorable(bytes(json));
      },
    ),
    { numRuns: 1500 },
  );
});

test("a good message survives any neighbour", () => {
  fc.assert(
    fc.property(anyValue, anyValue, (one, other) => {
      const messages = [one, says("573010000001", "wamid.good", "hola"), other];
      const body = envelope({ waba: "1", changes: [change("111", { messages, statuses: other })] });
      const keys = parseWebhook(bytes(body), receivedAt).messages.map((message) => message.idempotencyKey);
      expect(keys).toContain("wa:111:wamid.good");
    }),
  );
});

/** Changes the `place`-th object or list of a value, counted from its root. */
function mutate(root: unknown, place: number, value: unknown, how: string): void {
  const containers = containersOf(root);
  const target = containers[place % Math.max(1, containers.length)];
  if (target === undefined) return;
  const keys = Object.keys(target);
  const key = how === "add" ? `new${place}` : keys[place % Math.max(1, keys.length)];
  if (key === undefined) return;
  if (how === "remove") delete target[key];
  else Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true });
}

function containersOf(value: unknown): Record<string, unknown>[] {
  if (typeof value !== "object" || value === null) return [];
  return [value as Record<string, unknown>, ...Object.values(value).flatMap(containersOf)];
}
