import { civilNow, partsOf, weekdayOf } from "./civil-day.ts";
import { MONTH_WORDS, WEEKDAY_WORDS } from "./lexicon.ts";
import type { AskReason } from "./piece.ts";

/** "viernes 27 de noviembre, 8:00 a. m."; the year where it is not that of `now`. */
export function sayInstant(at: Date, now: Date, zone: string): string {
  const { today, minute } = civilNow(at, zone);
  const { year, month, day } = partsOf(today);
  const isOtherYear = partsOf(civilNow(now, zone).today).year !== year;
  const date = `${nameOfDay(today)} ${day} de ${MONTH_WORDS[month - 1]}${isOtherYear ? ` de ${year}` : ""}`;
  return `${date}, ${sayClock(Math.floor(minute / 60), minute % 60)}`;
}

/** "8:00 a. m." */
export function sayClock(hour: number, minute: number): string {
  return `${hour % 12 || 12}:${String(minute).padStart(2, "0")} ${hour < 12 ? "a." : "p."} m.`;
}

const ACCENTS: Readonly<Record<string, string>> = { miercoles: "miércoles", sabado: "sábado" };

export function nameOfMonth(month: number): string {
  return MONTH_WORDS[month - 1] ?? "";
}

export function nameOfDay(day: number): string {
  const name = WEEKDAY_WORDS[weekdayOf(day)] ?? "";
  return ACCENTS[name] ?? name;
}

/** To the customer, in their language. */
export const TIME_QUESTIONS: { readonly [reason in AskReason]: string } = {
  no_time: "¿Qué día y a qué hora se lo recuerdo?",
  no_hour: "¿A qué hora se lo recuerdo?",
  no_day: "¿Qué día se lo recuerdo?",
  past: "Esa hora ya pasó. ¿Qué día y a qué hora se lo recuerdo?",
  vague: "¿Qué día y a qué hora exactamente se lo recuerdo?",
  range: "¿A qué hora exacta se lo recuerdo?",
  several: "Veo más de un momento. ¿Cuál día y a qué hora se lo recuerdo?",
  which_hour: "¿A qué hora se lo recuerdo: de la mañana, de la tarde o de la noche?",
  which_day: "¿Qué fecha exacta es, con el número del día?",
  no_such_day: "Esa fecha no me cuadra con el calendario. ¿Qué día y a qué hora se lo recuerdo?",
  corrected: "Para no equivocarme: ¿qué día y a qué hora se lo recuerdo?",
  how_often: "¿Cada cuánto y a qué hora se lo recuerdo?",
  unclear: "No estoy seguro de la fecha. ¿Qué día y a qué hora se lo recuerdo?",
};
