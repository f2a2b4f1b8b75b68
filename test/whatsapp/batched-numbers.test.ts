import { expect, test } from "vitest";
import { parseWebhook } from "../../src/whatsapp/parse-webhook.ts";
import { bytes, change, envelope, says } from "./support/payloads.ts";

const receivedAt = new Date("2026-11-21T12:00:00Z");
const contact = (phone: string, name: string) => ({ wa_id: phone, profile: { name } });

test("two accounts, three numbers and two reports in one body stay each with their own", () => {
  const body = envelope(
    {
      waba: "WABA-A",
      changes: [
        change("111", {
          contacts: [contact("573010000001", "Ana")],
          messages: [says("573010000001", "wamid.a", "uno")],
        }),
        change("222", {
          messages: [says("573010000002", "wamid.b", "dos")],
          statuses: [{ id: "wamid.s1", status: "sent", timestamp: "1795219200", recipient_id: "573010000002" }],
        }),
      ],
    },
    {
      waba: "WABA-B",
      changes: [
        change("333", { messages: [says("573010000001", "wamid.c", "tres")] }),
        { field: "account_update", value: { event: "ACCOUNT_RESTRICTION" } },
        change("333", { statuses: [{ id: "wamid.s2", status: "read", timestamp: 1795219200 }] }),
      ],
    },
  );
  const parsed = parseWebhook(bytes(body), receivedAt);
  expect(
    parsed.messages.map((message) => [message.phoneNumberId, message.idempotencyKey, message.profileName]),
  ).toEqual([
    ["111", "wa:111:wamid.a", "Ana"],
    ["222", "wa:222:wamid.b", null],
    // The same person on another number: that change brought no contact, and another change's is not hers to use.
    ["333", "wa:333:wamid.c", null],
  ]);
  expect(parsed.statuses.map((report) => [report.phoneNumberId, report.wamid])).toEqual([
    ["222", "wamid.s1"],
    ["333", "wamid.s2"],
  ]);
  expect(parsed.notices).toMatchObject([
    { field: "account_update", phoneNumberId: null, wabaId: "WABA-B", raw: { event: "ACCOUNT_RESTRICTION" } },
  ]);
  expect(parsed.quarantined).toEqual([]);
});

test("contacts are joined by id, in whatever order they come", () => {
  const messages = [says("573010000001", "wamid.a", "uno"), says("573010000002", "wamid.b", "dos")];
  const contacts = [contact("573010000002", "Beto"), contact("573010000001", "Ana")];
  const parsed = parseWebhook(
    bytes(envelope({ waba: "1", changes: [change("111", { contacts, messages })] })),
    receivedAt,
  );
  expect(parsed.messages.map((message) => message.profileName)).toEqual(["Ana", "Beto"]);
});

test("errors of a value are handed on, beside the message that came with them", () => {
  const errors = [{ code: 130429, title: "Rate limit hit" }];
  const parsed = parseWebhook(
    bytes(
      envelope({
        waba: "W",
        changes: [
          change("111", { errors }),
          change("111", { errors, messages: [says("573010000001", "wamid.a", "uno")] }),
        ],
      }),
    ),
    receivedAt,
  );
  const notice = { field: "messages.errors", phoneNumberId: "111", wabaId: "W", raw: errors };
  expect(parsed.notices).toMatchObject([notice, notice]);
  expect(parsed.messages).toHaveLength(1);
});

test("a shape of tomorrow in the field of messages is handed on whole", () => {
  const value = { whispers: [{ id: "1" }] };
  const parsed = parseWebhook(bytes(envelope({ waba: "W", changes: [change("111", value)] })), receivedAt);
  expect(parsed.notices).toMatchObject([{ field: "messages", phoneNumberId: "111", raw: value }]);
});

test("unknown statuses are kept, with numbers where strings are expected", () => {
  const statuses = [{ id: "wamid.s", status: "warming_up", timestamp: 1795219200, recipient_id: 573010000001 }];
  const parsed = parseWebhook(bytes(envelope({ waba: "W", changes: [change("111", { statuses })] })), receivedAt);
  expect(parsed.statuses).toMatchObject([
    { status: "warming_up", recipient: "573010000001", opaque: null, errors: null },
  ]);
});
