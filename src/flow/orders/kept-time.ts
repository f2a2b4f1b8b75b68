import { civilDay, instantOf } from "../../core/time/civil-day.ts";
import type { OrderReminder } from "../definition/order-definition.ts";

const DATE = /^(\d{4})-(\d\d)-(\d\d)/;
const HOUR = /(\d\d):(\d\d)$/;
/** A day without an hour. */
const MORNING = 8 * 60;

/** The moment that an order is for, out of the fields that hold it; null when they hold none. */
export function instantIn(
  data: Readonly<Record<string, string>>,
  { date, hour }: Pick<OrderReminder, "date" | "hour">,
  zone: string,
): Date | null {
  const day = DATE.exec(data[date] ?? "");
  if (day === null) return null;
  const found = civilDay(Number(day[1]), Number(day[2]), Number(day[3]));
  const clock = HOUR.exec(data[hour ?? date] ?? "");
  const minute = clock === null ? MORNING : Number(clock[1]) * 60 + Number(clock[2]);
  return found === null ? null : instantOf(found, minute, zone);
}
