import type { ConversationId, PhoneNumberId, WorkspaceId } from "../ids.ts";
import type { MediaKind, MessageContent } from "./content.ts";

/** A file that a customer sent, as the webhook names it: an id, and what it claims to be. */
export interface MediaReference {
  readonly mediaId: string;
  readonly kind: MediaKind | "sticker";
  /** May carry `; codecs=…`. A claim, as the file name is: what the bytes are is found out from the bytes. */
  readonly declaredType: string | null;
  /** Base64, as Meta writes it in a webhook. */
  readonly declaredSha256: string | null;
  readonly fileName: string | null;
}

/** The file that a message carries, or null. */
export function mediaOf(content: MessageContent): MediaReference | null {
  switch (content.type) {
    case "media":
      return {
        mediaId: content.mediaId,
        kind: content.media,
        declaredType: content.mimeType,
        declaredSha256: content.sha256,
        fileName: content.fileName,
      };
    case "sticker":
      if (content.mediaId === null) return null;
      return { mediaId: content.mediaId, kind: "sticker", declaredType: null, declaredSha256: null, fileName: null };
    default:
      return null;
  }
}

export const MEDIA_STATUSES = ["waiting", "stored", "refused", "gone", "erased"] as const;
/**
 * - `waiting`: not fetched yet, or to be tried again
 * - `stored`: its bytes are here
 * - `refused`: we do not take it (too large, another hash, an address that is not Meta's)
 * - `gone`: WhatsApp no longer has it, or seven days of trying were not enough
 * - `erased`: its days are over
 */
export type MediaStatus = (typeof MEDIA_STATUSES)[number];

/** A file that a worker has the right to fetch. `attempt` counts this one, and is the fence of its settlement. */
export interface MediaItem {
  readonly id: string;
  readonly workspaceId: WorkspaceId;
  readonly conversationId: ConversationId;
  readonly phoneNumberId: PhoneNumberId;
  readonly reference: MediaReference;
  readonly attempt: number;
  readonly receivedAt: Date;
  readonly now: Date;
}

/** The result of one fetch of a file. */
export type MediaOutcome =
  | {
      readonly kind: "fetched";
      readonly bytes: Uint8Array;
      /** Hexadecimal. */
      readonly sha256: string;
      /** The type of the bytes; `application/octet-stream` when it is unknown. */
      readonly detectedType: string;
    }
  /** Another attempt would meet the same. */
  | { readonly kind: "refused"; readonly detail: string }
  /** WhatsApp says that there is no such file. */
  | { readonly kind: "unknown"; readonly detail: string }
  /** It may work later: network, throttle, token, an address that ran out. */
  | { readonly kind: "again"; readonly detail: string };

export type MediaSettlement =
  | Extract<MediaOutcome, { kind: "fetched" | "refused" }>
  | { readonly kind: "gone"; readonly detail: string }
  | { readonly kind: "retry"; readonly delayMs: number; readonly detail: string };

/** Ids in webhooks are valid for seven days. */
const MEDIA_LIFE_MS = 7 * 24 * 60 * 60 * 1000;

/** A file that WhatsApp does not know is asked for this often: its word came once before the file was everywhere. */
const UNKNOWN_ATTEMPTS = 3;

const RETRY_DELAYS_MS = [1_000, 5_000, 30_000, 120_000, 600_000, 3_600_000];

/** What a fetch's outcome means for its file. */
export function mediaSettlementOf(
  outcome: MediaOutcome,
  item: Pick<MediaItem, "attempt" | "receivedAt" | "now">,
): MediaSettlement {
  switch (outcome.kind) {
    case "fetched":
    case "refused":
      return outcome;
    case "unknown":
      return item.attempt >= UNKNOWN_ATTEMPTS ? { kind: "gone", detail: outcome.detail } : retry(outcome.detail, item);
    case "again":
      return retry(outcome.detail, item);
  }
}

function retry(
  detail: string,
  { attempt, receivedAt, now }: Pick<MediaItem, "attempt" | "receivedAt" | "now">,
): MediaSettlement {
  const delayMs = RETRY_DELAYS_MS[Math.min(attempt, RETRY_DELAYS_MS.length) - 1] as number;
  const isOver = now.getTime() + delayMs > receivedAt.getTime() + MEDIA_LIFE_MS;
  return isOver ? { kind: "gone", detail: `seven days have passed: ${detail}` } : { kind: "retry", delayMs, detail };
}
