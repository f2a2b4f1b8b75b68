import { expect, test } from "vitest";
import { shopKnowledge } from "../../src/app/knowledge/shop-knowledge.ts";
import type { EntryVersion } from "../../src/core/answers/shop-entry.ts";
import { NO_KNOWLEDGE } from "../../src/core/knowledge/knowledge-source.ts";

function entryOf(text: string): EntryVersion {
  return {
    id: "horario",
    version: 1,
    title: "Horario",
    asks: ["¿a qué hora abren?"],
    text,
    until: null,
    isDeleted: false,
    changedAt: new Date(0),
    changedBy: "ana",
  };
}

/** Two shops of one process, each with an entry of the same id. */
function openShops() {
  const written = new Map([
    ["panaderia", { changes: 1, entries: [entryOf("Abrimos a las seis.")] }],
    ["floristeria", { changes: 1, entries: [entryOf("Abrimos a las nueve.")] }],
  ]);
  const knowledge = shopKnowledge(NO_KNOWLEDGE, {
    current: async (workspace) => written.get(workspace) ?? { changes: 0, entries: [] },
  });
  const said = (workspace: string) => knowledge.entriesOf(workspace, "somnio").map(({ text }) => text);
  return { written, knowledge, said };
}

test("an entry of one workspace is found in no other one", async () => {
  const { knowledge, said } = openShops();
  for (const workspace of ["panaderia", "floristeria", "zapateria"]) await knowledge.refresh(workspace, null);
  expect(said("panaderia")).toEqual(["Abrimos a las seis."]);
  expect(said("floristeria")).toEqual(["Abrimos a las nueve."]);
  expect(said("zapateria")).toEqual([]);
  expect(said("never-read")).toEqual([]);
});

test("a change is found once its number is told, and the list stays the same until then", async () => {
  const { written, knowledge, said } = openShops();
  await knowledge.refresh("panaderia", 1);
  const before = knowledge.entriesOf("panaderia", "somnio");
  written.set("panaderia", { changes: 2, entries: [entryOf("Abrimos a las siete.")] });
  await knowledge.refresh("panaderia", 1);
  expect(knowledge.entriesOf("panaderia", "somnio")).toBe(before);
  await knowledge.refresh("panaderia", 2);
  expect(said("panaderia")).toEqual(["Abrimos a las siete."]);
});
