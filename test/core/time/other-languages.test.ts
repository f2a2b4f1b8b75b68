import { expect, test } from "vitest";
import { readClock, readDay } from "../../../src/core/time/read-parts.ts";
import { readTime } from "../../../src/core/time/read-time.ts";
import { recurrenceText } from "../../../src/core/time/recurrence.ts";
import { readWhen } from "../../../src/nlu/time/read-when.ts";

/** Monday 2 February 2026, 10:00. */
const NOW = new Date("2026-02-02T13:00:00Z");
const ZONE = "America/Sao_Paulo";

type Language = "portuguese" | "english";
function read(text: string, language: Language): string {
  const found = readTime(text, NOW, ZONE, language);
  if (found.kind === "ask") return `ask ${found.reason}`;
  const at = new Date(found.at.getTime() - 3 * 3_600_000).toISOString().slice(0, 16);
  return found.kind === "once" ? at : `${recurrenceText(found.rule)} from ${at}`;
}

test.each([
  ["me lembra amanhã às 15h", "2026-02-03T15:00"],
  ["me lembre de pagar o aluguel amanhã às 9 da manhã", "2026-02-03T09:00"],
  ["na sexta-feira às 14h30", "2026-02-06T14:30"],
  ["quinta às 3 da tarde", "2026-02-05T15:00"],
  ["hoje à noite às 8", "2026-02-02T20:00"],
  ["depois de amanhã ao meio-dia", "2026-02-04T12:00"],
  ["daqui a 20 minutos", "2026-02-02T10:20"],
  ["daqui a duas horas", "2026-02-02T12:00"],
  ["em meia hora", "2026-02-02T10:30"],
  ["dia 5 de março às 10:00", "2026-03-05T10:00"],
  ["no dia 15 às 7 e meia da noite", "2026-02-15T19:30"],
  ["terça às 16 horas", "2026-02-03T16:00"],
  ["sábado às nove da manhã comprar 3 pães", "2026-02-07T09:00"],
  ["todo dia às 8h", "FREQ=DAILY;BYHOUR=8;BYMINUTE=0 from 2026-02-03T08:00"],
  ["todas as segundas às 7 da manhã", "FREQ=WEEKLY;BYDAY=MO;BYHOUR=7;BYMINUTE=0 from 2026-02-09T07:00"],
  ["toda terça e quinta às 18h", "FREQ=WEEKLY;BYDAY=TU,TH;BYHOUR=18;BYMINUTE=0 from 2026-02-03T18:00"],
  [
    "de segunda a sexta às 6h30 da manhã",
    "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR;BYHOUR=6;BYMINUTE=30 from 2026-02-03T06:30",
  ],
  ["a cada 8 horas", "FREQ=HOURLY;INTERVAL=8 from 2026-02-02T18:00"],
] as const)("in Portuguese: %s", (text, meant) => {
  expect(read(text, "portuguese")).toBe(meant);
});

test.each([
  ["remind me tomorrow at 3pm", "2026-02-03T15:00"],
  ["remind me to pay the rent tomorrow at 9 in the morning", "2026-02-03T09:00"],
  ["on Friday at 2:30 pm", "2026-02-06T14:30"],
  ["Thursday at half past three in the afternoon", "2026-02-05T15:30"],
  ["tonight at 8", "2026-02-02T20:00"],
  ["the day after tomorrow at noon", "2026-02-04T12:00"],
  ["in 20 minutes", "2026-02-02T10:20"],
  ["in two hours", "2026-02-02T12:00"],
  ["in half an hour", "2026-02-02T10:30"],
  ["on March 5th at 10 am", "2026-03-05T10:00"],
  ["on the 15th at 7:30 pm", "2026-02-15T19:30"],
  ["the last day of the month at 10am", "2026-02-28T10:00"],
  ["3/5 at 10am", "2026-03-05T10:00"],
  ["Saturday at nine am buy 3 loaves", "2026-02-07T09:00"],
  ["every day at 8 am", "FREQ=DAILY;BYHOUR=8;BYMINUTE=0 from 2026-02-03T08:00"],
  ["every Monday at 7 am", "FREQ=WEEKLY;BYDAY=MO;BYHOUR=7;BYMINUTE=0 from 2026-02-09T07:00"],
  ["every Tuesday and Thursday at 6pm", "FREQ=WEEKLY;BYDAY=TU,TH;BYHOUR=18;BYMINUTE=0 from 2026-02-03T18:00"],
  ["every weekday at 6:30 am", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR;BYHOUR=6;BYMINUTE=30 from 2026-02-03T06:30"],
  ["every 8 hours", "FREQ=HOURLY;INTERVAL=8 from 2026-02-02T18:00"],
] as const)("in English: %s", (text, meant) => {
  expect(read(text, "english")).toBe(meant);
});

test.each([
  ["portuguese", "entre as 3 e as 5 da tarde"],
  ["portuguese", "antes das 5"],
  ["portuguese", "amanhã não, melhor na quarta às 3"],
  ["portuguese", "mais tarde"],
  ["portuguese", "nas últimas semanas"],
  ["portuguese", "duas vezes por dia"],
  ["portuguese", "amanhã"],
  ["english", "between 3 and 5 pm"],
  ["english", "before 5"],
  ["english", "not tomorrow, Wednesday at 3 pm"],
  ["english", "later today"],
  ["english", "next Friday at 3 pm"],
  ["english", "a fortnight from tomorrow at 9 am"],
  ["english", "twice a day"],
  ["english", "tomorrow"],
  ["english", "I am once more thinking about may and march"],
] as const)("in %s a time that is open is asked for: %s", (language, text) => {
  expect(read(text, language)).toMatch(/^ask /);
});

test("a Spanish word that another language uses for something else is no time in it", () => {
  // "Once" is eleven in Spanish, "am" half of a day.
  expect(read("call me once at 3 pm tomorrow", "english")).toMatch(/^ask|2026-02-03T15:00/);
  expect(read("I am free, tomorrow at 3 pm", "english")).toBe("2026-02-03T15:00");
  expect(read("me manda as fotos da segunda vez amanhã às 15h", "portuguese")).toMatch(/^ask|2026-02-03T15:00/);
});

test("a flow's fields read the day and the hour of their language", () => {
  expect(readDay("pode ser na quinta-feira", NOW, ZONE, "portuguese")).toBe(Date.UTC(2026, 1, 5) / 86_400_000);
  expect(readClock("às três da tarde", "portuguese")).toBe(15 * 60);
  expect(readDay("Thursday works", NOW, ZONE, "english")).toBe(Date.UTC(2026, 1, 5) / 86_400_000);
  expect(readClock("at a quarter to four in the afternoon", "english")).toBe(15 * 60 + 45);
});

test("a time is said back, and asked for, in its language", () => {
  const pt = { now: NOW, locale: "pt-BR" } as const;
  expect(readWhen("amanhã às 15h", pt)).toMatchObject({ words: "terça-feira, 3 de fevereiro, 15:00" });
  expect(readWhen("todas as segundas às 7 da manhã", pt)).toMatchObject({
    words: "a cada semana, sempre segunda-feira, às 07:00 (a primeira vez, segunda-feira, 9 de fevereiro, 07:00)",
  });
  expect(readWhen("amanhã", pt)).toEqual({ kind: "ask", question: "A que horas eu lembro você?" });
  const en = { now: NOW, locale: "en-US", zone: ZONE } as const;
  expect(readWhen("every Tuesday and Thursday at 6 pm", en)).toMatchObject({
    words: "every week, on Tuesdays and Thursdays, at 6:00 PM (the first time on Tuesday, February 3, 6:00 PM)",
  });
  expect(readWhen("tomorrow", en)).toEqual({ kind: "ask", question: "What time should I remind you?" });
});
