import { expect, test } from "vitest";
import { precisionOf, readGold, recallOf, scoreExtraction } from "./gold/score-extraction.ts";

/** One letter wrong in these sends a parcel or a message to somebody else. */
const EXACT = ["phone", "email", "id_number"];

test.each([["./tuned.tsv", 0.9]])("the fields of %s are right where they are told", (file, leastRecall) => {
  const { fields, mistakes, wholeMessages } = scoreExtraction(readGold(file));
  const report = Object.entries(fields).map(([kind, score]) => {
    const told = score.right + score.wrong;
    return `${kind} P ${precisionOf(score).toFixed(3)} R ${recallOf(score).toFixed(3)} (${score.right} of ${told} told)`;
  });
  console.info([file, ...report, `${wholeMessages} messages all right`].join("\n"));
  for (const [kind, score] of Object.entries(fields)) {
    const seen = JSON.stringify(mistakes.filter((mistake) => mistake.kind === kind));
    expect(precisionOf(score), `${kind}: ${seen}`).toBeGreaterThanOrEqual(EXACT.includes(kind) ? 1 : 0.97);
    expect(recallOf(score), `${kind}: ${seen}`).toBeGreaterThanOrEqual(leastRecall);
  }
});
