import { describe } from "vitest";
import { endsDays } from "./time/nights.ts";
import { openTimeScene, type TimeUnderTest } from "./time/scene.ts";
import { firesTimers } from "./time/timers.ts";

/** What an adapter must do with what happens because time passes. */
export function timeContract(name: string, open: () => Promise<TimeUnderTest>): void {
  describe(`timers on ${name}`, () => firesTimers(openTimeScene(open)));
  describe(`nights on ${name}`, () => endsDays(openTimeScene(open)));
}
