import { expect, test } from "vitest";
import * as z from "zod";
import type { Agent } from "../../src/core/agent/agent.ts";
import type { ModelRequest } from "../../src/core/ports/model/model.ts";
import { openConversation, type ScriptedReply, scriptedModel } from "../../src/doors/test.ts";
import { definePlanner, defineTool } from "../../src/index.ts";
import { OPTIONS } from "../model-agent/front-desk.ts";
import { PLANNER_OPTIONS, partOf, step } from "./planner-models.ts";

const { fallback, sticker, richInput, unsupported } = OPTIONS.texts;
const traits = { module: "external", permissions: [], reversible: false } as const;
const sales = defineTool({
  ...{ ...traits, name: "shop.sales", description: "Counts sales.", risk: "low", effect: "read" },
  input: z.strictObject({ day: z.string() }),
  output: z.strictObject({ sold: z.int() }),
  run: () => ({ kind: "ok", output: { sold: 1_234 } }),
});
const refund = defineTool({
  ...{ ...traits, name: "shop.refund", description: "Refunds.", risk: "high", effect: "external" },
  input: z.strictObject({ order: z.string() }),
  output: z.strictObject({}),
  run: () => ({ kind: "ok", output: {} }),
});

const agentWith = (change: object = {}): Agent =>
  definePlanner({
    ...PLANNER_OPTIONS,
    tools: { shop: ["shop.sales"], notes: ["shop.refund"] },
    texts: { fallback, sticker, richInput, unsupported },
    ...change,
  });

type Script = Partial<Record<ReturnType<typeof partOf>, (turn: number, request: ModelRequest) => ScriptedReply>>;
function converse(script: Script, agent = agentWith()) {
  const turns = { plan: 0, worker: 0, synthesis: 0 };
  const model = scriptedModel((request) => {
    const part = partOf(request);
    return script[part]?.(turns[part]++, request) ?? "Todo está en orden.";
  });
  return { model, chat: openConversation(agent, { model, tools: [sales, refund] }) };
}
const planOf = (...tasks: readonly unknown[]): ScriptedReply => ({ json: { context_summary: "", tasks } });
const textOf = (request: ModelRequest) => JSON.stringify(request.messages);

test("a goal becomes a list, each task is ticked when it is done, and the answer says what tools told", async () => {
  const { model, chat } = converse({
    plan: () => planOf(step("a", [], "reader"), step("b", ["a"], "reporter")),
    worker: (turn) =>
      (
        [
          { calls: [{ name: "shop_sales", input: { day: "ayer" } }] },
          "Ayer hubo 1234 ventas.",
          "El informe dice que hubo 1234 ventas.",
        ] as const
      )[turn] ?? "",
    synthesis: () => "Ayer se vendieron 1234 colchones.",
  });
  expect(await chat.says("¿cuánto se vendió ayer?")).toEqual([
    "Este es el plan. Le voy contando cómo avanza:\n[ ] mirar la parte a\n[ ] mirar la parte b",
    "[x] mirar la parte a",
    "[x] mirar la parte b",
    "Ayer se vendieron 1234 colchones.",
  ]);
  const workers = model.requests.filter((request) => partOf(request) === "worker");
  // Each worker has its own prompt and tools; a result reaches the task that depends on it.
  expect(workers[0]?.tools?.map(({ name }) => name)).toEqual(["request_more_tools", "shop_sales"]);
  expect(model.requests.some((request) => textOf(request).includes("Ayer hubo 1234 ventas."))).toBe(true);
});

test("a number that no tool told is not said, whoever writes it", async () => {
  const { chat } = converse({
    plan: () => planOf(step("a"), step("b")),
    synthesis: () => "Ayer se vendieron 9999 colchones.",
  });
  const heard = await chat.says("¿cuánto se vendió ayer?");
  expect(heard.join("\n")).not.toContain("9999");
  expect(heard.at(-1)).toBe("Esto es lo que encontré:\n• Todo está en orden.\n• Todo está en orden.");
});

test("a task that fails is planned anew at most three times, what waited for it is not forgotten, and the answer names it", async () => {
  let plans = 0;
  const { model, chat } = converse({
    plan: () => {
      plans += 1;
      return planOf(step(`a${plans}`), step(`b${plans}`, [`a${plans}`]));
    },
    worker: () => "FAILED: no hay datos",
  });
  const heard = await chat.says("revise la bodega");
  expect(plans).toBe(1 + 3);
  expect(heard.at(-1)).toMatch(
    /^No alcancé a encontrar lo que me pidió\.\n\nEsto quedó sin hacer:\n\[!\] mirar la parte a1\n/,
  );
  expect(heard.at(-1)).toContain("[!] mirar la parte a4\n[!] mirar la parte b4");
  expect(model.requests.filter((request) => partOf(request) === "synthesis")).toEqual([]);
});

test("words that follow a refused call are no proof: the task failed, and the answer names it", async () => {
  const { chat } = converse({
    plan: () => planOf(step("a"), step("b")),
    worker: (turn) => (turn === 0 ? { calls: [{ name: "shop_refund", input: { order: 7 } }] } : "Quedó lista."),
  });
  const heard = await chat.says("devuelva el pedido a");
  expect(heard).toContain("[!] mirar la parte a");
  expect(heard.at(-1)).toContain("Esto quedó sin hacer:\n[!] mirar la parte a");
});

test("a circle ends the plan with a message", async () => {
  const { chat } = converse({ plan: () => planOf(step("a", ["b"]), step("b", ["a"])) });
  expect(await chat.says("revise la bodega")).toEqual([
    "No pude armar un plan para eso. ¿Me lo cuenta en partes más pequeñas?",
  ]);
});

test.each([
  ["planning is off", agentWith({ usePlanner: false }), 0],
  ["the plan is prose, twice", agentWith(), 2],
])("one worker takes the whole goal when %s", async (_, agent, plans) => {
  const { model, chat } = converse({ plan: () => "Primero miro.", worker: () => "Hay 12 en la bodega." }, agent);
  expect(await chat.says("¿cuántos hay en la bodega?")).toEqual([
    "Voy con eso. Le escribo apenas lo tenga.",
    "Hay 12 en la bodega.",
  ]);
  expect(model.requests.filter((request) => partOf(request) === "plan")).toHaveLength(plans);
});

test("a refund in the middle of a plan waits for a person of the shop, and silence for two minutes is a no", async () => {
  const { chat } = converse({
    plan: () => planOf(step("a"), step("b", ["a"])),
    worker: (turn) =>
      turn === 0 ? { calls: [{ name: "shop_refund", input: { order: "a" } }] } : "Se pidió la devolución.",
  });
  const heard = await chat.says("devuelva el pedido a");
  expect(heard).toContain("Para seguir necesito la aprobación de una persona del equipo. Le aviso apenas responda.");
  expect(heard.join("\n")).not.toContain("[x]");
  const later = await chat.waits("5m");
  expect(later.join("\n")).not.toContain("[x]");
  expect(later).not.toEqual([]);
});

test("while a task waits for a yes, another message begins no plan, and /cancel ends it (L-36)", async () => {
  const { chat, model } = converse({
    plan: () => planOf(step("a"), step("b", ["a"])),
    worker: (turn) =>
      turn === 0 ? { calls: [{ name: "shop_refund", input: { order: "a" } }] } : "Se pidió la devolución.",
  });
  await chat.says("devuelva el pedido a");
  const asked = model.requests.length;
  expect(await chat.says("¿y cómo va eso?")).toEqual([expect.stringContaining("Todavía estoy con lo anterior")]);
  expect(model.requests.length).toBe(asked);
  await chat.says("/cancel");
  expect(await chat.waits("5m")).toEqual([]);
  expect(model.requests.length).toBe(asked);
});

test("a plan that the conversation's tokens cut short says so, and what it did not do", async () => {
  const { chat } = converse({
    plan: () => planOf(step("a"), step("b", ["a"])),
    worker: () => `Encontré esto: ${"muchas palabras y más ".repeat(12_000)}`,
  });
  const heard = await chat.says("revise todo");
  expect(heard.at(-1)).toMatch(/^Se acabó el presupuesto de esta conversación/);
  expect(heard.at(-1)).toContain("[!] mirar la parte b");
});

/** Requirements Q6 and Q7. */
test("a reader is offered no tool that writes, and asks in vain for a shell", async () => {
  const { model, chat } = converse({
    plan: () => planOf(step("a", [], "reader"), step("b", [], "reader")),
    worker: (turn) =>
      turn === 0
        ? { calls: [{ name: "request_more_tools", input: { categories: ["shell", "notes"] } }] }
        : turn === 1
          ? { calls: [{ name: "shop_refund", input: { order: "a" } }] }
          : "Nada nuevo.",
  });
  await chat.says("devuelva el pedido a");
  const told = model.requests.map(textOf).join("\n");
  expect(told).toContain('\\"categories\\" must name some of shop');
  expect(told).toContain('there is no tool \\"shop_refund\\"');
});

test("an agent that cannot work says why", () => {
  expect(() => agentWith({ tools: { shell: ["shop.sales"] } })).toThrow(/tools/);
  expect(() => agentWith({ tools: { shop: ["shop.sales"], notes: ["shop.sales"] } })).toThrow(/looks like another/);
});
