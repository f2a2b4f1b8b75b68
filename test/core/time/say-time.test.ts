import { expect, test } from "vitest";
import { sayInstant } from "../../../src/core/time/say-time.ts";
import { sayMoment } from "../../../src/nlu/time/read-moment.ts";

test.each([
  ["es-CO", "martes 24 de noviembre, 3:05 p. m."],
  ["es-MX", "martes 24 de noviembre, 3:05 p. m."],
  ["pt-BR", "terça-feira, 24 de novembro, 15:05"],
  ["en-US", "Tuesday, November 24, 3:05 PM"],
] as const)("a moment in the words of %s: %s", (locale, said) => {
  expect(sayMoment("2026-11-24 15:05", locale)).toBe(said);
});

test.each([
  ["es-CO", "viernes 1 de enero de 2027, 12:30 a. m."],
  ["pt-BR", "sexta-feira, 1 de janeiro de 2027, 00:30"],
  ["en-US", "Friday, January 1, 2027, 12:30 AM"],
] as const)("a moment of another year in the words of %s: %s", (locale, said) => {
  const [at, now] = [new Date("2027-01-01T05:30:00Z"), new Date("2026-11-23T15:00:00Z")];
  expect(sayInstant(at, now, "America/Bogota", locale)).toBe(said);
});
