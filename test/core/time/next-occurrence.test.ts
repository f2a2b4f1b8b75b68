import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { occurrenceAfter, seriesFault } from "../../../src/core/outbound/reminder-series.ts";
import { nextOccurrence } from "../../../src/core/time/next-occurrence.ts";
import { readRule } from "../../../src/core/time/read-rule.ts";
import { readTime } from "../../../src/core/time/read-time.ts";
import { recurrenceText } from "../../../src/core/time/recurrence.ts";
import { sayRule } from "../../../src/core/time/say-rule.ts";

/** The times of a rule from its first one on, as a zone's clocks show them. */
function series(text: string, first: string, zone: string, most: number): string[] {
  const read = readRule(text);
  if ("fault" in read) throw new Error(read.fault);
  const all = [new Date(first)];
  while (all.length < most) {
    const last = all.at(-1) ?? new Date(first);
    const next = nextOccurrence(read.rule, last, last, zone);
    if (next === null) break;
    all.push(next);
  }
  const shown = { timeZone: zone, dateStyle: "short", timeStyle: "short" } as const;
  return all.map((at) => at.toLocaleString("sv", shown));
}

test.each([
  [
    "every day, over the hour that clocks skip",
    "FREQ=DAILY;BYHOUR=2;BYMINUTE=30",
    "2027-03-13T07:30:00Z",
    "America/New_York",
    ["2027-03-13 02:30", "2027-03-14 03:30", "2027-03-15 02:30"],
  ],
  [
    "every day, over the hour that clocks show twice",
    "FREQ=DAILY;BYHOUR=1;BYMINUTE=30",
    "2027-11-06T05:30:00Z",
    "America/New_York",
    ["2027-11-06 01:30", "2027-11-07 01:30", "2027-11-08 01:30"],
  ],
  [
    "every second week, from its first time",
    "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,FR;BYHOUR=8",
    "2027-02-05T13:00:00Z",
    "America/Bogota",
    ["2027-02-05 08:00", "2027-02-15 08:00", "2027-02-19 08:00", "2027-03-01 08:00"],
  ],
  [
    "the 30th of a month, in February its last day",
    "FREQ=MONTHLY;BYMONTHDAY=28,29,30;BYHOUR=9;BYSETPOS=-1",
    "2027-01-30T14:00:00Z",
    "America/Bogota",
    ["2027-01-30 09:00", "2027-02-28 09:00", "2027-03-30 09:00"],
  ],
  [
    "29 February",
    "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29;BYHOUR=9",
    "2028-02-29T14:00:00Z",
    "America/Bogota",
    ["2028-02-29 09:00", "2032-02-29 09:00"],
  ],
  [
    "the last Friday, every third month",
    "FREQ=MONTHLY;INTERVAL=3;BYDAY=-1FR;BYHOUR=9",
    "2027-01-29T14:00:00Z",
    "America/Bogota",
    ["2027-01-29 09:00", "2027-04-30 09:00"],
  ],
  [
    "every 8 hours",
    "FREQ=HOURLY;INTERVAL=8",
    "2027-02-02T15:10:00Z",
    "America/Bogota",
    ["2027-02-02 10:10", "2027-02-02 18:10", "2027-02-03 02:10"],
  ],
])("a series comes %s", (_, rule, first, zone, shown) => {
  expect(series(rule, first, zone, shown.length)).toEqual(shown);
});

test("each recurring wish that the reader of words understands is a rule that comes again, and can be said", () => {
  const lines = readFileSync("test/fixtures/time/unseen.tsv", "utf8").split("\n");
  const now = new Date("2026-11-25T10:20:00-05:00");
  const wishes = lines.flatMap((line) => line.split("\t")).map((text) => readTime(text, now, "America/Bogota"));
  const rules = wishes.flatMap((read) => (read.kind === "recurring" && read.rule.freq !== "MINUTELY" ? [read] : []));
  expect(rules.length).toBeGreaterThan(30);
  for (const { rule, at } of rules) {
    const text = recurrenceText(rule);
    expect(seriesFault(text, at), text).toBeNull();
    const read = readRule(text);
    expect("rule" in read ? recurrenceText(read.rule) : read.fault).toBe(text);
    expect(sayRule(rule)).toMatch(/^cada [^{}]+$/u);
  }
});

test.each([
  "",
  "FREQ=MINUTELY;INTERVAL=5",
  "FREQ=SECONDLY",
  "FREQ=DAILY",
  "FREQ=WEEKLY;BYHOUR=8",
  "FREQ=DAILY;BYHOUR=24",
  "FREQ=DAILY;BYHOUR=8,8",
  "FREQ=DAILY;BYHOUR=8;BYHOUR=9",
  "FREQ=DAILY;BYHOUR=8;COUNT=3",
  "FREQ=DAILY;INTERVAL=0;BYHOUR=8",
  "FREQ=HOURLY;BYMINUTE=0",
  "FREQ=WEEKLY;BYDAY=XX;BYHOUR=8",
  "FREQ=MONTHLY;BYMONTHDAY=0;BYHOUR=8",
  "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30;BYHOUR=9",
  "freq=daily;byhour=8",
  `FREQ=DAILY;BYHOUR=${"8,".repeat(200)}9`,
])("the rule %j is refused with a sentence", (rule) => {
  expect(seriesFault(rule, new Date("2027-02-02T15:00:00Z"))).toEqual(expect.any(String));
});

const HOUR = 3_600_000;
const time = (rule: string, dueAt: string, missed = 0) => ({
  ...{ rule, dueAt: new Date(dueAt), timeZone: "America/Bogota", missed, isContinued: false },
});

test("a stop shorter than 12 hours floods nobody: the time that waits is said, and the next lies ahead", () => {
  const now = new Date("2027-02-02T18:30:00Z");
  const next = occurrenceAfter(time("FREQ=HOURLY", "2027-02-02T10:00:00Z"), { kind: "say" }, now);
  expect(next).toMatchObject({ dueAt: new Date("2027-02-02T19:00:00Z"), skipped: 8, missed: 0 });
});

test("a series that could not be said 30 times in a row ends, and what the customer called off never goes on", () => {
  const closed = { kind: "end", status: "failed", reason: "window_closed", asksPerson: true } as const;
  const at = "2027-02-02T16:00:00Z";
  const now = new Date(new Date(at).getTime() + HOUR);
  expect(occurrenceAfter(time("FREQ=DAILY;BYHOUR=11", at, 28), closed, now)).toMatchObject({ missed: 29 });
  expect(occurrenceAfter(time("FREQ=DAILY;BYHOUR=11", at, 29), closed, now)).toBeNull();
  const called = { kind: "end", status: "cancelled", reason: "opted_out", asksPerson: false } as const;
  expect(occurrenceAfter(time("FREQ=DAILY;BYHOUR=11", at), called, now)).toBeNull();
});
