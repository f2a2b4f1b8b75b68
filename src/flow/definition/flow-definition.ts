/**
 * A shop as data (requirements A5–A35). Everything that one shop has and another has not stands here; the files beside this
 * one are the rules, the same for all. `defineFlowAgent` checks it when it is loaded.
 */
import type { AgentTexts } from "../../core/agent/agent.ts";
import type { MessagePriority } from "../../core/outbound/outbox.ts";
import type { Concern, FlowReader, StandingQuestion } from "../../core/ports/flow-reader.ts";
import type { TimerPreset } from "../../core/time/timer-policy.ts";
import type { Calibration } from "../model/calibrate.ts";

/** What a mode is for. The rules know stages only; what a shop calls its modes is its own affair. */
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

/** Every mode against every mode: a cell that is missing does not compile. */
export type TransitionTable<Mode extends string> = Readonly<Record<Mode, Readonly<Record<Mode, boolean>>>>;

/** The mode in which the rules put a session for each purpose. */
export interface ModePurposes<Mode extends string> {
  readonly talk: Mode;
  readonly collect: Mode;
  /** Null where nothing is picked up. */
  readonly collectPickup: Mode | null;
  readonly offer: Mode;
  readonly summary: Mode;
  readonly confirmed: Mode;
  /** Null where nothing is ordered that the customer did not confirm. */
  readonly orderedWithoutPack: Mode | null;
  readonly orderedUnconfirmed: Mode | null;
  readonly handoff: Mode;
}

/** What must be true before a mode is entered (requirement A6). What is missing is answered with, never jumped over. */
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
  "hand_over",
  // By the system alone: no words of a customer lead to them.
  "order_without_pack",
  "order_unconfirmed",
] as const;
export type Effect = (typeof EFFECTS)[number];

export interface IntentDefinition {
  readonly effect: Effect;
  /** What customers write for it; for classifiers, and for people who read this. */
  readonly examples: readonly string[];
  /** Its words on a button, at most 20 characters. Without any it is never offered as one of two. */
  readonly label?: string;
  /** With `choose_pack`. */
  readonly pack?: string;
  /** With `offer`: the informational intent that answers while the offer cannot be made yet. */
  readonly asQuestion?: string;
  /** Asks for a datum, or to change one: data that comes along has answered it. */
  readonly unlessTold?: boolean;
  /** Asked by somebody who is not convinced yet ("¿sí sirve?"): after it no timer orders. */
  readonly isDoubt?: boolean;
  /** Acted upon from this confidence on; else the agent's bands decide. */
  readonly actFrom?: number;
}

export interface FieldDefinition {
  readonly name: string;
  /** As it is asked for: "la dirección de entrega". */
  readonly label: string;
  /** Fields that are no longer certain once this one is another: a new city, another street. */
  readonly unsettles?: readonly string[];
  /** A value as it is shown to the customer; without it, as it is kept. */
  readonly show?: (value: string) => string;
}

/** Which fields count for what (requirement A12). */
export interface FieldSets {
  /** Without these there is no order. */
  readonly critical: readonly string[];
  /** With these the timer offers in silence (L2). */
  readonly minimum: readonly string[];
  /** What is asked for and listed as missing. */
  readonly all: readonly string[];
  /** Asked for by nobody; they count when they come. */
  readonly welcome: readonly string[];
  /** The offer is made at once when the critical fields and so many in all are answered. */
  readonly offerAt: number;
}

/** Delivery to a carrier's office (requirement A20). */
export interface PickupDefinition {
  readonly fields: FieldSets;
  /** The field that says so. It lives in the data, not in the mode (L-8), and counts for nothing. */
  readonly flag: { readonly field: string; readonly value: string };
  /** What a delivery at home needs and a pickup does not. */
  readonly clears: readonly string[];
  /** Null where every city is the same. */
  readonly cityField: string | null;
  readonly addressField: string;
  /** Where carriers do not go to the door: it is asked at once. */
  readonly remoteCities: readonly string[];
  /** Where they surely do: it is never asked. */
  readonly homeCities: readonly string[];
  /** Intents that a mention of the office seems to ask for; once home or office is spoken of, they are not answered too. */
  readonly speaksOf: readonly string[];
  /** "OFICINA - {{ciudad}}, {{departamento}}", and what is noted on the order: "Recoge, cédula {{cedula}}". As `address` below. */
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

export const VISIT_TYPES = ["primera_vez", "siguientes"] as const;
export type VisitType = (typeof VISIT_TYPES)[number];

/** Requirement A25. `{{variable}}` is filled; one that has no value keeps the template back. */
export interface Template {
  readonly id: string;
  /** The intent or the step that it says. */
  readonly intent: string;
  readonly visitType: VisitType;
  readonly order: number;
  readonly priority: MessagePriority;
  /** What it says in a few words (*minifrase*). */
  readonly gist: string;
  readonly text: string;
  readonly delaySeconds?: number;
  /** What it asks the customer. Texts of steps need not say it: what a step asks is known. */
  readonly asks?: readonly StandingQuestion[];
}

/** What the rules say on their own account: for each a group of templates. */
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
export const PICKUP_STEPS = ["pickupQuestion", "pickupConfirmed", "homeConfirmed", "pickupMissing"] as const;
/** A shop may leave them out: then `missingData` is said for `progress`. */
export const OPTIONAL_STEPS = ["progress"] as const;
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

/** What is done with messages that are no text (D8). */
export interface MediaPolicy {
  /** `standby_reply`: a short word, at most once an hour. `gesture`: it counts as a smile. `ignore`: silence. */
  readonly sticker: "standby_reply" | "gesture" | "ignore";
  /** `handoff`: a person looks at every picture. `vision`: what a model sees in it counts, and a payment slip goes to a person; without one, so does whatever may be a slip. */
  readonly image: "handoff" | "vision";
  /** `transcribe`: its words count as if they were written, where somebody listens (docs/operations.md). */
  readonly audio: "transcribe" | "ask_to_write";
  /** `vision`: a model that reads documents says what it is; without one it is treated as a picture that nobody has seen. */
  readonly document: "vision" | "ask_to_write";
}

/**
 * What is done where a concern is found, before anything else is made of the message.
 * - `hand_over`: a person at once. `notice` is the group of templates that tells it, `task` what the task is called
 * - `answer`: the informational intent that says what the shop has to say about it; of what else is asked only `beside` is answered in
 *   that turn, and nothing is asked for or sold. `presses`: its timers go on afterwards
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
  /** From here on an intent is acted upon. */
  readonly act: number;
  /** From here to `act` it is looked at once more; an informational answer is safe enough to give. */
  readonly reanalyse: number;
  /** From here on it is asked about; below, a person answers. */
  readonly clarify: number;
}

/** Who decides what a customer means where there is a model to ask. `model`: always it; `cascade`: it, where the reader is not settled. */
export const FLOW_ENGINES = ["local", "cascade", "model"] as const;
export type FlowEngine = (typeof FLOW_ENGINES)[number];

/** A tool of the runtime that an orchestrator may call, and all that it may say in the call. */
export interface OrchestratorTool {
  /** As the runtime knows it: `crm.note.create`. */
  readonly name: string;
  /** For the model: what it does, and when it is called. */
  readonly description: string;
  /** What the model fills in, texts alone. */
  readonly inputs: readonly { readonly name: string; readonly description: string }[];
  /** The rest of the input, which no model says. */
  readonly fixed: Readonly<Record<string, unknown>>;
}

/** Who answers what the templates do not: a strong model, with the shop's facts and nothing else to go by. */
export interface OrchestratorDefinition {
  /** Who speaks and how, in the language of the customers. */
  readonly voice: string;
  /** What it must and must not say, one sentence each. */
  readonly policies: readonly string[];
  /** What is true beside the catalogue and the templates, one sentence each. */
  readonly facts: readonly string[];
  readonly tools: readonly OrchestratorTool[];
  /** The detector's own call answers as well, without tools: one call in place of two (D10). */
  readonly oneCall: boolean;
}

/** Where a language model helps a shop. Without one at hand nothing of this applies. */
export interface ModelUse {
  readonly engine: FlowEngine;
  /** The confidence that the model says, as it has turned out to be. Empty: it is taken as it is. */
  readonly calibration: Calibration;
  /** What is said a second time is worded anew (requirement A26). */
  readonly paraphrases: boolean;
  /** What was said in part is read whole before it is said again (requirement A28, level 3). */
  readonly comparesGist: boolean;
  /** Null: the shop answers with its templates alone. */
  readonly orchestrator: OrchestratorDefinition | null;
}

export interface FlowDefinition<Mode extends string = string> {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly version: string;
  readonly initialMode: Mode;
  readonly modes: Readonly<Record<Mode, { readonly stage: Stage }>>;
  readonly transitions: TransitionTable<Mode>;
  readonly purposes: ModePurposes<Mode>;
  readonly gates: Partial<Readonly<Record<Mode, readonly Gate[]>>>;
  readonly greeting: string;
  readonly intents: Readonly<Record<string, IntentDefinition>>;
  /** The intent that is recorded when nobody knows what is meant. */
  readonly unknownIntent: string;
  readonly fields: readonly FieldDefinition[];
  readonly fieldSets: FieldSets;
  /** The name by which a customer is spoken to, and the rest of it; null where it is not asked for. */
  readonly nameFields: { readonly given: string; readonly surname: string | null };
  /** "{{direccion}}, Barrio {{barrio}}, {{ciudad}}, {{departamento}}": parts without a value are left out, comma by comma. */
  readonly address: string;
  readonly pickup: PickupDefinition | null;
  readonly packs: readonly Pack[];
  /** `79900` → `$79.900` */
  readonly formatPrice: (amount: number) => string;
  /** The pack that an order without one stands for (its value is 0). */
  readonly placeholderPack: string;
  /** Value of an order whose pack nobody confirmed: its price, or nothing (D5). */
  readonly unconfirmedOrderValue: "pack_price" | "zero";
  readonly order: { readonly tags: readonly string[]; readonly stage: string };
  readonly templates: readonly Template[];
  readonly steps: Readonly<Record<Step, string>>;
  /** Said before a repeated text when nothing else is left, so that no two messages are equal (requirement A26). */
  readonly leadIns: readonly string[];
  readonly timers: Readonly<Record<TimerLevel, TimerDefinition>>;
  readonly handoff: {
    /** Beside the intents that hand over: what else a person is needed for. */
    readonly orderBlocked: string;
    readonly orderChange: string;
    /** Said where a person looks at a picture; without it, what is said of anything unknown. */
    readonly picture?: string;
  };
  readonly onNoInterest: "close" | "hand_over";
  /** What the shop does about each concern that its reader finds; one without a policy is left to the rules. */
  readonly concerns: Partial<Readonly<Record<Concern, ConcernPolicy>>>;
  readonly media: MediaPolicy;
  readonly bands: Bands;
  /** A cautious shop: whatever is less sure than this goes to a person (D3). Null: the bands alone decide. */
  readonly lowConfidenceHandoff: number | null;
  /** "¿Se refiere a {{a}} o a {{b}}?": asked with two buttons. Null: it is asked openly. */
  readonly choice: string | null;
  readonly limits: { readonly templates: number; readonly intents: number };
  readonly texts: AgentTexts;
  /** What a text asks that no template knows: one that a person of the shop wrote by hand. */
  readonly questionsIn: (text: string) => readonly StandingQuestion[];
  readonly reader: FlowReader;
  readonly model: ModelUse;
}
