import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { OUTSIDE, SETTLES } from "../../../src/agents/somnio/classifier.ts";
import { CONCERNS } from "../../../src/agents/somnio/concerns.ts";
import { somnioFlow } from "../../../src/agents/somnio/somnio-flow.ts";
import { foldText } from "../../../src/nlu/fold-text.ts";
import { readModelFile, writeModelFile } from "../../../src/nlu/linear/model-file.ts";
import { trainLinear } from "../../../src/nlu/linear/train-linear.ts";

const FOLDER = new URL("../../../src/agents/somnio/intents/", import.meta.url);
const MODEL = readFileSync(new URL("model.json", FOLDER), "utf8");

function rowsOf(file: string): { label: string; text: string }[] {
  const lines = readFileSync(new URL(file, FOLDER), "utf8").split("\n").filter(Boolean);
  return lines.map((line) => {
    const [label = "", text = "", ...more] = line.split("\t");
    expect(more, line).toEqual([]);
    expect(text.trim(), line).not.toBe("");
    return { label, text };
  });
}

const TRAINING = rowsOf("training.tsv");
const EVALUATION = rowsOf("evaluation.tsv");

/** What customers' words can lead to; mistrust is found by a head alone. */
const INTENTS = Object.entries(somnioFlow.definition.intents)
  .filter(([intent, { effect }]) => !effect.startsWith("order_") && intent !== CONCERNS.mistrust?.intent)
  .map(([intent]) => intent);

describe("the training data", () => {
  test("has forty texts and more for every intent, and a hundred and fifty that no intent covers", () => {
    const few = INTENTS.filter((intent) => TRAINING.filter(({ label }) => label === intent).length < 40);
    expect(few).toEqual([]);
    expect(TRAINING.filter(({ label }) => label === OUTSIDE).length).toBeGreaterThanOrEqual(150);
    expect([...new Set([...TRAINING, ...EVALUATION].map(({ label }) => label))].sort()).toEqual(
      [...INTENTS, OUTSIDE].sort(),
    );
  });

  test("says nothing twice", () => {
    const folded = TRAINING.map(({ text }) => foldText(text));
    expect(folded.filter((text, index) => folded.indexOf(text) !== index)).toEqual([]);
  });

  test("has nothing that it is evaluated on, nor nearly", () => {
    const seen = TRAINING.map(({ text }) => wordsOf(text));
    const near = EVALUATION.filter(({ text }) => {
      const words = wordsOf(text);
      return seen.some((other) => isAlike(words, other));
    });
    expect(near.map(({ text }) => text)).toEqual([]);
  });
});

function wordsOf(text: string): string[] {
  return foldText(text)
    .split(" ")
    .filter((word) => !/^[?,]$/.test(word));
}

/** The same words, or, of three and more, three of four of them. */
function isAlike(one: readonly string[], other: readonly string[]): boolean {
  if (one.join(" ") === other.join(" ")) return true;
  const all = new Set([...one, ...other]);
  const shared = [...new Set(one)].filter((word) => other.includes(word)).length;
  return Math.min(one.length, other.length) >= 3 && shared / all.size >= 0.75;
}

describe("the model that ships", () => {
  test("is what training on the data that ships gives", () => {
    const trained = writeModelFile(trainLinear(TRAINING, { allow: SETTLES }));
    const hash = (file: string): string => readModelFile(JSON.parse(file)).hash;
    expect(
      hash(MODEL),
      `train it anew: recado nlu train --data src/agents/somnio/intents/training.tsv --out src/agents/somnio/intents/model.json --allow ${SETTLES.join(",")}`,
    ).toBe(hash(trained));
  }, 60_000);

  test("is small", () => {
    expect(Buffer.byteLength(MODEL)).toBeLessThanOrEqual(2_000_000);
  });
});
