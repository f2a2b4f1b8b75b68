import fc from "fast-check";
import { expect, test } from "vitest";
import { verdictOf } from "../../../src/nlu/linear/create-linear-classifier.ts";
import { explainText } from "../../../src/nlu/linear/explain-text.ts";
import { guessText } from "../../../src/nlu/linear/linear-model.ts";
import { readModelParts, writeModelFile } from "../../../src/nlu/linear/model-file.ts";
import { EMOJI, LONG_NUMBER, normaliseText } from "../../../src/nlu/linear/normalise-text.ts";
import { stemWord } from "../../../src/nlu/linear/spanish-stem.ts";
import { trainLinear } from "../../../src/nlu/linear/train-linear.ts";
import { corpus } from "./corpora.ts";

const parts = readModelParts(JSON.parse(writeModelFile(trainLinear(corpus("nlpjs50-es.train")))));

/** Anything that a phone can send, and pieces of what people do send. */
const anyText = fc.oneof(
  fc.string({ unit: "binary", maxLength: 200 }),
  fc
    .array(
      fc.constantFrom("qué", "HOLA", "👍🏽", "👨‍👩‍👧", "3001234567", "\ud83d", "…", "xq", "ñ", "\u0000", "ﷺ", " "),
      { maxLength: 12 },
    )
    .map((pieces) => pieces.join("")),
  fc.string({ unit: "grapheme", minLength: 3_000, maxLength: 9_000 }),
);

test("no text breaks it, and its probabilities are probabilities", () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const guess = guessText(parts.model, text);
      expect(guess.probabilities.reduce((sum, one) => sum + one, 0)).toBeCloseTo(1, 9);
      const { probability, alternatives, isSure, threshold } = verdictOf(parts, guess);
      expect(probability).toBeGreaterThanOrEqual(0);
      expect(probability).toBeLessThanOrEqual(1);
      expect(isSure).toBe(probability >= threshold);
      const others = alternatives.map((one) => one.probability);
      for (const other of others) expect(other).toBeLessThanOrEqual(probability + 1e-9);
      expect(others.reduce((sum, one) => sum + one, probability)).toBeLessThanOrEqual(1 + 1e-9);
    }),
    { numRuns: 300 },
  );
});

test("an explanation adds up to the verdict that it explains, whatever was written", () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const { verdict, features, evidence } = explainText(parts, text);
      expect(verdict).toEqual(verdictOf(parts, guessText(parts.model, text)));
      expect(
        [...features.map(({ weight }) => weight), ...evidence.map(({ value }) => value)].every(Number.isFinite),
      ).toBe(true);
    }),
    { numRuns: 100 },
  );
});

test("what says nothing is not believed", () => {
  for (const text of ["", " ", "asdkjh qwpoeiu zzxv", "中文", "***"]) {
    expect(verdictOf(parts, guessText(parts.model, text)).probability).toBeLessThan(0.6);
  }
});

test.each([
  ["¿Cuánto VALE?", "cuanto vale ?"],
  ["holaaaa!!!", "holaa !"],
  ["ahí está 👍🏽👍🏽 gracias", `ahi esta ${EMOJI} gracias`],
  ["mi cel 3001234567, o 320 555", `mi cel ${LONG_NUMBER} , o 320 555`],
  ["𝐇𝐨𝐥𝐚 ​ vecino", "hola vecino"],
])("%j is read as %j", (text, read) => {
  expect(normaliseText(text)).toBe(read);
});

test.each([
  ["envio", "envios"],
  ["precio", "precios"],
  ["barato", "baratas"],
  ["pastilla", "pastillitas"],
  ["flor", "flores"],
  ["enviar", "enviarme"],
  ["comprar", "comprando"],
])("%s and %s have one stem", (one, other) => {
  expect(stemWord(other)).toBe(stemWord(one));
});
