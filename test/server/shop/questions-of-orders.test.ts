import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as z from "zod";
import { Confirmation } from "../../../src/core/answers/desk/confirmation.ts";
import { DEFAULT_WORKSPACE } from "../../../src/core/ids.ts";
import { defineTool } from "../../../src/tools/define-tool.ts";
import { createShopTools } from "../../../src/tools/shop-tools.ts";
import { newId } from "../../support/inbound.ts";
import { readsOf } from "../../support/reads.ts";
import { eventually, openShop, recordingChannel, type Shop } from "../../support/shop.ts";
import { createTestDatabase, type TestDatabase } from "../../support/test-database.ts";
import { openDoor } from "../open-door.ts";

/** What becomes of a question about an order when a person of the shop cancels that order meanwhile. */
let database: TestDatabase;
let shop: Shop;
let refunds = 0;
const { runOf, ended } = readsOf(() => database);

const refund = defineTool({
  ...{ module: "external", risk: "high", permissions: [], reversible: false, effect: "external" },
  name: "external.refund",
  description: "Gives a customer their money back.",
  input: z.strictObject({ orderId: z.string() }),
  output: z.strictObject({ isDone: z.boolean() }),
  question: ({ orderId }) => `¿Devuelvo el dinero del pedido ${orderId}?`,
  run: () => {
    refunds += 1;
    return { kind: "ok", output: { isDone: true } };
  },
});

beforeAll(async () => {
  database = await createTestDatabase();
  const tools = createShopTools({ tools: [refund] });
  shop = openShop(database.store, { channel: recordingChannel().channel, tools }, { pollMs: 100 });
  shop.worker.start();
  for (const userId of ["ana", "luis"]) {
    await database.accessAdmin.putMember(DEFAULT_WORKSPACE, { userId, role: "operator", name: userId }, "the owner");
  }
});
afterAll(async () => {
  await shop.worker.stop(500);
  await database.drop();
});

async function ask(by: string, method: string, path: string, body?: object) {
  const { store, signIn, accessAdmin, templates } = database;
  const { app } = openDoor({ parts: { store, signIn, accessAdmin, templates, newId } });
  const holder = { name: "laptop", holder: { userId: by }, scopes: null, lifeDays: null, by: "the owner" };
  const token = (await database.accessAdmin.createToken(DEFAULT_WORKSPACE, holder))?.token ?? "";
  return app.request(`/internal/agent/${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}

let people = 0;
async function sale() {
  people += 1;
  const said = await shop.says("hola", { phone: `57306888${String(people).padStart(4, "0")}` });
  await ended(said.runId);
  const orderId = newId();
  await database.rows(
    `insert into orders (workspace_id, id, purchase_key, conversation_id, contact_id, run_id, source, status, stage, products,
       total, shipping_address, data, created_at, updated_at)
     select 'default', $3::uuid, 'purchase of ' || $3, c.id, c.contact_id, $2::uuid, 'customer', 'confirmed', 'x', '[]', 80000,
       'Cra 5 # 1-2, Cali', '{}', recado_now(), recado_now() from conversations c where c.id = $1::uuid`,
    [said.conversationId, said.runId, orderId],
  );
  return { orderId, conversationId: said.conversationId };
}

async function asks(conversationId: string, tool: string, input: object): Promise<string> {
  const command = { tool, input, idempotencyKey: newId() };
  const response = await ask("ana", "POST", `conversations/${conversationId}/tools`, command);
  const { runId } = z.object({ runId: z.string() }).parse(await response.json());
  await eventually("it asks", async () => (await runOf(runId)).status === "waiting_confirmation");
  return runId;
}

const cancel = async (orderId: string) =>
  expect((await ask("luis", "PATCH", `orders/${orderId}`, { status: "cancelled", notify: false })).status).toBe(200);
const pending = async () =>
  z
    .object({ items: z.array(Confirmation) })
    .parse(await (await ask("luis", "GET", "confirmations?status=pending")).json()).items;
const questionOf = async (runId: string) => {
  const [row] = await database.rows("select status, note, decided_by from confirmations where run_id = $1", [runId]);
  return row;
};

describe("once its order is cancelled", () => {
  test("a question that would change it is closed and says why, its run is over, and a yes comes too late", async () => {
    const { orderId, conversationId } = await sale();
    const runId = await asks(conversationId, "crm.order.delete", { orderId, reason: "pidió cancelar" });
    await cancel(orderId);
    expect(await questionOf(runId)).toEqual({
      ...{ status: "cancelled", note: "the order was cancelled", decided_by: "luis" },
    });
    expect(await runOf(runId)).toMatchObject({ status: "completed", outcome: "cancelled" });
    expect(await pending()).toEqual([]);
    const late = await ask("luis", "POST", `runs/${runId}/confirm`, { decision: "approve", actor: "luis" });
    expect([late.status, await late.json()]).toEqual([
      409,
      expect.objectContaining({
        code: "confirmation_decided",
        detail: expect.stringContaining("because the order was cancelled"),
      }),
    ]);
    expect(await database.rows("select deleted_at from orders where id = $1", [orderId])).toEqual([
      { deleted_at: null },
    ]);
  });

  test("a question to the customer about the same purchase is closed too, and one about another order waits on", async () => {
    const [one, other] = [await sale(), await sale()];
    const kept = await asks(other.conversationId, "crm.order.delete", { orderId: other.orderId, reason: "x" });
    await database.rows(
      `insert into confirmations (workspace_id, id, run_id, conversation_id, contact_id, call_id, tool, risk, input,
         arguments_hash, agent_id, agent_version, rule, reason, audience, question, created_at, expires_at)
       select 'default', gen_random_uuid(), o.run_id, o.conversation_id, o.contact_id, 'c', 'cancel_order', 'high',
         jsonb_build_object('purchaseKey', o.purchase_key), 'h', 'somnio', '1', 'their_own', 'r', 'customer', 'q', recado_now(),
         recado_now() + interval '1 day'
       from orders o where o.id = $1::uuid`,
      [one.orderId],
    );
    await cancel(one.orderId);
    expect(
      await database.rows("select status, note from confirmations where conversation_id = $1", [one.conversationId]),
    ).toEqual([{ status: "cancelled", note: "the order was cancelled" }]);
    expect((await pending()).map((item) => item.runId)).toEqual([kept]);
    await cancel(other.orderId);
  });

  test("a question of the shop's own tool waits on: the answer says that the order is cancelled, and a person decides", async () => {
    const { orderId, conversationId } = await sale();
    const runId = await asks(conversationId, "external.refund", { orderId });
    await cancel(orderId);
    expect(await pending()).toMatchObject([{ runId, order: { status: "cancelled" } }]);
    expect((await ask("luis", "POST", `runs/${runId}/confirm`, { decision: "approve", actor: "luis" })).status).toBe(
      200,
    );
    await ended(runId);
    expect(refunds).toBe(1);
  });
});
