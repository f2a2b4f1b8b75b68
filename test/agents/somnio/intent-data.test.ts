import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { OUTSIDE, SETTLES } from "../../../src/agents/somnio/classifier.ts";
import { SOMNIO_KNOWLEDGE } from "../../../src/agents/somnio/knowledge.ts";
import { somnioFlow } from "../../../src/agents/somnio/somnio-flow.ts";
import { readHeadFile } from "../../../src/app/read-head-file.ts";
import { readLabelledFile } from "../../../src/app/read-labelled-file.ts";
import { saidAs } from "../../../src/core/knowledge/knowledge-entry.ts";
import { readModelParts, writeModelFile } from "../../../src/nlu/linear/model-file.ts";
import { trainingHash, trainLinear } from "../../../src/nlu/linear/train-linear.ts";
import { foldText } from "../../../src/nlu/text/fold-text.ts";

const FOLDER = new URL("../../../src/agents/somnio/intents/", import.meta.url);
const MODEL = readFileSync(new URL("model.json", FOLDER), "utf8");

function rowsOf(file: string) {
  return readLabelledFile(fileURLToPath(new URL(file, FOLDER)));
}

const TRAINING = rowsOf("training.tsv");
const EVALUATION = rowsOf("evaluation.tsv");
const ANSWERS = readLabelledFile(fileURLToPath(new URL("answers.tsv", FOLDER)));
const HEADS = readHeadFile(fileURLToPath(new URL("heads.tsv", FOLDER)), TRAINING, ANSWERS);

/** What customers' words can lead to. */
const INTENTS = Object.entries(somnioFlow.definition.intents)
  .filter(([, { effect }]) => !effect.startsWith("order_"))
  .map(([intent]) => intent);
const ENTRIES = SOMNIO_KNOWLEDGE.map(saidAs);

describe("the training data", () => {
  test("has forty texts and more for every intent, and a hundred and fifty that no intent covers", () => {
    const few = INTENTS.filter((intent) => TRAINING.filter(({ label }) => label === intent).length < 40);
    expect(few).toEqual([]);
    expect(TRAINING.filter(({ label }) => label === OUTSIDE).length).toBeGreaterThanOrEqual(150);
    expect([...new Set([...TRAINING, ...EVALUATION].map(({ label }) => label))].sort()).toEqual(
      [...INTENTS, ...ENTRIES, OUTSIDE].sort(),
    );
  });

  test("has at least 8,000 distinct texts of several hands, and no hand wrote a third of them", () => {
    expect(TRAINING.length).toBeGreaterThanOrEqual(8_000);
    const hands = new Map<string, number>();
    for (const { origin = "" } of TRAINING) hands.set(origin, (hands.get(origin) ?? 0) + 1);
    expect(hands.has("")).toBe(false);
    expect(hands.size).toBeGreaterThanOrEqual(5);
    expect(Math.max(...hands.values())).toBeLessThan(TRAINING.length / 3);
  });

  test("says nothing twice", () => {
    const seen = new Set<string>();
    const again = TRAINING.map(({ text }) => foldText(text)).filter((text) => seen.size === seen.add(text).size);
    expect(again).toEqual([]);
  });

  test("has nothing that it is evaluated on, nor nearly", () => {
    const seen = TRAINING.map(({ text }) => wordsOf(text));
    const withWord = new Map<string, Set<number>>();
    for (const [at, words] of seen.entries()) {
      for (const word of words) {
        const those = withWord.get(word) ?? new Set();
        withWord.set(word, those.add(at));
      }
    }
    const near = EVALUATION.filter(({ text }) => {
      const words = wordsOf(text);
      const shared = new Map<number, number>();
      for (const word of new Set(words)) {
        for (const at of withWord.get(word) ?? []) shared.set(at, (shared.get(at) ?? 0) + 1);
      }
      // Texts that are alike share at least three quarters of the words of each.
      const least = 0.75 * new Set(words).size;
      return [...shared].some(([at, count]) => count >= least && isAlike(words, seen[at] ?? []));
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
  const command = `recado nlu train --data src/agents/somnio/intents/training.tsv --heads src/agents/somnio/intents/heads.tsv --answers src/agents/somnio/intents/answers.tsv --out src/agents/somnio/intents/model.json --allow ${SETTLES.join(",")}`;

  test("is of the data that ships", () => {
    expect(readModelParts(JSON.parse(MODEL)).dataHash, `train it anew: ${command}`).toBe(
      trainingHash(TRAINING, { heads: HEADS }),
    );
  });

  // Twelve models: half a minute of a quiet processor.
  test.runIf(process.env["RECADO_TRAIN"])(
    "is what training on the data that ships gives",
    () => {
      const trained = writeModelFile(trainLinear(TRAINING, { allow: SETTLES, heads: HEADS }));
      expect(readModelParts(JSON.parse(MODEL)).hash, command).toBe(readModelParts(JSON.parse(trained)).hash);
    },
    600_000,
  );

  test("is small", () => {
    expect(Buffer.byteLength(MODEL)).toBeLessThanOrEqual(2_000_000);
  });
});
