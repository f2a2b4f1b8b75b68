import { titleOf } from "./graph-refusal.ts";
import type { Person } from "./person.ts";
import type { Pricing } from "./price-book.ts";

/** The business account that every simulated number belongs to. */
export const WABA_ID = "100000000000001";

export interface CustomerMessage {
  readonly wamid: string;
  readonly sentAt: Date;
  /** `type` and the part named like it, as Meta writes them: `{ type: "text", text: { body } }`. */
  readonly content: Readonly<Record<string, unknown>>;
}

export interface Delivery {
  readonly wamid: string;
  readonly status: "sent" | "delivered" | "read" | "failed";
  readonly at: Date;
  readonly opaque: string | null;
  /** Only for a failure. */
  readonly code: number | null;
  readonly pricing: Pricing;
}

/** One `{ field, value }` of a webhook. */
export interface Change {
  readonly field: string;
  readonly value: Readonly<Record<string, unknown>> & { readonly metadata: { readonly phone_number_id: string } };
}

export function messageChange(phoneNumberId: string, from: Person, message: CustomerMessage): Change {
  const isSystem = message.content["type"] === "system";
  return change("messages", phoneNumberId, {
    // A system message has no `contacts`.
    ...(isSystem ? {} : { contacts: [contactOf(from)] }),
    messages: [
      {
        ...message.content,
        ...(from.phone === null ? {} : { from: from.phone }),
        // WhatsApp speaks: it names only the phone, if there is one.
        ...(isSystem && from.phone !== null ? {} : { from_user_id: from.bsuid }),
        id: message.wamid,
        timestamp: seconds(message.sentAt),
      },
    ],
  });
}

export function statusChange(phoneNumberId: string, to: Person, delivery: Delivery): Change {
  const { code } = delivery;
  const isFailed = delivery.status === "failed";
  const error = {
    code,
    title: titleOf(code ?? 0),
    message: titleOf(code ?? 0),
    error_data: { details: titleOf(code ?? 0) },
  };
  return change("messages", phoneNumberId, {
    // A failure comes without `contacts`. It has no user id when the recipient was written to by
    // phone.
    ...(isFailed ? {} : { contacts: [contactOf(to)] }),
    statuses: [
      {
        id: delivery.wamid,
        status: delivery.status,
        timestamp: seconds(delivery.at),
        ...(to.phone === null ? {} : { recipient_id: to.phone }),
        ...(isFailed && to.phone !== null ? {} : { recipient_user_id: to.bsuid }),
        ...(delivery.opaque === null ? {} : { biz_opaque_callback_data: delivery.opaque }),
        ...(isFailed ? { errors: [error] } : { pricing: delivery.pricing }),
      },
    ],
  });
}

/** A change of any field; `part` is its value without the metadata. */
export function change(field: string, phoneNumberId: string, part: Readonly<Record<string, unknown>>): Change {
  const metadata = {
    display_phone_number: displayPhone(phoneNumberId),
    phone_number_id: phoneNumberId,
  };
  return { field, value: { messaging_product: "whatsapp", metadata, ...part } };
}

/** The business's phone with this id. */
export function displayPhone(phoneNumberId: string): string {
  return `1555${phoneNumberId.slice(-7).padStart(7, "0")}`;
}

export function contactOf(person: Person): Readonly<Record<string, unknown>> {
  const { name, username } = person;
  return {
    profile: { name, ...(username === null ? {} : { username }) },
    ...(person.phone === null ? {} : { wa_id: person.phone }),
    user_id: person.bsuid,
  };
}

/** A webhook with these changes, an entry for each number. */
export function envelope(changes: readonly Change[]): unknown {
  const numbers = new Map<string, Change[]>();
  for (const one of changes) {
    const number = one.value.metadata.phone_number_id;
    numbers.set(number, [...(numbers.get(number) ?? []), one]);
  }
  const entry = [...numbers.values()].map((ofNumber) => ({
    id: WABA_ID,
    changes: ofNumber.map(({ field, value }) => ({ value, field })),
  }));
  return { object: "whatsapp_business_account", entry };
}

/**
 * Updates of the same field of the same number become one change: its lists in a row, each contact
 * once.
 */
export function joinChanges(changes: readonly Change[]): Change[] {
  const joined = new Map<string, Change>();
  for (const one of changes) {
    const key = `${one.value.metadata.phone_number_id}:${one.field}`;
    const known = joined.get(key);
    joined.set(key, known === undefined ? one : { ...known, value: { ...known.value, ...joinLists(known, one) } });
  }
  return [...joined.values()];
}

function joinLists(first: Change, second: Change): Record<string, unknown> {
  const lists: Record<string, unknown> = {};
  for (const [name, added] of Object.entries(second.value)) {
    if (!Array.isArray(added)) continue;
    const known: unknown = first.value[name];
    const all = [...(Array.isArray(known) ? known : []), ...added];
    lists[name] = name === "contacts" ? uniqueByContent(all) : all;
  }
  return lists;
}

function uniqueByContent(all: readonly unknown[]): unknown[] {
  return [...new Map(all.map((one) => [JSON.stringify(one), one])).values()];
}

/** Meta's clock has no milliseconds, so the messages of a burst share a time. */
export function seconds(at: Date): string {
  return String(Math.floor(at.getTime() / 1000));
}
