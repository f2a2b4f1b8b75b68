import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { costOf, findPrice, overridePrices, readPriceBook } from "../../src/core/model/price.ts";
import type { ModelUsage } from "../../src/core/ports/model/model.ts";
import { PRICES } from "../../src/models/prices.ts";

const day = "2026-11-22";
const usage = (some: Partial<ModelUsage>): ModelUsage => ({
  inputTokens: 0,
  outputTokens: 0,
  cacheReadTokens: 0,
  cacheWriteTokens: 0,
  ...some,
});
const microUsd = (model: string, some: Partial<ModelUsage>) => {
  const cost = costOf(PRICES, { model, usage: usage(some), day });
  return cost.kind === "priced" ? cost.microUsd : cost.kind;
};

describe("a million tokens cost what the table says, in millionths of a USD:", () => {
  test.each([
    ["claude-haiku-4-5", { inputTokens: 1_000_000 }, 1_000_000],
    ["claude-haiku-4-5", { outputTokens: 1_000_000 }, 5_000_000],
    ["claude-sonnet-5-5", { inputTokens: 1_000_000, outputTokens: 1_000_000 }, 12_000_000],
    ["claude-opus-5-5", { inputTokens: 1_000_000, outputTokens: 1_000_000 }, 24_000_000],
    ["claude-sonnet-5-5", { cacheReadTokens: 1_000_000 }, 200_000],
    ["claude-sonnet-5-5", { cacheWriteTokens: 1_000_000 }, 2_500_000],
    ["claude-haiku-4-5-20251001", { inputTokens: 1_000_000 }, 1_000_000],
  ])("%s %o: %i", (model, some, expected) => expect(microUsd(model, some)).toBe(expected));
});

test("a prompt above 100,000 tokens is dearer as a whole, and what the cache held counts in its length", () => {
  expect(microUsd("claude-haiku-5-5", { inputTokens: 100_000, outputTokens: 1_000 })).toBe(10_500);
  expect(microUsd("claude-haiku-5-5", { inputTokens: 100_001, outputTokens: 1_000 })).toBe(52_501);
  expect(microUsd("claude-haiku-5-5", { inputTokens: 1, cacheReadTokens: 100_000 })).toBe(5_001);
});

test("the smallest call costs something: a guard may stop early, never late", () => {
  expect(microUsd("claude-haiku-5-5", { cacheReadTokens: 1 })).toBe(1);
  expect(microUsd("claude-haiku-5-5", {})).toBe(0);
});

test("a model that we do not know has no price, and says so", () => {
  expect(costOf(PRICES, { model: "local-llama", usage: usage({ inputTokens: 5 }), day })).toEqual({
    kind: "unknown_model",
    model: "local-llama",
  });
  expect(findPrice(PRICES, "claude-haiku-5-5-fast", day)).toBeNull();
});

test("the newest price that has begun counts, and old days keep theirs", () => {
  const book = readPriceBook([
    { model: "m", from: "2026-12-01", usdPerMillionTokens: { input: 2, output: 2 } },
    { model: "m", from: "2026-11-01", usdPerMillionTokens: { input: 1, output: 1 } },
  ]);
  const input = (on: string) => findPrice(book, "m", on)?.rates.input;
  expect([input("2026-11-30"), input("2026-12-01"), input("2020-01-01")]).toEqual([1_000, 2_000, 1_000]);
});

test("prices of our own replace those of the model that they name, and no others", () => {
  const own = readPriceBook([
    { model: "claude-sonnet-5-5", from: "2026-11-20", usdPerMillionTokens: { input: 3, output: 15, cacheRead: 1 } },
  ]);
  const book = overridePrices(PRICES, own);
  expect(findPrice(book, "claude-sonnet-5-5", day)?.rates).toEqual({
    input: 3_000,
    output: 15_000,
    cacheRead: 1_000,
    cacheWrite: 3_750,
  });
  expect(findPrice(book, "claude-opus-5-5", day)).toEqual(findPrice(PRICES, "claude-opus-5-5", day));
});

test("a price that cannot be read names its field", () => {
  const bad = [{ model: "m", from: "soon", usdPerMillionTokens: { input: -1, output: 1 } }];
  expect(() => readPriceBook(bad)).toThrow(/from/);
  expect(() => readPriceBook(bad)).toThrow(/input/);
});

test("two calls never cost less than one with all their tokens, and never more than a millionth above it", () => {
  const tokens = fc.record({
    inputTokens: fc.nat(40_000),
    outputTokens: fc.nat(40_000),
    cacheReadTokens: fc.nat(5_000),
    cacheWriteTokens: fc.nat(5_000),
  });
  const cost = (some: ModelUsage) => Number(microUsd("claude-haiku-5-5", some));
  fc.assert(
    fc.property(tokens, tokens, (one, other) => {
      const both = usage({
        inputTokens: one.inputTokens + other.inputTokens,
        outputTokens: one.outputTokens + other.outputTokens,
        cacheReadTokens: one.cacheReadTokens + other.cacheReadTokens,
        cacheWriteTokens: one.cacheWriteTokens + other.cacheWriteTokens,
      });
      expect(cost(one) + cost(other) - cost(both)).toBeOneOf([0, 1]);
    }),
  );
});
