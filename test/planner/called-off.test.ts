import { afterAll, beforeAll, expect, test } from "vitest";
import { createScriptedModel } from "../../src/models/scripted-model.ts";
import { definePlanner } from "../../src/planner/define-planner.ts";
import { openModelGate } from "../support/model-gate.ts";
import { violations } from "../support/oracle.ts";
import { eventually, openShop, recordingChannel, registryOf } from "../support/shop.ts";
import { createTestDatabase, type TestDatabase } from "../support/test-database.ts";
import { PLANNER, PLANNER_OPTIONS, partOf, step } from "./planner-models.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const agents = registryOf(definePlanner({ ...PLANNER_OPTIONS, id: "somnio", tools: {}, texts: PLANNER.texts }));

test("/cancel while a task is worked on: that task ends, no other begins, and the run says who called it off", async () => {
  let isWorking = false;
  let goOn = () => {};
  const model = createScriptedModel(async (request) => {
    if (partOf(request) === "plan") return { json: { tasks: [step("a"), step("b")] } };
    isWorking = true;
    await new Promise<void>((resolve) => {
      goOn = resolve;
    });
    return "La parte a salió.";
  });
  const { channel, texts } = recordingChannel();
  const modelGate = openModelGate(database.store, model, { settings: { tokenLimit: 1_000_000 } });
  const shop = openShop(database.store, { channel, agents, modelGate }, { pollMs: 100 });
  shop.worker.start();
  const phone = "573899999999";
  const { runId } = await shop.says("revise la bodega", { phone });
  await eventually("the plan is told, and the first task is worked on", () => isWorking && texts().length === 1);
  await shop.says("/cancel", { phone });
  goOn();
  await eventually("all runs are over", async () =>
    (await database.rows("select status from agent_runs")).every(({ status }) => status === "completed"),
  );
  await eventually("the customer hears that it was called off", () => texts().some((text) => text.includes("cancelé")));
  await shop.worker.stop(1_000);
  const [run] = await database.rows("select outcome, stopped from agent_runs where id = $1", [runId]);
  expect(run).toEqual({ outcome: "cancelled", stopped: "cancelled_by_customer" });
  expect(texts().join("\n")).not.toContain("[x] mirar la parte b");
  expect(model.requests).toHaveLength(2);
  expect(await violations(database, { when: "any time" })).toEqual([]);
});
