import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { OutboxId } from "../../../src/core/ids.ts";
import { DELIVERY_RANK, opaqueKey, readOpaqueKey } from "../../../src/core/outbound/outbox.ts";

describe("the words that a delivery report gives back", () => {
  test("tell which message and which attempt it was", () => {
    fc.assert(
      fc.property(fc.uuid(), fc.integer({ min: 0, max: 999_999 }), (id, attempt) => {
        const opaque = opaqueKey(id as OutboxId, attempt);
        expect(opaque.length).toBeLessThanOrEqual(512);
        expect(readOpaqueKey(opaque)).toEqual({ id, attempt });
      }),
    );
  });

  test.each([
    null,
    "",
    "v1:",
    "v2:017f22e2-79b0-7cc3-98c4-dc0c0c07398f:1",
    "v1:017f22e2-79b0-7cc3-98c4-dc0c0c07398f",
    "v1:017f22e2-79b0-7cc3-98c4-dc0c0c07398f:-1",
    "v1:017f22e2-79b0-7cc3-98c4-dc0c0c07398f:1:2",
    " v1:017f22e2-79b0-7cc3-98c4-dc0c0c07398f:1",
    "somebody else's words",
  ])("%j is not ours", (opaque) => {
    expect(readOpaqueKey(opaque)).toBeNull();
  });

  test("whatever looks like ours names a real UUID", () => {
    expect(readOpaqueKey(`v1:${"-".repeat(36)}:1`)).toBeNull();
  });
});

test("later proof of delivery wins over a failure, and reading over delivery", () => {
  const { sent, failed, delivered, read, played } = DELIVERY_RANK;
  expect([sent, failed, delivered, read, played]).toEqual(
    [sent, failed, delivered, read, played].sort((a, b) => a - b),
  );
  expect(new Set(Object.values(DELIVERY_RANK)).size).toBe(5);
});
