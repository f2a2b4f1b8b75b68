import type { ConversationId, EventId, OutboxId, PhoneNumberId, WorkerId, WorkspaceId } from "../ids.ts";
import type { EnqueuedItem, InboundItem } from "../inbound/event.ts";
import type { MediaItem, MediaSettlement, MediaStatus } from "../inbound/media.ts";
import type { Understanding } from "../inbound/understanding.ts";
import type {
  MessagePrice,
  NewOutboxMessage,
  OutboxMessage,
  OutboxPurpose,
  SendOutcome,
  StatusReport,
} from "../outbound/outbox.ts";
import type { CircuitScope, RefusalKind } from "../outbound/refusal.ts";
import type { RegisteredTraits } from "../outbound/registered-template.ts";
import type { ContactHours } from "../time/contact-hours.ts";
import type { ToolCallRecord } from "../tools/tool-call.ts";
import type { ClaimedTurn, CommitResult, Lease, StepRecord, TurnCommit } from "../turn/turn.ts";
import type { AgentConfigs } from "./agent-configs.ts";
import type { Alerts } from "./alerts.ts";
import type { Audit } from "./audit.ts";
import type { Confirmations } from "./confirmations.ts";
import type { Contacts } from "./contacts.ts";
import type { Crm } from "./crm.ts";
import type { Inbox } from "./inbox.ts";
import type { Insights } from "./insights.ts";
import type { Knowledge } from "./knowledge.ts";
import type { Ledger } from "./ledger.ts";
import type { ModelLedger } from "./model-ledger.ts";
import type { PersonalData } from "./personal-data.ts";
import type { Retention } from "./retention.ts";
import type { Scheduled } from "./scheduled.ts";
import type { Summaries } from "./summaries.ts";
import type { Tasks } from "./tasks.ts";
import type { TimerAdmin } from "./timer-admin.ts";
import type { Timers } from "./timers.ts";

/** The door to the database. The calls of a plain turn (enqueue, claim, commit) are one statement each. */
export interface Store {
  readonly mailbox: Mailbox;
  readonly outbox: Outbox;
  readonly media: Media;
  readonly timers: Timers;
  readonly workers: Workers;
  readonly ledger: Ledger;
  readonly inbox: Inbox;
  readonly contacts: Contacts;
  readonly personalData: PersonalData;
  readonly alerts: Alerts;
  readonly audit: Audit;
  readonly tasks: Tasks;
  readonly agentConfigs: AgentConfigs;
  /** What tools read of the shop's books. They are written by turns alone. */
  readonly crm: Crm;
  readonly confirmations: Confirmations;
  readonly scheduled: Scheduled;
  readonly models: ModelLedger;
  readonly summaries: Summaries;
  readonly timerAdmin: TimerAdmin;
  readonly knowledge: Knowledge;
  readonly insights: Insights;
  readonly retention: Retention;
  /** Milliseconds it took the database to answer. Throws when it does not answer in time. */
  ping(): Promise<number>;
  /** Writes more than the free room of any table holds, and leaves nothing behind. Throws when nothing can be written. */
  proveWrites(): Promise<void>;
}

export interface LeaseOffer {
  readonly worker: WorkerId;
  readonly leaseMs: number;
  /** How many idle conversations this process can begin at once. 0: take none. */
  readonly freeSlots: number;
}

export interface EnqueueRequest {
  readonly items: readonly InboundItem[];
  /** Null in a process that runs no turns. */
  readonly offer: LeaseOffer | null;
  /** How long a run waits for the rest of a burst before it starts; 0 starts at once. */
  readonly coalesceMs: number;
  /** The agent of a number that is seen for the first time. */
  readonly defaultAgentId: string;
  /** False on the simulator or a fake of the Cloud API. Absent: they are, and only they open their window. */
  readonly areCustomersReal?: boolean;
  /** New ids: one contact, conversation and run for each item, used where none exists. */
  readonly newId: () => string;
}

export interface QuarantinedItem {
  readonly reason: string;
  /** The same for the same item delivered again. */
  readonly key: string;
  /** The bytes as they came, or the item as JSON text. */
  readonly raw: Uint8Array;
}

/** What the channel says that is neither a message nor a delivery report. Kept raw. */
export interface ChannelNotice {
  readonly field: string;
  /** The same for the same notice delivered again. */
  readonly key: string;
  readonly phoneNumberId: string | null;
  readonly wabaId: string | null;
  readonly raw: unknown;
}

/** The inbound side: events in, turns out, one conversation at a time. */
export interface Mailbox {
  /**
   * A whole webhook: all of it is committed when this returns, or nothing is. Throws `body_malformed` when the store can
   * never take one of the items: the caller sets it apart.
   */
  enqueue(request: EnqueueRequest): Promise<{ items: EnqueuedItem[]; turns: ClaimedTurn[] }>;
  /** Which of these keys of notices and unreadable items are not kept yet. */
  unkept(keys: readonly string[]): Promise<Set<string>>;
  /** Keeps what could not be read, for a person to look at; once, however often it is delivered. */
  quarantine(items: readonly QuarantinedItem[]): Promise<void>;
  /** Once, however often they are delivered. */
  keepNotices(notices: readonly ChannelNotice[]): Promise<void>;
  /** Takes due conversations, the longest-waiting first. `nextDueInMs`: when the next one falls due, if known. */
  claim(offer: LeaseOffer): Promise<{ turns: ClaimedTurn[]; nextDueInMs: number | null }>;
  /** Reads a leased conversation anew. Null when the lease is lost. */
  reload(lease: Lease): Promise<ClaimedTurn | null>;
  /** Ends the session that this turn was read with, as long as the lease holds and the session is as it was read. */
  closeSession(turn: ClaimedTurn): Promise<void>;
  /** Hands this run's events to the newer run that waits, and reads that one. Null when the lease is lost. */
  absorbNewer(turn: ClaimedTurn): Promise<ClaimedTurn | null>;
  /** Writes completed steps before an outside effect. False when the lease is lost. */
  flushSteps(turn: ClaimedTurn, steps: readonly StepRecord[], agent: PinnedAgent): Promise<boolean>;
  /**
   * Lets go of a turn whose reply is being typed, whose file is not there yet, or whose tool has a limit that is spent: its conversation falls due at `until`, the
   * attempt does not count, and whoever takes it then finds `steps`. False when the lease is lost, or a newer message waits and `refuseIfNewer` was asked.
   */
  park(turn: ClaimedTurn, parking: Parking): Promise<boolean>;
  /**
   * Says something before the turn is over, as `bury` says its fallback: once for its key, and only while the lease holds and the
   * bot may speak. False when nothing was said.
   */
  tell(turn: ClaimedTurn, message: NewOutboxMessage): Promise<boolean>;
  commit(turn: ClaimedTurn, commit: TurnCommit): Promise<CommitResult>;
  /** This attempt failed; the conversation waits `delayMs`. False when the lease is lost. */
  fail(turn: ClaimedTurn, failure: TurnFailure, delayMs: number): Promise<boolean>;
  /** No attempt is left: dead letter, the fallback goes out, the conversation goes on. False when the lease is lost. */
  bury(turn: ClaimedTurn, failure: TurnFailure, fallback: NewOutboxMessage | null): Promise<boolean>;
  /** Gives unfinished turns back, uncounted, so that another worker starts them at once. */
  release(leases: readonly Lease[]): Promise<void>;
  /**
   * Renews the leases that this worker is working on, and gives back those that it holds without knowing (the answer to
   * the statement that took them was lost). Returns the conversations whose lease it still has.
   */
  renew(worker: WorkerId, working: readonly Lease[], leaseMs: number): Promise<ConversationId[]>;
}

export interface Parking {
  readonly steps: readonly StepRecord[];
  readonly until: Date;
  readonly refuseIfNewer: boolean;
  /** No customer waits for it: it leaves the head of its conversation to others, and takes it again when it is due. */
  readonly stepsAside?: boolean;
  /** Calls that were turned away for now, or only tried. */
  readonly toolCalls?: readonly ToolCallRecord[];
  /** The messages whose files it waits for: it is due as soon as one of them is settled, at once if one is by now. */
  readonly awaitedFiles?: readonly EventId[];
}

/** The agent and version that decided for a run: a later attempt uses the same. */
export interface PinnedAgent {
  readonly id: string;
  readonly version: string;
}

export interface TurnFailure {
  /** Null when the attempt failed before an agent was found. */
  readonly agent: PinnedAgent | null;
  readonly code: string;
  readonly message: string;
  readonly steps: readonly StepRecord[];
  /** What was called before it failed, a call that was denied among them. */
  readonly toolCalls?: readonly ToolCallRecord[];
}

export interface SendClaim {
  readonly message: OutboxMessage;
  /** When an `in_doubt` message may be decided without proof. */
  readonly doubtUntil: Date | null;
  /** True when the customer has written since the message was committed. */
  readonly hasNewerInbound: boolean;
  /** A later message of a block, and the customer has spoken since: it does not leave any more. */
  readonly isInterrupted: boolean;
  /** A turn of this conversation runs or waits: it reads what is interrupted, and drops it when it commits. */
  readonly turnIsComing: boolean;
  /** Until then it is being typed. Null: it is not. */
  readonly leavesAt: Date | null;
  /**
   * When webhooks of this number first reached us after the attempt, null while none has: only then does it say anything
   * that none of them names the message.
   */
  readonly flowProvenAt: Date | null;
  /** Before this its customer has had enough for the moment. Null: never written to. */
  readonly pairAllowedAt: Date | null;
  /** The customer wants nothing that they did not ask for, by their own words or by WhatsApp's notice. */
  readonly marketingStopped: boolean;
  readonly purpose: OutboxPurpose;
  /** Of a template: how the workspace has it written down at this moment. Null: it has not, or the message is none. */
  readonly template: RegisteredTraits | null;
  /** It is of no use after this; null: it always is. */
  readonly usefulUntil: Date | null;
  /** When something commercial may reach the customers of this workspace. */
  readonly contactHours: ContactHours;
  /** They said so to us, in words: no template of any kind leaves either. */
  readonly hasOptedOut: boolean;
  /** Until then nothing that nobody asked for leaves from this number. */
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
  /** A circuit that this settlement opened; null when it was open, or none is concerned. */
  readonly opened: CircuitScope | null;
  /** Of the circuits that this settlement closed. */
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
  readonly duplicates: number;
  /** Of messages of ours, each told once. */
  readonly failures: readonly FailedDelivery[];
  /** Prices that became known. */
  readonly prices: readonly MessagePrice[];
  /** Conversations of messages that were given up as doubtful, or refused, and did go out. */
  readonly found: readonly ConversationId[];
  /** Messages that these reports prove to have gone out twice. */
  readonly sentTwice: readonly OutboxId[];
  /** Circuits that a report has closed: what was tried after they were opened has come through. */
  readonly closed: readonly { readonly phoneNumberId: PhoneNumberId; readonly scope: CircuitScope }[];
}

/** The outbound side: one sender at a time in a conversation, replies in order. */
export interface Outbox {
  /**
   * Takes the sender's place in due conversations and returns the head message of each. Behind an open circuit only one is
   * taken, once it is time to try. `barred`: the numbers that nothing else leaves from for now.
   */
  claim(
    worker: WorkerId,
    limit: number,
    sendLeaseMs: number,
  ): Promise<{ claims: SendClaim[]; nextDueInMs: number | null; barred: Barred }>;
  /** Marks a message in flight, committed before the socket; null when its turn has passed or it must not leave. */
  markInFlight(worker: WorkerId, message: OutboxMessage, sendLeaseMs: number): Promise<OutboxMessage | null>;
  /** Puts off a message that nothing can be done for before `delayMs`. */
  postpone(worker: WorkerId, message: OutboxMessage, delayMs: number): Promise<void>;
  /**
   * Records what came of `message.attempt`; an older attempt than the row's changes nothing but its own line in the journal.
   * `outcome` is null when no attempt ended: the message was dropped, or a doubt was decided.
   */
  settle(message: OutboxMessage, settlement: Settlement, outcome: SendOutcome | null): Promise<Settled>;
  /** As `enqueue` for what can never be taken. Delivery reports: kept for ever, also without a message of ours; they only move forward. */
  recordStatuses(reports: readonly StatusReport[]): Promise<RecordedStatuses>;
}

/** The files that customers sent: fetched soon after receipt, each in a step of its own, and kept. */
export interface Media {
  /**
   * Takes due files for `leaseMs`; a worker that dies loses them by time alone.
   */
  claim(limit: number, leaseMs: number): Promise<{ items: MediaItem[]; nextDueInMs: number | null }>;
  /**
   * Records what came of `item.attempt`; false when a later attempt has begun. A turn that was let go to wait for the file is
   * due at once.
   */
  settle(item: MediaItem, settlement: MediaSettlement): Promise<boolean>;
  /** The files of these messages. `bytes`: of those that are here and that nobody has understood yet. */
  open(workspaceId: WorkspaceId, eventIds: readonly EventId[]): Promise<OpenedFile[]>;
  /** Keeps what came of listening or looking. What was kept first stands; it is what comes back. */
  keepUnderstanding(file: Pick<OpenedFile, "id" | "workspaceId">, understanding: Understanding): Promise<Understanding>;
}

/** A customer's file, as a turn needs it. */
export interface OpenedFile {
  readonly id: string;
  readonly workspaceId: WorkspaceId;
  readonly eventId: EventId;
  readonly status: MediaStatus;
  /** What its bytes are. */
  readonly detectedType: string | null;
  readonly bytes: Uint8Array | null;
  readonly understanding: Understanding | null;
}

/** Who is alive. */
export interface Workers {
  /** Takes over what dead workers held: of how many workers, and how many conversations. */
  sweep(): Promise<{ deadWorkers: number; freedConversations: number }>;
}
