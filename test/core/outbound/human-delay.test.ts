import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { departure, humanDelayMs, isPatient, notLater, typingMs } from "../../../src/core/outbound/human-delay.ts";
import type { OutboundContent } from "../../../src/core/outbound/outbound-content.ts";

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

describe("a reply leaves", () => {
  const instant = fc.date({ min: new Date("2026-01-01"), max: new Date("2026-01-02"), noInvalidDate: true });
  const spoken = fc.array(instant, { minLength: 1, maxLength: 20 });
  const speed = fc.double({ min: 0, max: 1, noNaN: true });

  test("never later than the longest message is typed after the oldest words, nor than it is typed after the newest", () => {
    fc.assert(
      fc.property(spoken, speed, fc.string(), (spokenAt, speed, text) => {
        const typingMs = humanDelayMs(text, speed);
        const { at } = departure(spokenAt, { typingMs, speed });
        const oldest = Math.min(...spokenAt.map(Number));
        const newest = Math.max(...spokenAt.map(Number));
        expect(at.getTime()).toBeLessThanOrEqual(oldest + 12_000 * speed);
        expect(at.getTime()).toBeLessThanOrEqual(newest + typingMs);
        if (spokenAt.length === 1) expect(at.getTime()).toBeGreaterThan(oldest + typingMs - 2);
      }),
    );
  });

  test("no later for being decided anew, unless more was said", () => {
    fc.assert(
      fc.property(spoken, instant, fc.string(), fc.string(), (spokenAt, more, text, other) => {
        const former = departure(spokenAt, { typingMs: humanDelayMs(text, 1), speed: 1 });
        const again = departure(spokenAt, { typingMs: humanDelayMs(other, 1), speed: 1 });
        expect(notLater(again, former).at.getTime()).toBe(Math.min(again.at.getTime(), former.at.getTime()));
        const answersMore = departure([...spokenAt, more], { typingMs: humanDelayMs(other, 1), speed: 1 });
        if (more > former.spokenAt) expect(notLater(answersMore, former)).toEqual(answersMore);
      }),
    );
  });

  test("without being thought over once its oldest words are 12 s old", () => {
    const at = (ms: number) => new Date(ms);
    expect(isPatient([at(0), at(9_000)], at(11_999))).toBe(true);
    expect(isPatient([at(0), at(9_000)], at(12_000))).toBe(false);
  });
});
