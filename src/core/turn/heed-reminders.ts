import type { DecidedToolCall, Decision } from "../agent/agent.ts";
import { RecadoError } from "../errors.ts";
import type { Locale } from "../locale/locale.ts";
import { packOf } from "../locale/pack-of.ts";
import { findTemplate, type KnownTemplate, templateFault } from "../outbound/registered-template.ts";
import { type DecidedReminder, isCancel, reminderFault } from "../outbound/reminder.ts";
import { isWindowOpen } from "../outbound/service-window.ts";
import type { TaskAbout } from "../task-about.ts";
import type { CreateTask } from "./effects.ts";

interface ReminderConditions {
  readonly now: Date;
  readonly lastHeardAt: Date | null;
  readonly hasOptedOut: boolean;
  readonly locale: Locale;
}

/**
 * The decision with the reminders that can be set. In place of a promise that would not be kept, a customer who opted out and
 * asks for a reminder hears how to take that back. A reminder whose time has passed, or that is for
 * a customer who opted out, only takes back the one that waits under its key; `why` says so.
 *
 * @throws RecadoError `decision_invalid` for a reminder that no message could ever carry out.
 */
export function heedReminders(decision: Decision, conditions: ReminderConditions): Decision {
  const { reminders } = decision;
  if (reminders === undefined || reminders.length === 0) return decision;
  const heeded = reminders.map((reminder, index) => heed(reminder, index, conditions));
  const isRefused =
    conditions.hasOptedOut && reminders.some((reminder) => !isCancel(reminder) && reminder.isRequested === true);
  return {
    ...decision,
    ...(isRefused ? { messages: [{ text: packOf(conditions.locale).texts.remindsAfterAlta, templateId: null }] } : {}),
    reminders: heeded.map(({ reminder }) => reminder),
    why: [...decision.why, ...heeded.flatMap(({ why }) => why ?? [])],
  };
}

function heed(
  reminder: DecidedReminder,
  index: number,
  conditions: ReminderConditions,
): { readonly reminder: DecidedReminder; readonly why?: string } {
  if (isCancel(reminder)) return { reminder };
  const { key, at } = reminder;
  const unset = (why: string) => ({
    reminder: { key, cancel: true } as const,
    why: `reminder "${key}": not set, ${why}`,
  });
  if (conditions.hasOptedOut) return unset("the customer wants no messages that they did not ask for");
  if (at <= conditions.now) return unset(`its time ${at.toISOString()} has passed`);
  const fault = reminderFault(reminder, conditions);
  if (fault !== null)
    throw new RecadoError(
      "decision_invalid",
      `The decision cannot be carried out: reminders[${index}] "${key}" ${fault}.`,
    );
  return { reminder };
}

/** True when the workspace's templates are needed to judge the reminders of a decision. */
export function usesTemplates({ reminders = [] }: Decision): boolean {
  return reminders.some((reminder) => !isCancel(reminder) && reminder.template !== undefined);
}

/**
 * The decision without the templates that the workspace does not have as they are sent: WhatsApp would
 * refuse them when their time comes. A reminder with a text keeps it, for a customer who writes again
 * before; one without is not set. A person gets a task for each, with the way out.
 */
export function heedTemplates(
  decision: Decision,
  known: readonly KnownTemplate[],
  lastHeardAt: Date | null,
  locale: Locale,
): Decision {
  const judged = (decision.reminders ?? []).map((reminder) => judgeTemplate(reminder, known, lastHeardAt, locale));
  const faults = judged.flatMap(({ why }) => why ?? []);
  if (faults.length === 0) return decision;
  return {
    ...decision,
    reminders: judged.map(({ reminder }) => reminder),
    tools: [...decision.tools, ...judged.flatMap(({ reminder: { key }, task }) => taskCall(key, task))],
    why: [...decision.why, ...faults],
  };
}

interface Judged {
  readonly reminder: DecidedReminder;
  readonly why?: string;
  readonly task?: TemplateTask;
}

/** What a person is to do about a reminder that may not reach its customer. */
type TemplateTask = Pick<CreateTask, "title" | "priority" | "note"> & { readonly about: TaskAbout };

function taskCall(key: string, task: TemplateTask | undefined): DecidedToolCall[] {
  return task === undefined ? [] : [{ callId: `reminder_template:${key}`, tool: "create_task", input: task }];
}

export function judgeTemplate(
  reminder: DecidedReminder,
  known: readonly KnownTemplate[],
  lastHeardAt: Date | null,
  locale: Locale,
): Judged {
  if (isCancel(reminder) || reminder.template === undefined) return { reminder };
  const { template, ...plain } = reminder;
  const fault = templateFault(template, findTemplate(template, known));
  if (fault === null) return { reminder };
  const { key, at, text, rule } = plain;
  const why = `reminder "${key}": ${fault.message}`;
  if (text !== undefined && rule === undefined && isWindowOpen(lastHeardAt, at))
    return { reminder: { ...plain, text }, why };
  return {
    reminder: text === undefined ? { key, cancel: true } : { ...plain, text },
    why,
    task: {
      title: packOf(locale).texts.tasks.reminder_template(template.name),
      priority: "high",
      note: text ?? null,
      about: {
        code: "reminder_template",
        values: { template: template.name, at: at.toISOString(), fault: fault.field },
      },
    },
  };
}
