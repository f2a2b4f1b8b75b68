import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { evaluateDates } from "../../../src/cli/eval/eval-dates.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

afterEach(() => vi.restoreAllMocks());

const NOW = "2026-11-25T10:20:00-05:00";
const phrase = (text: string, others = {}) => JSON.stringify({ text, now: NOW, zone: "America/Bogota", ...others });

function run(lines: readonly string[], json?: true): string {
  const path = join(temporaryFolder("recado-dates-"), "phrases.jsonl");
  writeFileSync(path, lines.join("\n"));
  let out = "";
  vi.spyOn(process.stdout, "write").mockImplementation((text) => {
    out += String(text);
    return true;
  });
  evaluateDates({ phrases: path, ...(json === undefined ? {} : { json }) });
  return out;
}

test("each phrase has its result, in order, as instants in UTC", () => {
  const lines = [
    phrase("el viernes a las 8"),
    "",
    phrase("los martes y jueves a las 4 pm"),
    phrase("luego"),
    phrase("mañana a las 8", { now: "2026-11-25T10:20:00", zone: "Europe/Madrid" }),
  ];
  expect(JSON.parse(run(lines, true))).toEqual({
    results: [
      { kind: "once", at: "2026-11-27T13:00:00.000Z" },
      { kind: "recurring", at: "2026-11-26T21:00:00.000Z", rule: "FREQ=WEEKLY;BYDAY=TU,TH;BYHOUR=16;BYMINUTE=0" },
      { kind: "ask", reason: "vague" },
      { kind: "once", at: "2026-11-26T07:00:00.000Z" },
    ],
  });
});

test("a person reads a table of them", () => {
  const out = run([phrase("el viernes a las 8"), phrase("todos los días a las 7"), phrase("luego")]);
  expect(out).toContain("viernes 27 de noviembre, 8:00 a. m.");
  expect(out).toContain("FREQ=DAILY;BYHOUR=7;BYMINUTE=0, from jueves 26 de noviembre, 7:00 a. m.");
  expect(out).toContain("3 phrases; once: 1, recurring: 1, ask: 1");
});

test.each([
  ["{", /:2 is no JSON/],
  ['{"text": "hoy"}', /:2 is no phrase: now: .*zone: /],
  [phrase("hoy", { zone: "Bogotá" }), /:2 is no phrase: zone: must be an IANA name/],
  [phrase("hoy", { now: "ayer" }), /:2 is no phrase: now: must be an ISO 8601/],
])("%s is refused with its line", (line, sentence) => {
  expect(() => run([phrase("hoy a las 5 pm"), line])).toThrow(sentence);
});

test("a file that is not there is refused", () => {
  expect(() => evaluateDates({ phrases: "/no/such.jsonl" })).toThrow(/such.jsonl cannot be read/);
});
