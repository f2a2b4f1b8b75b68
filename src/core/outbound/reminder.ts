import * as z from "zod";
import type { ScheduledMessageId } from "../ids.ts";
import { isTimeZone } from "../time/contact-hours.ts";
import { templateContent } from "./outbound-content.ts";
import { seriesFault } from "./reminder-series.ts";
import { type TemplateContent, USEFUL_FOR_MS } from "./scheduled-message.ts";
import { isWindowOpen, windowClosesAt } from "./service-window.ts";
import { templateHole } from "./template-hole.ts";

/**
 * A reminder that an agent sets, moves (the same key again) or cancels. It belongs to the
 * conversation and outlives the session. The words are said as they stand.
 */
export type DecidedReminder = SetReminder | CancelReminder;

/** `template` replaces `text` outside the 24-hour window; a template alone is said at any time. */
export type SetReminder = ReminderTime &
  (
    | { readonly text: string; readonly template?: TemplateContent }
    | { readonly text?: string; readonly template: TemplateContent }
  );

interface ReminderTime {
  readonly key: string;
  /** The first time, for a reminder with a rule. */
  readonly at: Date;
  /** An RRULE value (docs/time-in-words.md): the reminder comes again until it is cancelled. */
  readonly rule?: string;
  /**
   * The customer named this time, so neither contact hours nor daily limits hold it back. Opt-out,
   * takeover and the 24-hour window still count.
   */
  readonly isRequested?: true;
  /** The customer's own IANA zone, in which the days and hours of `rule` are meant. Absent: the workspace's. */
  readonly timeZone?: string;
}

/** A reminder of this conversation that waits. */
export interface OpenReminder {
  readonly key: string;
  /** The next time of a recurring one. */
  readonly at: Date;
  /** Empty when the template alone is said. */
  readonly text: string;
  readonly rule: string | null;
}

export interface CancelReminder {
  readonly key: string;
  readonly cancel: true;
}

export const MAX_REMINDERS_A_DECISION = 10;
export const MAX_OPEN_REMINDERS = 50;

/** A leap year. */
const FURTHEST_MS = 366 * 24 * 60 * 60_000;

/** What a commit writes of a reminder. Setting a key again replaces the reminder that waits. */
export type ReminderWrite =
  | {
      readonly kind: "set";
      readonly id: ScheduledMessageId;
      readonly key: string;
      readonly dueAt: Date;
      readonly usefulUntil: Date;
      /** Empty when the template alone may be said. */
      readonly text: string;
      readonly template: TemplateContent | null;
      readonly rule: string | null;
      readonly isRequested: boolean;
      /** Absent: the workspace's. */
      readonly timeZone?: string;
    }
  | { readonly kind: "cancel"; readonly key: string };

/** A decision is journaled as JSON, so its instants come back as text. */
const instant = z.union([z.date(), z.iso.datetime({ offset: true }).transform((text) => new Date(text))], {
  error: "must be a valid Date",
});

export const decidedReminder = z
  .strictObject({
    key: z.string().trim().min(1, "must not be empty").max(64, "must be at most 64 characters"),
    at: instant.exactOptional(),
    text: z.string().trim().min(1, "must not be empty").max(1_000, "must be at most 1000 characters").exactOptional(),
    template: templateContent.exactOptional(),
    rule: z.string().exactOptional(),
    isRequested: z.literal(true, "must be true, or absent").exactOptional(),
    timeZone: z.string().refine(isTimeZone, "must be an IANA name, such as America/Bogota").exactOptional(),
    cancel: z.literal(true, "must be true, or absent").exactOptional(),
  })
  .transform((one, check): DecidedReminder => {
    const { key, at, text, template, rule, isRequested, timeZone } = one;
    if (one.cancel === true && [at, text, template, rule, isRequested, timeZone].every((part) => part === undefined))
      return { key, cancel: true };
    if (one.cancel !== true && at !== undefined) {
      const time = {
        key,
        at,
        ...(rule === undefined ? {} : { rule }),
        ...(isRequested === undefined ? {} : { isRequested }),
        ...(timeZone === undefined ? {} : { timeZone }),
      };
      if (text !== undefined) return { ...time, text, ...(template === undefined ? {} : { template }) };
      if (template !== undefined) return { ...time, template };
    }
    check.addIssue({
      code: "custom",
      message: "must have a time (`at`) and a text or a template, or `cancel: true` and nothing else",
    });
    return z.NEVER;
  });

export function isCancel(reminder: DecidedReminder): reminder is CancelReminder {
  return "cancel" in reminder;
}

/**
 * The fault that keeps a reminder from ever being said, in one sentence with the way out; null when
 * there is none. A reminder whose time has passed is no fault.
 */
export function reminderFault(
  { at, text, template, rule }: SetReminder,
  { now, lastHeardAt }: { readonly now: Date; readonly lastHeardAt: Date | null },
): string | null {
  if (at.getTime() > now.getTime() + FURTHEST_MS) return `at: ${at.toISOString()} is more than a year away`;
  const unfit = rule === undefined ? null : seriesFault(rule, at);
  if (unfit !== null) return `rule: ${JSON.stringify(rule)} ${unfit}`;
  const hole =
    templateHole({ type: "text", body: text ?? "" }) ?? (template === undefined ? null : templateHole(template));
  if (hole !== null) return `still has the template variable ${hole}`;
  if (template !== undefined || isWindowOpen(lastHeardAt, at)) return null;
  const closesAt = windowClosesAt(lastHeardAt)?.toISOString() ?? "already";
  return `at: ${at.toISOString()} lies outside the 24-hour window, which closes ${closesAt}: give the reminder a template`;
}

/** What a commit writes of the reminders of a decision, in their order. */
export function reminderWrites(reminders: readonly DecidedReminder[], newId: () => string): ReminderWrite[] {
  return reminders.map((reminder): ReminderWrite => {
    if (isCancel(reminder)) return { kind: "cancel", key: reminder.key };
    const { key, at: dueAt, text = "", template = null, rule = null, isRequested = false, timeZone } = reminder;
    const usefulUntil = new Date(dueAt.getTime() + USEFUL_FOR_MS.reminder);
    return {
      kind: "set",
      id: newId() as ScheduledMessageId,
      key,
      dueAt,
      usefulUntil,
      text,
      template,
      rule,
      isRequested,
      ...(timeZone === undefined ? {} : { timeZone }),
    };
  });
}
