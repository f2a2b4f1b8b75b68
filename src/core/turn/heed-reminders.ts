import type { Decision } from "../agent/agent.ts";
import { RecadoError } from "../errors.ts";
import { type DecidedReminder, isCancel, reminderFault } from "../outbound/reminder.ts";

interface ReminderConditions {
  readonly now: Date;
  readonly lastHeardAt: Date | null;
  readonly hasOptedOut: boolean;
}

/**
 * The decision with the reminders that can be set. A reminder whose time has passed, or that is for
 * a customer who opted out, only takes back the one that waits under its key; `why` says so.
 *
 * @throws RecadoError `decision_invalid` for a reminder that no message could ever carry out.
 */
export function heedReminders(decision: Decision, conditions: ReminderConditions): Decision {
  const { reminders } = decision;
  if (reminders === undefined || reminders.length === 0) return decision;
  const heeded = reminders.map((reminder, index) => heed(reminder, index, conditions));
  return {
    ...decision,
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
