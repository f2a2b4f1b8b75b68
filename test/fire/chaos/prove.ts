import { expect } from "vitest";
import { GATED_DUPLICATES_AT_MOST, type SuiteResult } from "./run-suite.ts";

/** What must be so after every run, whatever was done to it. */
export function expectProof(result: SuiteResult): void {
  const { suite, seed, count, lost, duplicateEffects, outOfOrder, stuck, violations, duplicateSends, sends } = result;
  const again = `npm run test:chaos -- --suite ${suite} --seed ${seed} --count ${count}`;
  const none = { lost: 0, duplicateEffects: 0, outOfOrder: 0, stuck: 0, violations: [] };
  expect({ again, lost, duplicateEffects, outOfOrder, stuck, violations }).toEqual({ again, ...none });
  if (result.purchases !== null) {
    const { begun, orders, confirmations, wrong } = result.purchases;
    expect(begun).toBeGreaterThan(0);
    expect({ again, orders, confirmations, wrong }).toEqual({ again, orders: begun, confirmations: begun, wrong: [] });
  }
  if (result.segments !== null) {
    const { runs, segments, wrong } = result.segments;
    expect(runs).toBeGreaterThan(0);
    expect({ again, segments, wrong }).toEqual({ again, segments: 3 * runs, wrong: [] });
  }
  // A takeover goes by the lock of the dead worker and not by its lease, which would be half a minute.
  if (suite === "kills-on-hold" || suite === "kills") expect(result.takeovers.p99 ?? 0).toBeLessThan(15_000);
  const most = suite === "kills-on-hold" ? 0 : Math.ceil(sends * GATED_DUPLICATES_AT_MOST);
  expect(duplicateSends, `sent twice, of ${sends}; ${again}`).toBeLessThanOrEqual(most);
}
