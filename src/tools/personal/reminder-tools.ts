import * as z from "zod";
import { packOf } from "../../core/locale/pack-of.ts";
import {
  isCancel,
  MAX_OPEN_REMINDERS,
  type OpenReminder,
  reminderFault,
  reminderWrites,
  type SetReminder,
} from "../../core/outbound/reminder.ts";
import { reminderRoom } from "../../core/outbound/requested-reminders.ts";
import { reminderTemplate, sayReminder } from "../../core/outbound/said-reminder.ts";
import { MOST_REMINDED_A_DAY } from "../../core/outbound/scheduled-message.ts";
import type { ToolScope } from "../../core/ports/tools.ts";
import { isDaytime, isTimeZone } from "../../core/time/contact-hours.ts";
import { RULE_WORDS } from "../../core/time/languages/rule-words.ts";
import { readRule } from "../../core/time/read-rule.ts";
import { readTime } from "../../core/time/read-time.ts";
import { recurrenceText } from "../../core/time/recurrence.ts";
import { sayRule } from "../../core/time/say-rule.ts";
import { sayInstant } from "../../core/time/say-time.ts";
import { judgeTemplate } from "../../core/turn/heed-reminders.ts";
import { newTask, refused } from "../crm/crm-call.ts";
import { defineTool, type ToolAnswer } from "../define-tool.ts";
import { instant } from "./instant.ts";

const WRITES_ONE = {
  module: "system",
  effect: "transactional",
  risk: "medium",
  timeout: 5_000,
  permissions: ["crm.write"],
  reversible: true,
} as const;

const when = {
  at: instant.describe("the instant in ISO 8601 with its offset; the first one of a rule"),
  template: z
    .strictObject({ name: z.string().trim().min(1), language: z.string().trim().min(2) })
    .nullable()
    .default(null)
    .describe("an approved template with one variable, the text; needed outside the customer's 24-hour window"),
  key: z
    .string()
    .trim()
    .min(1)
    .max(64)
    .nullable()
    .default(null)
    .describe("the key of a reminder that is moved; null for a new one"),
  timeZone: z
    .string()
    .refine(isTimeZone, "is no IANA time zone, such as America/Bogota")
    .nullable()
    .default(null)
    .describe("the customer's own IANA time zone; null for the shop's"),
};

const output = z.strictObject({ key: z.string(), at: z.string(), rule: z.string().nullable(), text: z.string() });
type Output = z.output<typeof output>;

interface Wanted {
  readonly key: string | null;
  readonly at: string;
  readonly rule: string | null;
  readonly text: string;
  readonly template: { readonly name: string; readonly language: string } | null;
  readonly timeZone: string | null;
}

export const createReminder = defineTool({
  ...WRITES_ONE,
  name: "create_reminder",
  description:
    "Reminds the customer of this conversation at a time that the customer named, once or by a rule. It is written with your answer.",
  requestedBy: ["remind", "notify"],
  input: z.strictObject({
    text: z.string().trim().min(1).max(1_000).describe("what the customer is to remember, in a few words"),
    rule: z.string().nullable().default(null).describe("an RRULE for a reminder that comes again; null for one time"),
    ...when,
  }),
  question: ({ text, at, rule, timeZone }, scope) =>
    `¿Le recuerdo «${text}» ${inWords(at, rule, zoned(scope, timeZone))}?`,
  output,
  run: (wanted, scope) => remind(wanted, scope),
});

export const scheduleMeeting = defineTool({
  ...WRITES_ONE,
  name: "schedule_meeting",
  description:
    "Keeps an appointment of the customer with its people and place, and reminds the customer. It invites no other person.",
  requestedBy: ["schedule"],
  input: z.strictObject({
    title: z.string().trim().min(1).max(300).describe("what the appointment is about"),
    people: z.array(z.string().trim().min(1).max(100)).max(10).default([]).describe("who comes"),
    place: z.string().trim().min(1).max(300).nullable().default(null),
    startsAt: instant.describe("when it begins, in ISO 8601 with its offset"),
    ...when,
  }),
  question: ({ title, startsAt, at, timeZone }, scope) =>
    `¿Agendo «${title}» para ${inWords(startsAt, null, zoned(scope, timeZone))}, y se lo recuerdo ${inWords(at, null, zoned(scope, timeZone))}?`,
  output,
  run({ title, people, place, startsAt, ...wanted }, scope) {
    const timeZone = wanted.timeZone ?? scope.contactHours.timeZone;
    const parts = [
      title,
      people.length === 0 ? null : `con ${people.join(", ")}`,
      place === null ? null : `en ${place}`,
      sayInstant(new Date(startsAt), scope.now, timeZone),
    ];
    return remind({ ...wanted, rule: null, text: parts.filter((part) => part !== null).join(", ") }, scope);
  },
});

/** The hours as the customer's own clock shows them. */
const zoned = (scope: ToolScope, timeZone: string | null): ToolScope =>
  timeZone === null ? scope : { ...scope, contactHours: { ...scope.contactHours, timeZone } };

function inWords(at: string, rule: string | null, { now, contactHours: { timeZone, locale } }: ToolScope): string {
  const first = sayInstant(new Date(at), now, timeZone, locale);
  const read = rule === null ? null : readRule(rule);
  if (read === null || "fault" in read) return `el ${first}`;
  return `${sayRule(read.rule, locale)} ${RULE_WORDS[packOf(locale).language].first(first)}`;
}

/** The reminders that wait, with those that this turn has set before; the one that moves makes room for itself. */
function waiting(key: string | null, { reminders, made = [] }: ToolScope): Time[] {
  const set = made.flatMap(({ tool, input }): Time[] => {
    const call = SETS.includes(tool) ? setCall.safeParse(input) : null;
    return call?.success === true ? [{ at: new Date(call.data.at), rule: call.data.rule }] : [];
  });
  return [...reminders.filter((one) => one.key !== key), ...set];
}

type Time = Pick<OpenReminder, "at" | "rule">;
const SETS = ["create_reminder", "schedule_meeting"];
const setCall = z.object({ at: z.iso.datetime({ offset: true }), rule: z.string().nullable().default(null) });

/**
 * Whether the customer chose this time: their words of this turn name it, or they said yes to the question that says it. A model
 * may choose another one, but none at which a shop sleeps.
 */
function isChosenByThem(at: Date, rule: string | null, scope: ToolScope, zone: string): boolean {
  if (scope.approval !== null) return true;
  const texts = scope.said.map(({ text }) => text);
  return [...texts, texts.join("\n")].some((text) => {
    const read = readTime(text, scope.now, zone, packOf(scope.contactHours.locale).language);
    if (read.kind === "ask" || Math.abs(read.at.getTime() - at.getTime()) >= 60_000) return false;
    return rule === (read.kind === "recurring" ? recurrenceText(read.rule) : null);
  });
}

/**
 * The write of the turn's own commit. The customer named the time or said yes to it, so neither
 * contact hours nor daily limits hold it back.
 */
async function remind(
  { key, at: said, rule, text, template, timeZone }: Wanted,
  scope: ToolScope,
): Promise<ToolAnswer<Output>> {
  if (scope.hasOptedOut) return { kind: "denied", reason: "the customer wants no message that Recado starts" };
  const at = new Date(said);
  if (at <= scope.now) return { kind: "denied", reason: `its time ${said} has passed` };
  const wanted: SetReminder = {
    key: key ?? scope.newId(),
    at,
    text: sayReminder(text),
    ...(rule === null ? {} : { rule }),
    ...(template === null ? {} : { template: reminderTemplate(template, text) }),
    isRequested: true,
    ...(timeZone === null ? {} : { timeZone }),
  };
  const zone = timeZone ?? scope.contactHours.timeZone;
  const room = reminderRoom(waiting(key, scope), { at, rule }, zone);
  if (room !== "free") {
    return refused(
      room === "full" ? "reminders_full" : "reminders_of_the_day_full",
      room === "full"
        ? `${MAX_OPEN_REMINDERS} reminders wait already.`
        : `${MOST_REMINDED_A_DAY} times of that day are taken.`,
      "Say so; the customer may take one back or name another day.",
    );
  }
  if (
    !isChosenByThem(at, rule, scope, zone) &&
    !isDaytime(at, { ...scope.contactHours, timeZone: zone, businessHours: null })
  ) {
    return refused(
      "hour_not_named",
      `The customer's words do not name ${said}, which is by night there.`,
      "Ask at what hour, or choose one from 7:00 to 20:00.",
    );
  }
  const fault = reminderFault(wanted, { now: scope.now, lastHeardAt: scope.lastCustomerMessageAt });
  if (fault !== null)
    return { kind: "error", type: "invalid", code: "reminder_invalid", message: fault, retryable: false };
  const { reminder, task } =
    template === null
      ? { reminder: wanted }
      : judgeTemplate(wanted, await scope.crm.templates(), scope.lastCustomerMessageAt, scope.contactHours.locale);
  if (isCancel(reminder)) throw new Error("a reminder with a text is kept without its template");
  const [write] = reminderWrites([reminder], scope.newId);
  if (write?.kind !== "set") throw new Error("a reminder that is set makes one write");
  const output = { key: reminder.key, at: at.toISOString(), rule, text };
  const set = { kind: "set_reminder", write } as const;
  if (task === undefined) return { kind: "ok", output, effect: set };
  // It may come outside the window, where only a template reaches the customer: a person hears of it now.
  return { kind: "ok", output, effect: [set, newTask(task, scope)] };
}
