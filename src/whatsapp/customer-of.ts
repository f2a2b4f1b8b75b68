import * as z from "zod";
import { type CustomerIdentity, readIdentity } from "../core/inbound/identity.ts";
import { id, text } from "./loose-fields.ts";

/** One of a webhook's `contacts`: what it says about a person. */
export interface ContactCard extends CustomerIdentity {
  readonly name: string | null;
}

export interface Sender {
  readonly identity: CustomerIdentity;
  readonly profileName: string | null;
}

/** The contacts of one change. Their order says nothing about the order of the messages. */
export interface ContactBook {
  readonly byBsuid: ReadonlyMap<string, ContactCard>;
  readonly byPhone: ReadonlyMap<string, ContactCard>;
  /** The contact, when there is exactly one. */
  readonly only: ContactCard | null;
}

const CONTACT = z.looseObject({
  wa_id: id,
  user_id: id,
  profile: z.looseObject({ name: text }).catch({ name: null }),
});

const NOBODY: CustomerIdentity = { bsuid: null, phone: null };

/** Ids as Meta writes them → an identity. Absent, `""` and placeholders (`<BSUID>`) say nothing. */
export function identityOf(userId: string | null, waId: string | null): CustomerIdentity {
  const fromUserId = readIdentity(userId ?? "") ?? NOBODY;
  const fromWaId = readIdentity(waId ?? "") ?? NOBODY;
  // A BSUID in `from` is not documented, but the value could mean nothing else.
  return { bsuid: fromUserId.bsuid ?? fromWaId.bsuid, phone: fromWaId.phone };
}

export function readContacts(contacts: readonly unknown[]): ContactBook {
  const byBsuid = new Map<string, ContactCard>();
  const byPhone = new Map<string, ContactCard>();
  const cards: ContactCard[] = [];
  for (const contact of contacts) {
    const read = CONTACT.safeParse(contact);
    if (!read.success) continue;
    const name = read.data.profile.name?.trim() ?? "";
    const card = { ...identityOf(read.data.user_id, read.data.wa_id), name: name === "" ? null : name };
    cards.push(card);
    if (card.bsuid !== null && !byBsuid.has(card.bsuid)) byBsuid.set(card.bsuid, card);
    if (card.phone !== null && !byPhone.has(card.phone)) byPhone.set(card.phone, card);
  }
  return { byBsuid, byPhone, only: cards.length === 1 ? (cards[0] ?? null) : null };
}

/**
 * The sender of a message: its own ids, completed by the contact that carries one of them.
 *
 * @param isOnlyMessage the change holds only this message. A single contact may then be joined
 * without an id in common, if one of the two has none. With more than one of either, that would be
 * a guess.
 */
export function senderOf(own: CustomerIdentity, book: ContactBook, isOnlyMessage: boolean): Sender {
  const card = cardOf(own, book) ?? (isOnlyMessage ? loneCard(own, book) : null);
  return {
    identity: { bsuid: own.bsuid ?? card?.bsuid ?? null, phone: own.phone ?? card?.phone ?? null },
    profileName: card?.name ?? null,
  };
}

function cardOf(own: CustomerIdentity, book: ContactBook): ContactCard | null {
  const sameBsuid = own.bsuid === null ? undefined : book.byBsuid.get(own.bsuid);
  if (sameBsuid !== undefined) return sameBsuid;
  const samePhone = own.phone === null ? undefined : book.byPhone.get(own.phone);
  // A phone may have changed hands: a contact with another BSUID is another person.
  const isAnother = samePhone?.bsuid != null && own.bsuid !== null && samePhone.bsuid !== own.bsuid;
  return isAnother ? null : (samePhone ?? null);
}

function loneCard(own: CustomerIdentity, book: ContactBook): ContactCard | null {
  const card = book.only;
  if (card === null) return null;
  return isNobody(own) || isNobody(card) ? card : null;
}

export function isNobody(identity: CustomerIdentity): boolean {
  return identity.bsuid === null && identity.phone === null;
}
