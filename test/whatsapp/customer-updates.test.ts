import { describe, expect, test } from "vitest";
import { parseWebhook } from "../../src/whatsapp/parse-webhook.ts";
import { bytes, envelope, webhooksOf } from "./support/payloads.ts";

const receivedAt = new Date("2026-11-21T12:00:00Z");
const NUMBER = "106540352242922";

const parse = (field: string, value: Record<string, unknown>) =>
  parseWebhook(
    bytes(envelope({ waba: "1", changes: [{ field, value: { metadata: { phone_number_id: NUMBER }, ...value } }] })),
    receivedAt,
  );
const updatesOf = (field: string, value: Record<string, unknown>) => parse(field, value).updates;
const preference = (more: Record<string, unknown>) => ({
  user_preferences: [
    { wa_id: "573001112233", category: "marketing_messages", value: "stop", timestamp: 1795219200, ...more },
  ],
});
const ana = { bsuid: null, phone: "573001112233" };
const at = new Date("2026-11-21T00:00:00Z");

describe("a preference", () => {
  test.each([
    ["stop", preference({}), [{ kind: "marketing_stopped", identity: ana, at }]],
    ["resume", preference({ value: "resume" }), [{ kind: "marketing_resumed", identity: ana, at }]],
    ["by BSUID", preference({ wa_id: "", user_id: "CO.1" }), [{ identity: { bsuid: "CO.1", phone: null } }]],
    [
      "named by its contact alone",
      { ...preference({ wa_id: undefined }), contacts: [{ wa_id: "573001112233", user_id: "CO.1" }] },
      [{ identity: { bsuid: "CO.1", phone: "573001112233" } }],
    ],
    ["without a stamp, or with one of tomorrow: now", preference({ timestamp: 1895219200 }), [{ at: receivedAt }]],
    ["of nobody", preference({ wa_id: "" }), []],
    ["of another category", preference({ category: "holograms" }), []],
    ["of another value", preference({ value: "maybe" }), []],
    ["that is none", { user_preferences: ["stop"] }, []],
    ["none at all", {}, []],
  ])("%s", (_, value, expected) => {
    expect(updatesOf("user_preferences", value)).toMatchObject(expected);
    expect(updatesOf("user_preferences", value)).toHaveLength(expected.length);
  });

  test("is kept as a notice as well", () => {
    expect(parse("user_preferences", preference({})).notices).toMatchObject([{ field: "user_preferences" }]);
  });
});

describe("a new user id", () => {
  const update = (more: Record<string, unknown>) => ({
    user_id_update: [{ wa_id: "573001112233", user_id: { previous: "CO.1", current: "CO.2" }, ...more }],
  });

  test.each([
    ["with a phone", update({}), [{ previous: { bsuid: "CO.1" }, current: { bsuid: "CO.2", phone: "573001112233" } }]],
    ["without a phone", update({ wa_id: "" }), [{ current: { bsuid: "CO.2", phone: null }, eventKey: null }]],
    ["without its old one", update({ user_id: { current: "CO.2" } }), []],
    ["that is none", { user_id_update: [null, {}] }, []],
  ])("%s", (_, value, expected) => {
    expect(updatesOf("user_id_update", value)).toMatchObject(expected);
    expect(updatesOf("user_id_update", value)).toHaveLength(expected.length);
  });
});

describe("a system message", () => {
  const note = (system: Record<string, unknown>, more: Record<string, unknown> = {}) => ({
    messages: [{ from: "573001112233", id: "wamid.1", timestamp: "1795219200", type: "system", system, ...more }],
  });

  test.each([
    [
      "a new number, under `wa_id`",
      note({ type: "user_changed_number", wa_id: "573009998877" }),
      { previous: ana, current: { bsuid: null, phone: "573009998877" }, eventKey: `wa:${NUMBER}:wamid.1` },
    ],
    [
      "a new number, under `new_wa_id`, beside the old one",
      note({ type: "user_changed_number", wa_id: "573001112233", new_wa_id: "573009998877" }),
      { previous: ana, current: { bsuid: null, phone: "573009998877" } },
    ],
    [
      "a new id of somebody whose old one stands in the sentence",
      note(
        { type: "user_changed_user_id", user_id: "US.2", body: "User Ana changed from US.1 to US.2" },
        { from: undefined },
      ),
      { previous: { bsuid: "US.1", phone: null }, current: { bsuid: "US.2", phone: null }, eventKey: null },
    ],
  ])("%s", (_, value, expected) => {
    expect(updatesOf("messages", value)).toMatchObject([{ kind: "renamed", ...expected }]);
  });

  test("a new identity is told of whoever it belongs to", () => {
    expect(updatesOf("messages", note({ type: "customer_identity_changed" }))).toMatchObject([
      { kind: "identity_changed", identity: ana, at },
    ]);
  });

  test.each([
    ["a new id of somebody unnamed", note({ type: "user_changed_user_id", user_id: "US.2", body: "x" }, { from: "" })],
    ["a sentence with three ids", note({ type: "user_changed_user_id", body: "US.1 US.2 US.3" }, { from: "" })],
    ["no new name", note({ type: "user_changed_number" })],
    ["another kind", note({ type: "hologram", wa_id: "573009998877" })],
    [
      "a text that quotes one",
      {
        messages: [
          {
            from: "573001112233",
            id: "w",
            type: "text",
            system: { type: "user_changed_number", wa_id: "573009998877" },
          },
        ],
      },
    ],
  ])("%s changes nothing", (_, value) => {
    expect(updatesOf("messages", value)).toEqual([]);
  });
});

test.each(["metars__history_threads", "metars__history_declined"])("%s is a notice and nothing else", (name) => {
  const parsed = parseWebhook(bytes(webhooksOf(name)[0]), receivedAt);
  expect(parsed).toMatchObject({ messages: [], statuses: [], updates: [], quarantined: [] });
  expect(parsed.notices).toMatchObject([{ field: "history" }]);
});

test("the phone's own address book is a notice and nothing else", () => {
  const state = {
    state_sync: [{ type: "contact", contact: { full_name: "Ana", phone_number: "573001112233" }, action: "add" }],
  };
  expect(parse("smb_app_state_sync", state)).toMatchObject({
    messages: [],
    statuses: [],
    updates: [],
    quarantined: [],
  });
  expect(parse("smb_app_state_sync", state).notices).toMatchObject([{ field: "smb_app_state_sync" }]);
});
