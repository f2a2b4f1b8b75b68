/** How a plan stands while a call of it waits for a yes, and after a no: nothing that was not done counts as done. */
import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod";
import { DEFAULT_WORKSPACE, type RunId } from "../../src/core/ids.ts";
import { createScriptedModel } from "../../src/models/scripted-model.ts";
import { definePlanner } from "../../src/planner/define-planner.ts";
import { defineTool } from "../../src/tools/define-tool.ts";
import { createShopTools } from "../../src/tools/shop-tools.ts";
import { openModelGate } from "../support/model-gate.ts";
import { eventually, openShop, recordingChannel, registryOf } from "../support/shop.ts";
import { createTestDatabase, type TestDatabase } from "../support/test-database.ts";
import { PLANNER, PLANNER_OPTIONS, partOf, step } from "./planner-models.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const agents = registryOf(
  definePlanner({ ...PLANNER_OPTIONS, id: "somnio", tools: { shop: ["pay.order"] }, texts: PLANNER.texts }),
);

/** A plan whose last task pays, which needs a yes. */
function payingShop(tasks: readonly unknown[]) {
  const paid: string[] = [];
  const pay = defineTool({
    ...{ name: "pay.order", risk: "high", module: "external", permissions: [], reversible: false, effect: "external" },
    description: "Pays.",
    input: z.strictObject({ order: z.string() }),
    output: z.strictObject({}),
    run({ order }) {
      paid.push(order);
      return { kind: "ok", output: {} };
    },
  });
  const tools = createShopTools({ tools: [pay] });
  const model = createScriptedModel((request) => {
    if (partOf(request) === "plan") return { json: { tasks } };
    if (partOf(request) === "synthesis") return "Todo salió.";
    const said = JSON.stringify(request.messages);
    if (said.includes("tool_result") || !said.includes("Your task: mirar la parte pago")) return "Esa parte salió.";
    return { calls: [{ name: "pay_order", input: { order: "7" } }] };
  });
  const { channel } = recordingChannel();
  const modelGate = openModelGate(database.store, model, { tools, settings: { tokenLimit: 1_000_000 } });
  return { paid, shop: openShop(database.store, { channel, tools, agents, modelGate }, { pollMs: 100 }) };
}

const planOf = async (runId: string) => {
  const { items } = await database.store.runs.plans(DEFAULT_WORKSPACE, { limit: 50 });
  const plan = items.find(({ id }) => id === runId);
  return { ...plan, tasks: plan?.tasks.map(({ status, result }) => [status, result]) };
};

/** Requirement Q12: the run as traces and spans, by the names of the conventions, with no second store. */
async function expectSpans(runId: string, phone: string): Promise<void> {
  const [trace] = await database.rows("select phone, wa_message_id, status from traces where trace_id = $1", [runId]);
  expect(trace).toEqual({ phone, wa_message_id: expect.any(String), status: "completed" });
  const spans = await database.rows("select kind, name, status, metadata from trace_spans where trace_id = $1", [
    runId,
  ]);
  const ofKind = (kind: string) => spans.filter((span) => span["kind"] === kind);
  // The try that found out that a yes is needed, and the call itself.
  expect(new Set(ofKind("tool").map(({ name, status }) => `${name} ${status}`))).toEqual(
    new Set(["pay.order blocked", "pay.order ok"]),
  );
  for (const { metadata } of ofKind("tool")) expect(metadata).toHaveProperty(["gen_ai.tool.call.id"]);
  expect(ofKind("span").length).toBeGreaterThan(5);
  for (const { metadata } of ofKind("generation")) expect(metadata).toHaveProperty(["gen_ai.request.model"]);
  expect(ofKind("generation").length).toBeGreaterThan(1);
}

const PHONES = { deny: 1, expire: 2, cancel: 3, approve: 4 };
const PLANS = [
  { name: "one task", tasks: [step("pago")], before: [], phone: "57387777821", behind: false },
  {
    ...{ name: "two tasks", tasks: [step("a"), step("pago", ["a"])], phone: "57387777822" },
    ...{ before: [["done", "Esa parte salió."]], behind: false },
  },
  {
    ...{ name: "another task behind it", tasks: [step("pago"), step("b", ["pago"])], phone: "57387777823" },
    ...{ before: [], behind: true },
  },
];

test.each(PLANS.flatMap((plan) => (["deny", "expire", "cancel", "approve"] as const).map((end) => ({ ...plan, end }))))(
  "a plan of $name, whose call waits and then: $end",
  async ({ tasks, before, behind, phone, end }) => {
    const { shop, paid } = payingShop(tasks);
    shop.worker.start();
    const { runId } = await shop.says("pague el pedido", { phone: `${phone}${PHONES[end]}` });
    await eventually("the call waits for a yes", async () => (await planOf(runId)).status === "waiting_user");
    const pending = behind ? [["pending", null]] : [];
    expect(await planOf(runId)).toMatchObject({ endedBy: null, tasks: [...before, ["in_progress", null], ...pending] });

    if (end === "expire") await database.advance(121_000);
    else if (end === "cancel") await database.store.runs.cancel(DEFAULT_WORKSPACE, runId as RunId, "ana");
    else {
      await database.store.confirmations.decide({
        ...{ workspaceId: DEFAULT_WORKSPACE, of: { runId: runId as RunId }, decision: end, note: null },
        ...{ actor: "ana", identity: "ana" },
      });
    }
    await eventually("the plan is over", async () => (await planOf(runId)).endedAt != null);
    await shop.worker.stop(1_000);
    const after = await planOf(runId);
    if (end === "approve") {
      expect(after).toMatchObject({ status: "completed", endedBy: "all_done" });
      expect([after.tasks?.map(([status]) => status), paid]).toEqual([tasks.map(() => "done"), ["7"]]);
      await expectSpans(runId, `${phone}${PHONES[end]}`);
      return;
    }
    const dropped = [["dropped", null], ...(behind ? [["dropped", null]] : [])];
    expect([after.status, after.tasks, paid]).toEqual([
      end === "cancel" ? "cancelled" : "failed",
      [...before, ...dropped],
      [],
    ]);
    expect(after.endedBy).toBe({ deny: "declined", expire: "expired", cancel: "cancelled_by_operator" }[end]);
  },
);
