import type { ConversationId, EventId, PhoneNumberId, RunId, WorkspaceId } from "../ids.ts";
import type { Caller } from "../operations/principal.ts";
import type { MessageContent, MessageContext } from "./content.ts";
import type { CustomerIdentity } from "./identity.ts";

export const EVENT_SOURCES = ["whatsapp", "api", "rehearsal", "system", "sandbox"] as const;
/**
 * `api`: a route of ours. `rehearsal`: the same, with a caller that speaks as the customer
 * (`whose-word.ts`). `system`: time itself, through a worker. `sandbox`: a person of the shop tries
 * an agent on the real records.
 */
export type EventSource = (typeof EVENT_SOURCES)[number];

/**
 * - `message`: the customer speaks, or WhatsApp does about them
 * - `echo`: a person of the shop answered from the phone app; the bot is silent from then on
 * - `operator_command`: the shop's own people speak to the agent, or command a tool call
 * - `timer`: a timer of the session came due, without words
 * - `confirmation`: a question of a waiting run was answered, or has expired, without words
 * - `scheduled`: a reminder or follow-up came due, without words
 * - `segment`: the next segment of a run came due, without words
 */
export const INPUT_TYPES = [
  "message",
  "echo",
  "operator_command",
  "timer",
  "confirmation",
  "scheduled",
  "segment",
] as const;
export type InputType = (typeof INPUT_TYPES)[number];

/** Something that happened to a conversation, as the store keeps it. */
export interface ConversationEvent {
  readonly id: EventId;
  /** Place in the conversation's mailbox; order of `seq` equals order of commit. */
  readonly seq: number;
  readonly source: EventSource;
  readonly inputType: InputType;
  readonly content: MessageContent;
  readonly context: MessageContext | null;
  /** The channel's id of the message (`wamid…`), for read marks and contextual replies; null from the API. */
  readonly sourceMessageId: string | null;
  /** When the customer said it, by the channel's clock. */
  readonly occurredAt: Date;
  /** When it was committed, by the database's clock. */
  readonly receivedAt: Date;
}

/**
 * Something about to be enqueued. The three ids are made before the commit and used only when the row is new:
 * a duplicate, a known contact, an open conversation or a queued run keep their own.
 */
export interface InboundItem {
  readonly eventId: EventId;
  /** Unique for ever in a workspace: `wa:<phone_number_id>:<wamid>` or `api:<the caller's key>`. */
  readonly idempotencyKey: string;
  readonly phoneNumberId: PhoneNumberId;
  readonly identity: CustomerIdentity;
  readonly profileName: string | null;
  readonly source: EventSource;
  readonly inputType: InputType;
  readonly content: MessageContent;
  /** null when it has no surroundings. */
  readonly context?: MessageContext | null;
  readonly sourceMessageId: string | null;
  /** The caller, for an event from one of our routes. */
  readonly saidBy?: Caller;
  /** The item as it came, kept for what we cannot read yet. JSON. */
  readonly raw: unknown;
  readonly occurredAt: Date;
}

/** The result for one inbound item. */
export interface EnqueuedItem {
  readonly idempotencyKey: string;
  readonly workspaceId: WorkspaceId;
  readonly conversationId: ConversationId;
  readonly eventId: EventId;
  readonly runId: RunId;
  /** True when the key was there before: nothing was written. */
  readonly duplicate: boolean;
}

/** Meta redelivers for at most 7 days; an older stamp says nothing about when it was said. */
const REDELIVERY_HORIZON_MS = 7 * 24 * 60 * 60 * 1000;

/**
 * When a message was said: the channel's stamp, unless it cannot be true (in the future, or older than any
 * redelivery), in which case the time of receipt.
 */
export function trustedOccurredAt(stamp: Date | null, receivedAt: Date): Date {
  if (stamp === null) return receivedAt;
  const ageMs = receivedAt.getTime() - stamp.getTime();
  return ageMs >= 0 && ageMs <= REDELIVERY_HORIZON_MS ? stamp : receivedAt;
}
