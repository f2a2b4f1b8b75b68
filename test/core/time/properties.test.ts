import * as fc from "fast-check";
import { expect, test } from "vitest";
import { civilNow, instantOf, partsOf, weekdayOf } from "../../../src/core/time/civil-day.ts";
import { readTime } from "../../../src/core/time/read-time.ts";
import { NOW, phrasesOf } from "./phrases.ts";

const ZONES = [
  "America/Bogota",
  "Europe/Madrid",
  "America/New_York",
  "America/Santiago",
  "Asia/Kolkata",
  "Pacific/Auckland",
];
const MONTHS = "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre".split(" ");
const WEEKDAYS = "domingo lunes martes miércoles jueves viernes sábado".split(" ");
const HOURS = "doce una dos tres cuatro cinco seis siete ocho nueve diez once".split(" ");

const zone = fc.constantFrom(...ZONES);
const now = fc.date({ min: new Date("2026-01-01"), max: new Date("2030-01-01"), noInvalidDate: true });
/** From an hour on to some eleven months. */
const minutesAhead = fc.integer({ min: 60, max: 330 * 24 * 60 });
const two = (number: number) => String(number).padStart(2, "0");

const partOf = (hour: number) =>
  hour === 12
    ? "del mediodía"
    : hour < 1
      ? null
      : hour < 12
        ? "de la mañana"
        : hour < 19
          ? "de la tarde"
          : "de la noche";
const article = (hour: number) => (hour % 12 === 1 ? "a la" : "a las");

const HOUR_WORDS: readonly ((hour: number, minute: number) => string | null)[] = [
  (hour, minute) => `a las ${two(hour)}:${two(minute)}`,
  (hour, minute) =>
    hour === 0 ? null : `${article(hour)} ${hour % 12 || 12}:${two(minute)} ${hour < 12 ? "a. m." : "p. m."}`,
  (hour, minute) => (hour === 0 ? null : `${hour % 12 || 12}:${two(minute)}${hour < 12 ? "am" : "pm"}`),
  (hour, minute) =>
    partOf(hour) === null ? null : `${article(hour)} ${hour % 12 || 12}:${two(minute)} ${partOf(hour)}`,
  (hour, minute) =>
    minute !== 30 || partOf(hour) === null ? null : `${article(hour)} ${HOURS[hour % 12]} y media ${partOf(hour)}`,
  (hour, minute) =>
    minute !== 15 || partOf(hour) === null ? null : `${article(hour)} ${hour % 12 || 12} y cuarto ${partOf(hour)}`,
  (hour, minute) =>
    minute !== 0 || partOf(hour) === null ? null : `${article(hour)} ${HOURS[hour % 12]} ${partOf(hour)}`,
];

const DATE_WORDS: readonly ((day: number) => string)[] = [
  (day) => `el ${partsOf(day).day} de ${MONTHS[partsOf(day).month - 1]} de ${partsOf(day).year}`,
  (day) => `${two(partsOf(day).day)}/${two(partsOf(day).month)}/${partsOf(day).year}`,
  (day) => `${partsOf(day).year}-${two(partsOf(day).month)}-${two(partsOf(day).day)}`,
  (day) => `el ${WEEKDAYS[weekdayOf(day)]} ${partsOf(day).day} de ${MONTHS[partsOf(day).month - 1]}`,
  (day) => `el dia ${partsOf(day).day} de ${(MONTHS[partsOf(day).month - 1] ?? "").toUpperCase()}`,
];

const wanted = fc.record({
  zone,
  now,
  minutesAhead,
  minute: fc.constantFrom(0, 15, 30, 5, 47),
  date: fc.constantFrom(...DATE_WORDS),
  hour: fc.constantFrom(...HOUR_WORDS),
  isHourFirst: fc.boolean(),
});

type Wanted = typeof wanted extends fc.Arbitrary<infer Value> ? Value : never;

/** The words of an instant and the instant; null where they are none for it, or the clocks do not show it exactly once. */
function phraseOf(given: Wanted) {
  const { today, minute } = civilNow(new Date(given.now.getTime() + given.minutesAhead * 60_000), given.zone);
  const hour = Math.floor(minute / 60);
  const at = instantOf(today, hour * 60 + given.minute, given.zone);
  const clock = given.hour(hour, given.minute);
  if (clock === null || at <= given.now || civilNow(at, given.zone).minute !== hour * 60 + given.minute) return null;
  const words = given.isHourFirst ? `${clock} ${given.date(today)}` : `${given.date(today)} ${clock}`;
  return { words, at };
}

test("an instant said in any of the ways that the grammar claims is that instant", () => {
  fc.assert(
    fc.property(wanted, (given) => {
      const phrase = phraseOf(given);
      fc.pre(phrase !== null);
      expect(readTime(phrase.words, given.now, given.zone), phrase.words).toEqual({ kind: "once", at: phrase.at });
    }),
    { numRuns: 800 },
  );
});

test("one more word of time is asked about or changes nothing: it never makes another instant", () => {
  const more = fc.constantFrom(
    ...[
      "el viernes",
      "lunes",
      "mañana",
      "hoy",
      "pasado mañana",
      "a las 5",
      "9pm",
      "12",
      "las 3",
      "y media",
      "menos cuarto",
    ],
    ...[
      "de la tarde",
      "por la noche",
      "en 20 minutos",
      "dos horas",
      "el 15",
      "diciembre",
      "3/12",
      "antes",
      "después",
      "luego",
    ],
    ...[
      "hasta las 6",
      "entre 3 y 4",
      "o el martes",
      "o 9",
      "la semana",
      "el otro mes",
      "siempre",
      "cada",
      "no",
      "sino el jueves",
    ],
    ...["ayer", "de madrugada", "mediodía", "desde las 7", "quincena", "7pmm", "más tarde", "dentro de 3 días"],
  );
  fc.assert(
    fc.property(wanted, more, fc.boolean(), (given, word, isFirst) => {
      const phrase = phraseOf(given);
      // "Las 01:00 de la tarde" is an hour of its own.
      fc.pre(phrase !== null && !(/de la tarde|por la noche|de madrugada/u.test(word) && given.hour === HOUR_WORDS[0]));
      const text = isFirst ? `${word} ${phrase.words}` : `${phrase.words} ${word}`;
      const read = readTime(text, given.now, given.zone);
      expect(read.kind === "once" ? read.at : phrase.at, text).toEqual(phrase.at);
    }),
    { numRuns: 1_500 },
  );
});

const HABITS = [
  ...[
    "todos los días",
    "todos los dias",
    "cada lunes",
    "los martes",
    "los martes y jueves",
    "cada 15 días",
    "semanalmente",
    "a diario",
  ],
  ...[
    "todas las noches",
    "entre semana",
    "siempre",
    "cada mes",
    "una vez al mes",
    "cada 8 horas",
    "todos los años",
    "los domingos",
  ],
  ...[
    "de lunes a viernes",
    "cada año",
    "cada dos semanas",
    "cada quincena",
    "el 5 de cada mes",
    "los fines de semana",
    "día de por medio",
  ],
  ...[
    "cada tercer día",
    "mensualmente",
    "diariamente",
    "cada vez que llueva",
    "todas las semanas",
    "el primer lunes de cada mes",
  ],
  ...[
    "todo el día todos los días",
    "tres veces al día",
    "cada ratico",
    "los 15 y 30",
    "sábados y domingos",
    "cada 2 horas",
    "anualmente",
  ],
];

test("a wish that recurs is never a single time, whatever else is said", () => {
  const phrases = ["phrases.tsv", "unseen.tsv"].flatMap(phrasesOf).map(({ text }) => text);
  const orders: readonly ((text: string, habit: string) => string)[] = [
    (text, habit) => `${text} ${habit}`,
    (text, habit) => `${habit} ${text}`,
    (text, habit) => `${text}, ${habit}`,
  ];
  fc.assert(
    fc.property(
      fc.constantFrom(...phrases),
      fc.constantFrom(...HABITS),
      fc.constantFrom(...orders),
      (text, habit, order) => {
        const words = order(text, habit);
        expect(readTime(words, NOW, "America/Bogota").kind, words).not.toBe("once");
      },
    ),
    { numRuns: 2_500 },
  );
});
