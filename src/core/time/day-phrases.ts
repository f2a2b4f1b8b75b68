import { MONTH_WORDS, WEEKDAY_WORDS } from "./lexicon.ts";
import { ask, type DayWords, day, type Phrase, type Piece, phrase } from "./piece.ts";

export const WEEKDAY = "(?:domingos?|lunes|martes|miercoles|jueves|viernes|sabados?)";
export const MONTH = `(?:${MONTH_WORDS.join("|")}|mar|abr|may|jun|jul)`;
const DAY_NUMBER = "(?:[12]\\d|3[01]|0?[1-9]|primero|uno|1ro|1o|un)";
export const ORDINAL = "(?:primer|primero|primera|segundo|tercer|tercero|4to|cuarto|5to|quinto|penultimo|ultimo)";

export const weekdayNumber = (word: string): number =>
  WEEKDAY_WORDS.findIndex((weekday) => word === weekday || word === `${weekday}s`);
export const monthNumber = (word: string): number => MONTH_WORDS.findIndex((month) => month.startsWith(word)) + 1;
export const dayNumber = (word: string): number => (/^(?:primero|uno|un|1ro|1o)$/u.test(word) ? 1 : Number(word));

const ORDINALS: readonly (readonly [string, number])[] = [
  ...([
    ["prim", 1],
    ["seg", 2],
    ["ter", 3],
    ["cuarto", 4],
    ["4", 4],
    ["quinto", 5],
    ["5", 5],
  ] as const),
  ...([
    ["penul", -2],
    ["ult", -1],
  ] as const),
];
export const ordinalNumber = (word: string): number =>
  ORDINALS.find(([beginning]) => word.startsWith(beginning))?.[1] ?? 1;

const THIS_MONTH = "(?:del|de este|del presente|de este mismo) mes";
const NEXT_MONTH =
  "(?:del proximo mes|del mes (?:que viene|proximo|entrante|siguiente|q viene)|del siguiente mes|del otro mes)";
const COUNT = "(?<count>\\d{1,3}|una?)";
const count = (word: string | undefined): number => (word?.startsWith("un") === true ? 1 : Number(word));

/** A day of a named week: "el martes de la próxima semana". */
const NEXT_WEEK =
  "(?:(?:de|en|para) )?(?:la )?(?:(?:proxima|otra|siguiente) semana|semana (?:que viene|q viene|entrante|proxima|siguiente))";
/** Eight days are a week and fifteen are two, as weeks are counted in Spanish; only where the idiom says so is it sure. */
const IDIOM: Readonly<Record<string, number>> = { "8": 7, "15": 14 };

/** Feasts of Colombia with a date of their own. Those that move are asked about, as every day that is not told. */
const FEASTS: Readonly<Record<string, DayWords>> = {
  navidad: { dayOfMonth: 25, month: 12 },
  nochebuena: { dayOfMonth: 24, month: 12 },
  "noche buena": { dayOfMonth: 24, month: 12 },
  "ano nuevo": { dayOfMonth: 1, month: 1 },
  "fin de ano": { dayOfMonth: 31, month: 12 },
  "noche de velitas": { dayOfMonth: 7, month: 12 },
  "noche de las velitas": { dayOfMonth: 7, month: 12 },
  "dia de velitas": { dayOfMonth: 7, month: 12 },
  "dia de las velitas": { dayOfMonth: 7, month: 12 },
  "dia de reyes": { dayOfMonth: 6, month: 1 },
  "dia de los reyes": { dayOfMonth: 6, month: 1 },
  "dia de los inocentes": { dayOfMonth: 28, month: 12 },
};
const FEAST = Object.keys(FEASTS).join("|");

export const DATE_PHRASES: readonly Phrase[] = [
  phrase(
    `(?:(?:el|para el|del) )?(?:dia )?(?<day>${DAY_NUMBER}) (?:de |del mes de )?(?<month>${MONTH})(?:(?: ,)? (?:del? (?:ano )?)?(?<year>20\\d\\d))?`,
    (groups, words) => named(groups, words),
  ),
  phrase(
    `(?:el )?(?<month>${MONTH_WORDS.join("|")}) (?<day>[12]\\d|3[01]|0?[1-9])(?! (?:am|pm|de la|y media|horas?))(?:(?: ,)? (?:del? )?(?<year>20\\d\\d))?`,
    (groups, words) => named(groups, words),
  ),
  phrase(
    "(?:el )?(?:dia )?(?<!(?<!el |dia )(?=(?:1/2|1/4|3/4)\\b(?!/)))(?<day>[12]\\d|3[01]|0?[1-9])/(?<month>1[0-2]|0?[1-9])(?:/(?<year>20\\d\\d|\\d\\d))?",
    numeric,
  ),
  phrase(
    "(?:el )?(?:dia )?(?<day>[12]\\d|3[01]|0?[1-9])[-/](?<month>ene|feb|mar|abr|may|jun|jul|ago|sept?|oct|nov|dic)[a-z]*(?:[-/](?<year>20\\d\\d))?",
    (groups, words) => named(groups, words),
  ),
  phrase("(?:el )?(?:dia )?(?<day>[12]\\d|3[01]|0?[1-9])[.-](?<month>1[0-2]|0?[1-9])[.-](?<year>20\\d\\d)", numeric),
  phrase(
    `(?:el |este |para el )?(?<nth>${ORDINAL}) (?<weekday>${WEEKDAY}) (?:(?<next>${NEXT_MONTH})|(?<this>${THIS_MONTH})|de (?<month>${MONTH})(?: (?:del? )?(?<year>20\\d\\d))?)`,
    ({ nth = "", weekday = "", next, month, year }) =>
      day({
        nth: ordinalNumber(nth),
        weekday: weekdayNumber(weekday),
        ...(month === undefined ? { monthAway: next === undefined ? 0 : 1 } : { month: monthNumber(month) }),
        ...(year === undefined ? {} : { year: Number(year) }),
      }),
  ),
  phrase(
    `(?:(?:a|el|para el|para|al|en el) )?(?:fin|final|ultimo dia)(?: (?<next>${NEXT_MONTH})| (?:de|del|de este) mes| de (?<month>${MONTH}))`,
    ({ next, month }) =>
      day({
        dayOfMonth: -1,
        ...(month === undefined ? { monthAway: next === undefined ? 0 : 1 } : { month: monthNumber(month) }),
      }),
  ),
  phrase(`(?:el )?(?:primer dia|primero) (?:(?<next>${NEXT_MONTH})|(?<this>${THIS_MONTH}))`, ({ next }) =>
    day({ dayOfMonth: 1, monthAway: next === undefined ? 0 : 1 }),
  ),
  phrase("(?:(?:a|en|para|el dia de|dia de) )?(?:la )?(?:proxima )?quincena", () => day({ isPayday: true })),
  // A day and a month. "10-12" may be from ten to twelve as well, so it is asked about.
  phrase("(?:el )?(?:dia )?(?<day>1[3-9]|2\\d|3[01])-(?<month>1[0-2]|0?[1-9])(?!-)", numeric),
  // "Regalos de navidad" names no day.
  phrase(`(?<!\\b(?:de|de la|del) )(?:(?:en|para|el|la|el dia de) )?(?:la )?(?<feast>${FEAST})`, ({ feast = "" }) => [
    { kind: "feast", day: FEASTS[feast] ?? {} },
  ]),
];

function named(groups: Readonly<Record<string, string | undefined>>, words: string): readonly Piece[] | null {
  // "Uno de enero", but no "un mar".
  if (groups["day"] === "un" || (/^(?:mar|may|abr|jun|jul)$/u.test(groups["month"] ?? "") && !/\d/u.test(words)))
    return null;
  return numeric({ ...groups, month: String(monthNumber(groups["month"] ?? "")) });
}

function numeric({
  day: dayWord = "",
  month = "",
  year,
}: Readonly<Record<string, string | undefined>>): readonly Piece[] {
  const written = year === undefined ? {} : { year: Number(year.length === 2 ? `20${year}` : year) };
  return day({ dayOfMonth: dayNumber(dayWord), month: Number(month), ...written });
}

export const DAY_PHRASES: readonly Phrase[] = [
  phrase("(?:ayer|anoche|antier|anteayer|antes de ayer)", () => ask("past")),
  // "Ahorita a las 4" is today's; alone it names no time.
  phrase("ahorita(?= (?:·|(?:como )?a las? ))", () => day({ days: 0 })),
  phrase(`(?:de )?hoy en ${COUNT} (?<unit>semanas?|mes|meses)`, ({ count: many = "", unit = "" }) =>
    day(unit.startsWith("s") ? { days: count(many) * 7 } : { months: count(many) }),
  ),
  phrase(`de hoy en ${COUNT}(?: dias)?`, ({ count: many = "" }) => day({ days: IDIOM[many] ?? count(many) })),
  phrase("(?:de )?manana en (?<many>8|15)(?: dias)?", ({ many = "" }) => day({ days: 1, plus: IDIOM[many] ?? 0 })),
  phrase(`(?:de |del |el |de este )?(?<weekday>${WEEKDAY}) en (?<many>8|15)(?: dias)?`, ({ weekday = "", many = "" }) =>
    day({ weekday: weekdayNumber(weekday), plus: IDIOM[many] ?? 0 }),
  ),
  phrase(
    `(?:en|dentro de|de aqui a|de aca a|a) ${COUNT} (?<unit>dias?|semanas?|mes|meses|anos?)(?! (?:y|antes|despues|atras))`,
    ({ count: many, unit = "" }) => {
      const number = count(many);
      // "En ocho días" is a week to most and eight days to others.
      if (unit.startsWith("d") && (number === 8 || number === 15)) return ask("which_day");
      if (unit.startsWith("d")) return day({ days: number });
      if (unit.startsWith("s")) return day({ days: number * 7 });
      return day({ months: unit.startsWith("m") ? number : number * 12 });
    },
  ),
  phrase("pasado manana", () => day({ days: 2 })),
  phrase("(?:de |para |el dia de |para el dia de |el )?manana(?: mismo)?", () => day({ days: 1 })),
  phrase("(?:de |para |el dia de |para el dia de )?hoy(?: mismo| dia)?", () => day({ days: 0 })),
  phrase("hoy en dia|hoy por hoy", () => []),
  phrase(
    `(?:el |para el |este )?(?<weekday>${WEEKDAY}) ${NEXT_WEEK}|${NEXT_WEEK}(?: ,)?(?: el| el dia)? (?<other>${WEEKDAY})`,
    ({ weekday, other }) => day({ weekday: weekdayNumber(weekday ?? other ?? ""), week: 1 }),
  ),
  phrase(
    `(?:el |para el |este )?(?<weekday>${WEEKDAY}) de esta (?:misma )?semana|esta semana(?: ,)?(?: el)? (?<other>${WEEKDAY})`,
    ({ weekday, other }) => day({ weekday: weekdayNumber(weekday ?? other ?? ""), week: 0 }),
  ),
  phrase(NEXT_WEEK, () => day({ week: 1 })),
  phrase(`(?:el )?otro (?:${WEEKDAY})`, () => ask("which_day")),
  phrase(
    `(?:el |para el |del )?(?:proximo|siguiente) (?<weekday>${WEEKDAY})|(?:el |para el |del |este )?(?<other>${WEEKDAY})(?: (?:que|q) viene| proximo| entrante| siguiente)`,
    ({ weekday, other }) => day({ weekday: weekdayNumber(weekday ?? other ?? ""), which: "next" }),
  ),
  phrase(
    `(?:para |de )?este (?:mismo )?(?<weekday>${WEEKDAY})(?: (?<day>[12]\\d|3[01]|[1-9]))?`,
    ({ weekday = "", day: number }) =>
      day({
        weekday: weekdayNumber(weekday),
        which: "this",
        ...(number === undefined ? {} : { dayOfMonth: Number(number) }),
      }),
  ),
  phrase(
    `(?:el |para el |del |al |de )?(?:dia )?(?<weekday>lunes|martes|miercoles|jueves|viernes|sabado|domingo)(?: ,)?(?: (?<day>[12]\\d|3[01]|[1-9])(?! (?:panes|minutos|horas)))?`,
    ({ weekday = "", day: number }, words) =>
      / [a-z]+ , \d/u.test(words)
        ? null
        : day({ weekday: weekdayNumber(weekday), ...(number === undefined ? {} : { dayOfMonth: Number(number) }) }),
  ),
  phrase(
    `(?:el |para el |del |dia )(?:dia )?(?<day>[12]\\d|3[01]|0?[1-9]|primero|1ro|1o)(?: (?:(?<next>${NEXT_MONTH})|(?<this>${THIS_MONTH})))?`,
    ({ day: number = "", this: here, next }) => {
      const away = next !== undefined ? { monthAway: 1 } : here !== undefined ? { monthAway: 0 } : {};
      return day({ dayOfMonth: dayNumber(number), ...away });
    },
  ),
  phrase(NEXT_MONTH.replace(/\bdel\b/gu, "(?:del?|el|en el)"), () => day({ monthAway: 1 })),
  phrase("(?<=· )(?<day>[12]\\d|3[01])(?= ·|$| ,)", ({ day: number }) => day({ dayOfMonth: Number(number) })),
];
