import type { ConversationId, EventId, WorkerId, WorkspaceId } from "../ids.ts";
import type { EnqueuedItem, InboundItem } from "../inbound/event.ts";
import type { AwayNumber } from "../inbound/number-away.ts";
import type { NewOutboxMessage } from "../outbound/outbox.ts";
import type { ToolCallRecord } from "../tool-calls/tool-call.ts";
import type { ClaimedTurn, CommitResult, Lease, StepRecord, TurnCommit } from "../turn/turn.ts";

export interface LeaseOffer {
  readonly worker: WorkerId;
  readonly leaseMs: number;
  /** Number of idle conversations that this process can begin at once. 0: take none. */
  readonly freeSlots: number;
  /** Only these conversations are taken (`src/core/ports/wake-engine.ts`). Absent: any that is due. */
  readonly conversations?: readonly ConversationKey[];
}

/** Names one conversation. */
export interface ConversationKey {
  readonly workspaceId: WorkspaceId;
  readonly conversationId: ConversationId;
}

export interface DueWork {
  /** Told by the database, whose clock need not be this host's. Not above 0: now. */
  readonly inMs: number;
  /** Names this work: another time is another id, and so is work that a lease has held since. */
  readonly id: string;
}

export interface NextWork extends DueWork {
  readonly isTurnDue: boolean;
  readonly isReplyDue: boolean;
}

export interface DueConversation extends ConversationKey, DueWork {}

export interface EnqueueRequest {
  readonly items: readonly InboundItem[];
  /** Null in a process that runs no turns. */
  readonly offer: LeaseOffer | null;
  /** How long a run waits for the rest of a burst before it starts; 0 starts at once. */
  readonly coalesceMs: number;
  /** A run that comes due within this time waits for a burst, and the newest message says how long. Absent: 0. */
  readonly burstMs?: number;
  /** The agent of a number that is seen for the first time. */
  readonly defaultAgentId: string;
  /** False on the simulator or a fake of the Cloud API. Absent means true. Only real customers open their window. */
  readonly areCustomersReal?: boolean;
  /** Makes the ids of one contact, conversation and run for each item. They are used where none exists. */
  readonly newId: () => string;
}

export interface QuarantinedItem {
  readonly reason: string;
  /** The same item delivered again has the same key. */
  readonly key: string;
  /** The bytes as they came, or the item as JSON text. */
  readonly raw: Uint8Array;
}

/** What the channel says that is neither a message nor a delivery report. It is kept raw. */
export interface ChannelNotice {
  readonly field: string;
  /** The same notice delivered again has the same key. */
  readonly key: string;
  readonly phoneNumberId: string | null;
  readonly wabaId: string | null;
  readonly raw: unknown;
}

/** The inbound side: events in, turns out, one conversation at a time. */
export interface Mailbox {
  /**
   * Commits a whole webhook or nothing. Throws `body_malformed` when the store can never take one of the items: the caller
   * sets that item apart.
   */
  enqueue(request: EnqueueRequest): Promise<{ items: EnqueuedItem[]; turns: ClaimedTurn[] }>;
  /** The keys among these whose notice or unreadable item is not kept yet. */
  unkept(keys: readonly string[]): Promise<Set<string>>;
  /** Those of the numbers that move to another database or have moved. */
  away(numbers: readonly string[]): Promise<AwayNumber[]>;
  /** Keeps what could not be read, for a person to look at. An item that is delivered again is kept once. */
  quarantine(items: readonly QuarantinedItem[]): Promise<void>;
  /** Keeps notices. One that is delivered again is kept once. */
  keepNotices(notices: readonly ChannelNotice[]): Promise<void>;
  /** Takes due conversations, longest wait first. `nextDueInMs`: when the next one falls due; null when unknown. */
  claim(offer: LeaseOffer): Promise<{ turns: ClaimedTurn[]; nextDueInMs: number | null }>;
  /** Conversations without a lease that have work now or within `aheadMs`, longest wait first. */
  due(limit: number, aheadMs: number): Promise<DueConversation[]>;
  /** The next work of this conversation. Null when nothing waits. */
  nextDue(conversation: ConversationKey): Promise<NextWork | null>;
  /** Reads a leased conversation anew. Null when the lease is lost. */
  reload(lease: Lease): Promise<ClaimedTurn | null>;
  /** Ends the session that this turn was read with, if the lease holds and the session is as it was read. */
  closeSession(turn: ClaimedTurn): Promise<void>;
  /** Hands this run's events to the newer run that waits, and reads that one. Null when the lease is lost. */
  absorbNewer(turn: ClaimedTurn): Promise<ClaimedTurn | null>;
  /**
   * Writes completed steps before an outside effect, or before an agent decides on what it has read.
   * `agent`: pinned to the run; null before a decision. False when the lease is lost.
   */
  flushSteps(turn: ClaimedTurn, steps: readonly StepRecord[], agent: PinnedAgent | null): Promise<boolean>;
  /**
   * Lets go of a turn whose reply is being typed, whose file is not there yet, or whose tool has spent its limit. The
   * conversation falls due at `until`, the attempt does not count, and the worker that takes it next finds `steps`.
   * False when the lease is lost, or when a newer message waits and `refuseIfNewer` was asked.
   */
  park(turn: ClaimedTurn, parking: Parking): Promise<boolean>;
  /**
   * Sends a message before the turn is over, once for its key and only while the lease holds and the bot may speak. False
   * when nothing was sent.
   */
  tell(turn: ClaimedTurn, message: NewOutboxMessage): Promise<boolean>;
  commit(turn: ClaimedTurn, commit: TurnCommit): Promise<CommitResult>;
  /** Records a failed attempt; the conversation waits `delayMs`. False when the lease is lost. */
  fail(turn: ClaimedTurn, failure: TurnFailure, delayMs: number): Promise<boolean>;
  /** Makes the run a dead letter: the fallback goes out and the conversation goes on. False when the lease is lost. */
  bury(turn: ClaimedTurn, failure: TurnFailure, fallback: NewOutboxMessage | null): Promise<boolean>;
  /** Gives unfinished turns back, uncounted, so that another worker starts them at once. */
  release(leases: readonly Lease[]): Promise<void>;
  /**
   * Renews the leases that this worker is working on. Gives back those that it holds without knowing, because the answer
   * to the statement that took them was lost. Returns the conversations whose lease it still has.
   */
  renew(worker: WorkerId, working: readonly Lease[], leaseMs: number): Promise<ConversationId[]>;
}

export interface Parking {
  readonly steps: readonly StepRecord[];
  readonly until: Date;
  readonly refuseIfNewer: boolean;
  /** No customer waits for this turn: it leaves the head of its conversation to others until it is due again. */
  readonly stepsAside?: boolean;
  /** Calls that were turned away for now, or only tried. */
  readonly toolCalls?: readonly ToolCallRecord[];
  /** Messages whose files the turn waits for. It is due once one of them is settled, at once if one already is. */
  readonly awaitedFiles?: readonly EventId[];
}

/** The agent and version that decided for a run. A later attempt uses the same. */
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
  /** The calls before the failure, denied ones included. */
  readonly toolCalls?: readonly ToolCallRecord[];
}
