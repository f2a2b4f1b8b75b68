import type { DeliveryStatus, OnDoubt, OutboxStatus } from "../../src/core/outbound/outbox.ts";
import type { Audience, OpenQuestion } from "../../src/core/tool-calls/confirmation.ts";
import type { RunStatus } from "../../src/core/turn/run-machine.ts";
import type { QuestionRow } from "./confirmations.ts";

/**
 * The rows of the model: the columns of the real tables that the protocol turns on, as flat objects. Ids are places in a
 * list. `was…` fields are the oracle's memory of the step before; nothing else reads or writes them.
 */
export const NOBODY = -1;
export const NEVER = Number.POSITIVE_INFINITY;

/** A turn keeps the timer that counts. */
export const KEEPS = -1;

/** What the customer will say, drawn before the schedule begins; its place is its wamid and the order of saying. */
export interface Said {
  readonly contact: number;
  readonly poison: "none" | "throws" | "kills";
  readonly replies: number;
  /** How long each of its replies is typed. */
  readonly typingMs: number;
  readonly callsTool: boolean;
  /** The policy wants a yes to that call first. */
  readonly asks: boolean;
  /** Who is asked: an operator, or the customer in the chat. */
  readonly audience: Audience;
  /** Its words, where customers are asked: a yes, a no, something between, or about something else. */
  readonly words: string;
  readonly onDoubt: OnDoubt;
  readonly isTemplate: boolean;
  readonly closesSession: boolean;
  readonly handsOff: boolean;
  /** 0: nothing counts any more; KEEPS: what counted goes on. */
  readonly timerMs: number;
  /** How many segments follow the turn that answers it, and how long each of them waits; 0 at once. */
  readonly segments: number;
  readonly segmentMs: number;
  /** The customer calls off what is to go on. */
  readonly callsOff: boolean;
}

export class Conversation {
  readonly id: number;
  readonly contact: number;
  runAt = NEVER;
  leasedBy = NOBODY;
  fence = 0;
  lastSeq = 0;
  /** Sequence number of the newest event that cuts off what has not been said yet. */
  lastSpeechSeq = 0;
  spokeStep = NOBODY;
  pending = 0;
  activeRun = NOBODY;
  queuedRun = NOBODY;
  version = 0;
  botEnabled = true;
  lastCustomerAt = 0;
  sendAt = NEVER;
  sender = NOBODY;
  /** The pair rate's theoretical arrival time (core/pacing.ts). */
  pairTat: number | null = null;
  lastOutboxSeq = 0;
  unsent = 0;
  cancelledThrough = 0;
  /** The step at which a person took over last. */
  takenOverStep = NOBODY;
  /** The active session, else NOBODY. */
  session = NOBODY;
  readonly events: EventRow[] = [];
  readonly runs: RunRow[] = [];
  readonly outbox: OutboxRow[] = [];
  readonly timers: TimerRow[] = [];

  wasEvents = 0;
  wasOutbox = 0;
  wasRunAt = NEVER;
  wasLeasedBy = NOBODY;
  wasFence = 0;
  wasVersion = 0;
  wasSession = NOBODY;

  constructor(id: number, contact: number) {
    this.id = id;
    this.contact = contact;
  }
}

export interface EventRow {
  readonly seq: number;
  /** What was said, or NOBODY. */
  readonly said: number;
  /** The timer that fired, or null. */
  readonly timer: TimerRow | null;
  readonly createdAt: number;
  run: RunRow;
  status: "pending" | "done" | "failed";
}

export class RunRow {
  readonly id: number;
  status: RunStatus;
  attempts: number;
  failures = 0;
  /** The journal's line of its segment's tool call. */
  tool: "none" | "started" | "ok" = "none";
  /** The newest segment, 0 before the first. */
  segment = 0;
  /** What the commits of its turns decided, in their order. */
  readonly segments: SegmentRow[] = [];
  readonly createdAt: number;
  /** A person called it off, and in which step. */
  stoppedStep = NOBODY;
  /** A person has paused it: what is at work ends, and no segment begins. */
  isPaused = false;
  hasFallback = false;
  /** What it has asked, and when it goes on whether or not somebody has answered. */
  question: QuestionRow | null = null;
  dueAt = NEVER;
  /** A person is told of each dead letter; with it the customer hears the fallback, where the bot may speak. */
  botCouldSpeak = false;

  wasStatus: RunStatus = "queued";
  wasSegments = 0;
  /** How often a worker began to work on it. */
  begun = 0;
  /** Attempts that were given back in good order, or whose count was lost with the database. */
  uncounted = 0;

  constructor(id: number, opened: { readonly status: RunStatus; readonly attempts: number; readonly at: number }) {
    this.id = id;
    this.status = opened.status;
    this.attempts = opened.attempts;
    this.createdAt = opened.at;
    this.wasStatus = opened.status;
  }
}

/** A part of a run that comes back: what its author handed on, and when it is due. */
export class SegmentRow {
  readonly number: number;
  readonly dueAt: number;
  readonly part: Part;
  /** Counted, not flagged, so that the oracle sees a second time. */
  resumed = 0;

  wasResumed = 0;

  constructor(number: number, dueAt: number, part: Part) {
    this.number = number;
    this.dueAt = dueAt;
    this.part = part;
  }
}

/** What a segment does, and how many follow it. */
export interface Part {
  readonly left: number;
  readonly waitMs: number;
  readonly callsTool: boolean;
}

export interface NewOutboxRow {
  readonly id: number;
  readonly conversation: Conversation;
  readonly seq: number;
  readonly key: string;
  readonly run: RunRow;
  readonly segment: number;
  readonly onDoubt: OnDoubt;
  readonly inboundSeq: number;
  readonly createdStep: number;
  readonly createdAt: number;
  /** In its block, from 1; 0: no part of one. */
  readonly position: number;
  /** How long it is typed once the one before it has left. */
  readonly delayMs: number;
  /** One of the agent's own texts: that it was said stands in the session. */
  readonly isNamed: boolean;
  /** It tells the customer that the tool call was done. */
  readonly claims: boolean;
  /** A template may leave outside the window. */
  readonly isTemplate: boolean;
  /** It puts the question of this run. */
  readonly puts: RunRow | null;
}

export class OutboxRow implements NewOutboxRow {
  readonly id: number;
  readonly conversation: Conversation;
  readonly seq: number;
  readonly key: string;
  readonly run: RunRow;
  readonly segment: number;
  readonly onDoubt: OnDoubt;
  readonly inboundSeq: number;
  readonly createdStep: number;
  readonly createdAt: number;
  readonly position: number;
  readonly delayMs: number;
  readonly isNamed: boolean;
  readonly claims: boolean;
  readonly isTemplate: boolean;
  readonly puts: RunRow | null;
  status: OutboxStatus = "queued";
  attempt = 0;
  inFlightAt = NOBODY;
  markedStep = NOBODY;
  doubtUntil = NOBODY;
  settledAt = NOBODY;
  wamid = "";
  delivery: DeliveryStatus | null = null;
  /** The journal of attempts: how each of them ended, a kind of refusal or of outcome. */
  readonly ends: string[] = [];

  wasStatus: OutboxStatus = "queued";
  wasAttempt = 0;
  /** When it first was on its way. */
  wasMarkedAt = NEVER;
  wasDelivery: DeliveryStatus | null = null;
  wasDoubtUntil = NOBODY;
  /** It was in flight or in doubt when it was decided without proof: what it does later is told as uncertain. */
  isUncertain = false;
  /** The provider's own ledger: how often it took this message, by attempt. */
  readonly taken: number[] = [];
  takenInAll = 0;
  /** A report about it has reached the door. */
  isReported = false;

  constructor(row: NewOutboxRow) {
    this.id = row.id;
    this.conversation = row.conversation;
    this.seq = row.seq;
    this.key = row.key;
    this.run = row.run;
    this.segment = row.segment;
    this.onDoubt = row.onDoubt;
    this.inboundSeq = row.inboundSeq;
    this.createdStep = row.createdStep;
    this.createdAt = row.createdAt;
    this.position = row.position;
    this.delayMs = row.delayMs;
    this.isNamed = row.isNamed;
    this.claims = row.claims;
    this.isTemplate = row.isTemplate;
    this.puts = row.puts;
  }
}

export class TimerRow {
  readonly session: number;
  readonly dueAt: number;
  readonly level: number;
  /** Counted, not flagged, so that the oracle sees a second time. */
  fired = 0;
  cancelled = 0;

  wasFired = 0;

  constructor(session: number, dueAt: number, level: number) {
    this.session = session;
    this.dueAt = dueAt;
    this.level = level;
  }

  get isPending(): boolean {
    return this.fired + this.cancelled === 0;
  }
}

export interface WorkerRow {
  /** Its session lock is held: it lives and its connection stands. */
  hasLock: boolean;
  missingSince: number;
  isBuried: boolean;
}

/** Sending is closed behind it: one message at a time tries whether it has opened. */
export interface Circuit {
  readonly openedAt: number;
  retryAt: number;
  probeEveryMs: number;
}

/** What the claim of a conversation gives its worker to read: a copy of that moment. */
export interface Turn {
  readonly conversation: Conversation;
  readonly worker: number;
  readonly fence: number;
  readonly version: number;
  readonly run: RunRow;
  /** The segment that it is, 0 for the turn that opens its run. */
  readonly segment: number;
  readonly isStopped: boolean;
  readonly attempts: number;
  readonly failures: number;
  readonly events: readonly EventRow[];
  readonly seenSeq: number;
  readonly botEnabled: boolean;
  readonly session: number;
  readonly lastCustomerAt: number;
  readonly tool: RunRow["tool"];
  /** What the last answer had still to say when the customer spoke. */
  readonly unsaid: readonly OutboxRow[];
  /** What the customer is asked and has not answered, the oldest first. */
  readonly questions: readonly OpenQuestion[];
  readonly now: number;
}

/** A delivery report as the provider posts it. */
export interface Report {
  readonly opaque: string;
  readonly wamid: string;
  readonly status: DeliveryStatus;
}

/** A webhook that the provider delivers until it hears 200. */
export interface Delivery {
  readonly said: readonly number[];
  readonly reports: readonly Report[];
  dueAt: number;
}
