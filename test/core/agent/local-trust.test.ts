import { describe, expect, test } from "vitest";
import { judgeTrust, nameLocalModel } from "../../../src/core/agent/local-trust.ts";
import { wilsonInterval } from "../../../src/core/wilson.ts";

describe("an agent's own answers", () => {
  test.each([
    // Few audits say nothing, however bad they are.
    [0, 0, "too_few"],
    [29, 0, "too_few"],
    // 27 of 30 may still be chance at 93 %, 26 may not.
    [30, 30, "holds"],
    [30, 27, "holds"],
    [30, 26, "fallen"],
    [100, 93, "holds"],
    [100, 89, "fallen"],
    // The more is known, the closer to the floor.
    [1_000, 930, "holds"],
    [1_000, 915, "fallen"],
  ] as const)("of %i audits %i right: %s", (audited, right, trust) => {
    expect(judgeTrust({ audited, right })).toBe(trust);
  });

  test("the upper bound is Wilson's", () => {
    // Brown, Cai and DasGupta 2001: 9 of 10 at z = 1.96.
    expect(wilsonInterval(9, 10, 1.96)[1]).toBeCloseTo(0.9821, 3);
  });

  test("without a trained model its version says what answers", () => {
    expect(nameLocalModel({ version: "4", localModel: null })).toBe("version 4");
    expect(nameLocalModel({ version: "4", localModel: "ab12" })).toBe("ab12");
  });
});
