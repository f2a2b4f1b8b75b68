import { MONTH_WORDS } from "./lexicon.ts";
import type { Recurrence } from "./recurrence.ts";
import { nameOfDay, sayClock } from "./say-time.ts";

const UNITS = {
  ...{ MINUTELY: ["minuto", "minutos"], HOURLY: ["hora", "horas"], DAILY: ["día", "días"] },
  ...{ WEEKLY: ["semana", "semanas"], MONTHLY: ["mes", "meses"], YEARLY: ["año", "años"] },
} as const;

const PLACES: Readonly<Record<number, string>> = { 1: "primer", 2: "segundo", 3: "tercer", 4: "cuarto", 5: "quinto" };
const FROM_END: Readonly<Record<number, string>> = { [-1]: "último", [-2]: "penúltimo" };

/** "cada semana, los martes y jueves, a las 4:00 p. m.", to the customer. */
export function sayRule(rule: Recurrence): string {
  const [one, many] = UNITS[rule.freq];
  const often = rule.interval === 1 ? `cada ${one}` : `cada ${rule.interval} ${many}`;
  return [often, daysOf(rule), hoursOf(rule)].filter((part) => part !== "").join(", ");
}

function daysOf({ byDay, byMonthDay, byMonth, isLastOfSet }: Recurrence): string {
  if (byDay !== undefined) {
    const names = byDay.map(({ weekday, nth }) => {
      // 4 January 1970 was a Sunday.
      const name = nameOfDay(3 + weekday);
      if (nth === undefined) return /s$/u.test(name) ? name : `${name}s`;
      return `${PLACES[nth] ?? FROM_END[nth] ?? `${-nth}.º desde el final`} ${name}`;
    });
    return `${byDay.some(({ nth }) => nth !== undefined) ? "el" : "los"} ${listed(names)}`;
  }
  if (byMonthDay === undefined) return "";
  const days = isLastOfSet === true ? [Math.max(...byMonthDay)] : byMonthDay;
  const month = byMonth === undefined ? "" : ` de ${MONTH_WORDS[byMonth - 1]}`;
  return `el ${listed(days.map((day) => (day === -1 ? "último día" : day < 0 ? `${-day}.º día desde el final` : `${day}`)))}${month}`;
}

function hoursOf({ byHour = [], byMinute = 0 }: Recurrence): string {
  if (byHour.length === 0) return "";
  const article = byHour.every((hour) => hour % 12 === 1) ? "a la" : "a las";
  return `${article} ${listed(byHour.map((hour) => sayClock(hour, byMinute)))}`;
}

function listed(names: readonly string[]): string {
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} y ${names.at(-1)}`;
}
