/**
 * A shop as data (requirements A5–A35). This file holds everything in which shops differ; the files
 * beside it are the rules, the same for all. `defineFlowAgent` checks the data when it is loaded.
 */

import type { AgentTexts } from "../../core/agent/agent.ts";
import type { KnowledgeEntry } from "../../core/knowledge/knowledge-entry.ts";
import type { Locale } from "../../core/locale/locale.ts";
import type { MessagePriority } from "../../core/outbound/outbox.ts";
import type { Concern, FlowReader, StandingQuestion } from "../../core/ports/flow-reader.ts";
import type { SessionEnd } from "../../core/time/session-end.ts";
import type { TimerPreset } from "../../core/time/timer-policy.ts";
import type { ToolOffer } from "../../core/tool-calls/tool-offer.ts";
import type { Calibration } from "../model/calibrate.ts";

/** What a mode is for. The rules know only stages; a shop names its modes as it likes. */
export const STAGES = [
  "welcome",
  "talk",
  "collect",
  "offer",
  "summary",
  "confirmed",
  "provisional",
  "handoff",
] as const;
export type Stage = (typeof STAGES)[number];

/** Every mode against every mode: a missing cell does not compile. */
export type TransitionTable<Mode extends string> = Readonly<Record<Mode, Readonly<Record<Mode, boolean>>>>;

/** The mode in which the rules put a session for each purpose. */
export interface ModePurposes<Mode extends string> {
  readonly talk: Mode;
  readonly collect: Mode;
  /** null when the shop has no pickup. */
  readonly collectPickup: Mode | null;
  readonly offer: Mode;
  readonly summary: Mode;
  readonly confirmed: Mode;
  /** null when nothing is ordered without the customer's yes. */
  readonly orderedWithoutPack: Mode | null;
  readonly orderedUnconfirmed: Mode | null;
  readonly handoff: Mode;
}

/**
 * What must be true before a mode is entered (requirement A6). A closed gate answers with what is
 * missing; it is never skipped.
 */
export const GATES = ["critical_data", "pack_chosen", "summary_shown"] as const;
export type Gate = (typeof GATES)[number];

export const EFFECTS = [
  "inform",
  "start_collecting",
  "offer",
  "choose_pack",
  "confirm",
  "postpone",
  "close",
  "cancel",
  "hand_over",
  // Only the system uses them: no words of a customer lead to them.
  "order_without_pack",
  "order_unconfirmed",
] as const;
export type Effect = (typeof EFFECTS)[number];

export interface IntentDefinition {
  readonly effect: Effect;
  /** What customers write for it: for classifiers, and for people who read this. */
  readonly examples: readonly string[];
  /**
   * Its words on a button, at most 20 characters. Without them it is never offered as one of two.
   */
  readonly label?: string;
  /** Required with `choose_pack`. */
  readonly pack?: string;
  /**
   * Required with `offer`: the informational intent that answers while the offer cannot be made
   * yet.
   */
  readonly asQuestion?: string;
  /**
   * The intent asks for a datum, or for a change of one. Data in the same message has answered it.
   */
  readonly unlessTold?: boolean;
  /** A customer who is not convinced yet asks it ("¿sí sirve?"): after it no timer orders. */
  readonly isDoubt?: boolean;
  /** The confidence from which the agent acts on it; default: the agent's bands. */
  readonly actFrom?: number;
}

export interface FieldDefinition {
  readonly name: string;
  /** The words that ask for it: "la dirección de entrega". */
  readonly label: string;
  /** Fields that become uncertain when this one changes: a new city, another street. */
  readonly unsettles?: readonly string[];
  /** A value as the customer sees it; default: as it is kept. */
  readonly show?: (value: string, locale: Locale) => string;
  readonly validate?: FieldValidation;
  /** Values to tap when it is the only field that is asked for. */
  readonly options?: FieldOptions;
}

/** The values that a shop offers for a field, at most ten: fixed ones, or those that a read answers. */
export interface FieldOptions {
  readonly values?: readonly string[];
  /** A tool of effect `read`. It gets the fields of `with`, and answers `{ options: string[] }`. */
  readonly tool?: string;
  /** Fields that it depends on: nothing is offered before they are known. */
  readonly with?: readonly string[];
}

/** Asks the shop whether a value can be taken ("¿está libre?"), before anything follows from it. */
export interface FieldValidation {
  /**
   * A tool of effect `read`. It gets the value by the field's name, with those of `with`, and
   * answers `{ ok, options? }`: `options` are said as `{{opciones}}`, each a value of the field.
   */
  readonly tool: string;
  /** Other fields that it depends on. It is asked once all are known, and when one changes. */
  readonly with?: readonly string[];
  /** The group of templates for a value that is refused. */
  readonly refused: string;
  /** The group of templates when the tool could not be asked. */
  readonly failed: string;
}

/** Which fields count for what (requirement A12). */
export interface FieldSets {
  /** Without these there is no order. */
  readonly critical: readonly string[];
  /** The timer makes the offer after silence once these are answered (L2). */
  readonly minimum: readonly string[];
  /** Asked for, and listed as missing. */
  readonly all: readonly string[];
  /** Never asked for; they count when they come. */
  readonly welcome: readonly string[];
  /** The offer is made at once when the critical fields and this many in all are answered. */
  readonly offerAt: number;
}

/** Delivery to a carrier's office (requirement A20). */
export interface PickupDefinition {
  readonly fields: FieldSets;
  /**
   * The field that says so. It lives in the data, not in the mode (L-8), and counts for nothing.
   */
  readonly flag: { readonly field: string; readonly value: string };
  /** Fields that home delivery needs and a pickup does not. */
  readonly clears: readonly string[];
  /** null when every city is the same. */
  readonly cityField: string | null;
  readonly addressField: string;
  /** Cities where carriers do not go to the door: the agent asks at once. */
  readonly remoteCities: readonly string[];
  /** Cities where they surely do: the agent never asks. */
  readonly homeCities: readonly string[];
  /**
   * Intents that a mention of the office seems to ask for. Once home or office is discussed, they
   * are not answered too.
   */
  readonly speaksOf: readonly string[];
  /**
   * "OFICINA - {{ciudad}}, {{departamento}}", and the note on the order: "Recoge, cédula
   * {{cedula}}". As `address` below.
   */
  readonly address: string;
  readonly note: string;
}

export interface Pack {
  readonly id: string;
  readonly name: string;
  readonly quantity: number;
  /** Whole units of the currency. */
  readonly price: number;
}

/** An order of several packs, each with a quantity and with extras that cost something. */
export interface LinesDefinition {
  /**
   * The field that holds several lines. `readOrderLines` (`recado/language`) gives its value; a list
   * is listed again as a whole.
   */
  readonly field: string;
  /** Fields that say more of the pack of an order without a list: its flavour, its toppings. */
  readonly of: readonly string[];
  /** The names that cost something, for each unit of their line. Whole units of the currency. */
  readonly extras: readonly { readonly name: string; readonly price: number }[];
}

export const VISIT_TYPES = ["primera_vez", "siguientes"] as const;
export type VisitType = (typeof VISIT_TYPES)[number];

/** Requirement A25. `{{variable}}` is filled in; one without a value holds the template back. */
export interface Template {
  readonly id: string;
  /** The intent or the step that it says. */
  readonly intent: string;
  readonly visitType: VisitType;
  readonly order: number;
  readonly priority: MessagePriority;
  /** Its content in a few words (*minifrase*). */
  readonly gist: string;
  readonly text: string;
  readonly delaySeconds?: number;
  /** What it asks the customer. Texts of steps need not say it: the step says it. */
  readonly asks?: readonly StandingQuestion[];
}

/** What the rules themselves say: each has a group of templates. */
export const STEPS = [
  "askData",
  "missingData",
  "remindData",
  "softRetry",
  "offer",
  "whichPack",
  "packNoted",
  "summary",
  "askConfirmation",
  "orderConfirmed",
  "orderedWithoutPack",
  "orderedUnconfirmed",
  "orderUpdated",
  "knownData",
  "postponed",
  "goodbye",
  "clarify",
  "retakeLong",
  "retakeShort",
] as const;
/** Tools of the shop, by name, that the flow calls with the order. */
export interface FlowHooks {
  /** Called before the order is placed: an order is claimed only if the call succeeded. */
  readonly onConfirm?: string;
  /** Called before a placed order is changed. */
  readonly onChange?: string;
  /** Called when a placed order is cancelled, after the customer's yes and before the cancellation is claimed. */
  readonly onCancel?: string;
}

/** A message before the moment that an order is for: set with it, moved and taken back with it. */
export interface OrderReminder {
  /** The field that holds the date, or the date and the hour (`readDate`, `readMoment`). */
  readonly date: string;
  /** The field that holds the hour (`readHour`). Left out, `date` holds it too, or the day counts from 8:00. */
  readonly hour?: string;
  /** "1d", "2h", "30m" before that moment. */
  readonly before: string;
  /** With the variables of a template. */
  readonly text: string;
  /** Said in place of the text outside the 24-hour window, where WhatsApp lets nothing else through. */
  readonly template: {
    readonly name: string;
    readonly language: string;
    /** The values of its body, each with the variables of a template: `["{{dia}}", "{{hora}}"]`. */
    readonly parameters: readonly string[];
  };
}

export const PICKUP_STEPS = ["pickupQuestion", "pickupConfirmed", "homeConfirmed", "pickupMissing"] as const;
/**
 * A shop may leave them out: `missingData` then replaces `progress`. An intent that cancels needs
 * `orderCancelled`.
 */
export const OPTIONAL_STEPS = ["progress", "orderCancelled"] as const;
export type Step = (typeof STEPS)[number] | (typeof PICKUP_STEPS)[number] | (typeof OPTIONAL_STEPS)[number];

export const TIMER_LEVELS = ["L0", "L1", "L2", "L3", "L4", "L5", "L6", "L7", "L8"] as const;
export type TimerLevel = (typeof TIMER_LEVELS)[number];

/** Requirement A31: what happens when a level runs out. */
export const TIMER_ACTIONS = [
  "remind_data",
  "list_missing",
  "offer",
  "order_without_pack",
  "order_unconfirmed",
  "retake",
  "soft_retry",
  "list_pickup_missing",
] as const;
export type TimerAction = (typeof TIMER_ACTIONS)[number];

export interface TimerDefinition {
  readonly action: TimerAction;
  readonly seconds: Readonly<Record<TimerPreset, number>>;
}

/** What the agent does with messages that are not text (D8). */
export interface MediaPolicy {
  /**
   * `standby_reply`: a short word, at most once an hour. `gesture`: it counts as a smile. `ignore`:
   * silence.
   */
  readonly sticker: "standby_reply" | "gesture" | "ignore";
  /**
   * `handoff`: a person looks at every picture. `vision`: what a model sees in it counts, and a
   * payment slip goes to a person; without a model, so does a picture that may be a slip.
   */
  readonly image: "handoff" | "vision";
  /**
   * `transcribe`: its words count as if they were written, if a service listens
   * (docs/operations.md).
   */
  readonly audio: "transcribe" | "ask_to_write";
  /**
   * `vision`: a model that reads documents says what it is; without one it is treated as an unseen
   * picture.
   */
  readonly document: "vision" | "ask_to_write";
}

/**
 * What the agent does about a concern, before everything else.
 * - `hand_over`: a person at once. `notice` is the group of templates that says it, `task` is the
 *   title of the task
 * - `answer`: the informational intent that says what the shop has to say about it. In that turn
 *   only the intents in `beside` are answered too, and nothing is asked for or sold. `presses`:
 *   timers continue afterwards
 */
export type ConcernPolicy =
  | { readonly does: "hand_over"; readonly intent: string; readonly notice: string; readonly task: string }
  | {
      readonly does: "answer";
      readonly intent: string;
      readonly beside: readonly string[];
      readonly presses: boolean;
    };

/** Confidence, 0–100 (requirement B5). */
export interface Bands {
  /** From here on the agent acts on an intent. */
  readonly act: number;
  /** From here to `act` it looks once more; an informational answer is safe enough to give. */
  readonly reanalyse: number;
  /** From here on it asks; below, a person answers. */
  readonly clarify: number;
}

/**
 * Decides what a customer means when there is a model to ask. `model`: always the model; `cascade`:
 * the model when the reader is not settled.
 */
export const FLOW_ENGINES = ["local", "cascade", "model"] as const;
export type FlowEngine = (typeof FLOW_ENGINES)[number];

/** Answers what the templates do not: a strong model with only the shop's facts. */
export interface OrchestratorDefinition {
  /** Who speaks and how, in the customers' language. */
  readonly voice: string;
  /** What it must and must not say, one sentence each. */
  readonly policies: readonly string[];
  /** Facts beside the catalogue and the templates, one sentence each. */
  readonly facts: readonly string[];
  /** Tools of the runtime, by name (`crm.note.create`) or with what the shop changes of one. */
  readonly tools: readonly ToolOffer[];
  /** The detector's own call answers as well, without tools: one call in place of two (D10). */
  readonly oneCall: boolean;
}

/** How a language model helps a shop. Without a model none of this applies. */
export interface ModelUse {
  readonly engine: FlowEngine;
  /** The model's confidence as it has turned out to be. Empty: it is used as it is. */
  readonly calibration: Calibration;
  /** A text that would be said a second time is reworded (requirement A26). */
  readonly paraphrases: boolean;
  /**
   * A text that was said in part is read whole before it is said again (requirement A28, level 3).
   */
  readonly comparesGist: boolean;
  /** null: the shop answers only with its templates. */
  readonly orchestrator: OrchestratorDefinition | null;
}

export interface FlowDefinition<Mode extends string = string> {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly version: string;
  /** The language and country of its customers; prices are whole numbers of its smallest unit. */
  readonly locale: Locale;
  readonly initialMode: Mode;
  readonly modes: Readonly<Record<Mode, { readonly stage: Stage }>>;
  readonly transitions: TransitionTable<Mode>;
  readonly purposes: ModePurposes<Mode>;
  readonly gates: Partial<Readonly<Record<Mode, readonly Gate[]>>>;
  readonly greeting: string;
  readonly intents: Readonly<Record<string, IntentDefinition>>;
  /** The intent recorded when the meaning is unknown. */
  readonly unknownIntent: string;
  readonly fields: readonly FieldDefinition[];
  readonly fieldSets: FieldSets;
  /**
   * The name used to address a customer, and the rest of it; null when the shop does not ask for
   * it.
   */
  readonly nameFields: { readonly given: string; readonly surname: string | null };
  /**
   * "{{direccion}}, Barrio {{barrio}}, {{ciudad}}, {{departamento}}": parts without a value are
   * left out, comma by comma.
   */
  readonly address: string;
  readonly pickup: PickupDefinition | null;
  readonly hooks?: FlowHooks;
  /** Asked before an order is cancelled ("¿Confirma que cancelemos su cita?"); absent: the locale's words for an order. */
  readonly cancelQuestion?: string;
  readonly remind?: OrderReminder;
  readonly packs: readonly Pack[];
  /** Absent: an order is one pack, once. */
  readonly lines?: LinesDefinition;
  /** `79900` → `$79.900`; left out, as the locale writes prices. */
  readonly formatPrice: (amount: number) => string;
  /** The pack that an order without one stands for (its value is 0). */
  readonly placeholderPack: string;
  /** Value of an order whose pack the customer did not confirm: its price, or nothing (D5). */
  readonly unconfirmedOrderValue: "pack_price" | "zero";
  readonly order: { readonly tags: readonly string[]; readonly stage: string };
  readonly templates: readonly Template[];
  readonly steps: Readonly<Record<Step, string>>;
  /**
   * Said before a repeated text when nothing else is left, so that no two messages are equal
   * (requirement A26).
   */
  readonly leadIns: readonly string[];
  readonly timers: Readonly<Record<TimerLevel, TimerDefinition>>;
  /** What is remembered of the customer (docs/memory.md). Absent: nothing. */
  readonly memory?: "always" | "on_request";
  /** When a session ends by itself. Absent: at two in the morning, after two quiet hours. */
  readonly sessionEnd?: SessionEnd;
  readonly handoff: {
    /** Further cases for a person, beside the intents that hand over. */
    readonly orderBlocked: string;
    readonly orderChange: string;
    /** Said when a person looks at a picture; default: the words for an unknown message. */
    readonly picture?: string;
    /**
     * Said when a customer wants more goods than the largest pack holds: a person names the price.
     * Absent: such a wish is answered as any other.
     */
    readonly tooMany?: string;
  };
  readonly onNoInterest: "close" | "hand_over";
  /**
   * The shop's policy for each concern that its reader finds. A concern without a policy is left to
   * the rules.
   */
  readonly concerns: Partial<Readonly<Record<Concern, ConcernPolicy>>>;
  readonly media: MediaPolicy;
  readonly bands: Bands;
  /**
   * For a cautious shop: a message with less confidence goes to a person (D3). null: the bands
   * alone decide.
   */
  readonly lowConfidenceHandoff: number | null;
  /** "¿Se refiere a {{a}} o a {{b}}?": asked with two buttons. null: the agent asks openly. */
  readonly choice: string | null;
  readonly limits: { readonly templates: number; readonly intents: number };
  readonly texts: AgentTexts;
  /** Facts of the shop beyond its templates: the entry that is near enough to a question is said. */
  readonly knowledge: readonly KnowledgeEntry[];
  /** `{{tiempo_estimado}}` for the data that is captured; null, and its templates stay back, when it is not known. */
  readonly deliveryTime: (data: Readonly<Record<string, string>>) => string | null;
  /** What a text asks that is not a template: one that a person of the shop wrote by hand. */
  readonly questionsIn: (text: string) => readonly StandingQuestion[];
  readonly reader: FlowReader;
  readonly model: ModelUse;
}
