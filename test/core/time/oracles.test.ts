import { expect, test } from "vitest";
import { readTime } from "../../../src/core/time/read-time.ts";
import { recurrenceText } from "../../../src/core/time/recurrence.ts";
import { playedToday, turnOfTheDay } from "../../support/share-of-the-day.ts";
import { recognizedInstants, ruleInstants } from "./oracles.js";
import { NOW, phrasesOf, said } from "./phrases.ts";

/**
 * Where Microsoft's recognizer reads another instant than we do. Looked at one by one: each time it leaves out a part of what was said
 * ("de hoy en ocho" is today to it) or takes it for something else.
 */
const THEIR_MISTAKES = [
  "hoy en la noche a las 9 y media",
  "mañana a las ocho menos diez",
  "a las 11 y 20 de la noche",
  "el viernes a la madrugada, a las 4",
  "el último día del mes a las 5 de la tarde",
  "avisame en 2 horas y 15 minutos",
  "dentro de 90 minutos",
  "el jueves en la mañana a las nueve y cuarto",
  "el martes de la semana entrante a las 2 pm",
  "mándame un mensaje a las 5 y 10 pm",
  "de mañana en ocho a las 10 am",
  "de hoy en quince a las 3 de la tarde",
  "a las 17:30h",
  "8 de la mañana del 9 de diciembre",
];

const FILE = "test/core/time/oracles.test.ts";

test("an instant that we read is one that Microsoft's recognizer thinks possible, but where it is mistaken", () => {
  const phrases = playedToday("phrases of another recognizer", phrasesOf("unseen.tsv"), { oneIn: 3, file: FILE });
  const differing = phrases.flatMap(({ text }) => {
    const read = readTime(text, NOW, "America/Bogota");
    return read.kind === "once" && !isPossible(said(read), recognizedInstants(text, "2026-11-25T10:20")) ? [text] : [];
  });
  const mistakes = new Set(THEIR_MISTAKES);
  expect(differing).toEqual(phrases.map(({ text }) => text).filter((text) => mistakes.has(text)));
  expect(phrasesOf("unseen.tsv").map(({ text }) => text)).toEqual(expect.arrayContaining(THEIR_MISTAKES));
});

/** Theirs may be whole instants, or a day and an hour apart; a phrase that they do not understand says nothing. */
function isPossible(ours: string, theirs: readonly string[]): boolean {
  const whole = theirs.filter((one) => one.length === ours.length);
  if (whole.length > 0) return whole.includes(ours);
  const days = theirs.filter((one) => one.endsWith("T"));
  const hours = theirs.filter((one) => one.startsWith("T"));
  const [ourDay = "", ourHour = ""] = ours.split("T");
  const fits = (values: readonly string[], value: string) => values.length === 0 || values.includes(value);
  return theirs.length === 0 || (fits(days, `${ourDay}T`) && fits(hours, `T${ourHour}`));
}

test.each(["America/Bogota", "Europe/Madrid", "America/New_York"])(
  "a rule begins where another implementation of RFC 5545 begins it, in %s",
  (zone) => {
    for (const now of [NOW, new Date("2026-03-28T22:30:00Z"), new Date("2027-01-31T23:59:00Z")]) {
      for (const { text } of turnOfTheDay([...phrasesOf("phrases.tsv"), ...phrasesOf("unseen.tsv")], 3)) {
        const read = readTime(text, now, zone);
        if (read.kind !== "recurring" || /desde|partir/u.test(text)) continue;
        const rule = recurrenceText(read.rule);
        expect([text, rule, ...ruleInstants(rule, read.at, zone, 1)]).toEqual([text, rule, read.at]);
        if (rule.startsWith("FREQ=HOURLY") || rule.startsWith("FREQ=MINUTELY")) continue;
        // Ours is the first instant after now, whatever the interval.
        const [first, second] = ruleInstants(rule.replace(/INTERVAL=\d+;/u, ""), now, zone, 2);
        const next = first !== undefined && first > now ? first : second;
        expect([text, rule, next]).toEqual([text, rule, read.at]);
      }
    }
  },
);
