import { civilNow } from "../time/civil-day.ts";
import { nextOccurrence } from "../time/next-occurrence.ts";
import { readRule } from "../time/read-rule.ts";
import { MAX_OPEN_REMINDERS, type OpenReminder } from "./reminder.ts";
import { MOST_REMINDED_A_DAY } from "./scheduled-message.ts";

type Time = Pick<OpenReminder, "at" | "rule">;

/** Whether one more reminder that a customer asks for finds room among those that wait; `wanted` is not among them. */
export function reminderRoom(open: readonly Time[], wanted: Time, zone: string): "free" | "full" | "day_full" {
  if (open.length >= MAX_OPEN_REMINDERS) return "full";
  const { today: day } = civilNow(wanted.at, zone);
  const times = [...open, wanted].reduce((sum, one) => sum + timesOn(day, one, zone), 0);
  return times > MOST_REMINDED_A_DAY ? "day_full" : "free";
}

/** How often a reminder comes on a day, counted to one more than a day may have. */
function timesOn(day: number, { at, rule }: Time, zone: string): number {
  const dayOf = (instant: Date): number => civilNow(instant, zone).today;
  const read = rule === null ? null : readRule(rule);
  let times = dayOf(at) === day ? 1 : 0;
  if (read === null || "fault" in read || dayOf(at) > day) return times;
  // Begins two days before, so that no zone's day is cut off.
  const from = new Date(Math.max(at.getTime(), (day - 2) * 86_400_000));
  let next = nextOccurrence(read.rule, at, from, zone);
  while (next !== null && dayOf(next) <= day && times <= MOST_REMINDED_A_DAY) {
    if (dayOf(next) === day) times += 1;
    next = nextOccurrence(read.rule, at, next, zone);
  }
  return times;
}
