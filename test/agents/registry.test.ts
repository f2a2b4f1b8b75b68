import { expect, test } from "vitest";
import { createAgentRegistry } from "../../src/agents/registry.ts";
import { somnioFlow } from "../../src/agents/somnio/somnio-flow.ts";
import { loadAllShipped } from "../../src/app/agents/load-shipped.ts";

const older = { ...somnioFlow, version: "1" };
const newer = { ...somnioFlow, version: "2" };
const other = { ...older, id: "other" };

test("a run pinned to a version gets that version; others get the newest", () => {
  const registry = createAgentRegistry([older, newer, other]);
  expect(registry.ids).toEqual(["somnio", "other"]);
  expect(registry.get("somnio")).toBe(newer);
  expect(registry.get("somnio", null)).toBe(newer);
  expect(registry.get("somnio", "1")).toBe(older);
  expect(registry.get("other", "1")).toBe(other);
});

test("an unknown id or version is null, never another agent", () => {
  const registry = createAgentRegistry([older]);
  expect(registry.get("assistant")).toBeNull();
  expect(registry.get("somnio", "2")).toBeNull();
  expect(registry.get("__proto__")).toBeNull();
});

test("the same version twice is a mistake of ours", () => {
  expect(() => createAgentRegistry([older, { ...older }])).toThrow(/"somnio" version "1" was given twice/);
});

test("only finished agents are shipped", async () => {
  expect((await loadAllShipped()).map(({ id, version }) => `${id}@${version}`)).toEqual([
    "somnio@2",
    "assistant@2",
    "operator@1",
  ]);
});
