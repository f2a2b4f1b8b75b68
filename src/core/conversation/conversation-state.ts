/**
 * One conversation as a value: what a turn reads of it, and what a turn's commit changes.
 * PostgreSQL keeps the same in rows; a property holds both against each other after every commit
 * (`test/conversation/state-equals-sql.test.ts`). Mailboxes, leases and fences are no part of it:
 * they order turns, and a turn does not read them.
 */

import type { TurnSettings } from "../agent/agent-config.ts";
import type { SegmentWrite } from "../agent/segment.ts";
import type { ChatLine, Session } from "../agent/session.ts";
import type { OrderStatus } from "../agent/shop-words.ts";
import type { ContactId, ConversationId, OutboxId, PhoneNumberId, SessionId, WorkspaceId } from "../ids.ts";
import { EMPTY_BOOK, type FactBook } from "../memory/keep-facts.ts";
import type { NewOutboxMessage } from "../outbound/outbox.ts";
import type { ReminderWrite } from "../outbound/reminder.ts";
import type { SessionEnd } from "../time/session-end.ts";
import type { ArmedTimer, TimerWrite } from "../time/timer-policy.ts";
import type { ConfirmationStatus, NewConfirmation } from "../tool-calls/confirmation.ts";
import type { CreateOrder, CreateTask } from "../turn/effects.ts";
import type { KeptExpense } from "../turn/expense.ts";
import type { ClaimedTurn } from "../turn/turn.ts";

export interface ConversationState {
  readonly identity: ConversationIdentity;
  readonly settings: TurnSettings;
  readonly gate: ClaimedTurn["gate"];
  /**
   * Grows with every commit and every takeover. A commit that was read from an older one is
   * refused.
   */
  readonly version: number;
  /** `seq` of the newest event. */
  readonly lastSeq: number;
  /** `seq` of the newest event in which the customer's side spoke. */
  readonly lastSpeechSeq: number;
  readonly lastCustomerMessageAt: Date | null;
  /** The active session, else the last one; null before the first. */
  readonly session: Session | null;
  /** When the session was last written; null before the first. */
  readonly sessionWrittenAt: Date | null;
  /** When the agent wants its session to end; null when it says nothing. */
  readonly sessionEnd: SessionEnd | null;
  /** The captured data of the newest ended session, if it had any. */
  readonly knownData: Readonly<Record<string, string>>;
  /** What is remembered of the customer. */
  readonly memory: FactBook;
  /** The timer that counts for the active session. */
  readonly timer: TimerWrite | null;
  /** The agent's reminders that wait. */
  readonly reminders: readonly ConversationReminder[];
  /** When something that they had not asked for was said, newest first; of the last two days at least. */
  readonly spokeFirstAt: readonly Date[];
  /** The same of reminders that the customer asked for. */
  readonly remindedAt: readonly Date[];
  readonly orders: readonly ConversationOrder[];
  readonly tasks: readonly CreateTask[];
  /** Those that were not undone, oldest first. */
  readonly expenses: readonly KeptExpense[];
  /** Newest last. */
  readonly lines: readonly ConversationLine[];
  /** Lines of the chat record so far, also those that are not kept here. */
  readonly turnCount: number;
  /** Newest last. */
  readonly outbox: readonly ConversationMessage[];
  /** Messages up to this `seq` do not leave any more: a person has taken over since. */
  readonly cancelledThrough: number;
  /** Questions of runs that are not over, oldest first. */
  readonly questions: readonly ConversationQuestion[];
  /** Runs that wait for their next segment, or for an answer in one; in the order of their runs. */
  readonly parked: readonly ConversationSegment[];
}

export interface ConversationIdentity {
  readonly workspaceId: WorkspaceId;
  readonly conversationId: ConversationId;
  readonly phoneNumberId: PhoneNumberId;
  readonly contact: ClaimedTurn["contact"] & { readonly id: ContactId };
  /** The agent that serves the number. */
  readonly agentId: string;
}

export interface ConversationOrder extends Omit<CreateOrder, "kind" | "status"> {
  readonly status: OrderStatus;
  readonly sessionId: SessionId | null;
}

export interface ConversationReminder extends Omit<Extract<ReminderWrite, { kind: "set" }>, "kind"> {
  readonly missed: number;
  readonly skipped: number;
  /** When it is looked at next: later than `dueAt` while something holds it back. */
  readonly fireAt: Date;
  readonly heldBy: string | null;
}

export interface ConversationLine extends ChatLine {
  /** The message that this line is; null when it is none of ours. */
  readonly messageId: OutboxId | null;
  /** The customer cut its message off, so the line was never said. */
  readonly isUnsaid: boolean;
}

export interface ConversationMessage extends Pick<NewOutboxMessage, "id" | "content" | "block"> {
  readonly seq: number;
  /** `seq` of the newest event that its turn knew of. */
  readonly inboundSeq: number;
  /**
   * `interrupted`: the customer spoke before it left. `dropped`: a person took over before it left.
   */
  readonly status: "queued" | "sent" | "interrupted" | "dropped";
  /** When it left; null before that. */
  readonly sentAt: Date | null;
}

/** A question, and the run that waits for its answer. */
export interface ConversationQuestion extends NewConfirmation {
  readonly run: ClaimedTurn["run"];
  readonly askedAt: Date;
  readonly expiresAt: Date;
  readonly status: ConfirmationStatus;
  readonly decidedBy: string | null;
  readonly note: string | null;
}

/** A segment of a run: it waits for its time, or for the answer to what it asked. */
export interface ConversationSegment extends Omit<SegmentWrite, "at"> {
  readonly run: ClaimedTurn["run"];
  readonly dueAt: Date;
  /** The conversation's lines when the run was parked: what came later is handed to the segment. */
  readonly sinceTurn: number;
  /** It has begun: what it waits for is an answer, among the `questions`. */
  readonly hasBegun: boolean;
}

/** A conversation in which nothing has happened yet. */
export function newConversation(identity: ConversationIdentity, settings: TurnSettings): ConversationState {
  return {
    identity,
    settings,
    gate: { workspaceEnabled: true, botEnabled: true, stopTagged: false, hasOptedOut: false },
    version: 0,
    lastSeq: 0,
    lastSpeechSeq: 0,
    lastCustomerMessageAt: null,
    session: null,
    sessionWrittenAt: null,
    sessionEnd: null,
    knownData: {},
    memory: EMPTY_BOOK,
    timer: null,
    reminders: [],
    spokeFirstAt: [],
    remindedAt: [],
    orders: [],
    tasks: [],
    expenses: [],
    lines: [],
    turnCount: 0,
    outbox: [],
    cancelledThrough: 0,
    questions: [],
    parked: [],
  };
}

/** The session that decisions move; null when none is active. */
export function activeSession({ session }: ConversationState): Session | null {
  return session?.status === "active" ? session : null;
}

/** The timer as turns and people read it; null when none counts. */
export function armedTimer({ timer }: ConversationState): ArmedTimer | null {
  return timer === null ? null : { level: timer.level, dueAt: timer.dueAt };
}

/** When the timer fires; null when none counts. */
export function firesAt({ timer }: ConversationState): Date | null {
  return timer === null ? null : new Date(timer.dueAt.getTime() + timer.settleMs);
}
