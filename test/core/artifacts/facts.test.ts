import { expect, test } from "vitest";
import { type DistilledFact, standingOf } from "../../../src/core/artifacts/facts.ts";

function fact(id: string, words: string, source: string): DistilledFact {
  return {
    ...{ id, fact: words, source, topic: "melatonina en adultos", confidence: "high", domain: "general" },
    ...{ tags: [], evidenceSnippet: "" },
  };
}

const ONE = fact("1", "La melatonina reduce el tiempo para dormir en 7 minutos", "https://blog.ins.gov.co/a");

test("two independent domains verify a fact; two pages of one owner do not", () => {
  const same = fact("2", "La melatonina reduce en 7 minutos el tiempo para dormir", "https://www.ins.gov.co/b");
  expect(standingOf(ONE, [ONE, same])).toEqual({ store: "researched", conflictsWith: [] });
  expect(standingOf(ONE, [same, { ...same, id: "3", source: "https://hospital.example/c" }]).store).toBe("verified");
});

test.each([
  ["another number", "La melatonina reduce el tiempo para dormir en 70 minutos"],
  ["a denial", "La melatonina no reduce el tiempo para dormir en 7 minutos"],
])("%s contradicts: both stay, and neither is verified", (_, words) => {
  const other = fact("2", words, "https://hospital.example/c");
  const agreeing = { ...ONE, id: "3", source: "https://revista.example/d" };
  expect(standingOf(ONE, [other, agreeing])).toEqual({ store: "researched", conflictsWith: ["2"] });
  expect(standingOf(other, [ONE, agreeing])).toEqual({ store: "researched", conflictsWith: ["1", "3"] });
});

test("a document is no domain: its facts wait for a person", () => {
  const row = { ...ONE, id: "2", source: "d1#p. 3" };
  expect(standingOf(row, [{ ...ONE, id: "3", source: "d2#p. 1" }]).store).toBe("researched");
});
