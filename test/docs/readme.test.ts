import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { loadShippedAgent } from "../../src/agents/shipped-agents.ts";
import { describeWhy } from "../../src/cli/simulator/describe-why.ts";
import { playInMemory } from "../../src/lab/memory/play-in-memory.ts";

const page = readFileSync(new URL("../../README.md", import.meta.url), "utf8");

test("the talk on the README's first page is what the shop answers today, and why", async () => {
  const [said = ""] = page.match(/(?<=^you {2}› ).+/mu) ?? [];
  const somnio = await loadShippedAgent("somnio");
  if (somnio === null) throw new Error("the shop's agent does not ship");
  const { turns } = await playInMemory(somnio).play({ says: said });
  const [decision] = turns.map((turn) => turn.decision);
  const run = { id: "r", inputClass: null, outcome: null, status: "completed", attempts: 1, error: null, steps: [] };
  const [, ...why] = describeWhy({ ...run, decision });
  const shown = page.split("\n");
  expect(why.length).toBeGreaterThan(1);
  expect(why.filter((line) => !shown.includes(line))).toEqual([]);
  const texts = decision?.messages.map(({ text }) => text) ?? [];
  const talk = shown.map((line) => line.replace(/^shop › | {7}/u, "")).join("\n");
  expect(texts.length).toBe(2);
  expect(texts.filter((text) => !talk.includes(text ?? "?"))).toEqual([]);
});
