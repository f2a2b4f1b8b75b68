import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { learnFeatures, placeText, readText } from "../../../src/nlu/linear/feature-space.ts";
import { countFeatures } from "../../../src/nlu/linear/features.ts";

const TEXTS = readFileSync(new URL("../../flow/paraphrases.txt", import.meta.url), "utf8")
  .split("\n")
  .filter(Boolean);

test("a text that is read word by word gives the model the numbers that it was trained with", () => {
  // Half of the texts are strange to the model: words, pairs and pieces that it does not know are among them.
  const space = learnFeatures(TEXTS.filter((_, at) => at % 2 === 0).map(countFeatures));
  for (const text of [...TEXTS, "", "precio precio PRECIO", "hola, hola… ¿hola? ☺ 3001234567", "ж ça x"]) {
    expect(readText(space, text)).toEqual(placeText(space, countFeatures(text)));
  }
});
