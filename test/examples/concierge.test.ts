import { expect, test } from "vitest";
import { openConversation, type ScriptedReply, scriptedModel } from "../../src/doors/test.ts";
import type { Agent } from "../../src/index.ts";
import type { Tool } from "../../src/tools/define-tool.ts";

const module = (await import(new URL("../../examples/concierge/concierge.js", import.meta.url).href)) as {
  default: Agent;
  tools: readonly Tool[];
};

const reads = (intent: string, confidence = 95): ScriptedReply => ({
  json: { intent, confidence, alternatives: [], reasoning: "" },
});
const calls = (name: string, input: unknown): ScriptedReply => ({ calls: [{ name, input }] });

function guest(...replies: readonly ScriptedReply[]) {
  const model = scriptedModel(replies);
  return { model, chat: openConversation(module.default, { model, tools: module.tools }) };
}

test("a fact of the house is told", async () => {
  const { chat } = guest(reads("pregunta"), "El desayuno es de 6:30 a 10:00 y está incluido.");
  expect(await chat.says("¿a qué hora es el desayuno?")).toEqual(["El desayuno es de 6:30 a 10:00 y está incluido."]);
});

test("a table: the model asks for the free hours with a number, and leaves a request for the front desk", async () => {
  const title = "Mesa para 4 el 4 de diciembre a las 19:00";
  const { chat, model } = guest(
    reads("mesa"),
    calls("house_tables_free", { day: "2026-12-04", people: 4 }),
    {
      calls: [
        { name: "crm_task_create", input: { title } },
        { name: "session_move", input: { state: "pedido" } },
      ],
    },
    "Hay mesa a las 19:00. Ya le pasé su solicitud a la recepción, que se la confirma por este chat.",
  );
  const heard = await chat.says("¿tienen mesa para 4 el 4 de diciembre?");
  expect(heard).toEqual([expect.stringContaining("19:00")]);
  expect(chat.state()).toMatchObject({ session: { mode: "pedido" }, tasks: [{ title, priority: "normal" }] });
  const offered = model.requests[1]?.tools?.find(({ name }) => name === "house_tables_free");
  expect(offered?.inputSchema["properties"]).toMatchObject({ people: { type: "integer" } });
});

test("a price that no fact has is never said: a person goes on", async () => {
  const lie = "El taxi al aeropuerto le sale en $20.000.";
  const { chat } = guest(reads("pregunta"), lie, lie, lie, lie, lie, lie);
  expect(await chat.says("¿cuánto vale el taxi?")).toEqual([expect.stringContaining("persona de la recepción")]);
  expect(chat.state().isBotOn).toBe(false);
});

test("unsure twice, the guest is asked; asked twice, a person goes on", async () => {
  const { chat, model } = guest(reads("mesa", 70), reads("mesa", 65), reads("pregunta", 50));
  expect(await chat.says("lo de siempre")).toEqual([expect.stringContaining("otras palabras")]);
  expect(model.requests).toHaveLength(2);
  expect(await chat.says("eso")).toEqual([expect.stringContaining("persona de la recepción")]);
});

test("the example has at most a hundred lines", async () => {
  const { readFileSync } = await import("node:fs");
  const source = readFileSync(new URL("../../examples/concierge/concierge.js", import.meta.url), "utf8");
  expect(source.split("\n").length).toBeLessThanOrEqual(100);
});
