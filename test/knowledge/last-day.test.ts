import { expect, test } from "vitest";
import type { Agent } from "../../src/core/agent/agent.ts";
import type { KnowledgeEntry } from "../../src/core/knowledge/knowledge-entry.ts";
import { dayIn } from "../../src/core/time/civil-day.ts";
import { openConversation } from "../../src/doors/test.ts";
import { defineFlowAgent } from "../../src/flow/define-flow-agent.ts";
import { toolsInMemory } from "../../src/lab/memory/memory-tools.ts";
import { playInMemory } from "../../src/lab/memory/play-in-memory.ts";
import { createShopTools } from "../../src/tools/shop-tools.ts";
import { PIZZERIA } from "../flow/pizzeria.ts";
import { decision, testAgent } from "../support/shop.ts";

const PARKING: KnowledgeEntry = {
  id: "parqueadero",
  title: "Parqueadero gratis",
  asks: ["¿tienen parqueadero gratis?"],
  text: "Hasta el 27 de noviembre el parqueadero es gratis.",
  until: "2026-11-27",
};
const pizzeria = defineFlowAgent({ ...PIZZERIA, knowledge: [PARKING] });

/** Both midnights of the last day, in Bogotá (UTC-5) and in UTC. */
const HOURS = [
  ["2026-11-27T00:30", true],
  ["2026-11-27T18:30", true],
  ["2026-11-27T19:30", true],
  ["2026-11-27T20:30", true],
  ["2026-11-27T23:30", true],
  ["2026-11-28T00:30", false],
  ["2026-11-28T19:30", false],
] as const;

test.each(HOURS)("an entry is told until its last day is over where the shop is: %s in Bogotá", async (at, isTold) => {
  const now = new Date(`${at}:00-05:00`);
  const chat = openConversation(pizzeria, { clock: { now: () => now }, timeZone: "America/Bogota" });
  expect((await chat.says("¿tienen parqueadero gratis?")).join().includes(PARKING.text)).toBe(isTold);
});

test.each(HOURS)("the tool finds it by the same calendar: %s in Bogotá", async (at, isFound) => {
  const tools = toolsInMemory(createShopTools({ knowledge: { entriesOf: () => [PARKING] } }));
  const reads: Agent = {
    ...testAgent(() => decision("")),
    async decide({ message, tools: own }) {
      const found = await own.read("knowledge_search", { text: message });
      return decision(found.ok ? JSON.stringify(found.output) : found.code);
    },
  };
  const startMs = Date.parse(`${at}:00-05:00`);
  const player = playInMemory(reads, {}, { tools, startMs, timeZone: "America/Bogota" });
  const { turns } = await player.play({ says: ["¿tienen parqueadero gratis?"] });
  const heard = turns.flatMap((turn) => turn.heard).join();
  expect(heard).toContain('"entries":');
  expect(heard.includes(PARKING.text)).toBe(isFound);
});

test("a shop in another zone has another day", () => {
  const at = new Date("2026-11-28T01:00:00Z");
  expect([dayIn(at, "America/Bogota"), dayIn(at, "Europe/Madrid")]).toEqual(["2026-11-27", "2026-11-28"]);
});
