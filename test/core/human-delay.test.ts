import * as fc from "fast-check";
import { expect, test } from "vitest";
import { humanDelayMs, typingMs } from "../../src/core/human-delay.ts";
import type { OutboundContent } from "../../src/core/outbound-content.ts";

test.each([
  [0, 2_000],
  [1, 2_000],
  [10, 6_170],
  [50, 9_085],
  [100, 10_340],
  [250, 12_000],
  [4_096, 12_000],
])("%i characters are typed in %i ms", (characters, delayMs) => {
  expect(humanDelayMs("a".repeat(characters), 1)).toBe(delayMs);
});

test("a fast shop types five times as fast, and one at speed 0 answers at once", () => {
  expect(humanDelayMs("a".repeat(250), 0.2)).toBe(2_400);
  expect(humanDelayMs("a".repeat(250), 0)).toBe(0);
});

test("a longer text never takes less, and none less than 2 s or more than 12 s", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), fc.string({ unit: "grapheme" }), (one, more) => {
      const delayMs = humanDelayMs(one, 1);
      expect(delayMs).toBeGreaterThanOrEqual(2_000);
      expect(delayMs).toBeLessThanOrEqual(12_000);
      expect(humanDelayMs(one + more, 1)).toBeGreaterThanOrEqual(delayMs);
    }),
  );
});

test("a picture is typed as long as its caption, a reaction not at all", () => {
  const picture: OutboundContent = { type: "media", media: "image", source: { id: "1" } };
  expect(typingMs(picture, 1)).toBe(2_000);
  expect(typingMs({ ...picture, caption: "a".repeat(50) }, 1)).toBe(9_085);
  expect(typingMs({ type: "reaction", targetWamid: "wamid.x", emoji: "👍" }, 1)).toBe(0);
});
