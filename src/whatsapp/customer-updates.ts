/**
 * WhatsApp's news about customers outside their messages: whom marketing may reach, and new names
 * of known people.
 */
import * as z from "zod";
import type { PhoneNumberId } from "../core/ids.ts";
import { trustedOccurredAt } from "../core/inbound/event.ts";
import type { CustomerUpdate } from "../core/ports/contacts.ts";
import { identityOf, isNobody, readContacts, senderOf } from "./customer-of.ts";
import { field, id, instant, list, shortId, text } from "./loose-fields.ts";
import type { MessageReading } from "./parse-message.ts";
import type { Change } from "./webhook-envelope.ts";

const PREFERENCE = z.looseObject({ wa_id: id, user_id: id, category: shortId, value: shortId, timestamp: instant });

/** Field `user_preferences`: a customer stops or resumes marketing messages. A preference of tomorrow says nothing here. */
export function readPreferences(change: Change, receivedAt: Date): CustomerUpdate[] {
  const { phoneNumberId } = change;
  if (phoneNumberId === null) return [];
  const preferences = list.parse(field(change.value, "user_preferences"));
  const book = readContacts(list.parse(change.value.contacts));
  return preferences.flatMap((item): CustomerUpdate[] => {
    const read = PREFERENCE.safeParse(item);
    if (!read.success) return [];
    const { category, value, timestamp } = read.data;
    if (category !== null && category !== "marketing_messages") return [];
    if (value !== "stop" && value !== "resume") return [];
    const own = identityOf(read.data.user_id, read.data.wa_id);
    const { identity } = senderOf(own, book, preferences.length === 1);
    if (isNobody(identity)) return [];
    return [
      {
        kind: value === "stop" ? "marketing_stopped" : "marketing_resumed",
        phoneNumberId: phoneNumberId as PhoneNumberId,
        identity,
        at: notAfter(receivedAt, timestamp),
      },
    ];
  });
}

/** A stamp of tomorrow does not count: it would overrule everything until then. */
function notAfter(receivedAt: Date, stamp: Date | null): Date {
  return stamp === null || stamp > receivedAt ? receivedAt : stamp;
}

const USER_ID = z.looseObject({ previous: id, current: id }).catch({ previous: null, current: null });
const USER_ID_UPDATE = z.looseObject({ wa_id: id, user_id: USER_ID, timestamp: instant });

/** Field `user_id_update`: a customer's BSUID has changed, most often with their phone. */
export function readUserIdUpdates(change: Change, receivedAt: Date): CustomerUpdate[] {
  const { phoneNumberId } = change;
  if (phoneNumberId === null) return [];
  return list.parse(field(change.value, "user_id_update")).flatMap((item): CustomerUpdate[] => {
    const read = USER_ID_UPDATE.safeParse(item);
    if (!read.success) return [];
    const previous = identityOf(read.data.user_id.previous, null);
    const current = identityOf(read.data.user_id.current, read.data.wa_id);
    const at = trustedOccurredAt(read.data.timestamp, receivedAt);
    return renamed(phoneNumberId, { previous, current, at, eventKey: null });
  });
}

const SYSTEM = z.looseObject({ type: shortId, wa_id: id, new_wa_id: id, user_id: id, new_user_id: id, body: text });

/**
 * A system message about the customer who is its sender. The new ids are in its body under either
 * name. The old id of a changed user id may appear only in the sentence.
 */
export function readSystemUpdate(change: Change, item: unknown, receivedAt: Date): CustomerUpdate[] {
  const { phoneNumberId } = change;
  const read = SYSTEM.safeParse(field(item, "system"));
  if (phoneNumberId === null || field(item, "type") !== "system" || !read.success) return [];
  const { type, body } = read.data;
  const book = readContacts(list.parse(change.value.contacts));
  const sender = identityOf(id.parse(field(item, "from_user_id")), id.parse(field(item, "from")));
  const wamid = id.parse(field(item, "id"));
  const eventKey = wamid === null || isNobody(sender) ? null : `wa:${phoneNumberId}:${wamid}`;
  if (type === "customer_identity_changed") {
    const { identity } = senderOf(sender, book, true);
    if (isNobody(identity)) return [];
    const at = notAfter(receivedAt, instant.parse(field(item, "timestamp")));
    return [{ kind: "identity_changed", phoneNumberId: phoneNumberId as PhoneNumberId, identity, at }];
  }
  if (type !== "user_changed_number" && type !== "user_changed_user_id") return [];
  const current = identityOf(
    read.data.new_user_id ?? read.data.user_id,
    // Without a new phone the note concerns only the id.
    read.data.new_wa_id ?? read.data.wa_id,
  );
  const previous = isNobody(sender) ? identityInWords(body, current.bsuid) : sender;
  const at = trustedOccurredAt(instant.parse(field(item, "timestamp")), receivedAt);
  return renamed(phoneNumberId, { previous, current, at, eventKey });
}

/**
 * "User … changed from US.1349 to US.2481": the id that is not the new one, if there is exactly
 * one.
 */
function identityInWords(body: string | null, current: string | null) {
  const named = (body ?? "").slice(0, 1_000).match(/\b[A-Z]{2}\.(?:ENT\.)?[A-Za-z0-9]{1,128}\b/g) ?? [];
  const others = [...new Set(named)].filter((one) => one !== current);
  return identityOf(others.length === 1 ? (others[0] ?? null) : null, null);
}

type News = Omit<Extract<CustomerUpdate, { kind: "renamed" }>, "kind" | "phoneNumberId">;

function renamed(phoneNumberId: string, news: News): CustomerUpdate[] {
  if (isNobody(news.previous) || isNobody(news.current)) return [];
  return [{ kind: "renamed", phoneNumberId: phoneNumberId as PhoneNumberId, ...news }];
}

/**
 * The note about a new name belongs to the person who has it now. The old name no longer means
 * them.
 */
export function underNewName(reading: MessageReading, updates: readonly CustomerUpdate[]): MessageReading {
  const [news] = updates;
  if (reading.kind !== "message" || news?.kind !== "renamed") return reading;
  const { bsuid, phone } = news.current;
  return { kind: "message", message: { ...reading.message, identity: { bsuid, phone: phone ?? news.previous.phone } } };
}
