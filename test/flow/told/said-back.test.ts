import { expect, test } from "vitest";
import * as z from "zod";
import clinic from "../../../examples/clinic/clinic.js";
import type { MessageContent } from "../../../src/core/inbound/content.ts";
import { toolsInMemory } from "../../../src/lab/memory/memory-tools.ts";
import { createSandboxConversation } from "../../../src/lab/memory/sandbox-conversation.ts";
import { defineTool } from "../../../src/tools/define-tool.ts";
import { createShopTools } from "../../../src/tools/shop-tools.ts";

/** Days and hours of the clinic, said back on a Monday at 10:00 in Bogotá. Every hour is free. */
function patient() {
  const free = defineTool({
    ...{ module: "external", risk: "low", permissions: [], reversible: true, effect: "read" },
    name: "external.agenda.free",
    description: "Tells whether an hour is free.",
    input: z.object({ dia: z.string(), hora: z.string().default("any") }),
    output: z.unknown(),
    run: () => ({ kind: "ok", output: { ok: true, options: [] } }),
  });
  const tools = toolsInMemory(createShopTools({ tools: [free] }));
  const chat = createSandboxConversation(clinic, {}, { tools, startMs: Date.UTC(2026, 10, 23, 15) });
  const hear = async (...said: readonly (string | MessageContent)[]) => {
    let turn = await chat.hear([said[0] ?? ""]);
    for (const one of said.slice(1)) turn = await chat.hear([one]);
    const contents = (turn.decision?.messages ?? []).flatMap(({ content }) => content ?? []);
    return {
      heard: turn.heard.join("\n"),
      buttons: contents.flatMap((one) => (one.type === "buttons" ? one.buttons : [])),
    };
  };
  return { hear, told: () => chat.snapshot().state.session?.datosCapturados };
}

const CHANGE: MessageContent = { type: "button", title: "Cambiar", payload: "correct" };
const UNTIL_THE_TIME = ["hola, quiero una cita", "Ana Gómez", "el jueves a las 3 de la tarde"];
const THE_TIME = "jueves 26 de noviembre, 3:00 p. m.";

test("a time that is read is said back with a button, once", async () => {
  const { hear } = patient();
  const read = await hear(...UNTIL_THE_TIME);
  expect(read.heard).toContain(`Le entendí *${THE_TIME}*\n`);
  expect(read.buttons).toEqual([{ id: "correct", title: "Cambiar" }]);
  expect((await hear("limpieza")).buttons).toEqual([]);
});

test.each([
  ["a tap", CHANGE],
  ["the written word", "cambiar"],
])("%s on it asks for both again, and neither a yes nor silence orders the old time", async (_, said) => {
  const { hear, told } = patient();
  const asked = await hear(...UNTIL_THE_TIME, "limpieza", said);
  expect(asked.heard).toMatch(/El día que le sirve\n• La hora que le sirve/);
  expect(told()).toEqual({ nombre: expect.stringContaining("Ana") });
  expect((await hear("sí")).heard).not.toContain("jueves");
  expect((await hear("el viernes a las 10 de la mañana")).heard).toContain("viernes 27 de noviembre, 10:00 a. m.");
});

test("an order that stands keeps its time until another is named, and the new one has its button", async () => {
  const { hear, told } = patient();
  const asked = await hear(...UNTIL_THE_TIME, "limpieza", "sí", CHANGE);
  expect(asked.heard).toMatch(/¿Cómo es entonces\?\n• El día/);
  expect(told()).toMatchObject({ dia: "2026-11-26", hora: "15:00" });
  const moved = await hear("el viernes a las 10 de la mañana");
  expect(moved.heard).toMatch(/su cita .*viernes 27 de noviembre, 10:00 a\. m\./);
  expect(moved.buttons).toEqual([{ id: "correct", title: "Cambiar" }]);
});

test("the word alone, with nothing said back, corrects nothing", async () => {
  const { hear } = patient();
  expect((await hear("hola, quiero una cita", "cambiar")).heard).not.toContain("¿Cómo es");
});
