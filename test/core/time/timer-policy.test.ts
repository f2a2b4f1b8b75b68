import { describe, expect, test } from "vitest";
import { nextTimer, type TimerSignal } from "../../../src/core/time/timer-policy.ts";

const NOW = new Date("2025-03-03T15:00:00Z");
const at = { now: NOW, preset: "real" } as const;
const L1 = { level: "L1", seconds: { real: 360, rapido: 30, instantaneo: 2 } };
const L2 = { level: "L2", seconds: { real: 120, rapido: 10, instantaneo: 1 } };
const armed = { level: "L1", dueAt: new Date(NOW.getTime() + 90_000) };
const signals = (...types: TimerSignal["type"][]): TimerSignal[] => types.map((type) => ({ type }));
const due = (level: string, seconds: number) => ({ level, dueAt: new Date(NOW.getTime() + seconds * 1_000) });

describe("the timer of a session", () => {
  test("no signal: it counts on", () => {
    expect(nextTimer(armed, { signals: [], plan: L2 }, at)).toBe(armed);
  });
  test("reevaluate keeps what counts for the same level, and gives another level its full time (A32)", () => {
    expect(nextTimer(armed, { signals: signals("reevaluate"), plan: L1 }, at)).toBe(armed);
    expect(nextTimer(armed, { signals: signals("reevaluate"), plan: L2 }, at)).toEqual(due("L2", 120));
  });
  test("reevaluate with nothing armed is a start (A31)", () => {
    expect(nextTimer(null, { signals: signals("reevaluate"), plan: L1 }, at)).toEqual(due("L1", 360));
  });
  test("start counts anew, also for the same level", () => {
    expect(nextTimer(armed, { signals: signals("start"), plan: L1 }, at)).toEqual(due("L1", 360));
  });
  test("cancel ends it; cancel and start is a new one", () => {
    expect(nextTimer(armed, { signals: signals("cancel"), plan: L1 }, at)).toBeNull();
    expect(nextTimer(armed, { signals: signals("cancel", "start"), plan: L2 }, at)).toEqual(due("L2", 120));
  });
  test("where no level holds nothing is armed", () => {
    for (const type of ["start", "reevaluate"] as const) {
      expect(nextTimer(armed, { signals: signals(type), plan: null }, at)).toBeNull();
    }
  });
  test.each([
    ["real", 360],
    ["rapido", 30],
    ["instantaneo", 2],
  ] as const)("the preset %s lasts %i s", (preset, seconds) => {
    expect(nextTimer(null, { signals: signals("start"), plan: L1 }, { now: NOW, preset })).toEqual(due("L1", seconds));
  });
});
