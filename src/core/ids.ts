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
 * A UUIDv7 (RFC 9562 §5.7) of `unixMs`, with the 74 random bits taken from `random` (at least 10 bytes).
 */
export function uuidV7(unixMs: number, random: Uint8Array): string {
  const bytes = new Uint8Array(16);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(unixMs) << 16n);
  bytes.set(random.subarray(0, 10), 6);
  bytes[6] = 0x70 | ((bytes[6] as number) & 0x0f);
  bytes[8] = 0x80 | ((bytes[8] as number) & 0x3f);
  let hex = "";
  for (const byte of bytes) hex += HEX[byte];
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

export function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(text);
}
