import type { LocalePack } from "../../locale/locale-pack.ts";
import type { Frequency } from "../recurrence.ts";

/** How one language says a rule. */
export interface RuleWords {
  readonly every: string;
  readonly and: string;
  readonly units: Readonly<Record<Frequency, readonly [one: string, many: string]>>;
  /** "los martes" from "martes": the name as the rule says it. */
  weekday(name: string): string;
  /** From 1; negative from the end. */
  nthWeekday(nth: number, name: string): string;
  /** Around the listed days of the week; `isNth`: each is one day of its month. */
  onWeekdays(listed: string, isNth: boolean): string;
  monthDay(day: number): string;
  onMonthDays(listed: string, month: string | null): string;
  at(listed: string, isOne: boolean): string;
  /** Behind the rule: its first time. */
  first(moment: string): string;
}

const place = (nth: number, names: readonly string[]): string | undefined => (nth > 0 ? names[nth - 1] : undefined);

export const RULE_WORDS: Readonly<Record<LocalePack["language"], RuleWords>> = {
  spanish: {
    every: "cada",
    and: "y",
    units: {
      ...{ MINUTELY: ["minuto", "minutos"], HOURLY: ["hora", "horas"], DAILY: ["día", "días"] },
      ...{ WEEKLY: ["semana", "semanas"], MONTHLY: ["mes", "meses"], YEARLY: ["año", "años"] },
    },
    weekday: (name) => (/s$/u.test(name) ? name : `${name}s`),
    nthWeekday: (nth, name) => {
      const said = place(nth, ["primer", "segundo", "tercer", "cuarto", "quinto"]);
      const fromEnd = nth === -1 ? "último" : nth === -2 ? "penúltimo" : `${-nth}.º desde el final`;
      return `${said ?? fromEnd} ${name}`;
    },
    onWeekdays: (listed, isNth) => `${isNth ? "el" : "los"} ${listed}`,
    monthDay: (day) => (day === -1 ? "último día" : day < 0 ? `${-day}.º día desde el final` : `${day}`),
    onMonthDays: (listed, month) => `el ${listed}${month === null ? "" : ` de ${month}`}`,
    at: (listed, isOne) => `${isOne ? "a la" : "a las"} ${listed}`,
    first: (moment) => `(la primera vez, el ${moment})`,
  },
  portuguese: {
    every: "a cada",
    and: "e",
    units: {
      ...{ MINUTELY: ["minuto", "minutos"], HOURLY: ["hora", "horas"], DAILY: ["dia", "dias"] },
      ...{ WEEKLY: ["semana", "semanas"], MONTHLY: ["mês", "meses"], YEARLY: ["ano", "anos"] },
    },
    weekday: (name) => name,
    nthWeekday: (nth, name) => {
      const isHe = /^(?:s[áa]bado|domingo)/u.test(name);
      const said = place(
        nth,
        isHe
          ? ["primeiro", "segundo", "terceiro", "quarto", "quinto"]
          : ["primeira", "segunda", "terceira", "quarta", "quinta"],
      );
      const end = isHe ? "o" : "a";
      const fromEnd = nth === -1 ? `últim${end}` : nth === -2 ? `penúltim${end}` : `${-nth}.º a contar do fim,`;
      return `${said ?? fromEnd} ${name}`;
    },
    onWeekdays: (listed) => `sempre ${listed}`,
    monthDay: (day) => (day === -1 ? "último dia" : day < 0 ? `${-day}.º dia a contar do fim` : `dia ${day}`),
    onMonthDays: (listed, month) => `no ${listed}${month === null ? "" : ` de ${month}`}`,
    at: (listed, isOne) => `${isOne ? "à" : "às"} ${listed}`,
    first: (moment) => `(a primeira vez, ${moment})`,
  },
  english: {
    every: "every",
    and: "and",
    units: {
      ...{ MINUTELY: ["minute", "minutes"], HOURLY: ["hour", "hours"], DAILY: ["day", "days"] },
      ...{ WEEKLY: ["week", "weeks"], MONTHLY: ["month", "months"], YEARLY: ["year", "years"] },
    },
    weekday: (name) => `${name}s`,
    nthWeekday: (nth, name) => {
      const said = place(nth, ["first", "second", "third", "fourth", "fifth"]);
      return `${said ?? (nth === -1 ? "last" : `${-nth}. from the end`)} ${name}`;
    },
    onWeekdays: (listed, isNth) => `${isNth ? "on the" : "on"} ${listed}`,
    monthDay: (day) => (day === -1 ? "last day" : day < 0 ? `${-day}. day from the end` : `${day}`),
    onMonthDays: (listed, month) => `on the ${listed}${month === null ? "" : ` of ${month}`}`,
    at: (listed) => `at ${listed}`,
    first: (moment) => `(the first time on ${moment})`,
  },
};
