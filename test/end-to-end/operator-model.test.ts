import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { operator } from "../../src/agents/operator/operator.ts";
import { DEFAULT_WORKSPACE } from "../../src/core/ids.ts";
import type { ModelRequest } from "../../src/core/ports/model/model.ts";
import { createScriptedModel, type ScriptedReply } from "../../src/models/scripted-model.ts";
import { createOperatorDesk } from "../../src/postgres/inbox/operator-desk.ts";
import { createShopTools } from "../../src/tools/shop-tools.ts";
import { partOf, step } from "../planner/planner-models.ts";
import { openModelGate } from "../support/model-gate.ts";
import { violations } from "../support/oracle.ts";
import { eventually, openShop, recordingChannel, registryOf, type Shop } from "../support/shop.ts";
import { createTestDatabase, type TestDatabase } from "../support/test-database.ts";

/** A member asks in their own words, with a model: numbers are the database's, and nothing leaves without a yes. */
let database: TestDatabase;
let shop: Shop;
let answer: (request: ModelRequest) => ScriptedReply | Promise<ScriptedReply> = () => "";
const { channel, sent } = recordingChannel();
const model = createScriptedModel((request) => answer(request));
const OWNER = "573110000001";
const CUSTOMER = "573110000002";

beforeAll(async () => {
  database = await createTestDatabase();
  const tools = createShopTools({ operatorDesk: createOperatorDesk(database.database) });
  const modelGate = openModelGate(database.store, model, { tools, settings: { tokenLimit: 1_000_000 } });
  const agents = registryOf({ ...operator, id: "somnio" });
  shop = openShop(database.store, { channel, tools, agents, modelGate }, { pollMs: 100 });
  shop.worker.start();
  const userId = `owner-${randomUUID()}`;
  await database.accessAdmin.putMember(DEFAULT_WORKSPACE, { userId, role: "owner", name: "Marta" }, "test");
  const code = (await database.accessAdmin.issuePhoneCode(DEFAULT_WORKSPACE, userId, "test"))?.code ?? "";
  await shop.says(`/vincular ${code}`, { phone: OWNER });
  await eventually("the phone is bound", () => heard(OWNER).some((text) => text.includes("quedó vinculado")));
  await shop.says("ya no lo quiero, está muy caro", { phone: CUSTOMER });
  await eventually("the customer is answered", () => heard(CUSTOMER).length > 0);
});
afterAll(async () => {
  await shop.worker.stop(1_000);
  expect(await violations(database, { when: "any time" })).toEqual([]);
  await database.drop();
});

function heard(phone: string): string[] {
  return sent
    .filter(({ recipient }) => JSON.stringify(recipient).includes(phone))
    .map(({ content }) => ("body" in content ? String(content.body) : JSON.stringify(content)));
}
const said = (request: ModelRequest) => JSON.stringify(request.messages);

test("«¿qué ventas hubo ayer y por qué se cayeron tres?» is answered with what the database counts, and an invented number is never said", async () => {
  await database.rows(
    `insert into orders (workspace_id, id, purchase_key, conversation_id, contact_id, run_id, source, status, stage, products, total,
       shipping_address, note, data, created_at, updated_at)
     select c.workspace_id, gen_random_uuid(), 'k' || n, c.id, c.contact_id, r.id, 'customer', 'confirmed', 'new', '[]', 80000 + n,
       'Calle 1', case when n > 2 then 'le pareció caro' end, '{}', now() - interval '1 day', now() - interval '1 day'
     from conversations c join contact_aliases a on a.contact_id = c.contact_id and a.value = $1
     join agent_runs r on r.conversation_id = c.id, generate_series(1, 5) n`,
    [CUSTOMER],
  );
  await database.rows("update orders set status = 'cancelled', changed_by = 'Marta' where note is not null");
  await database.rows("update order_changes set changed_at = now() - interval '1 day'");
  await database.rows(
    "update agent_turns set created_at = now() - interval '2 days' where content like 'ya no lo quiero%'",
  );
  const asked: string[] = [];
  answer = (request) => {
    if (partOf(request) === "plan") {
      return { json: { tasks: [step("a", [], "reader"), step("b", ["a"], "reader")] } };
    }
    if (partOf(request) === "synthesis") {
      return "Ayer quedaron 2 ventas en pie, por $160.003. Se cayeron 3: a la persona le pareció caro.";
    }
    const [, task] = said(request).match(/Your task: mirar la parte (\w)/) ?? [];
    if (said(request).includes("no fact has the amount")) return "Fueron 2 ventas por $160.003.";
    if (said(request).includes("tool_result")) return task === "a" ? "Fueron 9 ventas por $999.999." : "Se cayeron 3.";
    const name = task === "a" ? "operator_report_read" : "operator_lost_list";
    asked.push(name);
    return { calls: [{ name, input: task === "a" ? {} : { day: "yesterday" } }] };
  };
  await shop.says("¿qué ventas hubo ayer y por qué se cayeron tres?", { phone: OWNER });
  await eventually("the answer is heard", () => heard(OWNER).some((text) => text.includes("Se cayeron 3")));
  expect(asked).toEqual(["operator_report_read", "operator_lost_list"]);
  // What the tools told the workers, before any word of the model.
  const told = model.requests.map(said).join("\n");
  expect(told).toMatch(/yesterday[^}]*confirmed[^}]*2[^}]*cancelled[^}]*3[^}]*160003/);
  expect(told).toMatch(/count[^,]*3[\s\S]*le pareció caro[\s\S]*ya no lo quiero/);
  expect(heard(OWNER).join("\n")).toContain("$160.003");
  expect(heard(OWNER).join("\n")).not.toContain("999");
});

test("a draft is worded by the model for the phone that the member typed, and leaves only after their yes", async () => {
  answer = () => "Con gusto le cuento que su pedido sale mañana. ¡Gracias por la espera!";
  const before = heard(CUSTOMER).length;
  await shop.says(`escríbale a ${CUSTOMER.slice(2)} que su pedido sale mañana y que gracias por la espera`, {
    phone: OWNER,
  });
  await eventually("the draft is shown", () => heard(OWNER).at(-1)?.includes("su pedido sale mañana") === true);
  expect(heard(OWNER).at(-1)).toContain("¿Le envío esto a");
  expect(heard(CUSTOMER)).toHaveLength(before);
  await shop.says("no", { phone: OWNER });
  await eventually("the no is heard", () => !heard(OWNER).at(-1)?.includes("¿Le envío esto a"));
  expect(heard(CUSTOMER)).toHaveLength(before);
  await shop.says(`/borrador ${CUSTOMER} que su pedido sale mañana`, { phone: OWNER });
  await eventually("the draft is shown again", () => heard(OWNER).at(-1)?.includes("¿Le envío esto a") === true);
  await shop.says("sí", { phone: OWNER });
  await eventually("the customer hears it", () => heard(CUSTOMER).length === before + 1);
  expect(heard(CUSTOMER).at(-1)).toContain("su pedido sale mañana");
});

test("a draft with an amount that the member did not say is worded again, and never shown", async () => {
  answer = (request) =>
    said(request).includes("no fact has the amount")
      ? "Su pedido sale mañana."
      : "Su pedido de $1.000.000 sale mañana.";
  await shop.says(`/borrador ${CUSTOMER} que su pedido sale mañana`, { phone: OWNER });
  await eventually("the draft is shown", () => heard(OWNER).at(-1)?.includes("«Su pedido sale mañana.»") === true);
  expect(heard(OWNER).join("\n")).not.toContain("1.000.000");
  await shop.says("no", { phone: OWNER });
  await eventually("the no is heard", () => !heard(OWNER).at(-1)?.includes("¿Le envío esto a"));
});

test("/pausa holds the plan of this chat after its task, a message meanwhile is answered, and /reanudar lets it go on", async () => {
  let [works, goOn] = [0, () => {}];
  answer = async (request) => {
    if (partOf(request) === "plan") return { json: { tasks: [step("a", [], "reader"), step("b", ["a"], "reader")] } };
    if (partOf(request) === "synthesis") return "Todo está en orden.";
    works += 1;
    if (works === 1) {
      await new Promise<void>((resolve) => {
        goOn = resolve;
      });
    }
    return "Esa parte está lista.";
  };
  await shop.says("/agent revise la bodega", { phone: OWNER });
  await eventually("the first task is worked on", () => works === 1);
  await shop.says("/pausa", { phone: OWNER });
  goOn();
  await eventually("the pause is said", () => heard(OWNER).some((text) => text.includes("quedó en pausa")));
  const [paused] = await database.rows("select status, paused_by from agent_plans where paused_at is not null");
  expect(paused).toMatchObject({ status: "paused", paused_by: expect.stringContaining("Marta") });
  await shop.says("¿cómo va eso?", { phone: OWNER });
  await eventually("it is answered", () => heard(OWNER).at(-1)?.includes("está en pausa") === true);
  expect(works).toBeLessThanOrEqual(2);
  await shop.says("/reanudar", { phone: OWNER });
  await eventually("the plan is over", () => heard(OWNER).at(-1) === "Todo está en orden.");
  expect(works).toBe(2);
  await shop.says("/reanudar", { phone: OWNER });
  await eventually("nothing is paused", () => heard(OWNER).at(-1)?.includes("No hay nada en pausa") === true);
});

test("a review reads first, in four to six steps, heeds its focus and ends in a report that code saves (Q13); its spans tell what a guardrail said (Q12)", async () => {
  const ENGLISH = "The customer asked for the price and then it was too expensive for them.";
  answer = (request) => {
    if (partOf(request) === "plan") return { json: { tasks: [step("a", [], "reader"), step("b", ["a"], "reporter")] } };
    if (partOf(request) === "synthesis") return ENGLISH;
    if (!said(request).includes("Your task: mirar la parte a")) return "Esa parte está lista.";
    if (said(request).includes("no fact has the amount")) return "A la persona le pareció caro.";
    if (said(request).includes("muy caro")) return "Le ofrecieron $999.999, y le pareció caro.";
    return said(request).includes("tool_result")
      ? { calls: [{ name: "review_interactions", input: { phone: CUSTOMER } }] }
      : { calls: [{ name: "request_more_tools", input: { categories: ["debugging"] } }] };
  };
  const before = model.requests.length;
  const { runId } = await shop.says(`/dev-review ${CUSTOMER} los precios`, { phone: OWNER });
  await eventually("the review is told", () => heard(OWNER).at(-1) === ENGLISH);
  const [planned] = model.requests.slice(before).map((request) => `${JSON.stringify(request.system)}${said(request)}`);
  for (const words of [CUSTOMER, "cuatro a seis pasos", "Primero lea con review_interactions", "los precios"])
    expect(planned).toContain(words);
  // No model was asked to save what it says.
  const reports = await database.rows(
    "select text from desk_papers where kind = 'report' and title like 'Revisión del 2%'",
  );
  expect(reports).toEqual([{ text: ENGLISH }]);

  const spans = await database.rows(
    "select span_id, parent_id, kind, status, output #>> '{}' as output from trace_spans where trace_id = $1 order by span_id",
    [runId],
  );
  const guardrails = spans.filter(({ kind }) => kind === "guardrail");
  expect(guardrails.map(({ status, output }) => [status, output])).toEqual([
    ["corrected", expect.stringMatching(/^what the model would say is not said: no fact has the amount/)],
    ["said", expect.stringMatching(/^guardrail, said all the same: it is in English/)],
  ]);
  const phases = new Set(spans.filter(({ kind }) => kind === "span").map(({ span_id }) => span_id));
  for (const { parent_id } of guardrails) expect(phases).toContain(parent_id);
});
