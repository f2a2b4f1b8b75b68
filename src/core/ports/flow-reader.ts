import type { IntentInfo } from "../agent/intent.ts";
import type { Locale } from "../locale/locale.ts";
import type { Pause } from "../pause.ts";

/** Requirement A16: what a message does while data is being captured. */
export type MessageClass = "datos" | "pregunta" | "mixto" | "irrelevante";

/** What a message says that only acknowledges: a yes, perhaps a yes, only courtesy, or a no with and without thanks. */
export type Acknowledgement = "yes" | "fine" | "courtesy" | "no" | "no_thanks";

/**
 * What a message of ours asks, by what answers it: whether to buy; `packs` which the customer has before their eyes; which `pack`
 * is chosen; whether the order is confirmed, what a wrong datum should be instead, the old data still true, an order that a timer placed to be kept; home or office;
 * what was meant.
 */
export const STANDING_QUESTIONS = [
  "buy",
  "packs",
  "pack",
  "confirm",
  "correction",
  "same_data",
  "keep_order",
  "delivery",
  "meaning",
] as const;
export type StandingQuestion = (typeof STANDING_QUESTIONS)[number];

/**
 * What one clause of a message does:
 * - `yes`, `fine`, `no`, `courtesy`: it answers, or only acknowledges, in words that do nothing else
 * - `choice`: it chooses a quantity or an option, and says nothing else
 * - `quantity`: among other words a number stands beside the goods that it counts
 * - `figure`: a number stands in it, and counts something else: a floor, a day, a child
 * - `pays`: it asks where the money for what they buy goes ("mándeme el Nequi"): it is answered, and holds no yes back
 * - `question`: it asks for a fact
 * - `reserve`: it refuses, doubts, objects, puts off or sets a condition
 * - `other`: words that the rules do not know
 *
 * A clause whose words are all of a datum that was read is none of these, and is left out.
 */
export type ClauseKind =
  | "yes"
  | "fine"
  | "no"
  | "courtesy"
  | "choice"
  | "quantity"
  | "figure"
  | "pays"
  | "question"
  | "reserve"
  | "other";

/** How the parcel is to reach the customer, as far as a message says it. `asked`: mentioned, not chosen. */
export type DeliveryMention = "pickup" | "home" | "asked";

/**
 * Where the rules may have read less than the customer wrote, so that a model is worth asking. Fields are the agent's names.
 * - `unanswered`: something was asked for, and what came is neither it nor a question
 * - `unknown_words`: more than three words, beside the data, that no rule knows
 * - `two_candidates`: two values for one field, and nothing that says which
 * - `misspelt`: a word of an address ("kalle", "vario") in what could not be read
 */
export type ReadingDoubt =
  | { readonly kind: "unanswered"; readonly fields: readonly string[] }
  | { readonly kind: "unknown_words"; readonly words: readonly string[] }
  | { readonly kind: "two_candidates"; readonly field: string; readonly values: readonly string[] }
  | { readonly kind: "misspelt"; readonly words: readonly string[] };

/**
 * What words mean where an order exists: one more, apart from it, is spoken of (`another`) or wished for (`wish`; `plain_wish`
 * when the message says nothing else), or something is to be done with it (`change`).
 */
export type BesideAnOrder = "another" | "wish" | "plain_wish" | "change";

/** What a shop sells, as its customers say it. */
export interface SoldGoods {
  /** Its words for its goods, singular and plural, folded. */
  readonly goods: ReadonlySet<string>;
  /** How many units a price in whole pesos buys: 129900 → 2. */
  readonly prices: ReadonlyMap<number, number>;
}

/** So many of the shop's goods in all, at least 2: "5 frascos", "2 para mí y 1 para mi hermana". */
export interface WishedQuantity {
  readonly units: number;
  /** A question ("¿a cómo me dejan 10?"): it orders nothing. */
  readonly isAsked: boolean;
  /** A number and nothing else ("los 2 porfa"): it counts goods only where the sale waits for a number. */
  readonly isAnswer?: true;
}

export interface MessageReading {
  readonly text: string;
  readonly messageClass: MessageClass;
  /** 0–100. */
  readonly confidence: number;
  /** Normalised values by field; `N/A` where the customer says that there is none. Never a value that cannot be right. */
  readonly fields: Readonly<Record<string, string>>;
  /** What each of them was read from, as it was written. The same fields. */
  readonly raw: Readonly<Record<string, string>>;
  /** Fields whose former value cannot stand beside the new ones. */
  readonly cleared: readonly string[];
  /** What a question mentions ("¿envían a Cali?"): no data of the customer, and worth knowing. */
  readonly hints: Readonly<Record<string, string>>;
  /** Empty where the rules are sure to have read all there is. */
  readonly doubts: readonly ReadingDoubt[];
  readonly acknowledgement: Acknowledgement | null;
  /** "2", "dos": a message that says a small number and nothing else. */
  readonly bareNumber: number | null;
  readonly delivery: DeliveryMention | null;
  /** What its clauses do, in order. Absent where the reader cannot tell: then its intent alone speaks for it. */
  readonly clauses?: readonly ClauseKind[];
  /** Null or absent: nothing of an order was said in so many words. */
  readonly besideAnOrder?: BesideAnOrder | null;
  /** "Con los mismos datos": what we know from before holds. */
  readonly isAsBefore?: boolean;
  /** Null or absent: no quantity of goods was said, or more than one. */
  readonly quantity?: WishedQuantity | null;
  /** The words that mean the number that they write from ("el mismo de este WhatsApp"), while no phone is told. */
  readonly ownNumberSaid?: string;
}

/**
 * What is heeded before anything else that a customer says, the gravest first: a person may be in
 * danger; a person is wished for; the goods are meant for a child, beside a pregnancy, a medicine
 * or an illness, for an animal; a customer does not like to give their data.
 */
export const CONCERNS = ["danger", "person", "animal", "minor", "pregnancy", "medicine", "mistrust"] as const;
export type Concern = (typeof CONCERNS)[number];

/**
 * What words are beside a wish: a refusal, a condition, a question. Any of them makes silence and a
 * yes beside it no consent.
 */
export const STANCES = ["refusal", "condition", "question"] as const;
export type Stance = (typeof STANCES)[number];

export interface FoundConcern {
  readonly concern: Concern;
  /** The sign that found it, for the record: no word of the customer. */
  readonly sign: string;
  /** Stated of this sale ("tengo 15 años", "es para mi bebé"), and not only asked in general. */
  readonly isStated?: true;
  /** A person must advise: the customer asks ("¿lo puedo tomar?"), or it is grave in itself ("tomo anticoagulantes"). */
  readonly needsAdvice?: true;
}

/** What a message answers to a question of ours. */
export interface HeardAnswer {
  /** `yes`, or the name of an option of the shop ("2x"). */
  readonly answer: string;
  /** 0–1, calibrated: of a hundred answers with 0.99, ninety-nine are right. */
  readonly probability: number;
  /** It is as sure as its question demands. */
  readonly isHeard: boolean;
}

/** A customer has asked a doctor of their own, or means to (`asked`); the doctor said yes (`agreed`). */
export type OwnDoctor = "asked" | "agreed";

export interface Reading {
  /** One for each message, in order. */
  readonly messages: readonly MessageReading[];
  /** What is wanted, over all messages that are not only data. Null when there is none such. */
  readonly intent: IntentInfo | null;
  /** The same after a second look, with more context; null when the first was sure or no second is possible. */
  readonly secondLook: IntentInfo | null;
  /** All of it may be acted upon as it stands: neither intent nor message class nor data is in doubt, and no model need be asked. */
  readonly isSettled: boolean;
  /** Over all messages, each once, the gravest first. A reader without heads leaves it out. */
  readonly concerns?: readonly FoundConcern[];
  /** Each once, over all messages; what a trained head has heard. Absent without such heads. */
  readonly stances?: readonly Stance[];
  /**
   * What all messages together most likely answer to a question of ours, by a trained model, and how sure that is; null when it
   * knows no answers to this question now. It is asked only where the flow needs an answer.
   */
  readonly answerTo?: (question: StandingQuestion) => HeardAnswer | null;
  /** They take what concerns their health to a doctor of their own. */
  readonly ownDoctor?: OwnDoctor;
}

export interface ReadingContext {
  /** Our last messages, newest last. */
  readonly lastAssistant: readonly string[];
  /** What waits for an answer, known from what was sent. */
  readonly asked: readonly StandingQuestion[];
  /** Data is being captured: a bare name or city is an answer. */
  readonly isCollecting: boolean;
  /** The customer's message before these ("barrio", and now "Yesquita"). */
  readonly saidBefore?: string | undefined;
  /** The number that the customer writes from, digits only; null or absent where the channel knows none. */
  readonly ownNumber?: string | null;
  /** What is captured so far. */
  readonly data: Readonly<Record<string, string>>;
  /** Fields that are asked for and not answered. */
  readonly missing: readonly string[];
  /** When the customer wrote it, and the zone of their clock: "mañana a las 3" is a moment. */
  readonly now?: Date;
  readonly zone?: string;
  /** The language and country of the words; Colombia's when absent. */
  readonly locale?: Locale;
}

export type Repetition = "said" | "partly" | "new";

/**
 * What earlier words are counted for. `stated`: they alone say it. `agreed`: the customer agrees now, and "quiero comprar uno" is
 * one as well. `supposed`: a summary asks, and a question counts too ("¿cuánto sale 1 tarro?").
 */
export type CountUse = "stated" | "agreed" | "supposed";

/**
 * The questions about a customer's words that a model could answer: one comprehension of the whole turn. The flow engine
 * asks it once, before it decides; everything after it is plain rules.
 */
export interface FlowReader {
  /** `pause`: see `AgentInput.pause`. Without it all is read at once. */
  read(messages: readonly string[], context: ReadingContext, pause?: Pause): Reading | Promise<Reading>;
  /** Level 2 of requirement A28: whether what a template says in short has been said in one of these messages. */
  compareGist(gist: string, said: readonly string[]): Repetition;
  /**
   * Level 3, for whom level 2 says `partly`: which of these whole texts tell nothing new, one answer a text. A reader without it, or
   * one that fails, lets them be told.
   */
  judgeRepeats?(texts: readonly string[], said: readonly string[]): Promise<readonly boolean[]>;
  /**
   * A value that another reader found for a field, in the form in which these rules would keep it;
   * null when they would refuse it. A reader without it takes only its own values. `data`: what is
   * captured.
   */
  acceptValue?(field: string, value: string, data: Readonly<Record<string, string>>): string | null;
  /**
   * How many units these earlier messages of the customer speak of, oldest first, in words that choose nothing by themselves
   * ("quiero pedir uno"). null: none, or it is unclear. `onlyStated`: what was only asked about ("¿cuánto valen 2?") is none.
   */
  wishedBefore?(said: readonly string[], onlyStated?: boolean): number | null;
  /** "Mándela", "va pues, ese": one thing is taken, which was spoken of just now. */
  takesOne?(text: string): boolean;
  /** "¿Cuánto sale uno?", "el más barato": words that speak of one unit, and choose none. */
  speaksOfOne?(text: string): boolean;
  /**
   * How many units these earlier messages count, oldest first, in whatever words ("toca uno porque estoy pelada"). null: none, or
   * two numbers. It chooses nothing by itself: a summary must say it back.
   */
  countedBefore?(said: readonly string[], use?: CountUse): number | null;
  /**
   * The answer to one of our questions that a trained model heard in these earlier messages of the customer, the newest that gives
   * one. It binds to nothing: a summary must say it back. null: none.
   */
  answeredBefore?(question: StandingQuestion, said: readonly string[]): string | null;
  /** Whether these words take what was spoken of just now ("me los llevo, soy Ana …", "deme ese"). A question takes nothing. */
  takesThat?(text: string): boolean;
  /** The small numbers of a message that may count goods, understood or not ("redúzcalo a uno que no me alcanza"). */
  figuresIn?(text: string): readonly number[];
  /**
   * Whether these words, which nothing was read from, may tell a datum ("que queda a nombre de ella: Esperanza"). `shown`: what the
   * customer has read of their order; words that only repeat it tell none.
   */
  mayTell?(text: string, shown: readonly string[]): boolean;
  /**
   * The place to which these earlier messages of the customer, oldest first, asked for a delivery ("¿llega a Pasto?"), by field. A
   * question tells nothing, so a summary must say it back. Empty: none, or several.
   */
  askedPlace?(said: readonly string[], data?: Readonly<Record<string, string>>): Readonly<Record<string, string>>;
  /**
   * Whether one of the customer's earlier messages sets a condition ("si me los deja en 120, confirmo"). With a reader that has no
   * such answer the last message alone counts.
   */
  setsCondition?(said: string): boolean;
  /** It reads a bare answer only to a question for one field, so the flow asks for them one by one. */
  readonly asksOneByOne?: boolean;
  /** Does at the start what would make the first customer wait. Calls no other service. */
  prepare?(): void;
  /** What it counts; absent where it counts nothing. */
  readonly sells?: SoldGoods;
  /** Ids of the entries of knowledge that its classifier has learnt as classes of their own. */
  readonly learntEntries?: readonly string[];
  /** The hash of what it reads with: of its trained model. */
  readonly localModel?: string | null;
}
