import { expect, test } from "vitest";
import { nightAfter } from "../../../src/core/time/night.ts";

/** Bogotá is five hours behind UTC. */
test.each([
  ["2025-03-03T15:00:00Z", "2025-03-04T07:00:00Z", "in the morning: the next night"],
  ["2025-03-04T04:59:00Z", "2025-03-04T07:00:00Z", "two hours and a minute before"],
  ["2025-03-04T06:30:00Z", "2025-03-04T08:30:00Z", "talking half an hour before: two quiet hours later"],
  ["2025-03-04T07:00:00Z", "2025-03-05T07:00:00Z", "at the very moment: the night after"],
])("quiet since %s ends at %s (%s)", (quietSince, ends) => {
  expect(nightAfter(new Date(quietSince), "America/Bogota").toISOString()).toBe(new Date(ends).toISOString());
});

/** The clock of the workspace says when it is two; the United States put theirs forward in March. */
test.each([
  ["America/Sao_Paulo", "2025-03-03T15:00:00Z", "2025-03-04T05:00:00Z"],
  ["America/Mexico_City", "2025-07-03T15:00:00Z", "2025-07-04T08:00:00Z"],
  ["America/New_York", "2025-03-07T15:00:00Z", "2025-03-08T07:00:00Z"],
  ["America/New_York", "2025-03-10T15:00:00Z", "2025-03-11T06:00:00Z"],
])("in %s, quiet since %s ends at %s", (zone, quietSince, ends) => {
  expect(nightAfter(new Date(quietSince), zone).toISOString()).toBe(new Date(ends).toISOString());
});
