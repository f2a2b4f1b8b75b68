import { expect, test } from "vitest";
import { retryAfterMs } from "../../src/whatsapp/retry-after.ts";

const usage = (...minutes: unknown[]) =>
  JSON.stringify({
    "102290129340398": minutes.map((told) => ({ type: "messaging", estimated_time_to_regain_access: told })),
  });

test.each<[string, Record<string, string>, number | null]>([
  ["nothing said", {}, null],
  ["seconds", { "retry-after": "7" }, 7_000],
  ["zero seconds", { "retry-after": "0" }, null],
  [
    "a date, by the answer's own clock",
    { "retry-after": "Sat, 21 Nov 2026 12:01:30 GMT", date: "Sat, 21 Nov 2026 12:00:00 GMT" },
    90_000,
  ],
  ["a date without a clock", { "retry-after": "Sat, 21 Nov 2026 12:01:30 GMT" }, null],
  ["words", { "retry-after": "soon" }, null],
  ["Meta's minutes", { "x-business-use-case-usage": usage(3) }, 180_000],
  ["Meta's zero minutes", { "x-business-use-case-usage": usage(0) }, null],
  ["the longest of several", { "retry-after": "7", "x-business-use-case-usage": usage(0, 2, "9", null) }, 120_000],
  ["a day", { "retry-after": "86400" }, 3_600_000],
  ["no JSON", { "x-business-use-case-usage": "{" }, null],
  ["another shape", { "x-business-use-case-usage": "[1, null]" }, null],
])("%s", (_name, headers, expected) => {
  expect(retryAfterMs(headers)).toBe(expected);
});
