import { localTime, WEEKDAYS } from "./contact-hours.ts";

/** When somebody wants something, in Spanish words: an instant, or what has to be asked first. Deterministic. */
export type ReadSchedule =
  | { readonly kind: "at"; readonly at: Date }
  /** `question`: to the customer, in their language. */
  | { readonly kind: "needs_clarification"; readonly question: string };

const NO_TIME = "¿A qué hora se lo recuerdo?";
const NO_DATE = "¿Qué día y a qué hora se lo recuerdo?";
const PASSED = "Esa hora ya pasó. ¿Qué día y a qué hora se lo recuerdo?";

const DAY_MIN = 24 * 60;
const NUMBERS: Readonly<Record<string, number>> = {
  ...{ un: 1, una: 1, uno: 1, dos: 2, tres: 3, cuatro: 4, cinco: 5, seis: 6, siete: 7, ocho: 8, nueve: 9, diez: 10 },
  ...{ once: 11, doce: 12, quince: 15, veinte: 20, treinta: 30, cuarenta: 40 },
};
const NUMBER = `(\\d{1,3}|${Object.keys(NUMBERS).join("|")})`;
const numberOf = (word: string): number => NUMBERS[word] ?? Number(word);

const DAYS: Readonly<Record<string, (typeof WEEKDAYS)[number]>> = {
  ...{ domingo: "sun", lunes: "mon", martes: "tue", miercoles: "wed", jueves: "thu", viernes: "fri", sabado: "sat" },
};
const MONTHS = [
  ...["enero", "febrero", "marzo", "abril", "mayo", "junio", "julio", "agosto", "septiembre", "octubre", "noviembre"],
  "diciembre",
];

/** What people mean by a part of the day, when they say no hour. */
const PART_HOURS = { morning: 9, afternoon: 15, night: 19 } as const;
type Part = keyof typeof PART_HOURS;

/**
 * `now` and `timeZone` are the customer's. An hour without a part of the day ("a las 8") is the one that is likelier: from 7 to 11 in the
 * morning, 12 at noon, from 1 to 6 in the afternoon; where that has passed today and the other has not, the other.
 */
export function readSchedule(text: string, now: Date, timeZone: string): ReadSchedule {
  const said = fold(text);
  const span = readSpan(said);
  if (span !== null) return { kind: "at", at: new Date(now.getTime() + span * 60_000) };
  const today = localTime(now, timeZone);
  const time = readTime(said);
  const days = readDays(said, today);
  if (days === null && time === null) return ask(NO_DATE);
  if (time === null) return ask(NO_TIME);
  const minutes = time.options.find((minute) => days !== 0 || minute > today.minute);
  if (days === null) {
    // No day is named: the next time that it is so late.
    const later = time.options.find((minute) => minute > today.minute);
    return at(later === undefined ? 1 : 0, later ?? (time.options[0] as number));
  }
  if (minutes === undefined || days < 0) return ask(PASSED);
  return at(days, minutes);

  function at(dayOffset: number, minute: number): ReadSchedule {
    return { kind: "at", at: instantOf(today.date, dayOffset, minute, timeZone) };
  }
}

const ask = (question: string): ReadSchedule => ({ kind: "needs_clarification", question });

function fold(text: string): string {
  return (
    text
      .normalize("NFD")
      .replace(/\p{M}/gu, "")
      .toLowerCase()
      .replace(/\b([ap])\.? ?m\.?(?=\W|$)/gu, "$1m")
      // "de la mañana" is no day.
      .replace(/\b(de|por|en|a) la manana\b/gu, "MORNING")
      .replace(/\b(de|por|en|a) la tarde(cita)?\b/gu, "AFTERNOON")
      .replace(/\b(de|por|en|a) la noche\b/gu, "NIGHT")
      .replace(/\s+/gu, " ")
  );
}

/** "en dos horas", "dentro de media hora": in minutes. Days without an hour are no span but a date. */
function readSpan(said: string): number | null {
  if (/\b(en|dentro de) media hora\b/u.test(said)) return 30;
  if (/\b(en|dentro de) (una )?hora y media\b/u.test(said)) return 90;
  const match = new RegExp(`\\b(?:en|dentro de) ${NUMBER} (minutos?|min|horas?)( y media)?\\b`, "u").exec(said);
  if (match === null) return null;
  const [, count = "", unit = "", half] = match;
  const minutes = numberOf(count) * (unit.startsWith("h") ? 60 : 1) + (half === undefined ? 0 : 30);
  return minutes > 0 ? minutes : null;
}

/** The minutes of the day that are meant, the likeliest first. */
function readTime(said: string): { readonly options: readonly number[] } | null {
  if (/\b(al? )?medio ?dia\b/u.test(said)) return { options: [12 * 60] };
  if (/\ba (la )?media ?noche\b/u.test(said)) return { options: [0] };
  const part = partOf(said);
  const clock = /\b(\d{1,2})[:.](\d{2})( ?[ap]m)?\b/u.exec(said) ?? /\b(\d{1,2})()( ?[ap]m)\b/u.exec(said);
  const spoken = new RegExp(`\\ba las? ${NUMBER}(?: (?:y|con) (media|cuarto|${NUMBER}))?\\b`, "u").exec(said);
  const hour = clock === null ? numberOf(spoken?.[1] ?? "") : Number(clock[1]);
  if (clock === null && spoken === null) return part === null ? null : { options: [PART_HOURS[part] * 60] };
  const minute = clock === null ? minutesOf(spoken?.[2]) : Number(clock[2] || 0);
  if (!(hour >= 0 && hour < 24 && minute < 60)) return null;
  const named = clock?.[3]?.trim() ?? null;
  return { options: hoursMeant(hour, named ?? part).map((one) => one * 60 + minute) };
}

const minutesOf = (words: string | undefined): number =>
  words === undefined ? 0 : words === "media" ? 30 : words === "cuarto" ? 15 : numberOf(words);

function partOf(said: string): Part | null {
  if (said.includes("MORNING") || /\ba primera hora\b/u.test(said)) return "morning";
  if (said.includes("AFTERNOON")) return "afternoon";
  return said.includes("NIGHT") || /\besta noche\b/u.test(said) ? "night" : null;
}

function hoursMeant(hour: number, part: string | null): number[] {
  if (hour === 0 || hour > 12) return [hour];
  const [before, after] = [hour % 12, (hour % 12) + 12];
  if (part === "am" || part === "morning") return [before];
  // "Las 12 de la noche" is midnight.
  if (part === "night" && hour === 12) return [0];
  if (part !== null) return [after];
  return hour >= 7 && hour < 12 ? [before, after] : [after];
}

/** How many days from today; negative where it has passed, null where no day is named. */
function readDays(said: string, today: ReturnType<typeof localTime>): number | null {
  if (/\bpasado manana\b/u.test(said)) return 2;
  if (/\bmanana\b/u.test(said)) return 1;
  if (/\b(hoy|esta (tarde|noche|manana))\b/u.test(said)) return 0;
  const inDays = new RegExp(`\\b(?:en|dentro de) ${NUMBER} (dias?|semanas?)\\b`, "u").exec(said);
  if (inDays !== null) return numberOf(inDays[1] ?? "") * (inDays[2]?.startsWith("s") === true ? 7 : 1);
  const weekday = new RegExp(`\\b(${Object.keys(DAYS).join("|")})\\b`, "u").exec(said)?.[1];
  if (weekday !== undefined) {
    const wanted = WEEKDAYS.indexOf(DAYS[weekday] as (typeof WEEKDAYS)[number]);
    // Said on a Friday, "el viernes" is the next one.
    return ((wanted - WEEKDAYS.indexOf(today.weekday) + 6) % 7) + 1;
  }
  return readDate(said, today.date);
}

function readDate(said: string, today: string): number | null {
  const [year, month, day] = today.split("-").map(Number) as [number, number, number];
  const named = new RegExp(`\\b(\\d{1,2}) de (${MONTHS.join("|")})(?: (?:de|del) (\\d{4}))?\\b`, "u").exec(said);
  const numeric = /\b(\d{1,2})\/(\d{1,2})(?:\/(\d{4}))?\b/u.exec(said);
  const alone = /\bel (?:dia )?(\d{1,2})\b(?! de)/u.exec(said);
  const found = named ?? numeric ?? alone;
  if (found === null) return null;
  const wantedDay = Number(found[1]);
  const wantedMonth =
    named !== null ? MONTHS.indexOf(named[2] ?? "") + 1 : numeric !== null ? Number(numeric[2]) : null;
  const wantedYear = found[3] === undefined ? null : Number(found[3]);
  const from = Date.UTC(year, month - 1, day);
  // The next one of that name, where no year is said.
  for (const [y, m] of [
    [wantedYear ?? year, wantedMonth ?? month],
    wantedMonth === null ? [year, month + 1] : [wantedYear ?? year + 1, wantedMonth],
  ] as const) {
    const ms = Date.UTC(y, m - 1, wantedDay);
    if (new Date(ms).getUTCDate() === wantedDay && ms >= from) return Math.round((ms - from) / (DAY_MIN * 60_000));
  }
  return -1;
}

/** The instant at which the clocks of a zone show this; where they skip it, the moment after. */
function instantOf(today: string, dayOffset: number, minute: number, timeZone: string): Date {
  const wanted = Date.parse(`${today}T00:00:00Z`) + (dayOffset * DAY_MIN + minute) * 60_000;
  let at = new Date(wanted);
  for (let tries = 0; tries < 3; tries += 1) {
    const shown = localTime(at, timeZone);
    const off = wanted - (Date.parse(`${shown.date}T00:00:00Z`) + shown.minute * 60_000);
    if (off === 0) break;
    at = new Date(at.getTime() + off);
  }
  return at;
}
