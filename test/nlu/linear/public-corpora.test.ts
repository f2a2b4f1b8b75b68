import { describe, expect, test } from "vitest";
import { seededRandom } from "../../../src/core/seeded-random.ts";
import { createLinearClassifier, type LinearParts } from "../../../src/nlu/linear/create-linear-classifier.ts";
import { type Evaluation, evaluate } from "../../../src/nlu/linear/evaluate.ts";
import type { LabelledText } from "../../../src/nlu/linear/linear-classifier.ts";
import { readModelParts, writeModelFile } from "../../../src/nlu/linear/model-file.ts";
import { type TrainingOptions, trainLinear } from "../../../src/nlu/linear/train-linear.ts";
import { playedToday } from "../../support/share-of-the-day.ts";
import { noiseMaker } from "./add-noise.ts";
import { corpus, fewShots, labelsOf } from "./corpora.ts";

/** Floors, not targets: docs/nlu.md has the numbers. What is tested is what a file would hold. */
function trained(rows: readonly LabelledText[], options: TrainingOptions = {}): LinearParts {
  return readModelParts(JSON.parse(writeModelFile(trainLinear(rows, options))));
}

function tested(parts: LinearParts, rows: readonly LabelledText[], outOfScope: readonly string[] = []): Evaluation {
  const { classify } = createLinearClassifier(parts);
  return evaluate(classify, rows, outOfScope);
}

const assistant = { train: corpus("fbtod-es.train"), test: corpus("fbtod-es.test") };

/** Each takes seconds and has the same answer every day, so a day plays two of them. */
const PROOFS: readonly (() => void)[] = [
  () => {
    test("fifty intents of five texts each: 88 in 100 right", () => {
      expect(tested(trained(corpus("nlpjs50-es.train")), corpus("nlpjs50-es.test")).accuracy).toBeGreaterThanOrEqual(
        0.88,
      );
    });
  },
  () => {
    test("labels drawn by lot promise nothing, whatever the seed", () => {
      const rows = fewShots(assistant.train, 15, 1);
      for (const seed of [1, 2, 3]) {
        const random = seededRandom(seed);
        const drawn = rows.map(({ text }) => ({ text, label: `${Math.floor(random() * 6)}` }));
        const { threshold, thresholds } = trained(drawn);
        expect([threshold, ...thresholds.values()]).toEqual(
          Array.from({ length: 1 + thresholds.size }, () => Number.POSITIVE_INFINITY),
        );
      }
    });
  },
  () => {
    test("all texts: 97 in 100 right, and what is answered keeps its promise", () => {
      const { accuracy, precision, coverage } = tested(trained(assistant.train), assistant.test);
      expect(accuracy).toBeGreaterThanOrEqual(0.97);
      expect(precision).toBeGreaterThanOrEqual(0.95);
      expect(coverage).toBeGreaterThanOrEqual(0.9);
    }, 180_000);
  },
  () => {
    describe("three of twelve intents are out of scope, thirty texts an intent", () => {
      /** The part of traffic that is out of scope, as calibration supposes it. */
      const OUT_OF_SCOPE = 0.15;
      const KNOWN_OUT_OF_SCOPE = 100;

      /** Four times three of the twelve: each intent is held out once, and none is chosen. */
      const runs = [1, 2, 3, 4].map((seed) => {
        const strange = new Set(labelsOf(assistant.train).filter((_, at) => at % 4 === seed - 1));
        const isIn = ({ label }: LabelledText) => !strange.has(label);
        const rows = assistant.test.filter(isIn);
        const count = Math.round((rows.length * OUT_OF_SCOPE) / (1 - OUT_OF_SCOPE));
        const outside = assistant.test.filter((row) => !isIn(row)).map(({ text }) => text);
        const known = assistant.train.filter((row) => !isIn(row)).map(({ text }) => text);
        const parts = trained(fewShots(assistant.train.filter(isIn), 30, seed), {
          outOfScope: evenly(known, KNOWN_OUT_OF_SCOPE),
        });
        const { classify } = createLinearClassifier(parts);
        const tried = evenly(outside, count);
        return { evaluation: evaluate(classify, rows, tried), answers: answersOf(classify, rows, tried) };
      });

      test("95 in 100 of what is answered are right, and 60 in 100 are answered", () => {
        const mean = (of: (one: Evaluation) => number) =>
          runs.reduce((sum, { evaluation }) => sum + of(evaluation), 0) / runs.length;
        expect(mean(({ precision }) => precision ?? 1)).toBeGreaterThanOrEqual(0.95);
        expect(mean(({ coverage }) => coverage)).toBeGreaterThanOrEqual(0.6);
      });

      test("confidence means what it says: error below 0.10, each band right as often as its name, give or take 12 in 100", () => {
        const pooled = runs.flatMap(({ answers }) => answers);
        const rows = pooled.map(({ label }, at) => ({ label, text: `${at}` }));
        const { ece, bands } = evaluate(
          (at) => pooled[Number(at)] ?? { intent: "", probability: 0, isSure: false },
          rows,
          [],
        );
        expect(ece).toBeLessThanOrEqual(0.1);
        for (const { from, to, correct } of bands) {
          expect(correct).toBeGreaterThanOrEqual(from / 100 - 0.12);
          expect(correct).toBeLessThanOrEqual(to / 100 + 0.12);
        }
      });
    });
  },
  () => {
    test("ten texts an intent: 78 in 100 right", () => {
      expect(tested(trained(fewShots(assistant.train, 10, 1)), assistant.test).accuracy).toBeGreaterThanOrEqual(0.78);
    });
  },
  () => {
    test("typing errors, WhatsApp spelling and joined words leave 88 in 100 right", () => {
      const noise = noiseMaker(3, 1);
      const noisy = assistant.test.map(({ label, text }) => ({ label, text: noise(text) }));
      expect(tested(trained(fewShots(assistant.train, 60, 1)), noisy).accuracy).toBeGreaterThanOrEqual(0.88);
    });
  },
  () => {
    test("rows in another order are the same model, byte for byte", () => {
      const rows = fewShots(assistant.train, 20, 2);
      const outOfScope = corpus("oos-chitchat-es").map(({ text }) => text);
      const file = writeModelFile(trainLinear(rows, { outOfScope }));
      const shuffled = fewShots([...rows].reverse(), 20, 3);
      expect(writeModelFile(trainLinear(shuffled, { outOfScope: [...outOfScope].reverse() }))).toBe(file);
    });
  },
];
const FILE = "test/nlu/linear/public-corpora.test.ts";
for (const prove of playedToday("public corpora", PROOFS, { oneIn: 4, file: FILE })) prove();

function evenly(texts: readonly string[], count: number): string[] {
  return Array.from({ length: Math.min(count, texts.length) }, (_, at) => {
    return texts[Math.floor((at * texts.length) / Math.min(count, texts.length))] ?? "";
  });
}

type Classify = ReturnType<typeof createLinearClassifier>["classify"];

function answersOf(classify: Classify, rows: readonly LabelledText[], outside: readonly string[]) {
  const all = [...rows, ...outside.map((text) => ({ text, label: "(out of scope)" }))];
  return all.map(({ text, label }) => ({ ...classify(text), label }));
}
