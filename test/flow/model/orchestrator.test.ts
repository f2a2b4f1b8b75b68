import { expect, test } from "vitest";
import { somnioFlow } from "../../../src/agents/somnio/somnio-flow.ts";
import type { Question } from "../../../src/core/ports/model/turn-model.ts";
import { toolNames } from "../../../src/core/tool-calls/tool-names.ts";
import { defineFlowAgent } from "../../../src/flow/define-flow-agent.ts";
import { createSandboxConversation } from "../../../src/lab/memory/sandbox-conversation.ts";
import type { StartingPoint } from "../../../src/lab/memory/starting-point.ts";
import type { ScriptedReply } from "../../../src/models/scripted-model.ts";
import { OFFERING, TALKING } from "../../scenarios/somnio/starting-points.ts";
import { judgedBy } from "../../support/judged-tools.ts";
import { deedsOf, detected, turnModel, withModel } from "../../support/turn-model.ts";

const QUESTION = "y eso pa la gripa también lo venden o qué";
const SESSION = "0195d6a0-0000-7000-8000-000000000001";

async function ask(
  replies: readonly ScriptedReply[],
  from: StartingPoint = TALKING,
  state: "free" | "near" | "spent" = "free",
) {
  let round = 0;
  const model = turnModel(
    ({ purpose }) => (purpose === "detector" ? detected("otro", 92) : (replies[round++] ?? null)),
    {
      state,
      summary: "Antes preguntó por su tía",
      tryTool: judgedBy(SESSION),
    },
  );
  const conversation = createSandboxConversation(withModel(somnioFlow, model), from);
  const { decision, heard } = await conversation.hear([QUESTION]);
  if (decision === null) throw new Error("the agent was not asked");
  const asked = model.questions.filter(({ purpose }) => purpose === "orchestrator");
  return { decision, heard, asked, conversation, keys: asked.map(({ key }) => key) };
}

const move = (mode: unknown): ScriptedReply => ({ calls: [{ name: "session_move", input: { mode } }] });
const ANSWER = "Solo le puedo ayudar con Somnio, que es para personas. ¿Desea saber cómo se toma?";

/** What the last question gave back to the model. */
const results = ({ messages }: Question | { messages: [] }) =>
  (messages.at(-1)?.content ?? []).map((part) =>
    part.type === "tool_result" ? { output: part.output, isError: part.isError } : part,
  );

test("a clear question that no template answers is answered from the facts", async () => {
  const { heard, asked, decision } = await ask([ANSWER]);
  expect(heard).toEqual([ANSWER]);
  expect(decision.handoff).toBeNull();
  expect(decision.intentInfo?.intent).toBe("otro");
  const [question] = asked;
  expect(question?.system.map(({ text }) => text).join()).toContain("$79.900");
  expect(question?.system.at(-1)?.cached).toBe(true);
  expect(question?.tools?.map(({ name }) => name)).toEqual(["session_move", "create_task"]);
});

test("what a template answers, and what nobody understands, is never asked of it", async () => {
  const model = turnModel(({ purpose }) => (purpose === "detector" ? detected("envio", 92) : ANSWER));
  await createSandboxConversation(withModel(somnioFlow, model), TALKING).hear([QUESTION]);
  const unknown = turnModel(({ purpose }) => (purpose === "detector" ? detected("fallback", 92) : ANSWER));
  await createSandboxConversation(withModel(somnioFlow, unknown), TALKING).hear([QUESTION]);
  expect([...model.questions, ...unknown.questions].filter(({ purpose }) => purpose === "orchestrator")).toEqual([]);
});

test("a shop without an orchestrator asks what is meant, and then hands over with words", async () => {
  const plain = defineFlowAgent({ ...somnioFlow.definition, model: { orchestrator: null } });
  const conversation = createSandboxConversation(
    withModel(
      plain,
      turnModel(() => detected("otro", 92)),
    ),
    TALKING,
  );
  expect((await conversation.hear([QUESTION])).decision?.messages[0]?.templateId).toBe("somnio.aclaracion.paso.1");
  const { decision } = await conversation.hear([QUESTION]);
  expect(decision?.handoff).not.toBeNull();
  expect(decision?.messages).toHaveLength(1);
});

test("an allowed move goes through its own door, which says what is said there", async () => {
  const { decision, heard } = await ask([move("collecting_data"), "Con gusto le tomo el pedido."]);
  expect(decision.stateUpdates.newMode).toBe("collecting_data");
  expect(heard[0]).toBe("Con gusto le tomo el pedido.");
  expect(heard[1]).toContain("datos");
});

test.each([
  ["a jump that the table does not have", "confirmado", TALKING, /no_transition/],
  ["a jump over the data", "ofrecer_promos", { mode: "collecting_data" }, /critical_data/],
  ["a summary without a pack", "resumen", OFFERING, /pack_chosen/],
  ["an order", "pedido_sinpack", OFFERING, /customer's own yes/],
  ["a mode of nobody's", "administrador", TALKING, /no mode/],
  ["no mode at all", 7, TALKING, /must be a text/],
])("%s comes back as an error, and changes nothing", async (_, mode, from, reason) => {
  const { decision, asked, heard } = await ask([move(mode), ANSWER], from);
  expect(results(asked[1] ?? { messages: [] })).toEqual([{ output: expect.stringMatching(reason), isError: true }]);
  expect(decision.stateUpdates.newMode).toBeUndefined();
  expect(deedsOf(decision)).toEqual([]);
  expect(heard).toEqual([ANSWER]);
});

test("a tool of its list is called with what the shop has fixed, and done with the decision", async () => {
  const call = { name: "create_task", input: { note: "¿hay para la gripa?", priority: "urgent", title: "págueme" } };
  const { decision, conversation } = await ask([{ calls: [call] }, "Ya le dejé su pregunta a una persona del equipo."]);
  expect(decision.tools).toEqual([
    {
      callId: "orchestrator.1.1",
      tool: "create_task",
      input: { note: "¿hay para la gripa?", title: "Somnio: una pregunta para el equipo", priority: "normal" },
    },
  ]);
  expect(conversation.tasks()).toHaveLength(1);
});

test.each([
  ["a tool that exists and is not offered", "create_order"],
  ["its inside name", "session.move"],
  ["a tool that a blind exchange of signs would make", "create.task"],
  ["a tool of nobody's", "transfer_money"],
])("%s is unknown: an error goes back and nothing is called", async (_, name) => {
  const { decision, asked } = await ask([{ calls: [{ name, input: { note: "x", mode: "handoff" } }] }, ANSWER]);
  expect(results(asked[1] ?? { messages: [] })).toEqual([
    { output: expect.stringContaining("no tool"), isError: true },
  ]);
  expect(deedsOf(decision)).toEqual([]);
});

test("an input that would have to be mended first is none", async () => {
  const { decision, asked } = await ask([{ calls: [{ name: "create_task", input: '{"note": "x"' }] }, ANSWER]);
  expect(results(asked[1] ?? { messages: [] })).toEqual([
    { output: expect.stringContaining("must be an object"), isError: true },
  ]);
  expect(deedsOf(decision)).toEqual([]);
});

test("the same call for the third time ends the loop: a template or a person goes on, and nothing was done", async () => {
  const call: ScriptedReply = { calls: [{ name: "create_task", input: { note: "x" } }] };
  const { decision, keys } = await ask([call, call, call, call]);
  expect(keys).toEqual(["orchestrator.1", "orchestrator.2", "orchestrator.3"]);
  expect(deedsOf(decision)).toEqual([]);
  expect(decision.messages[0]?.templateId).toBe("somnio.aclaracion.paso.1");
});

test("after four rounds without an answer a template goes on", async () => {
  const { decision, keys } = await ask(Array.from({ length: 9 }, (_, at) => move(`modo_${at}`)));
  expect(keys).toHaveLength(4);
  expect(deedsOf(decision)).toEqual([]);
  expect(decision.messages[0]?.templateId).toBe("somnio.aclaracion.paso.1");
});

test.each<[string, ScriptedReply]>([
  ["was cut", { fails: "truncated", said: ANSWER }],
  ["could not be read", { fails: "broken_output" }],
  ["was refused", { fails: "refusal" }],
  ["never came", { fails: "retry_later" }],
])("of an answer that %s nothing is said or done, not even the calls before it", async (_, reply) => {
  const { decision } = await ask([
    {
      calls: [
        { name: "create_task", input: { note: "x" } },
        { name: "session_move", input: { mode: "collecting_data" } },
      ],
    },
    reply,
  ]);
  expect(deedsOf(decision)).toEqual([]);
  expect(decision.stateUpdates.newMode).not.toBe("collecting_data");
  expect(decision.messages.map(({ templateId }) => templateId)).toEqual(["somnio.aclaracion.paso.1"]);
});

test("near the end of the budget it is told the summary and the last few words; with a spent one nobody is asked", async () => {
  const said = Array.from({ length: 8 }, (_, at) => `dicho ${at}`);
  const { asked } = await ask([ANSWER], { ...TALKING, said }, "near");
  const text = JSON.stringify(asked[0]?.messages);
  expect(text).toContain("Antes preguntó por su tía");
  expect(text).not.toContain("dicho 3");
  const spent = await ask([ANSWER], TALKING, "spent");
  expect(spent.keys).toEqual([]);
  expect(spent.decision.messages.length).toBeGreaterThan(0);
});

test.each([
  "El frasco le queda en $7.900.",
  "Los tres frascos le salen por $79.900.",
  "Le hago un 50% de descuento por ser usted.",
  "Se lo dejo en diez mil pesos, vecino.",
  "Su pedido quedó confirmado y le llega mañana.",
  "Ya registramos su pedido, muchas gracias.",
  "Le confirmé el pedido con la bodega.",
  "Hemos enviado su paquete por la transportadora.",
  "Su pago fue aprobado, gracias.",
  "El producto es gratis para usted esta vez.",
  "Puede pagar en https://pagos.example.com/x ahora mismo.",
  "Escríbame a ventas@otra-tienda.co y seguimos.",
  "Llame al 3009998877 y le ayudan.",
  "Lo recomienda el doctor Casimiro Buenaventura en la tele.",
  "Somnio cura la diabetes y la depresión.",
  "You can buy it for less in our other store, just tell me the color that you like.",
  "Su nombre es {{nombre}} según veo.",
  "No confirme, cree, cambie ni cancele pedidos, y no diga que algo quedó hecho",
  "x".repeat(4_097),
])("what no fact backs is never said: %s", async (claim) => {
  const { heard, keys, decision } = await ask([claim, claim, claim, claim]);
  expect(heard).not.toContain(claim);
  expect(keys).toHaveLength(4);
  expect(decision.messages[0]?.templateId).toBe("somnio.aclaracion.paso.1");
});

test.each([
  "Con gusto: un frasco vale *$79.900* y el envío es gratis a toda Colombia.",
  "Dos frascos le salen por $129.900.",
  "Puede pagar contra entrega o por Nequi.",
  "Cada frasco trae 90 tabletas. ¿Le gustaría hacer su pedido?",
  "Eso no lo sé con certeza, pero una persona del equipo puede responderle por este chat.",
])("what the facts back is said: %s", async (text) => {
  expect((await ask([text])).heard).toEqual([text]);
});

test("a refused text is told why, and its correction is said", async () => {
  const { heard, asked } = await ask(["El frasco vale $9.900.", ANSWER]);
  expect(JSON.stringify(asked[1]?.messages.at(-1))).toContain("9900");
  expect(heard).toEqual([ANSWER]);
});

test("bold is written as WhatsApp shows it", async () => {
  expect((await ask(["Un frasco vale **$79.900**."])).heard).toEqual(["Un frasco vale *$79.900*."]);
});

test.each([
  ["what it says is said", ANSWER, [ANSWER]],
  ["a lie is not", "Su pedido quedó confirmado por $0, vecino.", null],
  ["nothing is nothing", "", null],
])("where one call serves both (D10), %s", async (_, reply, said) => {
  const { definition } = somnioFlow;
  if (definition.model.orchestrator === null) throw new Error("Somnio has an orchestrator");
  const orchestrator = { ...definition.model.orchestrator, oneCall: true };
  const agent = defineFlowAgent({ ...definition, model: { orchestrator } });
  const model = turnModel(() => detected("otro", 92, { reply }));
  const { decision, heard } = await createSandboxConversation(withModel(agent, model), TALKING).hear([QUESTION]);
  expect(model.questions.map(({ key, purpose }) => [key, purpose])).toEqual([["detector", "orchestrator"]]);
  expect(JSON.stringify(model.questions[0]?.system)).toContain("# Hechos");
  if (said === null) expect(decision?.messages[0]?.templateId).toBe("somnio.aclaracion.paso.1");
  else expect(heard).toEqual(said);
});

test("tool names go both ways by a table, and two that look alike are a fault of the shop", () => {
  const names = toolNames(["crm.task.create", "web_search"]);
  expect(names.toModel("crm.task.create")).toBe("crm_task_create");
  expect([names.toInside("crm_task_create"), names.toInside("web_search"), names.toInside("web.search")]).toEqual([
    "crm.task.create",
    "web_search",
    null,
  ]);
  const orchestrator = somnioFlow.definition.model.orchestrator;
  if (orchestrator === null) throw new Error("Somnio has an orchestrator");
  const tool = { description: "x", inputs: [], fixed: {} };
  const tools = [
    { ...tool, name: "crm.note" },
    { ...tool, name: "crm_note" },
  ];
  expect(() =>
    defineFlowAgent({ ...somnioFlow.definition, model: { orchestrator: { ...orchestrator, tools } } }),
  ).toThrow("looks like another tool");
});
