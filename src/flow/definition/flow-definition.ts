/**
 * A shop as data (requirements A5–A35). This file and the definitions that it imports hold everything
 * in which shops differ; the rest of the flow is the rules, the same for all. `defineFlowAgent` checks the data when it is loaded.
 */

import type { AgentTexts } from "../../core/agent/agent.ts";
import type { KnowledgeEntry } from "../../core/knowledge/knowledge-entry.ts";
import type { Locale } from "../../core/locale/locale.ts";
import type { MessagePriority } from "../../core/outbound/outbox.ts";
import type { Concern, FlowReader, StandingQuestion } from "../../core/ports/flow-reader.ts";
import type { SessionEnd } from "../../core/time/session-end.ts";
import type { SaleField } from "../../core/turn/crm-change.ts";
import type { FieldDefinition, FieldSets } from "./field-definition.ts";
import type { ModelUse } from "./model-use.ts";
import type { FlowHooks, LinesDefinition, OrderReminder, Pack, PickupDefinition } from "./order-definition.ts";
import type { TimerDefinition, TimerLevel } from "./timer-definition.ts";

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
  /** Stands above or beside the text. A message that would not be WhatsApp's with it goes out as its text alone. */
  readonly media?: TemplateMedia;
  /** Up to three intents to tap, in the words of their labels. */
  readonly buttons?: readonly string[];
  /** Up to ten intents to tap, in a list that the customer opens. Not with buttons, and without media. */
  readonly list?: TemplateList;
}

/** A picture, a video or a document at an address that WhatsApp can read. */
export interface TemplateMedia {
  readonly type: "image" | "video" | "document";
  readonly link: string;
  /** A document alone has one. */
  readonly fileName?: string;
}

export interface TemplateList {
  /** The words that open it, at most 20 characters. */
  readonly button: string;
  readonly rows: readonly { readonly intent: string; readonly description?: string }[];
}

/** What begins a purchase. */
export const BUYING_EFFECTS: readonly Effect[] = ["start_collecting", "choose_pack"];

/** What a tap may lead to. An order, a pack and a refusal take the customer's own words. */
export const TAPPED_EFFECTS: readonly Effect[] = ["inform", "start_collecting", "offer", "hand_over"];

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

export const PICKUP_STEPS = ["pickupQuestion", "pickupConfirmed", "homeConfirmed", "pickupMissing"] as const;
/**
 * A shop may leave them out: `missingData` then replaces `progress` and `askNumber`, and `askConfirmation` replaces `askPlace`. An
 * intent that cancels needs `orderCancelled`.
 */
export const OPTIONAL_STEPS = ["progress", "orderCancelled", "askPlace", "askNumber"] as const;
export type Step = (typeof STEPS)[number] | (typeof PICKUP_STEPS)[number] | (typeof OPTIONAL_STEPS)[number];

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
 *   title of the task in the shop's own words; without it the wish for a person has words in each
 *   language of the Studio. `urgent`: it does not wait for that person. The notice is said, once, and the task made also where a
 *   person answers already, and no message of the workspace replaces the notice
 * - `answer`: the informational intent that says what the shop has to say about it. In that turn
 *   only the intents in `beside` are answered too, and nothing is asked for or sold. `presses`:
 *   timers continue afterwards. `holds`: once it is stated of this sale, the agent orders nothing
 *   until a person has decided
 */
export type ConcernPolicy =
  | {
      readonly does: "hand_over";
      readonly intent: string;
      readonly notice: string;
      readonly task?: string | undefined;
      readonly urgent?: boolean | undefined;
    }
  | {
      readonly does: "answer";
      readonly intent: string;
      readonly beside: readonly string[];
      readonly presses: boolean;
      readonly holds?: SaleHold;
    };

/** A sale that only a person may go on with. */
export interface SaleHold {
  /** The captured value that says so; no field of the order. */
  readonly field: string;
  /** What it says while the sale is held, and once a person has it. */
  readonly held: string;
  /**
   * Present: it holds only when a person must advise, because the customer asks ("¿lo puedo tomar?") or because of what it is.
   * What they only state, or take to a doctor of their own, is answered and marked so; then their yes orders, and silence never
   * does. Absent: what is stated holds.
   */
  readonly told?: string | undefined;
  readonly freed: string;
  /** The group of templates for a customer who goes on buying, and the title of the person's task. */
  readonly notice: string;
  readonly task: string;
}

/** Confidence, 0–100 (requirement B5). */
export interface Bands {
  /** From here on the agent acts on an intent. */
  readonly act: number;
  /** From here to `act` it looks once more; an informational answer is safe enough to give. */
  readonly reanalyse: number;
  /** From here on it asks; below, a person answers. */
  readonly clarify: number;
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
  /** The fields that an order writes to the contact's profile, beside the name. */
  readonly contactFields?: Readonly<Partial<Record<Exclude<SaleField, "name">, string>>>;
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
