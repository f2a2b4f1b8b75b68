import * as z from "zod";
import { type InboundItem, trustedOccurredAt } from "../core/event.ts";
import type { PhoneNumberId } from "../core/ids.ts";
import { id, instant } from "./loose-fields.ts";
import { readContent } from "./message-content.ts";
import { type ContactBook, identityOf, isNobody, senderOf } from "./sender.ts";
import type { Change } from "./webhook-envelope.ts";

/** An inbound item that still lacks the id of its event: that is given by whoever enqueues it. */
export type ParsedMessage = Omit<InboundItem, "eventId">;

export type MessageReading =
  | { readonly kind: "message"; readonly message: ParsedMessage }
  /** WhatsApp speaks about a person whose id it does not put on the message: nobody's conversation. */
  | { readonly kind: "notice"; readonly raw: unknown }
  | { readonly kind: "unreadable"; readonly reason: string };

const MESSAGE = z.looseObject({ id, from: id, from_user_id: id, timestamp: instant });

export function parseMessage(
  change: Change,
  item: unknown,
  book: ContactBook,
  isOnlyMessage: boolean,
  receivedAt: Date,
): MessageReading {
  if (change.phoneNumberId === null) return unreadable("message: no readable `metadata.phone_number_id`");
  const read = MESSAGE.safeParse(item);
  if (!read.success) return unreadable("message: it is not an object");
  const wamid = read.data.id;
  if (wamid === null) return unreadable("message: no readable `id`");
  const content = readContent(read.data);
  const own = identityOf(read.data.from_user_id, read.data.from);
  const { identity, profileName } = senderOf(own, book, isOnlyMessage);
  if (isNobody(identity)) {
    // `user_changed_user_id` names the person's new id only inside its body. Opening a conversation under that id
    // would split the person in two; whoever reads the notices can move the alias instead.
    if (content.type === "system") return { kind: "notice", raw: item };
    return unreadable("message: neither `from_user_id` nor `from` names anybody");
  }
  return {
    kind: "message",
    message: {
      idempotencyKey: `wa:${change.phoneNumberId}:${wamid}`,
      phoneNumberId: change.phoneNumberId as PhoneNumberId,
      identity,
      profileName,
      source: "whatsapp",
      inputType: "message",
      content,
      sourceMessageId: wamid,
      raw: item,
      occurredAt: trustedOccurredAt(read.data.timestamp, receivedAt),
    },
  };
}

function unreadable(reason: string): MessageReading {
  return { kind: "unreadable", reason };
}
