/** Our parser beside one that we did not write (@kapso/whatsapp-cloud-api), on every payload: alike, or a difference explained here. */
import { normalizeWebhook } from "@kapso/whatsapp-cloud-api/server";
import { expect, test } from "vitest";
import * as z from "zod";
import type { ParsedMessage, ParsedWebhook } from "../../src/whatsapp/parse-webhook.ts";
import { parseWebhook } from "../../src/whatsapp/parse-webhook.ts";
import { bytes, change, envelope, payloadNames, says, webhooksOf } from "./support/payloads.ts";

const ABSENT = "messages of one id: 0 | 1";
const ECHO = "an echo belongs to the customer whom the shop wrote to; kapso names its sender, the shop";
const RENAMED = "a note about a new number belongs to the person who has it now; kapso leaves it with the old one";

/** Where the two differ and why. A difference that is not here fails, and so does one that is here and no longer there. */
const EXPLAINED: Readonly<Record<string, { readonly why: string; readonly differences: readonly string[] }>> = {
  chatsdk__system_message_user_changed_number: {
    why: RENAMED,
    differences: ["phone: 15557654321 | 15551234567", "bsuid: US.24817305912873645029 | null"],
  },
  openapi__system_message: { why: RENAMED, differences: ["phone: 12195555358 | 16505551234"] },
  chatsdk__system_message_user_changed_user_id: {
    why: "the note names its person only inside its body; kapso gives a message from nobody, we give a notice",
    differences: [ABSENT],
  },
  metadocs__smb_message_echoes_edit: { why: ECHO, differences: ["phone: 16505551234 | 15550783881"] },
  metadocs__smb_message_echoes_revoke: { why: ECHO, differences: ["phone: 16505551234 | 15550783881"] },
  metadocs__smb_message_echoes_text: { why: ECHO, differences: ["phone: 16505551234 | 15550783881"] },
  pywa__outgoing_message__text: {
    why: ECHO,
    differences: ["phone: 972987654321 | <BUSINESS_DISPLAY_PHONE_NUMBER>", "bsuid: US.13491208655302741918 | null"],
  },
  metars__bsuid_status_delivered_no_phone: {
    why: "without a phone we name the recipient by the BSUID, which kapso leaves in a field of its own",
    differences: ["recipient: US.13491208655302741918 | null"],
  },
  metars__group_statuses_aggregated_3_in_one: {
    why: "in a group we name the person who received it; kapso names the group, three times the same",
    differences: ["16505551234", "16505551235", "16505551236"].map(
      (person) => `recipient: ${person} | Y2FwaV9ncm91cDoxNzA1NTU1MDEzOToxMjAzNjM0MDQ2OTQyMzM4MjAZD`,
    ),
  },
  pywa__call_status__call_status: {
    why: "how a call goes is no delivery report of a message: kapso mixes the two, we keep calls as notices",
    differences: ["statuses: 0 | 1"],
  },
};

const receivedAt = new Date("2026-11-21T12:00:00Z");

const text = z.string().optional();
const kapsoMessage = z.looseObject({
  id: text,
  from: text,
  fromUserId: text,
  type: text,
  text: z.looseObject({ body: text }).optional(),
  button: z.looseObject({ text }).optional(),
  interactive: z
    .looseObject({
      type: text,
      buttonReply: z.looseObject({ title: text }).optional(),
      listReply: z.looseObject({ title: text }).optional(),
    })
    .optional(),
  image: z.looseObject({ caption: text }).optional(),
  video: z.looseObject({ caption: text }).optional(),
  document: z.looseObject({ caption: text }).optional(),
});
type KapsoMessage = z.infer<typeof kapsoMessage>;
const kapsoStatus = z.looseObject({ id: text, status: text, recipientId: text, bizOpaqueCallbackData: text });
const kapsoWebhook = z.looseObject({
  phoneNumberId: text,
  contacts: z.array(z.looseObject({ waId: text, userId: text })),
  messages: z.array(kapsoMessage),
  statuses: z.array(kapsoStatus),
});

/** Our words that are not Meta's, as Meta says them. */
const META_TYPES: Readonly<Record<string, string>> = { flow: "nfm_reply", call_permission: "call_permission_reply" };

function typeOf({ content }: ParsedMessage): string {
  if (content.type === "media") return content.media;
  if (content.type === "unknown") return content.of;
  return META_TYPES[content.type] ?? content.type;
}

/** Kapso keeps Meta's type; what a customer tapped is a button to us, wherever it stood. */
function kapsoTypeOf({ type, interactive }: KapsoMessage): string {
  if (type !== "interactive") return type ?? "";
  return (interactive?.buttonReply ?? interactive?.listReply) ? "button" : (interactive?.type ?? "interactive");
}

function textOf({ content }: ParsedMessage): string | null {
  if (content.type === "text") return content.body;
  if (content.type === "button") return content.title;
  return content.type === "media" ? content.caption : null;
}

function kapsoTextOf({ type, text, button, interactive, image, video, document }: KapsoMessage): string | null {
  const media = type === "image" ? image : type === "video" ? video : type === "document" ? document : undefined;
  const tapped = button?.text ?? interactive?.buttonReply?.title ?? interactive?.listReply?.title;
  return text?.body ?? tapped ?? media?.caption ?? null;
}

function differences(ours: ParsedWebhook, theirs: z.infer<typeof kapsoWebhook>): string[] {
  const found: string[] = [];
  const compare = (what: string, our: unknown, their: unknown) => {
    if (our !== their) found.push(`${what}: ${String(our)} | ${String(their)}`);
  };
  const ids = new Set([
    ...ours.messages.map((one) => one.sourceMessageId),
    ...theirs.messages.map((one) => one.id ?? null),
  ]);
  for (const id of ids) {
    const our = ours.messages.filter((one) => one.sourceMessageId === id);
    const their = theirs.messages.filter((one) => (one.id ?? null) === id);
    compare("messages of one id", our.length, their.length);
    const [one] = our;
    const [other] = their;
    if (one === undefined || other === undefined) continue;
    compare("number", one.phoneNumberId, theirs.phoneNumberId);
    compare("phone", one.identity.phone, other.from ?? null);
    // Kapso leaves it to its user to join a message with its contact.
    const contact = theirs.contacts.find(({ waId }) => waId !== undefined && waId === other.from);
    compare("bsuid", one.identity.bsuid, other.fromUserId ?? contact?.userId ?? null);
    compare("type", typeOf(one), kapsoTypeOf(other));
    compare("text", textOf(one), kapsoTextOf(other));
  }
  compare("statuses", ours.statuses.length, theirs.statuses.length);
  ours.statuses.forEach((one, index) => {
    const other = theirs.statuses[index];
    compare("wamid", one.wamid, other?.id);
    compare("status", one.status, other?.status);
    compare("recipient", one.recipient, other?.recipientId ?? null);
    compare("our key", one.opaque, other?.bizOpaqueCallbackData ?? null);
  });
  return found;
}

function differencesIn(webhooks: readonly unknown[]): string[] {
  return webhooks.flatMap((webhook) =>
    differences(parseWebhook(bytes(webhook), receivedAt), kapsoWebhook.parse(normalizeWebhook(webhook))),
  );
}

test.each(payloadNames())("%s: the same for both, or explained", (name) => {
  expect(differencesIn(webhooksOf(name))).toEqual(EXPLAINED[name]?.differences ?? []);
});

test("every explanation is of a payload that there is", () => {
  expect(Object.keys(EXPLAINED).filter((name) => !payloadNames().includes(name))).toEqual([]);
});

test("two numbers in one body: kapso gives all of it to the last one, and would answer from the wrong shop", () => {
  const waba = (id: string, number: string, wamid: string) => ({
    waba: id,
    changes: [change(number, { contacts: [], messages: [says("573015550142", wamid, "hola")] })],
  });
  const body = envelope(waba("1", "111111111111111", "wamid.A"), waba("2", "222222222222222", "wamid.B"));
  expect(differencesIn([body])).toEqual(["number: 111111111111111 | 222222222222222"]);
});

test("an empty id is nobody's: kapso hands it on, we take the BSUID alone", () => {
  const message = { ...says("", "wamid.A", "hola"), from_user_id: "CO.13491208655302741918" };
  const body = envelope({ waba: "1", changes: [change("111111111111111", { messages: [message] })] });
  expect(differencesIn([body])).toEqual(["phone: null | "]);
});

test("the comparison can fail: a word, a sender or a report that one of them lost is found", () => {
  const [webhook] = webhooksOf("openapi__text_message");
  const ours = parseWebhook(bytes(webhook), receivedAt);
  const theirs = kapsoWebhook.parse(normalizeWebhook(webhook));
  const [message] = theirs.messages;
  expect(differences(ours, theirs)).toEqual([]);
  expect(differences(ours, { ...theirs, messages: [] })).toEqual(["messages of one id: 1 | 0"]);
  expect(differences(ours, { ...theirs, messages: [{ ...message, from: "1" }] })).toHaveLength(1);
  expect(differences(ours, { ...theirs, messages: [{ ...message, text: { body: "x" } }] })).toHaveLength(1);
  expect(differences(ours, { ...theirs, statuses: [{ id: "wamid.A" }] })).toEqual(["statuses: 0 | 1"]);
});
