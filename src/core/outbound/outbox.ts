import {
  type ContactId,
  type ConversationId,
  isUuid,
  type OutboxId,
  type PhoneNumberId,
  type RunId,
  type WorkspaceId,
} from "../ids.ts";
import type { OutboundContent } from "./outbound-content.ts";
import type { RefusalKind } from "./refusal.ts";

/**
 * - `queued`: committed with its turn, waits for its place
 * - `in_flight`: marked before the socket is touched
 * - `accepted`: the channel gave it an id (that is not delivery)
 * - `failed`: the channel refused it, or no send is left. (A message that it accepted and could not
 *   deliver stays `accepted`; its delivery is `failed`.)
 * - `in_doubt`: it may have gone out; this is not known yet
 * - `dropped`: not sent, on purpose; `reason` says why
 */
export type OutboxStatus = "queued" | "in_flight" | "accepted" | "failed" | "in_doubt" | "dropped";

export const DELIVERY_STATUSES = ["sent", "delivered", "read", "played"] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number] | "failed";

/**
 * `failed` ends at `sent`; later proof of delivery wins over it, and nothing ever goes back.
 *
 * @internal
 */
export const DELIVERY_RANK: Readonly<Record<DeliveryStatus, number>> = {
  sent: 1,
  failed: 2,
  delivered: 3,
  read: 4,
  played: 5,
};

/**
 * What to do with a message in doubt without proof: give it up, send it once more, or leave it to a
 * person.
 */
export const ON_DOUBT = ["drop", "resend", "hold"] as const;
export type OnDoubt = (typeof ON_DOUBT)[number];

/**
 * A template costs money and may be a payment or a code: a person decides. A reaction may be repeated freely, the second one
 * changes nothing. A reply is sent once more: a rare duplicate beats silence, while it is the last word (send-policy.ts).
 */
export function doubtClassOf(content: OutboundContent): OnDoubt {
  return content.type === "template" ? "hold" : "resend";
}

/** Requirement A25: how much it matters that a message of a block is said. */
export const MESSAGE_PRIORITIES = ["CORE", "COMPLEMENTARIA", "OPCIONAL"] as const;
export type MessagePriority = (typeof MESSAGE_PRIORITIES)[number];

/** The place of a message among those of its turn, which leave one after the other as a person would type them. */
export interface BlockPlace {
  /** Counts from 1. */
  readonly position: number;
  /** How long it is typed: it leaves so long after the one before it. The first was waited for before its turn committed. */
  readonly delayMs: number;
  readonly templateId: string | null;
  readonly priority: MessagePriority | null;
}

/** A message of the last block that the customer cut off: it never left. */
export interface UnsaidMessage {
  readonly content: OutboundContent;
  readonly templateId: string | null;
  readonly priority: MessagePriority | null;
}

/**
 * `reply`: an answer, or what a session's timer says inside the open window about the customer's
 * own purchase. `requested`: the customer named the minute. `commercial`: the customer did not ask
 * for it; contact hours (`contact-hours.ts`) hold it back.
 */
export const OUTBOX_PURPOSES = ["reply", "requested", "commercial"] as const;
export type OutboxPurpose = (typeof OUTBOX_PURPOSES)[number];

export interface NewOutboxMessage {
  readonly id: OutboxId;
  /** Unique in a workspace: one effect, one key. `<run id>:reply:<n>` or `<run id>:fallback`. */
  readonly idempotencyKey: string;
  readonly content: OutboundContent;
  readonly onDoubt: OnDoubt;
  /** Marks the message that it answers, where there is one. */
  readonly replyToMessageId: string | null;
  /** null: no part of a block, and nothing stops it (the fallback of a dead letter). */
  readonly block: BlockPlace | null;
  /** `reply` where it does not say. */
  readonly purpose?: OutboxPurpose;
  /** Not sent after this. */
  readonly usefulUntil?: Date;
}

/** A message as its sender needs it. */
export interface OutboxMessage {
  readonly id: OutboxId;
  readonly workspaceId: WorkspaceId;
  readonly conversationId: ConversationId;
  readonly contactId: ContactId;
  readonly runId: RunId;
  readonly phoneNumberId: PhoneNumberId;
  readonly recipient: { readonly phone: string | null; readonly bsuid: string | null };
  readonly content: OutboundContent;
  readonly status: OutboxStatus;
  /** Attempts made or begun. */
  readonly attempt: number;
  readonly onDoubt: OnDoubt;
  readonly replyToMessageId: string | null;
  readonly createdAt: Date;
  /** When the attempt was marked; null before the first. */
  readonly inFlightAt: Date | null;
  /** When the customer last wrote, by our clock; the 24-hour window counts from it. */
  readonly lastCustomerMessageAt: Date | null;
  /** Before it left a person took the conversation over, or the bot was switched off here. */
  readonly isCancelled: boolean;
  /** How often its former attempts ended, by kind of refusal, `not_sent` or `in_doubt`. */
  readonly tries: Readonly<Record<string, number>>;
}

/** The result of one send. */
export type SendOutcome =
  | {
      readonly kind: "accepted";
      readonly wamid: string;
      readonly recipientPhone: string | null;
      readonly httpStatus?: number;
    }
  /** The channel said no; what follows stands in `REFUSALS`. */
  | {
      readonly kind: "refused";
      readonly refusal: RefusalKind;
      readonly code: number | null;
      readonly detail: string;
      /** How long the channel asks us to stay away. */
      readonly retryAfterMs: number | null;
      readonly httpStatus?: number;
    }
  /** No byte left: trying again cannot repeat anything. */
  | { readonly kind: "not_sent"; readonly detail: string }
  /** It may have gone out: never repeated blindly. */
  | { readonly kind: "in_doubt"; readonly detail: string; readonly httpStatus?: number };

/**
 * Meta's price type: `regular` is billed, `free_customer_service` and `free_entry_point` are not.
 */
export interface MessagePrice {
  readonly type: string | null;
  readonly category: string | null;
  readonly isBillable: boolean | null;
}

/** A delivery report of the channel. */
export interface StatusReport {
  readonly phoneNumberId: PhoneNumberId;
  readonly wamid: string;
  readonly status: string;
  readonly occurredAt: Date;
  /** Our own words, given back: `v1:<outbox id>:<attempt>`. Null on a message that was not ours. */
  readonly opaque: string | null;
  readonly recipient: string | null;
  /** The channel's errors, word for word. */
  readonly errors: unknown;
  /** For a `failed` report: the first error's code and its meaning; null for the others. */
  readonly failure: { readonly code: number | null; readonly refusal: RefusalKind } | null;
  /** Meta's price; null when it gives none. */
  readonly price: MessagePrice | null;
  /** The report as it came; null where everything in it stands above. */
  readonly raw: unknown;
}

/** ≤ 512 characters, opaque to everyone else. */
export function opaqueKey(id: OutboxId, attempt: number): string {
  return `v1:${id}:${attempt}`;
}

export function readOpaqueKey(opaque: string | null): { id: OutboxId; attempt: number } | null {
  const match = /^v1:([0-9a-f-]{36}):([0-9]{1,6})$/.exec(opaque ?? "");
  const id = match?.[1];
  return id === undefined || !isUuid(id) ? null : { id: id as OutboxId, attempt: Number(match?.[2]) };
}
