import { expect, test } from "vitest";
import { readSchedule } from "../../src/core/read-schedule.ts";

/** A Wednesday, 10:20 in Bogotá. */
const NOW = new Date("2026-11-25T10:20:00-05:00");
const read = (text: string, zone = "America/Bogota") => readSchedule(text, NOW, zone);

test.each([
  ["el viernes a las 8", "2026-11-27T08:00"],
  ["recuérdeme el viernes a las 8 de la noche", "2026-11-27T20:00"],
  ["el miércoles a las 3", "2026-12-02T15:00"],
  ["mañana por la tarde", "2026-11-26T15:00"],
  ["mañana por la mañana", "2026-11-26T09:00"],
  ["mañana a las 7 y media", "2026-11-26T07:30"],
  ["mañana a las 7:15 pm", "2026-11-26T19:15"],
  ["pasado mañana a las 10 a. m.", "2026-11-27T10:00"],
  ["hoy a las 9", "2026-11-25T21:00"],
  ["hoy a las 11", "2026-11-25T11:00"],
  ["a las 9", "2026-11-25T21:00"],
  ["a las 9 de la mañana", "2026-11-26T09:00"],
  ["a la una", "2026-11-25T13:00"],
  ["a las 2 y cuarto", "2026-11-25T14:15"],
  ["esta noche", "2026-11-25T19:00"],
  ["al mediodía", "2026-11-25T12:00"],
  ["en dos horas", "2026-11-25T12:20"],
  ["en una hora y media", "2026-11-25T11:50"],
  ["dentro de media hora", "2026-11-25T10:50"],
  ["en 45 minutos", "2026-11-25T11:05"],
  ["en tres días a las 8am", "2026-11-28T08:00"],
  ["el 5 de diciembre a las 16:00", "2026-12-05T16:00"],
  ["el 5/12 a las 4", "2026-12-05T16:00"],
  ["el 3 a las 10", "2026-12-03T10:00"],
  ["el 2 de enero a las 9", "2027-01-02T09:00"],
  ["hoy a las 12 de la noche", null],
  ["hoy a las 8 de la mañana", null],
])("%s → %s", (text, expected) => {
  const found = read(text);
  if (expected === null)
    expect(found).toMatchObject({ kind: "needs_clarification", question: expect.stringMatching(/ya pasó/) });
  else expect(found).toEqual({ kind: "at", at: new Date(`${expected}:00-05:00`) });
});

test.each([
  ["el viernes", /A qué hora/],
  ["mañana", /A qué hora/],
  ["en tres días", /A qué hora/],
  ["el 5 de diciembre", /A qué hora/],
  ["recuérdeme comprar", /Qué día/],
  ["a las 28", /Qué día/],
  ["el 31 de febrero a las 8", /ya pasó/],
])("%s is asked about", (text, question) => {
  expect(read(text)).toMatchObject({ kind: "needs_clarification", question: expect.stringMatching(question) });
});

test("the hour is the customer's, in whatever zone, and on the day on which clocks change", () => {
  expect(read("mañana a las 8", "Europe/Madrid")).toEqual({ kind: "at", at: new Date("2026-11-26T08:00:00+01:00") });
  const before = new Date("2026-03-27T12:00:00+01:00");
  expect(readSchedule("el domingo a las 8", before, "Europe/Madrid")).toEqual({
    kind: "at",
    at: new Date("2026-03-29T08:00:00+02:00"),
  });
});
