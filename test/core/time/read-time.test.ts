import { describe, expect, test } from "vitest";
import { TIME_QUESTIONS } from "../../../src/core/time/languages/time-questions.ts";
import { ASK_REASONS } from "../../../src/core/time/piece.ts";
import { readTime } from "../../../src/core/time/read-time.ts";
import { recurrenceText } from "../../../src/core/time/recurrence.ts";
import { sayInstant } from "../../../src/core/time/say-time.ts";
import { NOW, phrasesAnywhere, phrasesOf, said } from "./phrases.ts";

const BOGOTA = "America/Bogota";
const at = (local: string) => ({ kind: "once", at: new Date(`${local}:00-05:00`) });

describe("what the phrases come to", () => {
  test.each(phrasesOf("phrases.tsv"))("$text → $wanted", ({ text, wanted }) => {
    expect(wanted.some((one) => said(readTime(text, NOW, BOGOTA)).startsWith(one))).toBe(true);
  });

  test.each(["unseen.tsv", "fresh.tsv"])(
    "of phrases that were written before they were tried none is wrong, and no habit becomes a single time: %s",
    (list) => {
      const rows = phrasesOf(list).map((row) => ({ ...row, got: said(readTime(row.text, NOW, BOGOTA)) }));
      const isRight = ({ wanted, got }: (typeof rows)[number]) => wanted.some((one) => got.startsWith(one));
      expect(rows.filter((row) => !isRight(row) && row.got !== "ask")).toEqual([]);
      const readable = rows.filter(({ wanted }) => !wanted.includes("ask"));
      expect(readable.filter(isRight).length / readable.length).toBeGreaterThan(0.95);
    },
  );
});

/** Each line: what `recado eval dates` reads, with what is `wanted`, as the other fixtures have it. */
test.each([
  "elsewhen.jsonl",
  "colombia-1.jsonl",
  "colombia-2.jsonl",
  "colombia-3.jsonl",
  "places-1.jsonl",
  "places-2.jsonl",
])("at other hours, days and places none is wrong, and most of what has an answer is read: %s", (file) => {
  const rows = phrasesAnywhere(file).map((row) => ({
    ...row,
    got: said(readTime(row.text, row.now, row.zone), row.zone),
  }));
  const isRight = ({ wanted, got }: (typeof rows)[number]) => wanted.some((one) => got.startsWith(one));
  expect(rows.filter((row) => row.got !== "ask" && !isRight(row))).toEqual([]);
  const readable = rows.filter(({ wanted }) => !wanted.includes("ask"));
  expect(readable.filter(isRight).length / readable.length).toBeGreaterThan(0.9);
});

test.each([
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
  ["en dos horas", "2026-11-25T12:20"],
  ["en una hora y media", "2026-11-25T11:50"],
  ["dentro de media hora", "2026-11-25T10:50"],
  ["en 45 minutos", "2026-11-25T11:05"],
  ["en tres días a las 8am", "2026-11-28T08:00"],
  ["el 5 de diciembre a las 16:00", "2026-12-05T16:00"],
  ["el 5/12 a las 4", "2026-12-05T16:00"],
  ["el 3 a las 10", "2026-12-03T10:00"],
  ["el 2 de enero a las 9", "2027-01-02T09:00"],
])("%s → %s, as ever", (text, expected) => {
  expect(readTime(text, NOW, BOGOTA)).toEqual(at(expected));
});

test.each([
  ["el viernes", "no_hour"],
  ["mañana", "no_hour"],
  ["en tres días", "no_hour"],
  ["el 5 de diciembre", "no_hour"],
  ["recuérdame comprar", "no_time"],
  ["a las 28", "unclear"],
  ["hoy a las 8 de la mañana", "past"],
  ["ayer a las 8", "past"],
  ["el 31 de febrero a las 8", "no_such_day"],
  ["el viernes 28 a las 8", "no_such_day"],
  ["el próximo viernes a las 8", "which_day"],
  ["en ocho días a las 9", "which_day"],
  ["el viernes a medianoche", "which_day"],
  ["esta noche a las 5", "which_hour"],
  ["mañana entre las 3 y las 5", "range"],
  ["mañana a las 8 y el sábado a las 10", "several"],
  ["mañana antes de las 5", "range"],
  ["no a las 3 sino a las 4", "corrected"],
  ["más tarde", "vague"],
  ["dos veces al día", "how_often"],
] as const)("%s is asked about: %s", (text, reason) => {
  expect(readTime(text, NOW, BOGOTA)).toEqual({ kind: "ask", reason });
});

test("each reason to ask has a question of its own words", () => {
  for (const questions of Object.values(TIME_QUESTIONS))
    expect(ASK_REASONS.filter((reason) => !questions[reason].includes("?"))).toEqual([]);
});

describe("zones", () => {
  const read = (text: string, now: string, zone: string) => readTime(text, new Date(now), zone);
  const once = (instant: string) => ({ kind: "once", at: new Date(instant) });

  test("the hour is that of the person's zone, on a day on which clocks change too", () => {
    expect(read("mañana a las 8", NOW.toISOString(), "Europe/Madrid")).toEqual(once("2026-11-26T08:00:00+01:00"));
    expect(read("el domingo a las 8", "2026-03-27T12:00:00+01:00", "Europe/Madrid")).toEqual(
      once("2026-03-29T08:00:00+02:00"),
    );
  });

  test("an hour that the clocks skip is as much later; one that they show twice is the first", () => {
    expect(read("el domingo a las 2:30 am", "2026-03-27T12:00:00+01:00", "Europe/Madrid")).toEqual(
      once("2026-03-29T03:30:00+02:00"),
    );
    expect(read("el domingo a la 1:30 am", "2026-10-30T12:00:00-04:00", "America/New_York")).toEqual(
      once("2026-11-01T01:30:00-04:00"),
    );
  });

  test("a length of time is one, whatever the clocks do meanwhile", () => {
    expect(read("en 24 horas", "2026-03-28T12:00:00+01:00", "Europe/Madrid")).toEqual(
      once("2026-03-29T13:00:00+02:00"),
    );
  });

  test("the machine's own zone changes nothing", () => {
    const readAll = () =>
      ["phrases.tsv", "unseen.tsv"].flatMap(phrasesOf).map(({ text }) => said(readTime(text, NOW, BOGOTA)));
    const before = process.env["TZ"];
    const shown = new Set<number>();
    const readings = ["UTC", "America/Bogota", "Asia/Kolkata", "Pacific/Auckland", "America/St_Johns"].map((zone) => {
      process.env["TZ"] = zone;
      shown.add(NOW.getHours() * 60 + NOW.getMinutes());
      return readAll();
    });
    if (before === undefined) delete process.env["TZ"];
    else process.env["TZ"] = before;
    expect(shown.size).toBe(5);
    expect(new Set(readings.map((reading) => reading.join("\n"))).size).toBe(1);
  });
});

test("an instant is said back with its weekday, and with its year where that is another", () => {
  expect(sayInstant(new Date("2026-11-27T08:00:00-05:00"), NOW, BOGOTA)).toBe("viernes 27 de noviembre, 8:00 a. m.");
  expect(sayInstant(new Date("2027-01-02T00:05:00-05:00"), NOW, BOGOTA)).toBe("sábado 2 de enero de 2027, 12:05 a. m.");
  expect(sayInstant(new Date("2026-11-25T12:30:00-05:00"), NOW, BOGOTA)).toBe("miércoles 25 de noviembre, 12:30 p. m.");
});

test("a habit on the 30th is on the last day of February", () => {
  const read = readTime("el 30 de cada mes a las 9", new Date("2027-02-01T12:00:00-05:00"), BOGOTA);
  expect(read).toMatchObject({ kind: "recurring", at: new Date("2027-02-28T09:00:00-05:00") });
  expect(read.kind === "recurring" && recurrenceText(read.rule)).toContain("BYSETPOS=-1");
});
