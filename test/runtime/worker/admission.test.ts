import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  createAdmission,
  FEWEST_TURNS,
  MOST_TURNS_BESIDE_A_DOOR as MOST,
} from "../../../src/runtime/worker/admission.ts";

/** A door with a clock of its own. */
function door() {
  let nowMs = 0;
  const admission = createAdmission(MOST, { monotonicMs: () => nowMs });
  return {
    turns: admission.turns,
    pass(ms: number) {
      nowMs += ms;
    },
    /** Answers webhooks for so long, each as quickly as said. */
    answer(durationMs: number, forMs: number) {
      for (let passed = 0; passed < forMs; passed += 5) {
        nowMs += 5;
        admission.answered(durationMs);
      }
    },
  };
}

describe("a door that shares its process with turns", () => {
  test("admits all of them while its answers are quick", () => {
    const { answer, turns } = door();
    answer(4, 3_000);
    expect(turns()).toBe(MOST);
  });

  test("admits fewer and fewer while they are slow, and never too few for turns to end together", () => {
    const { answer, turns } = door();
    answer(40, 300);
    expect(turns()).toBeLessThan(MOST);
    answer(40, 5_000);
    expect(turns()).toBe(FEWEST_TURNS);
  });

  test("admits more again as soon as they are quick", () => {
    const { answer, turns } = door();
    answer(40, 5_000);
    answer(4, 1_000);
    expect(turns()).toBeGreaterThan(FEWEST_TURNS);
    answer(4, 5_000);
    expect(turns()).toBe(MOST);
  });

  test("admits all when nothing comes: a backlog is worked off with every slot", () => {
    const { answer, pass, turns } = door();
    answer(40, 5_000);
    pass(1_000);
    expect(turns()).toBe(MOST);
  });

  test("is not led by single answers: one in twenty is slow, and all are admitted", () => {
    const { answer, turns } = door();
    for (let n = 0; n < 20; n += 1) {
      answer(4, 95);
      answer(80, 5);
    }
    expect(turns()).toBe(MOST);
  });

  test("always admits between the fewest and all, whatever the answers and the pauses are", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(200), fc.nat(600), fc.nat(2_000))), (days) => {
        const { answer, pass, turns } = door();
        for (const [durationMs, forMs, pauseMs] of days) {
          answer(durationMs, forMs);
          expect(turns()).toBeGreaterThanOrEqual(FEWEST_TURNS);
          expect(turns()).toBeLessThanOrEqual(MOST);
          pass(pauseMs);
        }
      }),
      { numRuns: 300 },
    );
  });

  test("never asks for more slots than a small worker has", () => {
    expect(createAdmission(3, { monotonicMs: () => 0 }).turns()).toBe(3);
  });
});
