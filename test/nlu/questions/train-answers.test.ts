/** The model of answers to our questions: learnt from a few texts, told apart by question, and kept in a file that is whole or refused. */
import { describe, expect, test } from "vitest";
import type { LabelledText } from "../../../src/nlu/linear/linear-classifier.ts";
import { createAnswerReader, readAnswerModel, writeAnswerModel } from "../../../src/nlu/questions/answer-model.ts";
import { answerTextsHash, trainAnswers } from "../../../src/nlu/questions/train-answers.ts";

const HANDS = ["ana", "beto", "caro", "dani", "eva"];

/** Each hand agrees, chooses and puts off in sentences of its own. */
function textsOf(label: string, ways: readonly string[], ends: readonly string[]): LabelledText[] {
  return HANDS.flatMap((origin, hand) =>
    ways.flatMap((way, at) =>
      ends.map((end) => ({
        label,
        origin,
        text: `${way} ${end} ${"ole vea pues oiga ve".split(" ")[(hand + at) % 5]}`,
      })),
    ),
  );
}

const ENDS = [
  ...["", "que la abuela espera", "vecina", "y gracias por la paciencia", "con la bendición", "por favor", "mi reina"],
  ...[
    "que ya madrugo",
    "que hace frío",
    "y bendiciones",
    "de una",
    "con cariño",
    "allá en el pueblo",
    "mi don",
    "y saludos a todos",
    "como hablamos",
    "en la casa",
    "de parte de la niña",
    "esta tarde",
  ],
];
const TEXTS = [
  ...textsOf("confirm:yes", ["sí, envíelo no más", "sí, así lo dejamos amarrado", "sí, despáchelo tranquila"], ENDS),
  ...textsOf("confirm:none", ["déjeme lo pienso", "cambie la dirección", "cuando cobre le aviso"], ENDS),
  ...textsOf("pack:1x", ["el sencillo", "uno solito"], ENDS),
  ...textsOf("pack:2x", ["la pareja", "el del medio"], ENDS),
  ...textsOf("pack:none", ["cuál rinde más", "no sé todavía"], ENDS),
];
const MODEL = writeAnswerModel(trainAnswers(TEXTS));
const reader = createAnswerReader({ model: () => JSON.parse(MODEL) });

test("an answer is heard beside words that no text of the training has", () => {
  const agreed = reader.readAnswer("confirm", "sí, así lo dejamos amarrado, que está lloviendo");
  expect(agreed?.answer).toBe("yes");
  expect(agreed?.probability).toBeGreaterThan(0.95);
  expect(reader.readAnswer("confirm", "cambie la dirección, que está lloviendo")?.isHeard).toBe(false);
  expect(reader.readAnswer("pack", "la pareja, que está lloviendo")).toMatchObject({ answer: "2x", isHeard: true });
  expect(reader.readAnswer("pack", "cuál rinde más")?.isHeard).toBe(false);
});

test("the same words mean nothing to another question, and a question without texts has no answers", () => {
  expect(reader.readAnswer("pack", "sí, envíelo no más")?.answer).not.toBe("yes");
  expect(reader.readAnswer("buy", "sí, envíelo no más")).toBeNull();
});

test("the same texts in another order give the same file and the same hash", () => {
  const turned = [...TEXTS].reverse();
  expect(answerTextsHash(turned)).toBe(answerTextsHash(TEXTS));
  expect(writeAnswerModel(trainAnswers(turned)) === MODEL).toBe(true);
});

test("what it measures, it measures on hands that the judging model has not read", () => {
  // Each hand has words of its own, so what was read of the others says nothing of them.
  const inOwnWords = ({ text, origin = "" }: LabelledText): string =>
    text.replaceAll(/[a-zñé]+/gu, (word) => [...word, ...origin].sort().join(""));
  const agreed = TEXTS.filter(({ label }) => label.startsWith("pack:"));
  const { questions } = trainAnswers(agreed.map((one) => ({ ...one, text: inOwnWords(one) })));
  expect(questions.get("pack")?.metrics.heard).toBeLessThan(0.5);
  expect(trainAnswers(agreed).questions.get("pack")?.metrics.heard).toBeGreaterThan(0.9);
});

describe("training data that cannot be learnt from is refused, and says what is wrong", () => {
  test.each([
    [
      "a question that no agent asks",
      [{ label: "colour:red", text: "rojo" }],
      /"colour:red" names no question.*confirm/s,
    ],
    [
      "no text that gives no answer",
      [{ label: "confirm:yes", text: "sí" }],
      /"confirm" needs texts that answer it and texts that do not/,
    ],
    [
      "no answer at all",
      [{ label: "confirm:none", text: "no sé" }],
      /"confirm" needs texts that answer it and texts that do not/,
    ],
  ])("%s", (_, texts, message) => {
    expect(() => trainAnswers(texts)).toThrow(message);
  });
});

describe("a file that is not a whole model is refused", () => {
  const file = JSON.parse(MODEL) as Record<string, unknown>;
  test.each([
    ["no object", "x", /its format is "undefined"/],
    ["another format", { ...file, format: "recado-linear/2" }, /its format is "recado-linear\/2"/],
    ["a changed byte", { ...file, dataHash: "x" }, /does not have the hash/],
    ["no question", { ...file, questions: [] }, /"questions" cannot be read/],
  ])("%s", (_, json, message) => {
    expect(() => readAnswerModel(json)).toThrow(message);
  });
});
