import { expect, test } from "vitest";
import type { ParsedWebhook } from "../../src/whatsapp/parse-webhook.ts";
import { parseWebhook } from "../../src/whatsapp/parse-webhook.ts";
import { bytes, payloadNames, webhooksOf } from "./support/payloads.ts";

const receivedAt = new Date("2026-11-21T12:00:00Z");

/** What every file says, one line a webhook: kind, then who (b: BSUID, p: phone, n: name). */
const EXPECTED: Readonly<Record<string, readonly string[]>> = {
  chatsdk__image_message: ["media pn"],
  chatsdk__replay_dm: ["text pn", "text pn", "=sent"],
  chatsdk__system_message_user_changed_number: ["system:user_changed_number bp ~renamed"],
  chatsdk__system_message_user_changed_user_id: ["~renamed !messages.system"],
  derived__burst_five_texts_out_of_order: ["text pn", "text pn", "text pn", "text pn", "text pn"],
  derived__duplicate_redelivery_pair: ["text pn", "text pn"],
  derived__signature_vectors: ["?"],
  derived__status_failed_131047_with_opaque: ["=failed"],
  derived__statuses_out_of_order_with_opaque: ["=delivered", "=sent", "=read"],
  metadocs__ERROR_RESPONSE_130429: ["?"],
  metadocs__SEND_RESPONSE_text: ["?"],
  metadocs__smb_message_echoes_edit: ["echo:edit p"],
  metadocs__smb_message_echoes_revoke: ["echo:revoke p"],
  metadocs__smb_message_echoes_text: ["echo:text p"],
  metars__bsuid_edit_image_caption: ["edit bpn"],
  metars__bsuid_revoke: ["revoke bpn"],
  metars__bsuid_status_delivered_no_phone: ["=delivered"],
  metars__group_statuses_aggregated_3_in_one: ["=read =read =delivered"],
  metars__history_declined: ["!history"],
  metars__history_threads: ["!history"],
  metars__phone_number_quality_update: ["!phone_number_quality_update"],
  openapi__SEND_REQUEST_EXAMPLES: ["?"],
  openapi__button_message: ["button pn"],
  openapi__contact_sharing_message: ["contacts pn"],
  openapi__group_create_message: ["!group_lifecycle_update"],
  openapi__group_remove_participants: ["!group_participants_update"],
  openapi__group_settings_update: ["!group_settings_update"],
  openapi__image_message: ["media pn"],
  openapi__interactive_button_reply_message: ["button pn"],
  openapi__interactive_list_reply_message: ["button pn"],
  openapi__location_message: ["location pn"],
  openapi__order_message: ["order pn"],
  openapi__reaction_message: ["reaction pn"],
  openapi__system_message: ["system:user_changed_number p ~renamed"],
  openapi__text_message: ["text pn"],
  openapi__text_message_from_click_to_whatsapp_ad: ["text pn"],
  openapi__text_message_with_context_product_inquiry: ["text pn"],
  openapi__unsupported_message: ["unsupported pn"],
  pywa__account_update__account_offboarded: ["!account_update"],
  pywa__account_update__account_reconnected: ["!account_update"],
  pywa__account_update__mm_api_for_wa_terms_of_service: ["!account_update"],
  pywa__account_update__partner_added: ["!account_update"],
  pywa__account_update__partner_app_installed: ["!account_update"],
  pywa__account_update__partner_removed_wa_app_disconnection: ["!account_update"],
  pywa__account_update__pricing_tiering_update: ["!account_update"],
  pywa__account_update__primary_business_location_set: ["!account_update"],
  pywa__call_connect__business_initiated: ["!calls"],
  pywa__call_permission_update__reject: ["call_permission bpn"],
  pywa__call_status__call_status: ["!calls"],
  pywa__callback_button__button: ["button bpn"],
  pywa__callback_button__quick_reply: ["button bpn"],
  // Its contact has other ids than its message: two people, not joined.
  pywa__edited_message__image: ["edit p"],
  pywa__flow_completion__completion: ["flow bpn"],
  pywa__message__animated_sticker: ["sticker bpn"],
  pywa__message__audio: ["media bpn"],
  pywa__message__contacts: ["contacts bpn"],
  pywa__message__current_location: ["location bpn"],
  pywa__message__forwarded: ["text bpn"],
  pywa__message__interactive_message_with_err: ["unknown:interactive bpn !messages.errors"],
  pywa__message__order: ["order bpn"],
  pywa__message__reaction: ["reaction bpn"],
  pywa__message__reply: ["text bpn"],
  pywa__message__static_sticker: ["sticker bpn"],
  pywa__message__text: ["text bpn"],
  pywa__message__unreaction_no_emoji: ["reaction bpn"],
  pywa__message__voice: ["media bpn"],
  pywa__message_status__delivered: ["=delivered"],
  pywa__message_status__failed: ["=failed"],
  pywa__message_status__played: ["=played"],
  pywa__message_status__read: ["=read"],
  pywa__message_status__sent: ["=sent"],
  pywa__outgoing_message__text: ["echo:text bpn"],
  pywa__system__identity_change: ["system:customer_identity_changed pn ~identity_changed"],
  pywa__template_quality_update__yellow: ["!message_template_quality_update"],
  pywa__template_status_update__approved: ["!message_template_status_update"],
  whaloc__image_with_url: ["media pn"],
  whaloc__status_sent_pmp_conversation: ["=sent"],
};

function told(parsed: ParsedWebhook): string {
  const messages = parsed.messages.map(({ content, identity, profileName, inputType }) => {
    const of = content.type === "system" || content.type === "unknown" ? `:${content.of}` : "";
    const who = `${identity.bsuid === null ? "" : "b"}${identity.phone === null ? "" : "p"}${profileName === null ? "" : "n"}`;
    return `${inputType === "echo" ? "echo:" : ""}${content.type}${of} ${who}`;
  });
  return [
    ...messages,
    ...parsed.updates.map((update) => `~${update.kind}`),
    ...parsed.statuses.map((report) => `=${report.status}`),
    ...parsed.notices.map((notice) => `!${notice.field}`),
    ...parsed.quarantined.map(() => "?"),
  ].join(" ");
}

test.each(payloadNames())("%s is read for what it is", (name) => {
  const webhooks = webhooksOf(name);
  const parsed = webhooks.map((webhook) => parseWebhook(bytes(webhook), receivedAt));
  expect(parsed.map(told)).toEqual(EXPECTED[name]);
});

test("every text of the folder keeps its words, its number and its key", () => {
  for (const name of payloadNames()) {
    for (const webhook of webhooksOf(name)) {
      for (const message of parseWebhook(bytes(webhook), receivedAt).messages) {
        const { raw } = message;
        expect(raw).toMatchObject({ id: message.sourceMessageId });
        expect(message.idempotencyKey).toBe(`wa:${message.phoneNumberId}:${message.sourceMessageId}`);
        if (message.content.type === "text") expect(raw).toMatchObject({ text: { body: message.content.body } });
        // The samples are older than any redelivery: their stamps say nothing.
        expect(message.occurredAt).toEqual(receivedAt);
      }
    }
  }
});

test("a redelivered body gives the same keys", () => {
  const [first, second] = webhooksOf("derived__duplicate_redelivery_pair").map((webhook) =>
    parseWebhook(bytes(webhook), receivedAt).messages.map((message) => message.idempotencyKey),
  );
  expect(first).toEqual(["wa:106540352242922:wamid.BURST0"]);
  expect(second).toEqual(first);
});

test("a failed report keeps our opaque key and Meta's errors word for word", () => {
  const [webhook] = webhooksOf("derived__status_failed_131047_with_opaque");
  const [report] = parseWebhook(bytes(webhook), receivedAt).statuses;
  expect(report).toMatchObject({
    phoneNumberId: "106540352242922",
    wamid: "wamid.HBgLMTY1MDM4Nzk0MzkVAgASGBQzQUFERjg0NDEzNDdFODU3MUMxMAA=",
    status: "failed",
    opaque: "v1:out_01JABCDEF:1",
    recipient: "16505551234",
    occurredAt: new Date(1750030073_000),
  });
  expect(report?.errors).toEqual([
    expect.objectContaining({
      code: 131047,
      error_data: { details: expect.stringContaining("24 hours") },
      href: "/documentation/business-messaging/whatsapp/support/error-codes",
    }),
  ]);
});

test("three people's reports of one group message stay three", () => {
  const [webhook] = webhooksOf("metars__group_statuses_aggregated_3_in_one");
  const recipients = parseWebhook(bytes(webhook), receivedAt).statuses.map((report) => report.recipient);
  expect(recipients).toEqual(["16505551234", "16505551235", "16505551236"]);
});
