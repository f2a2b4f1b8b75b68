import * as z from "zod";
import type { PhoneNumberId } from "../core/ids.ts";
import { type InboundItem, trustedOccurredAt } from "../core/inbound/event.ts";
import type { CustomerIdentity } from "../core/inbound/identity.ts";
import { type ContactBook, identityOf, isNobody, senderOf } from "./customer-of.ts";
import { id, instant } from "./loose-fields.ts";
import { readContent } from "./message-content.ts";
import { readContext } from "./message-context.ts";
import type { Change } from "./webhook-envelope.ts";

/** An inbound item without the id of its event, which enqueue gives it. */
export type ParsedMessage = Omit<InboundItem, "eventId">;

export type MessageReading =
  | { readonly kind: "message"; readonly message: ParsedMessage }
  /**
   * WhatsApp speaks about a person whose id is not on the message, so it belongs to no
   * conversation.
   */
  | { readonly kind: "notice"; readonly raw: unknown }
  | { readonly kind: "unreadable"; readonly reason: string };

/** The surroundings of a message: what its change says about the people in it. */
export interface Surroundings {
  readonly change: Change;
  readonly book: ContactBook;
  readonly isOnlyMessage: boolean;
  readonly receivedAt: Date;
}

const MESSAGE = z.looseObject({ id, from: id, from_user_id: id, to: id, to_user_id: id, timestamp: instant });
type Message = z.output<typeof MESSAGE>;

/** A message of a customer. */
export function parseMessage(item: unknown, around: Surroundings): MessageReading {
  return parseItem(item, around, "message", (read) => identityOf(read.from_user_id, read.from));
}

/**
 * Words of a person of the shop from the phone app. The customer is the recipient
 * (`smb_message_echoes`).
 */
export function parseEcho(item: unknown, around: Surroundings): MessageReading {
  return parseItem(item, around, "echo", (read) => identityOf(read.to_user_id, read.to));
}

function parseItem(
  item: unknown,
  { change, book, isOnlyMessage, receivedAt }: Surroundings,
  inputType: "message" | "echo",
  customerOf: (read: Message) => CustomerIdentity,
): MessageReading {
  if (change.phoneNumberId === null) return unreadable(`${inputType}: no readable \`metadata.phone_number_id\``);
  const read = MESSAGE.safeParse(item);
  if (!read.success) return unreadable(`${inputType}: it is not an object`);
  const wamid = read.data.id;
  if (wamid === null) return unreadable(`${inputType}: no readable \`id\``);
  const content = readContent(read.data);
  const { identity, profileName } = senderOf(customerOf(read.data), book, isOnlyMessage);
  if (isNobody(identity)) {
    // `user_changed_user_id` names the person's new id only inside its body: see alias-changes.ts.
    if (content.type === "system") return { kind: "notice", raw: item };
    const names = inputType === "echo" ? ["to_user_id", "to"] : ["from_user_id", "from"];
    return unreadable(`${inputType}: neither \`${names[0]}\` nor \`${names[1]}\` names a person`);
  }
  return {
    kind: "message",
    message: {
      idempotencyKey: `wa:${change.phoneNumberId}:${wamid}`,
      phoneNumberId: change.phoneNumberId as PhoneNumberId,
      identity,
      profileName,
      source: "whatsapp",
      inputType,
      content,
      context: readContext(item),
      sourceMessageId: wamid,
      raw: item,
      occurredAt: trustedOccurredAt(read.data.timestamp, receivedAt),
    },
  };
}

function unreadable(reason: string): MessageReading {
  return { kind: "unreadable", reason };
}
