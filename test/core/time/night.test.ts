import { expect, test } from "vitest";
import { nightAfter } from "../../../src/core/time/night.ts";

/** Bogotá is five hours behind UTC. */
test.each([
  ["2025-03-03T15:00:00Z", "2025-03-04T07:00:00Z", "in the morning: the next night"],
  ["2025-03-04T04:59:00Z", "2025-03-04T07:00:00Z", "two hours and a minute before"],
  ["2025-03-04T06:30:00Z", "2025-03-04T08:30:00Z", "talking half an hour before: two quiet hours later"],
  ["2025-03-04T07:00:00Z", "2025-03-05T07:00:00Z", "at the very moment: the night after"],
])("quiet since %s ends at %s (%s)", (quietSince, ends) => {
  expect(nightAfter(new Date(quietSince)).toISOString()).toBe(new Date(ends).toISOString());
});
