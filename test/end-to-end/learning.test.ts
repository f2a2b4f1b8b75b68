import { afterAll, beforeAll, expect, test } from "vitest";
import { somnioFlow } from "../../src/agents/somnio/somnio-flow.ts";
import { createScriptedModel } from "../../src/models/scripted-model.ts";
import { readApi } from "../support/recado-process.ts";
import { eventually } from "../support/shop.ts";
import { openSomnioShop, type SomnioShop } from "../support/somnio-shop.ts";
import { detected } from "../support/turn-model.ts";

/** The whole of it in a real process: a customer is answered by the rules, and a model says afterwards that they were wrong. */
const model = createScriptedModel((request) => {
  if (!JSON.stringify(request.messages).includes("cuánto vale")) throw new Error("asked about something else");
  return detected("envio", 97);
});

let shop: SomnioShop;
beforeAll(async () => {
  shop = await openSomnioShop({ RECADO_AUDIT_PERCENT: "100" }, { model });
});
afterAll(() => shop?.close());

const samples = () => shop.database.rows("select * from nlu_samples");
const metrics = async () => (await fetch(`${shop.url}/metrics`)).text();

test("an answer that no model was asked for is copied, audited in the background, and counted", async () => {
  const customer = shop.customer();
  await customer.says("¿cuánto vale?");
  expect(customer.heard().join(" ")).toContain("$");
  expect(model.requests).toHaveLength(0);
  const [row] = await shop.database.rows("select id from agent_runs");
  const run = await readApi(shop.url, `/internal/agent/runs/${row?.["id"]}`);
  expect(run.body).toMatchObject({
    decision: {
      intentInfo: {
        intent: "precio",
        confidence: expect.any(Number),
        alternatives: expect.any(Array),
        engine: expect.stringMatching(/rules|linear|context/),
        isSettled: true,
      },
    },
  });

  // Whatever comes back to life does its rounds at once.
  await shop.sleeps(60);
  await eventually("the decision is copied", async () => (await samples()).length === 1);
  expect(await samples()).toMatchObject([{ local_model: somnioFlow.localModel, text: null }]);
  expect(somnioFlow.localModel).toMatch(/^[0-9a-f]{8,}$/);
  expect(await samples()).toMatchObject([{ agent_id: "somnio", is_settled: true, is_audited: true, text: null }]);
  await eventually("it is counted", async () => /nlu_decisions_total\{.*settled="true"\} 1/.test(await metrics()));

  await shop.sleeps(60);
  await eventually("it is audited", async () => (await samples())[0]?.["label"] !== null);
  expect(await samples()).toMatchObject([
    { label: "envio", labelled_by: expect.stringMatching(/^model:./), is_right: false, text: null },
  ]);
  expect(model.requests).toHaveLength(1);
  expect(await metrics()).toMatch(/recado_nlu_audited_precision\{agent="somnio",local_model=".+"\} 0\n/);
  // The customer heard nothing of it.
  expect(customer.heard()).toEqual([]);
});

test("once audits have stopped its own answers, every worker asks the model about everything", async () => {
  const asked = model.requests.length;
  const [{ local_model: localModel } = {}] = await samples();
  await shop.database.rows(
    `insert into nlu_stops (workspace_id, agent_id, local_model, audited, correct, stopped_at)
     values ('default', 'somnio', $1, 40, 20, recado_now())`,
    [localModel],
  );
  await shop.sleeps(0);
  const customer = shop.customer();
  await customer.says("¿cuánto vale?");
  expect(model.requests).toHaveLength(asked + 1);
  const decisions =
    "select output_snapshot -> 'decision' -> 'intentInfo' ->> 'engine' as engine from agent_steps where name = 'plan'";
  expect(await shop.database.rows(`${decisions} order by started_at desc limit 1`)).toEqual([{ engine: "model" }]);
  expect(await metrics()).toContain("recado_nlu_local_answers_stopped{");
});
