import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { extractFields } from "../../../src/nlu/extract/extract-fields.ts";
import { type GoldScore, precisionOf, readGold, recallOf, scoreExtraction } from "../gold/score-extraction.ts";

/** One letter wrong in these sends a parcel or a message to somebody else. */
const EXACT = ["phone", "email", "id_number"];
const FILES = ["./tuned.tsv", "./measured.tsv", "./fresh.tsv", "./last.tsv"];

function report(name: string, { fields, wholeMessages }: GoldScore, messages: number): string {
  const lines = Object.entries(fields).map(([kind, score]) => {
    const told = `${score.right} of ${score.right + score.wrong} told are right`;
    return `${kind}: precision ${precisionOf(score).toFixed(3)}, recall ${recallOf(score).toFixed(3)} (${told})`;
  });
  return [name, ...lines, `${wholeMessages} of ${messages} messages without a mistake`].join("\n");
}

test("of what is told of the gold messages phones, e-mails and cédulas are all right, and 97 in 100 of each other field", () => {
  for (const file of FILES) {
    const rows = readGold(file);
    console.info(report(file, scoreExtraction(rows), rows.length));
  }
  const all = FILES.flatMap(readGold);
  expect(all.length).toBeGreaterThanOrEqual(300);
  const { fields, mistakes } = scoreExtraction(all);
  for (const [kind, score] of Object.entries(fields)) {
    const seen = JSON.stringify(mistakes.filter((mistake) => mistake.kind === kind));
    expect(precisionOf(score), `${kind}: ${seen}`).toBeGreaterThanOrEqual(EXACT.includes(kind) ? 1 : 0.97);
    expect(recallOf(score), `${kind}: ${seen}`).toBeGreaterThanOrEqual(0.93);
  }
});

/** 6,660 requests to an alarm clock and a weather service, of people who tell nobody's data (SOURCES.tsv). */
function strangersSentences(): string[] {
  return ["train", "test"].flatMap((part) =>
    readFileSync(new URL(`../../fixtures/nlu-data/fbtod-es.${part}.tsv`, import.meta.url), "utf8")
      .split("\n")
      .flatMap((line) => line.split("\t")[1] ?? []),
  );
}

test.each([
  ["nothing was asked", false],
  ["data is being collected", true],
])("of 6,660 sentences without data at most ten fields are read while %s", (_, isAsked) => {
  const sentences = strangersSentences();
  const told = sentences.flatMap((text) =>
    Object.entries(extractFields(text, { known: {}, isAsked, missing: [] }).fields).map((field) => `${field}: ${text}`),
  );
  expect(sentences.length).toBe(6_660);
  expect(told.length, told.join("\n")).toBeLessThanOrEqual(10);
});
