import type { OpenCircuit } from "../answers/circuit.ts";
import type { ConversationId, OutboxId, PhoneNumberId, WorkerId, WorkspaceId } from "../ids.ts";
import type { MessagePrice, OutboxMessage, OutboxPurpose, SendOutcome, StatusReport } from "../outbound/outbox.ts";
import type { CircuitScope, RefusalKind } from "../outbound/refusal.ts";
import type { RegisteredTraits } from "../outbound/registered-template.ts";
import type { ContactHours } from "../time/contact-hours.ts";
import type { ConversationKey } from "./mailbox.ts";

export interface SendClaim {
  readonly message: OutboxMessage;
  /** When an `in_doubt` message may be decided without proof. */
  readonly doubtUntil: Date | null;
  /** The customer has written since the message was committed. */
  readonly hasNewerInbound: boolean;
  /** A later message of a block, and the customer has spoken since: it no longer leaves. */
  readonly isInterrupted: boolean;
  /** A turn of this conversation runs or waits. It reads what is interrupted, and drops it when it commits. */
  readonly turnIsComing: boolean;
  /** The message is being typed until then. Null when it is not. */
  readonly leavesAt: Date | null;
  /**
   * When webhooks of this number first reached us after the attempt; null while none has. Only from then on does their
   * silence about the message say anything.
   */
  readonly flowProvenAt: Date | null;
  /** The customer gets nothing more before this. Null when they were never written to. */
  readonly pairAllowedAt: Date | null;
  /** The customer wants nothing they did not ask for, by their own words or by WhatsApp's notice. */
  readonly marketingStopped: boolean;
  readonly purpose: OutboxPurpose;
  /** How the workspace has the template registered now. Null when it has not, or when the message is no template. */
  readonly template: RegisteredTraits | null;
  /** The message is of no use after this. Null when it always is. */
  readonly usefulUntil: Date | null;
  /** When something commercial may reach the customers of this workspace. */
  readonly contactHours: ContactHours;
  /** The customer opted out in words: no template of any kind leaves either. */
  readonly hasOptedOut: boolean;
  /** Messages that we start do not leave from this number until then. */
  readonly proactiveHeldUntil: Date | null;
  readonly now: Date;
}

export type Settlement =
  | { readonly kind: "accepted"; readonly wamid: string; readonly recipientPhone: string | null }
  | { readonly kind: "retry"; readonly delayMs: number; readonly detail: string }
  | { readonly kind: "failed"; readonly detail: string; readonly code: number | null; readonly isHeld?: true }
  | { readonly kind: "in_doubt"; readonly doubtMs: number; readonly detail: string }
  /** `interrupted`: the customer spoke before it left (requirement A30). */
  | { readonly kind: "dropped"; readonly reason: string; readonly code?: "interrupted" };

/** The numbers behind open circuits; everything when the access token itself is refused. */
export type Barred = "everything" | readonly PhoneNumberId[];

export interface Settled {
  readonly hasMore: boolean;
  /** Another id of the same message was known already: the customer got it twice. */
  readonly isDuplicate: boolean;
  /** The circuit that this settlement opened. Null when it was open already, or when none is concerned. */
  readonly opened: CircuitScope | null;
  /** The circuits that this settlement closed. */
  readonly closed: readonly CircuitScope[];
}

/** A message that the channel took and could not deliver. */
export interface FailedDelivery {
  readonly workspaceId: WorkspaceId;
  readonly outboxId: OutboxId;
  readonly conversationId: ConversationId;
  readonly phoneNumberId: PhoneNumberId;
  readonly code: number | null;
  readonly refusal: RefusalKind;
}

export interface RecordedStatuses {
  readonly recorded: number;
  /** Numbers that move or have moved to another database: nothing of theirs was kept. */
  readonly away: readonly PhoneNumberId[];
  readonly duplicates: number;
  /** Our messages that failed. Each is told once. */
  readonly failures: readonly FailedDelivery[];
  /** Prices that became known. */
  readonly prices: readonly MessagePrice[];
  /** Conversations of messages that were given up as doubtful, or refused, and did go out. */
  readonly found: readonly ConversationId[];
  /** Messages that these reports prove to have gone out twice. */
  readonly sentTwice: readonly OutboxId[];
  /** Circuits that a report closed: a message tried after they were opened has come through. */
  readonly closed: readonly { readonly phoneNumberId: PhoneNumberId; readonly scope: CircuitScope }[];
}

/** The outbound side: one sender at a time in a conversation, replies in order. */
export interface Outbox {
  /**
   * Takes the sender's place in due conversations and returns the head message of each. Behind an open circuit only one
   * is taken, once it is time to try. `barred`: the numbers that nothing else leaves from for now.
   * `conversation`: only this one is taken, unless another tries a circuit.
   */
  claim(
    worker: WorkerId,
    limit: number,
    sendLeaseMs: number,
    conversation?: ConversationKey,
  ): Promise<{ claims: SendClaim[]; nextDueInMs: number | null; barred: Barred }>;
  /** Marks a message in flight, committed before the socket. Null when its turn has passed or it must not leave. */
  markInFlight(worker: WorkerId, message: OutboxMessage, sendLeaseMs: number): Promise<OutboxMessage | null>;
  /** Puts off a message that nothing can be done for before `delayMs`. */
  postpone(worker: WorkerId, message: OutboxMessage, delayMs: number): Promise<void>;
  /**
   * Records the result of `message.attempt`. An older attempt than the row's changes only its own line in the journal.
   * `outcome` is null when no attempt ended: the message was dropped, or a doubt was decided.
   */
  settle(message: OutboxMessage, settlement: Settlement, outcome: SendOutcome | null): Promise<Settled>;
  /**
   * Keeps delivery reports for ever, also without a message of ours; they only move forward. Throws `body_malformed` when
   * the store can never take one of them.
   */
  recordStatuses(reports: readonly StatusReport[]): Promise<RecordedStatuses>;
  /** What sending waits for, over all workspaces, oldest first. */
  openCircuits(): Promise<OpenCircuit[]>;
}
