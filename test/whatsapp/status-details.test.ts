import { expect, test } from "vitest";
import { parseWebhook } from "../../src/whatsapp/parse-webhook.ts";
import { bytes, change, envelope, payload } from "./support/payloads.ts";

const receivedAt = new Date("2026-11-21T12:00:00Z");
const reportOf = (status: Record<string, unknown>) => {
  const item = { id: "wamid.1", status: "sent", timestamp: "1795219200", recipient_id: "573010000001", ...status };
  return parseWebhook(bytes(envelope({ waba: "W", changes: [change("111", { statuses: [item] })] })), receivedAt)
    .statuses[0];
};

test("Meta's own report of a price is read", () => {
  const body = Buffer.from(JSON.stringify(payload("whaloc__status_sent_pmp_conversation")));
  expect(parseWebhook(body, receivedAt).statuses[0]?.price).toEqual({
    type: "regular",
    category: "marketing",
    isBillable: true,
  });
});

test.each<[string, unknown, unknown]>([
  ["no pricing", undefined, null],
  ["an empty one", {}, null],
  ["words instead", "free", null],
  ["null", null, null],
  ["a type that nobody knows yet", { type: "free_lunch" }, { type: "free_lunch", category: null, isBillable: null }],
  [
    "without `billable`, which Meta takes away",
    { type: "regular", category: "utility", pricing_model: "PMP" },
    { type: "regular", category: "utility", isBillable: null },
  ],
  [
    "shapes that are not the documented ones",
    { type: 7, category: ["x"], billable: "yes" },
    { type: "7", category: null, isBillable: null },
  ],
])("a price: %s", (_name, pricing, expected) => {
  expect(reportOf({ pricing })?.price).toEqual(expected);
});

test.each<[string, unknown, unknown]>([
  ["Meta's code", [{ code: 131026, title: "Message undeliverable" }], { code: 131026, refusal: "unreachable" }],
  ["a code in a string", [{ code: "131042" }], { code: 131042, refusal: "number" }],
  ["several: the first", [{ code: 131048 }, { code: 190 }], { code: 131048, refusal: "spam_limit" }],
  ["a code that nobody knows", [{ code: 424242 }], { code: 424242, refusal: "unknown" }],
  ["none", undefined, { code: null, refusal: "unknown" }],
  ["another shape", { code: 1 }, { code: null, refusal: "unknown" }],
  ["an absurd code", [{ code: 1e30 }], { code: null, refusal: "unknown" }],
])("a failure: %s", (_name, errors, expected) => {
  expect(reportOf({ status: "failed", errors })?.failure).toEqual(expected);
});

test("only a failed report has a failure, whatever else it carries", () => {
  expect(reportOf({ status: "delivered", errors: [{ code: 131026 }] })?.failure).toBeNull();
});

const OURS = { biz_opaque_callback_data: "v1:0195d6a0-0000-7000-8000-000000000001:1" };
const PRICED = { type: "regular", category: "service", billable: false, pricing_model: "PMP" };

test.each<[string, Record<string, unknown>]>([
  ["of a message of ours", OURS],
  ["with its price", { ...OURS, pricing: PRICED }],
])("a plain report %s is not kept a second time as it came", (_name, said) => {
  expect(reportOf(said)).toMatchObject({ status: "sent", raw: null });
});

test.each<[string, Record<string, unknown>]>([
  ["of a message that was not ours", {}],
  ["with another's word in our place", { biz_opaque_callback_data: "campaign-7" }],
  ["with a field that we do not read", { ...OURS, conversation: { id: "c1" } }],
  ["with a price that we read in part", { ...OURS, pricing: { ...PRICED, tier: "2" } }],
  ["of another pricing model", { ...OURS, pricing: { ...PRICED, pricing_model: "CBP" } }],
  ["with a price that is none", { ...OURS, pricing: "free" }],
  ["without a recipient", { ...OURS, recipient_id: null }],
  ["with a stamp from far ahead", { ...OURS, timestamp: "1895219200000" }],
  ["of a failure", { ...OURS, status: "failed", errors: [{ code: 131026 }] }],
])("a report %s stays as it came", (_name, said) => {
  expect(reportOf(said)?.raw).toMatchObject({ id: "wamid.1", ...said });
});
