import { nextOccurrence } from "../time/next-occurrence.ts";
import { readRule } from "../time/read-rule.ts";
import { type ScheduledVerdict, USEFUL_FOR_MS } from "./scheduled-message.ts";

/** The series ends when this many times in a row could not be said. */
const MOST_MISSED = 30;

/** A long stop may have passed thousands of times; no reader needs a larger number. */
const MOST_COUNTED = 1_000;

/** One time of a recurring reminder. */
export interface Occurrence {
  /** An RRULE value; null for a reminder of one time. */
  readonly rule: string | null;
  readonly dueAt: Date;
  readonly timeZone: string;
  /** The judged times in a row before this one that were not said. */
  readonly missed: number;
  /** The next time waits already: this one was overtaken by the customer, and is judged again. */
  readonly isContinued: boolean;
}

export interface NextOccurrence {
  readonly dueAt: Date;
  readonly usefulUntil: Date;
  readonly missed: number;
  /** The times between this one and the next that the customer will not hear. */
  readonly skipped: number;
}

/**
 * The time that follows one which was judged; null when none does. It lies in the future, so a long
 * stop floods no customer. After a stop that made this one useless, the latest missed time follows
 * at once, if it is still of use.
 */
export function occurrenceAfter(one: Occurrence, verdict: ScheduledVerdict, now: Date): NextOccurrence | null {
  if (one.rule === null || one.isContinued || verdict.kind === "wait") return null;
  if (verdict.kind === "end" && verdict.status === "cancelled") return null;
  const missed = verdict.kind === "say" ? 0 : one.missed + 1;
  const read = readRule(one.rule);
  if (missed >= MOST_MISSED || "fault" in read) return null;
  const next = (after: Date) => nextOccurrence(read.rule, one.dueAt, after, one.timeZone);
  const isLate = verdict.kind === "end" && verdict.reason === "too_late";
  let dueAt = next(isLate ? new Date(now.getTime() - USEFUL_FOR_MS.reminder) : laterOf(one.dueAt, now));
  if (isLate) {
    for (let later = dueAt; later !== null && later <= now; later = next(later)) dueAt = later;
  }
  if (dueAt === null) return null;
  let skipped = 0;
  for (
    let between = next(one.dueAt);
    between !== null && between < dueAt && skipped < MOST_COUNTED;
    between = next(between)
  ) {
    skipped += 1;
  }
  return { dueAt, usefulUntil: new Date(dueAt.getTime() + USEFUL_FOR_MS.reminder), missed, skipped };
}

/** What keeps a rule from being a series, for the one who wrote it; null when nothing does. */
export function seriesFault(rule: string, at: Date): string | null {
  const read = readRule(rule);
  if ("fault" in read) return read.fault;
  return nextOccurrence(read.rule, at, at, "UTC") === null ? "never comes a second time" : null;
}

const laterOf = (one: Date, other: Date): Date => (one > other ? one : other);
