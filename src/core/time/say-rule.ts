import { DEFAULT_LOCALE, type Locale } from "../locale/locale.ts";
import { packOf } from "../locale/pack-of.ts";
import { RULE_WORDS, type RuleWords } from "./languages/rule-words.ts";
import type { Recurrence } from "./recurrence.ts";
import { nameOfDay, nameOfMonth, sayClock } from "./say-time.ts";

/** "cada semana, los martes y jueves, a las 4:00 p. m.", to the customer. */
export function sayRule(rule: Recurrence, locale: Locale = DEFAULT_LOCALE): string {
  const words = RULE_WORDS[packOf(locale).language];
  const [one, many] = words.units[rule.freq];
  const often = `${words.every} ${rule.interval === 1 ? one : `${rule.interval} ${many}`}`;
  return [often, daysOf(rule, words, locale), hoursOf(rule, words, locale)].filter((part) => part !== "").join(", ");
}

function daysOf({ byDay, byMonthDay, byMonth, isLastOfSet }: Recurrence, words: RuleWords, locale: Locale): string {
  if (byDay !== undefined) {
    const names = byDay.map(({ weekday, nth }) => {
      // 4 January 1970 was a Sunday.
      const name = nameOfDay(3 + weekday, locale);
      return nth === undefined ? words.weekday(name) : words.nthWeekday(nth, name);
    });
    const isNth = byDay.some(({ nth }) => nth !== undefined);
    return words.onWeekdays(listed(names, words), isNth);
  }
  if (byMonthDay === undefined) return "";
  const days = isLastOfSet === true ? [Math.max(...byMonthDay)] : byMonthDay;
  const month = byMonth === undefined ? null : nameOfMonth(byMonth, locale);
  return words.onMonthDays(listed(days.map(words.monthDay), words), month);
}

function hoursOf({ byHour = [], byMinute = 0 }: Recurrence, words: RuleWords, locale: Locale): string {
  if (byHour.length === 0) return "";
  const isOne = byHour.every((hour) => hour % 12 === 1);
  const hours = byHour.map((hour) => sayClock(hour, byMinute, locale));
  return words.at(listed(hours, words), isOne);
}

function listed(names: readonly string[], { and }: RuleWords): string {
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} ${and} ${names.at(-1)}`;
}
