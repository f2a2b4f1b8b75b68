import type { Recurrence } from "./recurrence.ts";

/** Why a time in words is not acted on; each has a question in `time-words.ts`. */
export const ASK_REASONS = [
  "no_time",
  "no_hour",
  "no_day",
  "past",
  "vague",
  "range",
  "several",
  "which_hour",
  "which_day",
  "no_such_day",
  "corrected",
  "how_often",
  "unclear",
] as const;
export type AskReason = (typeof ASK_REASONS)[number];

/** A part of the day. The half days `am` and `pm` are two of them. */
export type DayPart = "am" | "pm" | "morning" | "noon" | "afternoon" | "night" | "small_hours" | "early";

/** What was said of the day. Each word adds to it; a repeated fact must agree. */
export interface DayWords {
  /** Counted from today. */
  readonly days?: number;
  readonly months?: number;
  readonly weekday?: number;
  readonly which?: "this" | "next";
  /** 1: the week after this one. */
  readonly week?: number;
  /** -1: the last of its month. */
  readonly dayOfMonth?: number;
  readonly month?: number;
  readonly year?: number;
  /** 0: this month; 1: the next. */
  readonly monthAway?: number;
  /** Which of its weekdays in the month. */
  readonly nth?: number;
  readonly isPayday?: true;
  /** "En ocho": a week after the day that is named. */
  readonly plus?: number;
}

export interface ClockWords {
  readonly hour: number;
  readonly minute: number;
  readonly part?: DayPart;
  /** `08:00`, `13h`: no half of the day is left open. */
  readonly isFull?: boolean;
  /** "Cuarto para las 5": taken off at the end. */
  readonly less?: number;
}

export type Piece =
  | { readonly kind: "day"; readonly day: DayWords }
  /** A day by its name, unless another word names the day: "velitas, el 7 de diciembre". */
  | { readonly kind: "feast"; readonly day: DayWords }
  | { readonly kind: "clock"; readonly clock: ClockWords }
  /** "A esta hora". */
  | { readonly kind: "same_time" }
  | { readonly kind: "part"; readonly part: DayPart }
  | { readonly kind: "instant"; readonly at: Date }
  | { readonly kind: "span"; readonly ms: number }
  | { readonly kind: "recurrence"; readonly rule: Partial<Recurrence> & Pick<Recurrence, "freq"> }
  /** "A partir de", before a day or an hour. */
  | { readonly kind: "start" }
  | { readonly kind: "ask"; readonly reason: AskReason };

/** A phrase and what it means; null: this one is not meant, look on. Nothing in the list: words that are no time though they look it. */
export interface Phrase {
  readonly pattern: RegExp;
  readonly read: (groups: Readonly<Record<string, string | undefined>>, words: string) => readonly Piece[] | null;
}

/** Whole words; a place where another phrase was read is a `·`. */
export function phrase(source: string, read: Phrase["read"]): Phrase {
  return { pattern: new RegExp(`(?<![a-z0-9:./-])(?:${source})(?![a-z0-9:/]|[.-][0-9])`, "gu"), read };
}

export const ask = (reason: AskReason): readonly Piece[] => [{ kind: "ask", reason }];
export const day = (words: DayWords): readonly Piece[] => [{ kind: "day", day: words }];

/** What was said, sorted by its meaning. */
export interface Said {
  readonly clocks: readonly ClockWords[];
  readonly parts: readonly DayPart[];
  readonly days: DayWords;
  readonly hasDay: boolean;
  readonly isSameTime: boolean;
  readonly hasStart: boolean;
}

/** When something is wanted: an instant, a rule with its first instant, or what has to be asked first. */
export type ReadTime =
  | { readonly kind: "once"; readonly at: Date }
  | { readonly kind: "recurring"; readonly rule: Recurrence; readonly at: Date }
  | { readonly kind: "ask"; readonly reason: AskReason };
