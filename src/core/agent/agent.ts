import type { Artifact } from "../artifacts/artifact.ts";
import type { RequestedArtifact } from "../artifacts/envelope.ts";
import type { Medium } from "../inbound/content.ts";
import type { InputClass } from "../inbound/input-class.ts";
import type { MediaTexts } from "../inbound/media-texts.ts";
import type { Understandable, UnderstoodFile } from "../inbound/understanding.ts";
import type { KnowledgeEntry } from "../knowledge/knowledge-entry.ts";
import type { Locale } from "../locale/locale.ts";
import type { AgentMemory, Forgetting } from "../memory/fact.ts";
import type { OutboundContent } from "../outbound/outbound-content.ts";
import type { MessagePriority, UnsaidMessage } from "../outbound/outbox.ts";
import type { KnownTemplate } from "../outbound/registered-template.ts";
import type { DecidedReminder, OpenReminder } from "../outbound/reminder.ts";
import type { Pause } from "../pause.ts";
import type { TurnModel } from "../ports/model/turn-model.ts";
import type { SessionEnd } from "../time/session-end.ts";
import type { ArmedTimer, TimerPlan, TimerSignal } from "../time/timer-policy.ts";
import type { Audience } from "../tool-calls/confirmation.ts";
import type { ConfirmationTexts } from "../tool-calls/confirmation-texts.ts";
import type { ToolOffer } from "../tool-calls/tool-offer.ts";
import type { TurnReads } from "../tool-calls/turn-reads.ts";
import type { Catalogue } from "./catalogue.ts";
import type { DecisionTrail } from "./decision-trail.ts";
import type { IntentInfo } from "./intent.ts";
import type { PromptParts } from "./own-prompts.ts";
import type { NextSegment, ParkedRun, SegmentInput } from "./segment.ts";
import type { ChatLine, IngestStatus, Session } from "./session.ts";

export type { IntentInfo } from "./intent.ts";
export type { NextSegment, ParkedRun, SegmentInput } from "./segment.ts";

/**
 * The agent port: what came in, what is known, and the time go in; a decision comes out. No clock, no randomness, no
 * I/O: the runtime alone carries a decision out. It is requirement A1's `processMessage`, field for field in meaning.
 */
export interface Agent {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  /** A run is pinned to the version that first decided for it. */
  readonly version: string;
  readonly initialMode: string;
  /**
   * The language and country that it reads and speaks in; absent when it has the workspace's.
   * (docs/another-country.md)
   */
  readonly locale?: Locale;
  /** Said when there is no answer: `fallback` by the runtime, the others by the agent. */
  readonly texts: AgentTexts;
  /** The catalogue that its orders are checked against. Without one it can make none. */
  readonly catalogue?: Catalogue;
  /** The tools that it was given by name, beside those of every agent. What is not here does not exist for it. */
  readonly tools?: readonly string[];
  /** The tools that its model is offered, all of them among `tools`. Checked when the agent is loaded. */
  readonly offers?: readonly ToolOffer[];
  /** The most of them that one question of its model shows. Absent: all. */
  readonly offersShown?: number;
  /** Its own prompts by part, which the shop's people may replace; absent when it has none that they may. */
  readonly prompts?: PromptParts;
  /** The models that it asks for by name, beside those of the configuration. `recado doctor` tries each of them. */
  readonly models?: readonly string[];
  /**
   * The message templates that it sends, as Meta has approved them. In memory and in scenarios they
   * count as approved; live, a workspace has those that were written down for it.
   */
  readonly messageTemplates?: readonly KnownTemplate[];
  /**
   * The kinds of files that it wants to be understood, if a service can. Of other files it learns
   * only that they came.
   */
  readonly understands?: readonly Understandable[];
  /**
   * What customers say about themselves is learnt, listed and forgotten at their word. `always`: each
   * turn is handed what is remembered, and the customer is asked whether something sensitive may be kept;
   * `on_request`: only a customer who asks sees it, and what is sensitive is kept at their own wish alone.
   * Absent: nothing is learnt.
   */
  readonly memory?: "always" | "on_request";
  /**
   * Captured data, by name, with the value that no wish to forget takes away: a mark such as "not sold to without a person", which
   * protects its customer and says nothing of who they are.
   */
  readonly marks?: Readonly<Record<string, string>>;
  /** When a session ends by itself. Absent: at two in the morning, after two quiet hours. A workspace may set its own. */
  readonly sessionEnd?: SessionEnd;
  decide(input: AgentInput): Decision | Promise<Decision>;
  /**
   * Asked where it is silent because a person answers: what may not wait for that person, such as the emergency line for a
   * customer in danger. Only its messages and tools count. null: nothing of the kind. Absent: nothing ever is.
   */
  decideUrgent?(input: AgentInput): Decision | null | Promise<Decision | null>;
  /** The same decision, and how it came about; of an agent that can tell. */
  explain?(input: AgentInput): ExplainedDecision | Promise<ExplainedDecision>;
  /** Hash of the agent's trained model. Audits of one hash say nothing about another. */
  readonly localModel?: string | null;
  /** How long a question of its tools waits, where the standard (`CONFIRMATION_TTL_MS`) does not fit. */
  readonly confirmationTtlMs?: Partial<Readonly<Record<Audience, number>>>;
  /**
   * Called once when a process starts, before any turn, to do what is slow the first time. Makes no
   * outside call.
   */
  prepare?(): void;
}

export interface ExplainedDecision {
  readonly decision: Decision;
  readonly trail: DecisionTrail;
}

export interface AgentTexts {
  /** The last attempt of a run failed; a person will look at it. */
  readonly fallback: string;
  /** A sticker, at most once an hour. */
  readonly sticker: string;
  /** A voice note, photo or document without words that we could use. */
  readonly richInput: string;
  /** A video, a location, contacts, or something that WhatsApp itself cannot show us. */
  readonly unsupported: string;
  /**
   * A tool of the decision failed and did nothing: says so, and asks whether to try again. The
   * standard words if absent.
   */
  readonly toolFailed?: string;
  /** About files that are listened to and looked at; what is left out is said in the standard words. */
  readonly media?: Partial<MediaTexts>;
  /** Around questions that a tool's policy asks; what is left out is said in the standard words. */
  readonly confirmation?: Partial<ConfirmationTexts>;
}

export interface AgentInput {
  /** The texts of the run, in order, joined by line breaks: at most the newest 20 and 8,000 characters (`read-limit.ts`). */
  readonly message: string;
  /** The same texts one by one. */
  readonly messages: readonly string[];
  readonly inputClass: InputClass;
  /** The buttons and list rows that were tapped, in order, with the ids that they carried; absent when none was. */
  readonly taps?: readonly { readonly title: string; readonly payload: string }[];
  /**
   * The items beside or in place of words, one for each message that was no text; absent when there
   * are none.
   */
  readonly media?: readonly Medium[];
  /**
   * The results of the files that a service tried to understand, in order; absent when none did.
   * The words of a voice note are in `messages` too. The text of a picture is not, because the
   * picture's author wrote it.
   */
  readonly understood?: readonly UnderstoodFile[];
  readonly session: Session;
  /** The lines before this turn, oldest first, cut to what the input class may read. */
  readonly history: readonly ChatLine[];
  /**
   * The rest of our last answer when the customer spoke (requirement A30). It is in no list of what
   * was said.
   */
  readonly unsaid: readonly UnsaidMessage[];
  /** What is remembered of the customer; absent for an agent whose `memory` is not `always`. */
  readonly memory?: AgentMemory;
  /** 1 for the first turn of the conversation. */
  readonly turnNumber: number;
  /** `phone`: the number that they write from, digits only; null or absent where the channel knows none. */
  readonly contact: { readonly name: string | null; readonly phone?: string | null };
  /** The intent that an operator decided for this turn; `message` is empty then. null: the agent decides. */
  readonly forceIntent: string | null;
  /** Database time of the claim. */
  readonly now: Date;
  /** In which the customer is read and answered; absent where the caller knows none. */
  readonly locale?: Locale;
  /** The workspace's own zone, in which the customer's hours are meant. Absent: that of the agent's locale. */
  readonly timeZone?: string;
  /**
   * A timer that came due, in place of a message: `messages` is then empty. It makes no fake text,
   * because the customer said nothing.
   */
  readonly dueTimer?: { readonly level: string } | null;
  /**
   * The segment that is decided: the run comes back, in place of a message, and `messages` is empty.
   * null or absent in the turn that opens a run.
   */
  readonly segment?: SegmentInput | null;
  /** Other runs of this conversation that wait for their next segment or for an answer; absent when none does. */
  readonly parked?: readonly ParkedRun[];
  /** The timer of the session before this turn. */
  readonly timer?: ArmedTimer | null;
  /**
   * What the contact told in an earlier session. It is offered again, never taken over unasked
   * (L-5).
   */
  readonly knownData?: Readonly<Record<string, string>>;
  /** The agent's reminders of this conversation that wait, the next one first. */
  readonly reminders?: readonly OpenReminder[];
  /** The customer has asked for no more messages: a reminder would never be said, and is not set. */
  readonly hasOptedOut?: true;
  /** Asks the agent's tools of effect `read` while it decides. */
  readonly tools: TurnReads;
  /**
   * What the shop has written for this agent, in files and in the Studio (docs/knowledge.md); absent
   * when the caller knows none.
   */
  readonly knowledge?: readonly KnowledgeEntry[];
  /** What this turn is asked to make, with its sources (docs/artifacts.md); absent when it is no artifact. */
  readonly artifact?: RequestedArtifact;
  /** What the shop's people have put in place of the agent's own prompts, by part; absent when they have not. */
  readonly prompts?: PromptParts;
  /** null or absent when there is no model to ask; the agent decides with what it has. */
  readonly model?: TurnModel | null;
  /** Called before each message after the first. Absent when no other turn waits. */
  readonly pause?: Pause;
  /** `stopped`: audits say that what this agent's own engines are sure of is wrong too often; nothing counts as settled. */
  readonly localAnswers?: "on" | "stopped";
}

/** A text (one that is too long for WhatsApp goes out as several messages), or content of any kind. */
export type DecidedMessage = DecidedText | DecidedContent;

interface DecidedText extends MessageTraits {
  readonly text: string;
  readonly content?: never;
}

interface DecidedContent extends MessageTraits {
  readonly content: OutboundContent;
  readonly text?: never;
}

interface MessageTraits {
  /** The template it was made from; null when it is free. Sent templates are listed in `newTemplatesEnviados`. */
  readonly templateId: string | null;
  /** How much it matters that it is said: what a customer's next message cuts off may be taken up again. */
  readonly priority?: MessagePriority;
  /** Waits at least so long before it leaves, where it says so itself; else as long as a person types it. */
  readonly delayMs?: number;
  /** WhatsApp's id of the message that this one quotes. */
  readonly replyTo?: string;
  /** It claims nothing that a tool of this decision does: it is said also while one of them waits for a yes. */
  readonly claimsNothing?: boolean;
}

export interface DecidedHandoff {
  readonly reason: string;
  /** Its words say more than that a person comes, such as an emergency line: the workspace's own message does not replace them. */
  readonly keepsWords?: boolean;
}

export interface DecidedToolCall {
  /** Unique in the decision; with the run id it makes the idempotency key. */
  readonly callId: string;
  readonly tool: string;
  readonly input: unknown;
}

export interface Decision {
  readonly messages: readonly DecidedMessage[];
  readonly intentInfo: IntentInfo | null;
  /**
   * Changes of the session. The `…Vistos` and `…Enviados` lists are additions, in order; the data
   * is merged in.
   */
  readonly stateUpdates: {
    readonly newMode?: string;
    readonly newIntentsVistos?: readonly string[];
    readonly newTemplatesEnviados?: readonly string[];
    readonly newDatosCapturados?: Readonly<Record<string, string>>;
    readonly newPackSeleccionado?: string | null;
    /** Names of captured fields that are taken back: a delivery at home that becomes a pickup has no address. */
    readonly clearedDatos?: readonly string[];
    readonly newIngestStatus?: IngestStatus;
    /** Ids of the templates that are still to be said. Replaces the former list. */
    readonly newPendientes?: readonly string[];
  };
  /** What happens to the session's timer, in order (requirement A31). */
  readonly timerSignals?: readonly TimerSignal[];
  /** The level that holds after this turn; what the signals start or are measured against. */
  readonly timer?: TimerPlan | null;
  /** At most 10, each key once. A reminder outlives the session; the same key again moves it. */
  readonly reminders?: readonly DecidedReminder[];
  /** At most one. It is kept with the turn, and so are its facts. `withArtifacts` makes it. */
  readonly artifacts?: readonly Artifact[];
  readonly tools: readonly DecidedToolCall[];
  /** What is forgotten of the customer: facts by id, and captured data by field, in every sale of theirs. */
  readonly forgets?: Forgetting;
  /** Present when a person should go on: the bot falls silent in this conversation. */
  readonly handoff: DecidedHandoff | null;
  /** Closes the session; the next message opens a new one. */
  readonly closesSession: boolean;
  /**
   * The words belong to a new sale (L-5): the session ends here, and the agent decides about them once more, in a new session with
   * what this one knew. Such a decision says and does nothing else, and is made in no session that begins with the turn.
   */
  readonly startsAnew?: boolean;
  /**
   * The run goes on: all of this decision is committed, the conversation is free, and the agent is
   * asked again at that time with what `state` holds. Not with a handoff or `startsAnew`.
   */
  readonly next?: NextSegment | null;
  readonly totalTokens: number;
  /** Why, in the order in which it was decided; shown by `recado chat --why`. */
  readonly why: readonly string[];
}

/** The agents that this process has. */
export interface AgentRegistry {
  /** Each id once, in the order in which the agents were given. */
  readonly ids: readonly string[];
  /**
   * The agent of a run: the pinned version where one is named, else the newest. Null when it is not here; a run that is
   * pinned to a version of another process must wait for that process, not be decided by a different agent.
   */
  get(id: string, version?: string | null): Agent | null;
  /** The newest first; empty where there is none. */
  versionsOf(id: string): readonly string[];
}
