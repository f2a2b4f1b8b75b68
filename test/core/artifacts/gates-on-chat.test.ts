/**
 * The gates on 10,078 sentences of public corpora (test/fixtures/{nlu,artifacts}/SOURCES.tsv), which ask for no artifact. Those of
 * fixtures/artifacts were first played after the last change of the words.
 */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { detectIntent } from "../../../src/core/artifacts/detect-intent.ts";
import { gateIntent } from "../../../src/core/artifacts/gate-intent.ts";
import { revisionConfidence } from "../../../src/core/artifacts/revise-plan.ts";
import { routeText } from "../../../src/core/artifacts/route-text.ts";
import { ARTIFACT_SETTINGS } from "../../../src/core/artifacts/settings.ts";
import { wilsonInterval } from "../../../src/core/wilson.ts";
import { DOCUMENT, linesOf, PLAN, RESEARCH } from "./requests.ts";
import { DOCUMENT_2, PLAN_2, RESEARCH_2 } from "./second-hand.ts";

const FILES = [
  ...["fbtod-es.train", "fbtod-es.test", "nlpjs50-es.train", "nlpjs50-es.test", "oos-chitchat-es"].map(
    (name) => `nlu/${name}`,
  ),
  "artifacts/unseen-chat",
];

const CHAT = [
  ...new Set(
    FILES.flatMap((name) =>
      readFileSync(new URL(`../../fixtures/${name}.tsv`, import.meta.url), "utf8")
        .split("\n")
        .map((line) => line.split("\t").at(-1) ?? "")
        .filter((text) => text !== ""),
    ),
  ),
];

function isMade(text: string, hasDocument: boolean): boolean {
  const asked = { text, route: routeText(text, "TEXT_SIMPLE"), hasDocument };
  return gateIntent(detectIntent(asked, ARTIFACT_SETTINGS), asked, ARTIFACT_SETTINGS).kind === "make";
}

test.each([
  ["without a document", false],
  ["with a document at hand", true],
])("of 10,000 chat sentences at most 0.5 % make an artifact, %s", (_, hasDocument) => {
  expect(CHAT.length).toBeGreaterThan(10_000);
  const made = CHAT.filter((text) => isMade(text, hasDocument));
  expect(made.length / CHAT.length).toBeLessThanOrEqual(0.005);
});

test("of 200 requests at least 90 % are recognised, also at the low end of the interval", () => {
  const requests = [
    ...linesOf(RESEARCH).map((text) => isMade(text, false)),
    ...linesOf(DOCUMENT).map((text) => isMade(text, true)),
    ...linesOf(PLAN).map((text) => isMade(text, false)),
  ];
  expect(requests).toHaveLength(200);
  const [low] = wilsonInterval(requests.filter(Boolean).length, requests.length, 1.96);
  expect(low).toBeGreaterThanOrEqual(0.9);
});

test("of 100 requests of a second hand at least 95 are recognised", () => {
  const missed = [
    ...linesOf(RESEARCH_2).filter((text) => !isMade(text, false)),
    ...linesOf(DOCUMENT_2).filter((text) => !isMade(text, true)),
    ...linesOf(PLAN_2).filter((text) => !isMade(text, false) && revisionConfidence(text) < 0.75),
  ];
  expect(missed.length).toBeLessThanOrEqual(5);
});
