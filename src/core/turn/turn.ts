import type { TurnSettings } from "../agent/agent-config.ts";
import type { ClaimedSegment, ParkedRun, SegmentWrite, StopReason } from "../agent/segment.ts";
import type { ChatLine, IngestStatus, NewChatLine, SeenIntent, Session, SessionStatus } from "../agent/session.ts";
import type { ArtifactWrite } from "../artifacts/facts.ts";
import type {
  ContactId,
  ConversationId,
  EventId,
  OutboxId,
  PhoneNumberId,
  RunId,
  WorkerId,
  WorkspaceId,
} from "../ids.ts";
import type { ConversationEvent } from "../inbound/event.ts";
import type { InputClass } from "../inbound/input-class.ts";
import type { NewOutboxMessage, OutboxMessage, UnsaidMessage } from "../outbound/outbox.ts";
import type { OpenReminder, ReminderWrite } from "../outbound/reminder.ts";
import type { SessionEnd } from "../time/session-end.ts";
import type { ArmedTimer, TimerWrite } from "../time/timer-policy.ts";
import type { Asked, CustomerAnswer, NewConfirmation, OpenQuestion } from "../tool-calls/confirmation.ts";
import type { ToolCallRecord } from "../tool-calls/tool-call.ts";
import type { ConsentWord } from "./consent.ts";
import type { KnownOrder, TransactionalEffect } from "./effects.ts";

export const PHASES = ["ingest", "classify", "load_context", "plan", "act", "verify", "respond", "learn"] as const;
export type Phase = (typeof PHASES)[number];

/**
 * The right to write to a conversation, until the lease ends or another worker takes it over with a
 * higher fence.
 */
export interface Lease {
  readonly workspaceId: WorkspaceId;
  readonly conversationId: ConversationId;
  readonly worker: WorkerId;
  readonly fence: number;
}

/** A line of the ledger: a phase of the loop, or a journaled piece of work inside one. */
export interface StepRecord {
  readonly phase: Phase;
  /** Unique in its run. A phase bears its own name. */
  readonly name: string;
  /** Its place in the ledger of the run, counted over all attempts. */
  readonly position: number;
  /** `started`: an outside call was about to be made; after a crash its effect is unknown. */
  readonly status: "started" | "ok" | "error" | "skipped";
  readonly startedAt: Date;
  readonly durationMs: number;
  /** The step's result, as JSON; replayed on resume. */
  readonly output: unknown;
}

/** A run as its worker needs it: everything that a turn reads, from one round trip. */
export interface ClaimedTurn {
  readonly lease: Lease;
  /** The conversation's version; a commit that read an older one is refused. */
  readonly version: number;
  readonly run: {
    readonly id: RunId;
    /** This attempt included: counted when the run was claimed. */
    readonly attempts: number;
    /** How many of them failed by themselves, as opposed to having died with their worker. */
    readonly failures: number;
    readonly createdAt: Date;
    /**
     * The agent that a former attempt decided with; null before the first decision was committed.
     */
    readonly agentId: string | null;
    readonly agentVersion: string | null;
    /**
     * The customer has had the fallback of this run: it is said once, however often the run dies.
     */
    readonly fallbackSent: boolean;
    /** A person called the run off while it was at work: it ends at its next edge, without a word. */
    readonly stopped: StopReason | null;
  };
  /** The segment that this turn is; null for the turn that opens its run. */
  readonly segment: ClaimedSegment | null;
  /** Runs of this conversation that wait for their next segment or for an answer, the next due first. */
  readonly parked: readonly ParkedRun[];
  /**
   * In the order in which the customer wrote; never empty. For a resumed run, the events since it
   * waited.
   */
  readonly events: readonly ConversationEvent[];
  /** `seq` of the newest event that this turn knows of. */
  readonly seenSeq: number;
  readonly contact: {
    readonly id: ContactId;
    readonly name: string | null;
    readonly phone: string | null;
    readonly bsuid: string | null;
  };
  readonly phoneNumberId: PhoneNumberId;
  /** The agent that serves the number today. */
  readonly agentId: string;
  /** Requirement A24: what must be so before any work is done. */
  readonly gate: {
    readonly workspaceEnabled: boolean;
    readonly botEnabled: boolean;
    readonly stopTagged: boolean;
    /**
     * The customer wants nothing that they did not ask for: they are answered, and no timer speaks.
     */
    readonly hasOptedOut: boolean;
  };
  /** The settings of the workspace. */
  readonly settings: TurnSettings;
  /** How often the workspace's people have changed what the shop's knowledge holds. */
  readonly knowledgeVersion: number;
  /** How often they have changed which prompts are in use. */
  readonly promptsVersion: number;
  readonly lastCustomerMessageAt: Date | null;
  /** The active session, else null. */
  readonly session: Session | null;
  /** The running timer of the active session. A timer that came due is among the events instead. */
  readonly timer: ArmedTimer | null;
  /** The version of the active session. */
  readonly orders: readonly KnownOrder[];
  /** What the newest ended session with data knew of this customer. */
  readonly knownData: Readonly<Record<string, string>>;
  /** The agent's reminders of this conversation that wait, the next one first. */
  readonly reminders: readonly OpenReminder[];
  /**
   * The channel's ids of our newest messages that it accepted, at most five: what a reaction may
   * answer.
   */
  readonly ourLastMessages: readonly string[];
  /** Newest last, at most 20. */
  readonly history: readonly ChatLine[];
  /** Turns of the conversation so far, both sides. */
  readonly turnCount: number;
  /**
   * The rest of the last answer when the customer spoke; this turn's commit drops what is still
   * queued of it.
   */
  readonly unsaid: readonly (UnsaidMessage & { readonly id: OutboxId })[];
  /**
   * The question of this run before it waited; null when it never did. Its events are then those
   * since.
   */
  readonly asked: Asked | null;
  /** The customer's unanswered questions; the oldest first. */
  readonly questions: readonly OpenQuestion[];
  /** Steps that former attempts of this run completed or began. */
  readonly journal: readonly StepRecord[];
  /** Database time of the claim. */
  readonly now: Date;
}

export interface SessionWrite {
  readonly id: Session["id"];
  readonly agentId: string;
  /** null when the session is new. */
  readonly expectedVersion: number | null;
  readonly status: SessionStatus;
  readonly mode: string;
  readonly intentsVistos: readonly SeenIntent[];
  readonly templatesEnviados: readonly string[];
  readonly datosCapturados: Readonly<Record<string, string>>;
  readonly packSeleccionado: string | null;
  readonly ingestStatus: IngestStatus | null;
  readonly pendientes: readonly string[];
  /** When the agent wants the session to end; absent or null when it says nothing. */
  readonly sessionEnd?: SessionEnd | null;
}

/** Why a run ended: a word of its outcome, shown by the API. */
export type RunOutcome =
  | "answered"
  | "handed_off"
  /** The turn was recorded and the agent had nothing to say. */
  | "silent"
  /** Nothing that opens a turn: a reaction, an edit, a system note. */
  | "recorded"
  /** Requirement A24: the bot is off here; a person answers. */
  | "bot_off"
  /** The customer wants nothing that they did not ask for, and a timer would have spoken. */
  | "opted_out"
  /** The 24-hour window has closed. */
  | "window_closed"
  /**
   * Nothing had been said yet when the next message came: the newer run took its events and answers
   * them all.
   */
  | "merged"
  /**
   * The customer answered a question of ours, and there is nothing to say to it: the run that asked
   * goes on.
   */
  | "confirmed"
  /**
   * The run asked, and the answer was no; or what an operator asked for was refused. Nothing was
   * done.
   */
  | "declined"
  /** The run asked, and no answer came in time. Nothing was done. */
  | "expired"
  /** The run asked and its question was called off, or it was to go on and was stopped. */
  | "cancelled"
  /** An operator had a tool called. */
  | "executed"
  /** An operator had it tried: the ledger says what would have come of it. */
  | "dry_run"
  | "abandoned";

export interface SaidConsent {
  readonly word: ConsentWord;
  readonly eventId: EventId;
  readonly at: Date;
}

/** Everything that one turn changes, written in one fenced statement. */
export interface TurnCommit {
  readonly outcome: RunOutcome;
  /** null when nothing opened a turn. */
  readonly inputClass: InputClass | null;
  /** null when no agent was found. */
  readonly agentId: string | null;
  readonly agentVersion: string | null;
  readonly session: SessionWrite | null;
  readonly lines: readonly NewChatLine[];
  readonly steps: readonly StepRecord[];
  readonly outbox: readonly NewOutboxMessage[];
  /**
   * The session's timer after this turn. null: none, and a running one is cancelled. A session that
   * ends takes its timer with it, whatever this says.
   */
  readonly timer: TimerWrite | null;
  readonly reminders?: readonly ReminderWrite[];
  readonly artifacts?: readonly ArtifactWrite[];
  readonly effects: readonly TransactionalEffect[];
  readonly toolCalls: readonly ToolCallRecord[];
  /**
   * New words about being written to. Written words are known since they arrived, spoken ones only
   * now.
   */
  readonly consent?: SaidConsent | null;
  /** Present: the run does not end, it waits for the answer (requirement R12). */
  readonly asks?: NewConfirmation | null;
  /** Present: the run does not end, it waits for its next segment. */
  readonly goesOn?: SegmentWrite | null;
  /** Why a run that was to go on does not. */
  readonly stopped?: StopReason | null;
  /** True when the customer calls off the other runs of this conversation that wait for a segment. */
  readonly cancelsParked?: boolean;
  /** Questions that this turn has read the answer to. */
  readonly answers?: readonly CustomerAnswer[];
  /** True when a handoff silences the bot in this conversation. */
  readonly turnsBotOff: boolean;
  /**
   * Refuse when a newer message waits, so that one reply can answer both (requirement A30, nothing
   * sent yet).
   */
  readonly refuseIfNewer: boolean;
  /** This process will send the first message at once: mark it in flight in the same commit. */
  readonly sendsAtOnce: boolean;
}

/** A turn, and what it changes. */
export interface TurnEnding {
  readonly turn: ClaimedTurn;
  readonly commit: TurnCommit;
}

export type CommitResult =
  /**
   * `toSend` is the first message, marked in flight, when this process holds the sender's place.
   * `hasDue`: a command or a run that has its answer waited for the conversation to be idle, and it
   * is.
   */
  | {
      readonly kind: "committed";
      readonly hasMore: boolean;
      readonly hasDue: boolean;
      readonly toSend: OutboxMessage | null;
    }
  /** Another worker holds the conversation: this one's result is void. */
  | { readonly kind: "fenced" }
  /** The conversation changed since it was read: read again and process again. */
  | { readonly kind: "conflict" }
  /** `refuseIfNewer` was asked and a newer message waits. */
  | { readonly kind: "newer" };
