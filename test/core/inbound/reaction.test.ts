import { expect, test } from "vitest";
import { isUpset, wordsOfReaction } from "../../../src/core/inbound/reaction.ts";

const reaction = (emoji: string | null, targetWamid = "wamid.ours") =>
  ({ type: "reaction", emoji, targetWamid }) as const;

test.each([
  ["👍", "ok"],
  ["👍🏽", "ok"],
  ["❤️", "ok"],
  ["❤", "ok"],
  ["😂", "jaja"],
  ["🙏", "gracias"],
  ["🙏🏿", "gracias"],
  ["😢", null],
  ["😡", null],
  ["🎉", null],
  ["toString", null],
  ["", null],
  [null, null],
])("%s to one of our last messages says %s", (emoji, words) => {
  expect(wordsOfReaction(reaction(emoji), ["wamid.older", "wamid.ours"])).toBe(words);
});

test("a reaction to anything else says nothing", () => {
  expect(wordsOfReaction(reaction("👍", "wamid.theirs"), ["wamid.ours"])).toBeNull();
  expect(wordsOfReaction(reaction("👍"), [])).toBeNull();
  expect(wordsOfReaction({ type: "text", body: "👍" }, ["wamid.ours"])).toBeNull();
});

test.each([
  ["😢", true],
  ["😡", true],
  ["👍", false],
  [null, false],
])("%s is upset: %s", (emoji, upset) => {
  expect(isUpset(reaction(emoji))).toBe(upset);
});
