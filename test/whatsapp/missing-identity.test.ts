import { expect, test } from "vitest";
import { parseWebhook } from "../../src/whatsapp/parse-webhook.ts";
import { bodyWith, bytes, change, envelope } from "./support/payloads.ts";

const receivedAt = new Date("2026-11-21T12:00:00Z");
const BSUID = "CO.13491208655302741918";

function who(ids: Record<string, unknown>, contacts: unknown[] = []) {
  const message = { id: "wamid.1", timestamp: "1795219200", type: "text", text: { body: "hola" }, ...ids };
  const parsed = parseWebhook(bodyWith(message, contacts), receivedAt);
  const [found] = parsed.messages;
  return found === undefined
    ? parsed.quarantined.map((item) => item.reason)
    : { ...found.identity, name: found.profileName };
}

test("a user with a username has a BSUID and an empty phone", () => {
  expect(who({ from: "", from_user_id: BSUID })).toEqual({ bsuid: BSUID, phone: null, name: null });
  const contact = { wa_id: "", user_id: BSUID, profile: { name: "Pablo", username: "pablo" } };
  expect(who({ from: "", from_user_id: BSUID }, [contact])).toEqual({ bsuid: BSUID, phone: null, name: "Pablo" });
  expect(who({ from_user_id: BSUID }, [contact])).toEqual({ bsuid: BSUID, phone: null, name: "Pablo" });
});

test("a phone is digits, however it is written", () => {
  for (const from of ["573015550142", "+57 301 555 0142", 573015550142]) {
    expect(who({ from })).toMatchObject({ phone: "573015550142", bsuid: null });
  }
});

test("a contact completes the ids of its message", () => {
  const contact = { wa_id: "573015550142", user_id: BSUID, profile: { name: "Ana" } };
  const both = { bsuid: BSUID, phone: "573015550142", name: "Ana" };
  expect(who({ from: "573015550142" }, [contact])).toEqual(both);
  expect(who({ from: "", from_user_id: BSUID }, [contact])).toEqual(both);
  // One message, one contact: the only case in which a contact is joined without an id in common.
  expect(who({}, [contact])).toEqual(both);
  expect(who({ from: "573015550142" }, [{ profile: { name: "Ana" } }])).toMatchObject({ name: "Ana" });
});

test("a contact with other ids is another person", () => {
  const other = { wa_id: "573015559999", user_id: "CO.999", profile: { name: "Otra" } };
  expect(who({ from: "573015550142" }, [other])).toEqual({ bsuid: null, phone: "573015550142", name: null });
  const heir = { wa_id: "573015550142", user_id: "CO.999", profile: { name: "Heredera" } };
  expect(who({ from: "573015550142", from_user_id: BSUID }, [heir])).toEqual({
    bsuid: BSUID,
    phone: "573015550142",
    name: null,
  });
});

test("two messages without ids are not given to the one contact", () => {
  const message = { timestamp: "1795219200", type: "text", text: { body: "hola" } };
  const value = {
    contacts: [{ wa_id: "573015550142" }],
    messages: [
      { ...message, id: "wamid.1" },
      { ...message, id: "wamid.2" },
    ],
  };
  const parsed = parseWebhook(bytes(envelope({ waba: "1", changes: [change("111", value)] })), receivedAt);
  expect(parsed.messages).toEqual([]);
  expect(parsed.quarantined).toHaveLength(2);
});

test.each([[{}], [{ from: "", from_user_id: "" }], [{ from: "<PHONE>", from_user_id: "<BSUID>" }], [{ from: null }]])(
  "%j names nobody: quarantined with the reason",
  (ids) => {
    expect(who(ids)).toEqual(["message: neither `from_user_id` nor `from` names a person"]);
  },
);

test("a system note about nobody's conversation is a notice, not a new customer", () => {
  const note = { id: "wamid.1", type: "system", system: { type: "user_changed_user_id", user_id: BSUID } };
  const parsed = parseWebhook(bodyWith(note), receivedAt);
  expect(parsed).toMatchObject({ messages: [], quarantined: [], notices: [{ field: "messages.system", raw: note }] });
});
