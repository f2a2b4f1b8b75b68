import type { TaskCode } from "../task-about.ts";
import type { Locale } from "./locale.ts";

/** Everything that the runtime knows about one language in one country. */
export interface LocalePack {
  readonly locale: Locale;
  /** Which of our readers fit: names, addresses and dates are read in Spanish only. */
  readonly language: "spanish" | "portuguese" | "english";
  /** The zone of a workspace that names none. */
  readonly timeZone: string;
  /** ISO 3166 country of a phone number without a country code. */
  readonly phoneCountry: "CO" | "MX" | "BR" | "US";
  readonly currency: Currency;
  /** Hours in which the law lets a shop write of its own accord; null where we know of no law. */
  readonly contactLaw: ContactLaw | null;
  /** ISO 639 code that a transcription service is told. */
  readonly transcription: "es" | "pt" | "en";
  readonly calendar: CalendarWords;
  readonly prompts: PromptWords;
  readonly acknowledgements: AcknowledgementWords;
  readonly consent: ConsentWords;
  readonly texts: RuntimeTexts;
}

/** How a day and an hour are said to a customer. */
export interface CalendarWords {
  /** From Sunday on. */
  readonly weekdays: readonly string[];
  /** From January on. */
  readonly months: readonly string[];
  /** Holes: `weekday`, `day`, `month`. */
  readonly date: string;
  /** Follows the date of another year; its hole: `year`. */
  readonly year: string;
  /** The two halves of the day behind an hour of 1 to 12; null where hours run to 24. */
  readonly halves: readonly [am: string, pm: string] | null;
}

/** What the prompts of a flow, which are written in Spanish, say of the country. */
export interface PromptWords {
  readonly country: string;
  /** The language of everything that a customer reads. */
  readonly language: string;
  /** How a customer is addressed. */
  readonly manner: string;
}

export interface Currency {
  /** ISO 4217. */
  readonly code: "COP" | "MXN" | "BRL" | "USD";
  /** What stands before an amount, with its blank. */
  readonly sign: string;
  readonly thousands: "." | ",";
  readonly decimal: "." | ",";
  /** Digits behind the decimal mark. Prices are whole numbers of the smallest unit: 2 means cents. */
  readonly decimals: 0 | 2;
  /** Folded words and signs that stand beside an amount in a message. */
  readonly names: readonly string[];
  /** Folded words that multiply a number by a thousand or a million. */
  readonly multiples: Readonly<Record<string, number>>;
}

export interface ContactLaw {
  /** Minutes of the day by weekday; the second is not included, null is a day without contact. */
  readonly hours: Readonly<
    Record<"sun" | "mon" | "tue" | "wed" | "thu" | "fri" | "sat", readonly [number, number] | null>
  >;
  /** Days without contact, as `YYYY-MM-DD`. */
  holidays(year: number): readonly string[];
}

/**
 * Words and phrases that acknowledge, lower case. `phrases` are tried first, in their order: each
 * stands for one word of the lists, or for nothing.
 */
export interface AcknowledgementWords {
  readonly yes: string;
  /** May be a yes, or only "I read you". */
  readonly fine: string;
  readonly no: string;
  /** Thanks and goodbye: never a yes. */
  readonly courtesy: string;
  /** Those of them that make a no polite. */
  readonly thanks: string;
  /** Words that go along with others and say nothing alone. */
  readonly fillers: string;
  /** Words that may stand beside a no and leave it a no. */
  readonly besideNo: string;
  /** Words of yes that, beside thanks, may only end a conversation. */
  readonly endsATalk: string;
  /** A pattern reads folded text; a list of phrases is folded by the reader. */
  readonly phrases: readonly (readonly [when: RegExp | readonly string[], says: string])[];
  /** Other spellings of a word; null for the Spanish of `chat-spelling.ts`. */
  readonly spelling: Readonly<Record<string, string>> | null;
  /** "One" to "six", in order, with all their forms. */
  readonly numbers: readonly string[];
}

/**
 * A customer's words about being written to, folded (`fold-words.ts`). A word or sentence that can
 * mean nothing else counts in every workspace; a word that means something else in another language
 * counts only in its own.
 */
export interface ConsentWords {
  /** Each is the whole message. */
  readonly outAlone: readonly string[];
  /** Each is the whole message, in a workspace of this locale only. */
  readonly outAloneHere: readonly string[];
  /** Each is a whole sentence. What stands before or after it may turn it round. */
  readonly outSentences: readonly string[];
  /** Counted in a workspace of this locale only: a wrong opt-in would break the law. */
  readonly inAlone: readonly string[];
  readonly inSentences: readonly string[];
  /** Politeness or anger before and after, as alternatives of a pattern. */
  readonly before: string;
  readonly after: string;
}

/** What the runtime says itself. An agent may replace most of it. */
export interface RuntimeTexts {
  /** Answers to an opt-out and an opt-in. Each names the word that takes it back. */
  readonly consent: { readonly out: string; readonly in: string };
  /** The customer has called off with `/cancel` what was to go on. */
  readonly cancelled: string;
  /** Stands before a reminder. */
  readonly reminder: string;
  /** Joins goods and price: "Paquete de 2 por $129.900". */
  readonly pricedAt: string;
  /** Asked before the customer's own order is cancelled for good. */
  readonly cancelsOrder: string;
  /** The customer's order has left the shop. */
  readonly orderSent: (parcel: { readonly carrier: string; readonly guide: string }) => string;
  /** Names the template that says the same outside the 24-hour window, if the shop names no other. */
  readonly orderSentTemplate: string;
  /** A person of the shop has cancelled the customer's order. */
  readonly orderCancelled: string;
  /** In a template, the name of a customer who gave none. */
  readonly customer: string;
  /** The label that opens a list of options, at most 20 characters. */
  readonly seesOptions: string;
  /** A customer has tapped an option that is no longer there; the ones that are may follow. */
  readonly optionGone: string;
  /** Says a day or an hour back as it was read; its hole: `value`. */
  readonly saidBack: string;
  /** The button that corrects it, at most 20 characters. */
  readonly corrects: string;
  /** A shop's agent sets a reminder that the customer asked for; its hole: `when`. */
  readonly remindsAt: string;
  /** Asks for the right time of a reminder whose time was read wrongly; what is to be remembered follows on a line of its own. */
  readonly remindsThen: string;
  /** The customer named no time, or one that may be two. */
  readonly remindsWhen: string;
  /** The time lies outside of what a shop may write without a template, or comes again and again. */
  readonly remindsSoon: string;
  /** The customer has as many reminders as one may have. */
  readonly remindsNoMore: string;
  /** The customer has asked for no more messages, so no reminder can be said; how to take that back. */
  readonly remindsAfterAlta: string;
  /** The price of the goods has changed since the summary, which follows anew. */
  readonly priceMoved: string;
  /** Asks again for what was read wrongly; the fields follow, each on a line of its own. */
  readonly asksAgain: string;
  /** The customer wrote more in a row than is read: a person of the shop goes on. */
  readonly unread: string;
  /** Titles of tasks that are left to people of the shop. */
  readonly tasks: TaskTitles;
  readonly media: MediaTexts;
  readonly confirmation: ConfirmationTexts;
}

/** Titles that hold a value. */
interface FilledTitles {
  /** What the customer wants, in the words of a button or an intent's name. */
  readonly asks_for: (what: string) => string;
  readonly unread_messages: (count: number) => string;
  readonly reminder_template: (template: string) => string;
}

export type TaskTitles = FilledTitles & Readonly<Record<Exclude<TaskCode, keyof FilledTitles>, string>>;

/** Texts about a customer's file. */
export interface MediaTexts {
  /** Listening to a voice note takes too long for silence. */
  readonly listening: string;
  /** The same of a picture or a document. */
  readonly looking: string;
  /** The voice note could not be understood. */
  readonly inaudible: string;
  /** The picture or document could not be read. */
  readonly unseen: string;
  /** A picture without a word beside it: what about it? */
  readonly picture: string;
  /** A picture of an identity document: it is not kept, so its data must be written. */
  readonly identityDocument: string;
}

/** The customer's words around a question of ours. */
export interface ConfirmationTexts {
  /** They said no. */
  readonly denied: string;
  /** No person of the shop said yes, or one said no. */
  readonly declined: string;
  /** The customer waits, and no person of the shop answered in time. */
  readonly unanswered: string;
  /** They were asked, and did not answer in time. */
  readonly expired: string;
  /** The yes covers another call than the one that would be made now. */
  readonly changed: string;
  /** They answered a question that is already closed. */
  readonly closed: string;
  /** Their answer may mean either; the question follows. */
  readonly unclear: string;
  /** A tool failed and did nothing. The question asks whether to try it again. */
  readonly failed: string;
}
