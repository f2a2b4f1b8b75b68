import { dayNumber, MONTH, monthNumber, ORDINAL, ordinalNumber, WEEKDAY, weekdayNumber } from "./day-phrases.ts";
import { ask, type DayPart, type Phrase, type Piece, phrase } from "./piece.ts";
import { monthDay, type Recurrence } from "./recurrence.ts";

const WORKDAYS = [1, 2, 3, 4, 5];
const WEEKEND = [6, 0];
const LIST = `${WEEKDAY}(?:(?: ,|,)?(?: (?:y|e))?(?: (?:los|el|cada))?(?: dias)? ${WEEKDAY})*`;
const EVERY = "(?:cada|todos los|todas las|todos|todas|todo los|todo)";
const EACH_MONTH = "(?:(?:de|en|a) )?(?:cada mes|todos los meses|mes a mes|mensualmente)";
const NUMBERS = "\\d{1,2}(?:(?: ,|,)?(?: (?:y|e))?(?: (?:los|el))?(?: dias?)? \\d{1,2})*";
const BAR = "(?: ,)? (?:menos|excepto|salvo|exceptuando|pero no|sin contar|sin)(?: en)?(?: los?| las?| el)?(?: dias)?";

type Rule = Partial<Recurrence> & Pick<Recurrence, "freq">;
const rule = (found: Rule): readonly Piece[] => [{ kind: "recurrence", rule: found }];
const on = (weekdays: readonly number[], interval?: number): readonly Piece[] =>
  rule({
    freq: "WEEKLY",
    byDay: [...new Set(weekdays)].sort((a, b) => ((a + 6) % 7) - ((b + 6) % 7)).map((weekday) => ({ weekday })),
    ...(interval === undefined ? {} : { interval }),
  });
const onMonthDays = (days: readonly number[]): readonly Piece[] => {
  const [first, ...more] = days;
  if (first === undefined || days.some((one) => one < 1 || one > 31)) return ask("no_such_day");
  return rule({
    freq: "MONTHLY",
    ...(more.length === 0 ? monthDay(first) : { byMonthDay: days.map((one) => (one === 31 ? -1 : one)) }),
  });
};
const weekdaysIn = (words: string): number[] => (words.match(new RegExp(WEEKDAY, "gu")) ?? []).map(weekdayNumber);
const numbersIn = (words: string): number[] => (words.match(/\d+/gu) ?? []).map(Number);
const PARTS: Readonly<Record<string, DayPart>> = { m: "morning", t: "afternoon", n: "night", ma: "small_hours" };

/** "Cada dos semanas"; eight days are a week and fifteen are two, as they are counted in Spanish. */
function everySo(many: number, unit: string): readonly Piece[] {
  if (many < 1) return ask("how_often");
  if (unit.startsWith("min")) return rule({ freq: "MINUTELY", interval: many });
  if (unit.startsWith("h")) return rule({ freq: "HOURLY", interval: many });
  if (unit.startsWith("d") && many === 8) return rule({ freq: "WEEKLY" });
  if (unit.startsWith("d") && many === 15) return rule({ freq: "WEEKLY", interval: 2 });
  if (unit.startsWith("d")) return rule({ freq: "DAILY", interval: many });
  if (unit.startsWith("s") && !unit.startsWith("seme")) return rule({ freq: "WEEKLY", interval: many });
  if (unit.startsWith("a")) return rule({ freq: "YEARLY", interval: many });
  const months = unit.startsWith("bim") ? 2 : unit.startsWith("trim") ? 3 : unit.startsWith("seme") ? 6 : 1;
  return rule({ freq: "MONTHLY", interval: many * months });
}

const UNIT = "(?<unit>minutos?|horas?|dias?|semanas?|mes|meses|anos?|bimestres?|trimestres?|semestres?)";

export const RECURRENCE_PHRASES: readonly Phrase[] = [
  phrase(
    `(?:${EVERY} dias?|cada dia|a diario|diariamente|todo dia)${BAR} (?<out>fin(?:es)? de semana|${LIST})`,
    ({ out = "" }) => {
      const without = out.startsWith("fin") ? WEEKEND : weekdaysIn(out);
      return on([1, 2, 3, 4, 5, 6, 0].filter((weekday) => !without.includes(weekday)));
    },
  ),
  phrase(
    `(?:${EVERY} )?(?:los )?dias (?:habiles|laborales|laborables|de (?:la )?semana|entre semana)|(?:${EVERY} dias )?(?:de )?entre semana`,
    () => on(WORKDAYS),
  ),
  phrase(`(?:${EVERY} )dia (?:habil|laboral)|(?:de )?l a v|de l-v|l-v`, () => on(WORKDAYS)),
  phrase(`(?:${EVERY}|los|en los) fin(?:es)? de semana`, () => on(WEEKEND)),
  phrase(
    `(?:todos los dias )?(?:,? )?(?:desde |de |del |todos los dias de )?(?:el |los |cada )?(?<from>${WEEKDAY})(?: (?:a|hasta|al)(?: los| el)? | ?- ?)(?<until>${WEEKDAY})`,
    ({ from = "", until = "" }) => {
      const [first, last] = [weekdayNumber(from), weekdayNumber(until)];
      return on(Array.from({ length: ((last - first + 7) % 7) + 1 }, (_, index) => (first + index) % 7));
    },
  ),
  phrase("(?:los )?[lmxjvsd](?: , [lmxjvsd])*(?: ,)? y [lmxjvsd]", () => ask("how_often")),
  // The month's.
  phrase(
    `(?:(?<every>cada|todos los|los) |el )?(?<nths>${ORDINAL}(?:s)?(?: y (?:el )?${ORDINAL})?) (?<weekday>${WEEKDAY})(?<each> ${EACH_MONTH})?(?<month> (?:del|de) mes)?`,
    ({ every, nths = "", weekday = "", each, month }) => {
      if (each === undefined && (every === undefined || month === undefined)) {
        // "Cada segundo domingo" is of the month to some and every other one to others.
        return every === undefined ? null : ask("how_often");
      }
      const nth = nths.split(" ").filter((word) => word !== "y" && word !== "el");
      return rule({
        freq: "MONTHLY",
        byDay: nth.map((one) => ({ weekday: weekdayNumber(weekday), nth: ordinalNumber(one) })),
      });
    },
  ),
  phrase(
    `(?:(?:a|al|el|los|cada|todos los|en)(?: el)? )?(?:(?:fin|fines|final|finales) de (?:cada mes|todos los meses)|ultimo dia (?:de cada mes|de todos los meses))|(?:cada|todos los|los) (?:fin|fines|final|finales) de mes|(?:cada|todos los) ultimo dia (?:del|de) mes|(?:cada mes|todos los meses)(?: ,)? el ultimo dia(?: del mes)?`,
    () => rule({ freq: "MONTHLY", byMonthDay: [-1] }),
  ),
  phrase(
    `(?:el )?primer dia ${EACH_MONTH}|(?:(?:el|los) )?primeros? ${EACH_MONTH}|(?:cada|todos los|los) primero(?: de mes| del mes)?`,
    () => onMonthDays([1]),
  ),
  phrase(
    `(?:${EVERY}|los|el)(?: dias?)? (?<day>\\d{1,2}) de (?<month>${MONTH})(?: (?:de )?(?:cada ano|todos los anos|cada ano))?`,
    ({ day = "", month = "" }, words) =>
      /^(?:el|los)\b/u.test(words) && !/ano/u.test(words) && !words.startsWith("los")
        ? null
        : rule({ freq: "YEARLY", byMonth: monthNumber(month), byMonthDay: [dayNumber(day)] }),
  ),
  phrase(
    `(?:el|los|los dias|cada|cada dia|todos los|todos los dias|dias|dia)(?: dias?)? (?<days>${NUMBERS}) (?:${EACH_MONTH}|del mes de cada mes)`,
    ({ days = "" }) => onMonthDays(numbersIn(days)),
  ),
  phrase(
    `(?:los|los dias|cada|cada dia|todos los|todos los dias)(?: dias?)? (?<days>${NUMBERS}) (?:del|de) mes`,
    ({ days = "" }) => onMonthDays(numbersIn(days)),
  ),
  phrase(
    `(?:cada|cada dia|todos los|todos los dias|los dias|los) (?<days>\\d{1,2}(?: ,|,)?(?: y| e)(?: el| los| cada)? \\d{1,2})(?! (?:${UNIT.replace("?<unit>", "?:")}|am|pm|de la))`,
    ({ days = "" }) => onMonthDays(numbersIn(days)),
  ),
  phrase("(?:cada dia|los dias|todos los dias) (?<day>\\d{1,2})(?! (?:am|pm|de la|horas))", ({ day = "" }) =>
    onMonthDays(numbersIn(day)),
  ),
  phrase("todos los (?<day>\\d{1,2})(?= (?:a las?|de|por|en|·|,)|$)(?! (?:de|por|en) (?!la ))", ({ day = "" }) =>
    onMonthDays(numbersIn(day)),
  ),
  phrase(`quincenal(?:mente)?(?: ,)? (?:el |los |cada )(?<days>${LIST})`, ({ days = "" }) => on(weekdaysIn(days), 2)),
  phrase(`(?:cada|todas las|las) quincenas?|quincenal(?:mente)?|los dias de quincena|cada dia de quincena`, () =>
    rule({ freq: "MONTHLY", byMonthDay: [15, -1] }),
  ),
  // The week's.
  phrase(
    `cada 2 (?<days>${LIST})|(?<other>${WEEKDAY}) (?:de )?por medio|cada otro (?<third>${WEEKDAY})|(?:un |el )?(?<fourth>${WEEKDAY}) (?:si )?(?:y )?(?:otro|el otro|un ${WEEKDAY}) no`,
    ({ days, other, third, fourth }) => on(weekdaysIn(days ?? other ?? third ?? fourth ?? ""), 2),
  ),
  phrase(`(?:${EVERY}|los|solo los|solamente los|en los)(?: dias?)?(?: de)? (?<days>${LIST})`, ({ days = "" }) =>
    on(weekdaysIn(days)),
  ),
  phrase(`${WEEKDAY}(?: y| ,)(?: los)? (?:sabados|domingos)`, (_, words) => on(weekdaysIn(words))),
  phrase(`(?:sabados|domingos)(?:(?: ,|,)?(?: y)?(?: los)? (?:${WEEKDAY}))*`, (_, words) => on(weekdaysIn(words))),
  // Three without an article are a habit; of two we ask.
  phrase(`${WEEKDAY}(?: ,|,)? ${WEEKDAY}(?:(?: ,|,)? ${WEEKDAY}){0,5}(?: ,|,)? (?:y|e) ${WEEKDAY}`, (_, words) =>
    on(weekdaysIn(words)),
  ),
  // Every so often.
  phrase("cada (?:hora y media)", () => rule({ freq: "MINUTELY", interval: 90 })),
  phrase("cada media hora", () => rule({ freq: "MINUTELY", interval: 30 })),
  phrase("cada cuarto de hora", () => rule({ freq: "MINUTELY", interval: 15 })),
  phrase("cada (?<many>\\d{1,2}) horas y media", ({ many }) =>
    rule({ freq: "MINUTELY", interval: Number(many) * 60 + 30 }),
  ),
  phrase("(?:cada|por) medio dia", () => ask("how_often")),
  phrase("(?:cada )?(?:una )?noche (?:de )?por medio", () => [
    ...rule({ freq: "DAILY", interval: 2 }),
    { kind: "part", part: "night" },
  ]),
  phrase(
    "(?:cada )?(?:un )?dia de por medio|dia por medio|(?:un )?dia si(?: y)?(?: ,)? (?:un |otro )?(?:dia )?no|cada (?:tercer|otro) dia|interdiario|dejando un dia|pasando un dia|cada dia y medio",
    (_, words) =>
      words.endsWith("medio") && words.startsWith("cada dia y")
        ? ask("how_often")
        : rule({ freq: "DAILY", interval: 2 }),
  ),
  phrase(
    "semana de por medio|semana por medio|(?:una )?semana si(?: y)? (?:una |otra )?(?:semana )?no|cada otra semana|pasando una semana",
    () => rule({ freq: "WEEKLY", interval: 2 }),
  ),
  phrase(`cada (?<many>\\d{1,3}|una?) ${UNIT}`, ({ many = "", unit = "" }) =>
    everySo(many.startsWith("un") ? 1 : Number(many), unit),
  ),
  phrase(`(?<many>una|1) vez (?:al|a la|por|cada|a el) ${UNIT}`, ({ unit = "" }) => everySo(1, unit)),
  phrase(
    `\\d{1,2} veces (?:al|a la|por|cada|en el|en la) ${UNIT}|varias veces (?:al|a la|por) ${UNIT.replace("unit", "other")}`,
    () => ask("how_often"),
  ),
  phrase(
    `(?:todos|todo|toditos)(?: los)?(?: santos| benditos| putos)? dias?|cada dia|cada santo dia|a diario|diariamente|(?<!(?:el|mi|un|tu|su|del) )diario|diaria|dia a dia`,
    () => rule({ freq: "DAILY" }),
  ),
  phrase(`${EVERY} ${UNIT}`, ({ unit = "" }) => everySo(1, unit)),
  phrase("semanal(?:mente)?", () => rule({ freq: "WEEKLY" })),
  phrase("mensual(?:mente)?|mes a mes", () => rule({ freq: "MONTHLY" })),
  phrase("bimensual(?:mente)?|bimestral(?:mente)?", () => rule({ freq: "MONTHLY", interval: 2 })),
  phrase("trimestral(?:mente)?", () => rule({ freq: "MONTHLY", interval: 3 })),
  phrase("semestral(?:mente)?", () => rule({ freq: "MONTHLY", interval: 6 })),
  phrase("anual(?:mente)?|ano tras ano", () => rule({ freq: "YEARLY" })),
  phrase(
    `(?:${EVERY} (?:las )?|(?:en|por|a|de) las )(?<part>mananas?|tardes?|noches?|madrugadas?)`,
    ({ part = "" }) => [
      ...rule({ freq: "DAILY" }),
      { kind: "part", part: PARTS[part.startsWith("mad") ? "ma" : part.slice(0, 1)] ?? "night" },
    ],
  ),
  phrase(`(?:${EVERY} (?:los )?)mediodias?|todos los mediodias`, () => [
    ...rule({ freq: "DAILY" }),
    { kind: "clock", clock: { hour: 12, minute: 0, part: "noon" } },
  ]),
];
