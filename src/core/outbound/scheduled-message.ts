import * as z from "zod";
import { Instant } from "../answers/instant.ts";
import { id } from "../answers/json-values.ts";
import type { ConversationId, RunId, ScheduledMessageId, WorkspaceId } from "../ids.ts";
import { type ContactHours, localTime, nextContactAt } from "../time/contact-hours.ts";
import { type OutboundContent, templateContent } from "./outbound-content.ts";
import { isWindowOpen, windowClosesAt } from "./service-window.ts";

export const SCHEDULED_KINDS = ["reminder", "follow_up"] as const;
export type ScheduledKind = (typeof SCHEDULED_KINDS)[number];

/** The category of a follow-up (R17): a new one replaces the waiting one of its category. */
export const FOLLOW_UP_CATEGORIES = [
  "schedule_confirm",
  "document_status",
  "reminder_check",
  "window_maintenance",
  "custom",
] as const;

export const SCHEDULED_STATUSES = ["pending", "sent", "failed", "cancelled"] as const;
export type ScheduledStatus = (typeof SCHEDULED_STATUSES)[number];

export const FOLLOW_UP_AFTER_MS = 60 * 60_000;

/**
 * A later message would only confuse its reader: a reminder of the morning at night, a follow-up of
 * yesterday.
 */
export const USEFUL_FOR_MS: Readonly<Record<ScheduledKind, number>> = {
  reminder: 12 * 60 * 60_000,
  // Over a night or a long weekend, in which nothing commercial may be said.
  follow_up: 3 * 24 * 60 * 60_000,
};

export type TemplateContent = Extract<OutboundContent, { type: "template" }>;

/** A message that we send on our own at a given time. */
export const StoredScheduledMessage = z.object({
  id: id<ScheduledMessageId>(),
  conversationId: id<ConversationId>(),
  kind: z.enum(SCHEDULED_KINDS),
  category: z.enum(FOLLOW_UP_CATEGORIES).nullable().meta({ description: "Null for a reminder." }),
  text: z.string().meta({ description: "Empty when the template alone may be sent." }),
  /** Sent instead outside the 24-hour window. */
  template: templateContent.nullable(),
  isRequested: z.boolean().meta({
    description: "The customer named the time, so neither contact hours nor daily limits hold it back.",
  }),
  timeZone: z.string(),
  dueAt: Instant,
  usefulUntil: Instant,
  status: z.enum(SCHEDULED_STATUSES),
  reason: z.string().nullable().meta({ description: "What holds it back, or why it was not sent." }),
  runId: id<RunId>().nullable().meta({ description: "The run that sends it." }),
  agentKey: z
    .string()
    .nullable()
    .meta({ description: "The key under which an agent set the reminder. Null when a person or a program did." }),
  rule: z.string().nullable().meta({
    description: "The RRULE of a recurring reminder, of which this is one time. Null for a single one.",
    example: "FREQ=WEEKLY;BYDAY=TU,TH;BYHOUR=16;BYMINUTE=0",
  }),
  seriesId: id<ScheduledMessageId>()
    .nullable()
    .meta({ description: "The id of the first time of a recurring reminder. Null for a single one." }),
  skipped: z.number().int().meta({ description: "The times before this one that a long stop skipped." }),
  createdBy: z.string(),
  createdAt: Instant,
  settledAt: Instant.nullable(),
});
export type StoredScheduledMessage = z.output<typeof StoredScheduledMessage>;

/** A workspace's settings for the messages that we start. */
export interface ProactiveLimits {
  readonly perDay: number;
  readonly spacingMinutes: number;
  /** Nothing within so long of the customer's last words. */
  readonly quietMinutes: number;
  /** Whether a window may be kept open by writing shortly before it closes. */
  readonly windowMaintenance: boolean;
}

/** A workspace's settings until it changes them. */
export const STANDARD_PROACTIVE_LIMITS: ProactiveLimits = {
  perDay: 4,
  spacingMinutes: 240,
  quietMinutes: 30,
  windowMaintenance: false,
};

/** A due message with the claim of the worker that judges it. */
export interface DueMessage extends JudgedMessage {
  readonly workspaceId: WorkspaceId;
  readonly message: StoredScheduledMessage;
  /** The fence of this claim: a later claim makes a result of this one void. */
  readonly attempt: number;
  /** The next time of the series waits already. */
  readonly isContinued: boolean;
}

/** A due message, and all that decides whether it is said. */
export interface JudgedMessage {
  readonly message: Pick<
    StoredScheduledMessage,
    "category" | "template" | "isRequested" | "timeZone" | "usefulUntil" | "rule"
  >;
  /** The times in a row before this one of its series that were not said. */
  readonly missed: number;
  readonly lastCustomerMessageAt: Date | null;
  readonly hasOptedOut: boolean;
  /** A person answers there, or the agents are off. */
  readonly isBotOff: boolean;
  /** When we last said something commercial to them by ourselves, the newest first; of the last day and a half at least. */
  readonly saidAt: readonly Date[];
  /** When we last said what they had asked to be told, in the same time. */
  readonly toldAt: readonly Date[];
  readonly contactHours: ContactHours;
  readonly limits: ProactiveLimits;
  readonly now: Date;
}

export type ScheduledVerdict =
  | { readonly kind: "say" }
  | { readonly kind: "wait"; readonly until: Date; readonly reason: string }
  | {
      readonly kind: "end";
      readonly status: "failed" | "cancelled";
      readonly reason: string;
      readonly asksPerson: boolean;
    };

/** Window maintenance speaks only when so little of the window is left. */
const MAINTENANCE_MS = 4 * 60 * 60_000;
/** Times of one day that a customer may ask to be reminded at: one an hour, which is what a single rule may fill. */
export const MOST_REMINDED_A_DAY = 24;
const DAY_MS = 24 * 60 * 60_000;
const MINUTE_MS = 60_000;
/** How long a person is still told of what a customer asked for and did not hear. */
const TOLD_WITHIN_MS = 3 * DAY_MS;

/**
 * Whether a message that is due is said now. It is judged again when it leaves (`send-policy.ts`).
 * A person hears once of a series that cannot be said, and never of a time that a stop skipped.
 */
export function judgeScheduled(due: JudgedMessage): ScheduledVerdict {
  const verdict = judge(due);
  if (verdict.kind !== "end" || due.message.rule === null) return verdict;
  return { ...verdict, asksPerson: verdict.asksPerson && due.missed === 0 && verdict.reason !== "too_late" };
}

function judge(due: JudgedMessage): ScheduledVerdict {
  const { message, now, lastCustomerMessageAt } = due;
  if (due.hasOptedOut) return end("cancelled", "opted_out", false);
  if (due.isBotOff) return end("failed", "bot_off", true);
  if (now > message.usefulUntil) return end("failed", "too_late", message.isRequested && isWorthTelling(due));
  if (message.category === "window_maintenance") {
    if (!due.limits.windowMaintenance) return end("cancelled", "window_maintenance_off", false);
    const closesAt = windowClosesAt(lastCustomerMessageAt);
    const opensAt = closesAt === null ? now : new Date(closesAt.getTime() - MAINTENANCE_MS);
    if (opensAt > now) return waitUntil(opensAt, "window_maintenance", due);
  }
  if (message.isRequested && countToday(due.toldAt, due) >= MOST_REMINDED_A_DAY)
    return end("failed", "daily_limit", false);
  if (!message.isRequested) {
    const held = heldBack(due);
    if (held !== null) return held;
  }
  if (!isWindowOpen(lastCustomerMessageAt, now) && message.template === null)
    return end("failed", "window_closed", true);
  return { kind: "say" };
}

/** What was missed within the last days may still be put right; months of it would bury the tasks of today. */
function isWorthTelling({ message, now }: JudgedMessage): boolean {
  return now.getTime() - message.usefulUntil.getTime() < TOLD_WITHIN_MS;
}

function heldBack(due: JudgedMessage): ScheduledVerdict | null {
  const { limits, saidAt, contactHours, now, lastCustomerMessageAt } = due;
  const spokenAt = lastCustomerMessageAt?.getTime() ?? Number.NEGATIVE_INFINITY;
  const quietUntil = new Date(spokenAt + limits.quietMinutes * MINUTE_MS);
  if (quietUntil > now) return waitUntil(quietUntil, "customer_is_talking", due);
  const newest = saidAt[0];
  const spacedAt = new Date((newest?.getTime() ?? Number.NEGATIVE_INFINITY) + limits.spacingMinutes * MINUTE_MS);
  if (newest !== undefined && spacedAt > now) return waitUntil(spacedAt, "spacing", due);
  if (countToday(saidAt, due) >= limits.perDay) {
    const { minute } = localTime(now, contactHours.timeZone);
    return waitUntil(new Date(now.getTime() + DAY_MS - minute * MINUTE_MS), "daily_limit", due);
  }
  const hours = [contactHours, { ...contactHours, timeZone: due.message.timeZone }];
  for (const one of hours) {
    const next = nextContactAt(now, one);
    if (next === null) return end("failed", "shop_never_open", true);
    if (next > now) return waitUntil(next, "contact_hours", due);
  }
  return null;
}

/** How many of these instants lie on the workspace's day of today. */
function countToday(instants: readonly Date[], { now, contactHours: { timeZone } }: JudgedMessage): number {
  const today = localTime(now, timeZone).date;
  return instants.filter((at) => localTime(at, timeZone).date === today).length;
}

/** It waits where it will still be of use by then. */
function waitUntil(until: Date, reason: string, { message }: JudgedMessage): ScheduledVerdict {
  return until > message.usefulUntil ? end("failed", reason, false) : { kind: "wait", until, reason };
}

function end(status: "failed" | "cancelled", reason: string, asksPerson: boolean): ScheduledVerdict {
  return { kind: "end", status, reason, asksPerson };
}
