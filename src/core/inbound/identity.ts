import type { ContactId } from "../ids.ts";

/**
 * A customer's identity. WhatsApp knows a person by a business-scoped user id (BSUID), by a phone,
 * or by both. Either may be missing, and a phone may change hands. A phone is therefore an alias,
 * never a key.
 */
export interface CustomerIdentity {
  /** `CO.1349…`; at most 128 characters after the dot. */
  readonly bsuid: string | null;
  /** Digits only, with country code, without `+`. */
  readonly phone: string | null;
}

/** The meaning of a phone or BSUID that a person typed; null when it is neither. */
export function readIdentity(text: string): CustomerIdentity | null {
  const trimmed = text.trim();
  if (/^[A-Z]{2}\.(ENT\.)?[A-Za-z0-9]{1,128}$/.test(trimmed)) return { bsuid: trimmed, phone: null };
  const digits = trimmed.replace(/[\s().-]/g, "").replace(/^\+/, "");
  if (/^[0-9]{5,20}$/.test(digits)) return { bsuid: null, phone: digits };
  return null;
}

/** Whether a text that is kept for ever has what may be a phone in it: seven digits or more, also spaced or dashed. */
export function holdsPhone(text: string): boolean {
  return /\d(?:[\s().-]?\d){6,}/.test(text);
}

/** `573015550142` → `57*******142`: enough to recognise a line of a log, not enough to call. */
export function maskPhone(phone: string): string {
  const digits = phone.replace(/\D/g, "");
  if (digits.length < 7) return "*".repeat(digits.length);
  return `${digits.slice(0, 2)}${"*".repeat(digits.length - 5)}${digits.slice(-3)}`;
}

/**
 * Makes the aliases of one batch agree before it reaches the database: where one item names a person by phone
 * only and another by the same phone with a BSUID, both get the BSUID; where one phone stands with two BSUIDs,
 * the first keeps it (the later item is known by its BSUID alone).
 */
export function unifyIdentities<Item extends { readonly identity: CustomerIdentity }>(items: readonly Item[]): Item[] {
  const bsuidOfPhone = new Map<string, string>();
  for (const { identity } of items) {
    if (identity.bsuid !== null && identity.phone !== null && !bsuidOfPhone.has(identity.phone)) {
      bsuidOfPhone.set(identity.phone, identity.bsuid);
    }
  }
  const phoneOfBsuid = new Map<string, string>();
  return items.map((item) => {
    const { bsuid, phone } = item.identity;
    if (phone === null) return item;
    const owner = bsuidOfPhone.get(phone) ?? null;
    if (bsuid === null) {
      if (owner === null) return item;
      const known = phoneOfBsuid.get(owner) ?? phone;
      phoneOfBsuid.set(owner, known);
      return { ...item, identity: { bsuid: owner, phone: known === phone ? phone : null } };
    }
    const first = phoneOfBsuid.get(bsuid) ?? phone;
    phoneOfBsuid.set(bsuid, first);
    return owner === bsuid && first === phone ? item : { ...item, identity: { bsuid, phone: null } };
  });
}

/** The contacts that a message's two names have today. */
export interface KnownAliases {
  readonly byBsuid: ContactId | null;
  readonly byPhone: ContactId | null;
  /** All that the phone's owner is known by. */
  readonly bsuidsOfPhoneOwner: readonly string[];
}

export type AliasVerdict =
  /** Both names belong to one person, or can without taking anything from another. */
  | { readonly kind: "agree" }
  /** Two records of one person: `absorbed` becomes part of `survivor`. */
  | { readonly kind: "merge"; readonly survivor: ContactId; readonly absorbed: ContactId }
  /**
   * The phone has changed hands: it leaves its owner, who stays as they are. `to` is null while no
   * contact has the BSUID.
   */
  | { readonly kind: "move_phone"; readonly from: ContactId; readonly to: ContactId | null };

/**
 * What a message means that names a person by BSUID and by phone. WhatsApp gives one person one
 * BSUID, and a phone to one person after another. So a phone's owner without a BSUID is this
 * person, and one with another BSUID is not.
 */
export function judgeAliases(
  { bsuid, phone }: CustomerIdentity,
  { byBsuid, byPhone, bsuidsOfPhoneOwner }: KnownAliases,
): AliasVerdict {
  if (bsuid === null || phone === null || byPhone === null || byPhone === byBsuid) return { kind: "agree" };
  if (bsuidsOfPhoneOwner.some((known) => known !== bsuid)) return { kind: "move_phone", from: byPhone, to: byBsuid };
  return byBsuid === null ? { kind: "agree" } : { kind: "merge", survivor: byBsuid, absorbed: byPhone };
}
