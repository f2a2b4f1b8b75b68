/**
 * Ids are UUIDv7: time-ordered, so that rows made together lie together in an index, and made *before* the
 * commit, so that a reply can name what commits with it. The clock and the randomness come in as arguments:
 * nothing in `core` reads either.
 */
type Branded<Name extends string> = string & { readonly __brand: Name };

export type WorkspaceId = Branded<"WorkspaceId">;
export type ContactId = Branded<"ContactId">;
export type ConversationId = Branded<"ConversationId">;
export type EventId = Branded<"EventId">;
export type RunId = Branded<"RunId">;
export type SessionId = Branded<"SessionId">;
export type OutboxId = Branded<"OutboxId">;
export type AlertId = Branded<"AlertId">;
export type OrderId = Branded<"OrderId">;
export type TaskId = Branded<"TaskId">;
export type ConfirmationId = Branded<"ConfirmationId">;
export type ScheduledMessageId = Branded<"ScheduledMessageId">;
export type DisambiguationId = Branded<"DisambiguationId">;
export type WorkerId = Branded<"WorkerId">;

/** Meta's id of one of the shop's numbers: digits, at most 32 of them in practice. */
export type PhoneNumberId = Branded<"PhoneNumberId">;

/** Rows without an assigned tenant belong here. */
export const DEFAULT_WORKSPACE = "default" as WorkspaceId;

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"));

/**
 * A UUIDv7 (RFC 9562 §5.7) of `unixMs`, with the 74 random bits taken from `random` (10 bytes from `at` on). A message takes
 * some twenty of these: it is written without a copy of its bytes.
 */
export function uuidV7(unixMs: number, random: Uint8Array, at = 0): string {
  const high = Math.floor(unixMs / 0x1_0000_0000);
  const low = unixMs % 0x1_0000_0000;
  const hex = (byte: number) => HEX[byte & 0xff] as string;
  const random8 = (place: number) => random[at + place] as number;
  const time = `${hex(high >>> 8)}${hex(high)}${hex(low >>> 24)}${hex(low >>> 16)}-${hex(low >>> 8)}${hex(low)}`;
  const version = hex(0x70 | (random8(0) & 0x0f)) + hex(random8(1));
  const variant = hex(0x80 | (random8(2) & 0x3f)) + hex(random8(3));
  const rest =
    hex(random8(4)) + hex(random8(5)) + hex(random8(6)) + hex(random8(7)) + hex(random8(8)) + hex(random8(9));
  return `${time}-${version}-${variant}-${rest}`;
}

export function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(text);
}
