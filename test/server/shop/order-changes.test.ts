import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as z from "zod";
import { mayStep } from "../../../src/core/agent/order-steps.ts";
import { ORDER_STATUSES, type OrderStatus } from "../../../src/core/agent/shop-words.ts";
import { ChangedOrder, OrderChange } from "../../../src/core/answers/order.ts";
import { DEFAULT_WORKSPACE, type OrderId } from "../../../src/core/ids.ts";
import { enqueueRequest, inbound, leaseOffer, newId, newWorkerId } from "../../support/inbound.ts";
import { createTestDatabase, type TestDatabase } from "../../support/test-database.ts";
import { openDoor } from "../open-door.ts";

/** The door by which people of the shop change orders, over a real database. Nothing is sent: the outbox is what the sender would take. */
let database: TestDatabase;
let door: ReturnType<typeof openDoor>;

beforeAll(async () => {
  database = await createTestDatabase();
  const { store, signIn, accessAdmin, templates } = database;
  door = openDoor({ parts: { store, signIn, accessAdmin, templates, newId } });
});
afterAll(() => database?.drop());

let people = 0;
interface Sale {
  readonly id: string;
  readonly conversationId: string;
}

async function sale(status: OrderStatus = "confirmed"): Promise<Sale> {
  const request = enqueueRequest(
    [inbound("hola", { phone: `57309${String(++people).padStart(7, "0")}` })],
    leaseOffer(newWorkerId()),
  );
  const { turns } = await database.store.mailbox.enqueue(request);
  const turn = turns[0];
  if (turn === undefined) throw new Error("no worker took the message");
  const { conversationId } = turn.lease;
  const id = newId();
  const parcel = ["sent", "delivered", "returned"].includes(status) ? ["Envía", "G-1"] : [null, null];
  await database.rows("update conversations set last_customer_message_at = recado_now() where id = $1", [
    conversationId,
  ]);
  await database.rows(
    `insert into orders (workspace_id, id, purchase_key, conversation_id, contact_id, run_id, source, status, stage, products,
       total, shipping_address, note, data, carrier, guide, created_at, updated_at)
     select 'default', $3::uuid, $3::text, c.id, c.contact_id, $2::uuid, 'customer', $4, 'NUEVO PEDIDO', '[]', 80000, 'Cra 5 # 1-2, Cali',
       null, '{}', $5, $6, recado_now(), recado_now() from conversations c where c.id = $1::uuid`,
    [conversationId, turn.run.id, id, status, ...parcel],
  );
  return { id, conversationId };
}

async function patch(id: string, body: object): Promise<{ status: number; body: unknown }> {
  const response = await door.api("PATCH", `/internal/agent/orders/${id}`, { actor: "ana", ...body });
  return { status: response.status, body: await response.json() };
}

async function change(id: string, body: object): Promise<ChangedOrder> {
  const answered = await patch(id, body);
  expect([answered.status, answered.body]).toEqual([200, expect.anything()]);
  return ChangedOrder.parse(answered.body);
}

/** What the customer of a sale is told, in order. */
async function told({ conversationId }: Sale): Promise<unknown[]> {
  const rows = await database.rows("select content from outbox_messages where conversation_id = $1 order by seq", [
    conversationId,
  ]);
  return rows.map(({ content }) => content);
}

const away = ({ conversationId }: Sale) =>
  database.rows(
    "update conversations set last_customer_message_at = recado_now() - interval '30 hours' where id = $1",
    [conversationId],
  );

const SENT = { status: "sent", carrier: "Interrapidísimo", guide: "2400 123" };

describe("an order moves", () => {
  const CELLS = ORDER_STATUSES.flatMap((from) => ORDER_STATUSES.map((to) => [from, to] as const)).filter(
    ([from, to]) => from !== to,
  );

  test.each(["owner", "operator"] as const)("as the table says for an %s, and no other way", async (role) => {
    const seen: Record<string, string> = {};
    const said: Record<string, string> = {};
    for (const [from, to] of CELLS) {
      const { id } = await sale(from);
      const request = { status: to, carrier: "Envía", guide: "G-1", notify: false, template: null, role, actor: "ana" };
      const keys = { idempotencyKey: null, argumentsHash: "x" };
      const result = await database.store.orders.change(
        DEFAULT_WORKSPACE,
        id as OrderId,
        { ...request, ...keys },
        newId,
      );
      const [row] = await database.rows("select status from orders where id = $1", [id]);
      expect(row?.["status"]).toBe(result.kind === "changed" ? to : from);
      seen[`${from} → ${to}`] =
        result.kind === "changed" ? "yes" : result.kind === "refused" && result.isOwnerOnly ? "owner_only" : "no";
      said[`${from} → ${to}`] = mayStep(from, to, role);
    }
    expect(seen).toEqual(said);
    expect(new Set(Object.values(seen))).toEqual(
      new Set(role === "owner" ? ["yes", "no"] : ["yes", "no", "owner_only"]),
    );
  });

  test("with the sentence that says what may follow", async () => {
    const { id } = await sale("pending");
    expect(await patch(id, { status: "delivered" })).toMatchObject({
      status: 422,
      body: {
        errors: [
          {
            field: "status",
            message: expect.stringMatching(/pending does not become delivered; next may be confirmed, cancelled/),
          },
        ],
      },
    });
    expect(await patch(newId(), { status: "packed" })).toMatchObject({ status: 404 });
    expect(await patch(id, { status: "lost" })).toMatchObject({ status: 422 });
    expect(await patch(id, { total: 1 })).toMatchObject({ status: 422 });
  });

  test("not without carrier and guide number, and not for one who saw it elsewhere", async () => {
    const { id } = await sale();
    expect(await patch(id, { status: "sent", carrier: "Envía" })).toMatchObject({
      status: 422,
      body: { errors: [{ field: "guide" }] },
    });
    await change(id, { status: "packed" });
    expect(await patch(id, { status: "cancelled", seenStatus: "confirmed" })).toMatchObject({
      status: 409,
      body: { code: "order_moved" },
    });
  });

  test("and its history says what each change was and whose, without the customer's words", async () => {
    const { id } = await sale();
    await change(id, { status: "packed" });
    await change(id, { address: "Calle secreta 9, Cali", note: "timbre dañado" });
    const { items } = z
      .object({ items: z.array(OrderChange) })
      .parse(await (await door.api("GET", `/internal/agent/orders/${id}/history`)).json());
    expect(items.map(({ changedBy, fields, becomes }) => [changedBy, fields, becomes["status"]])).toEqual([
      ["ana", ["address", "note"], "packed"],
      ["ana", ["status"], "packed"],
      ["agent", ["status"], "confirmed"],
    ]);
    expect(JSON.stringify(items)).not.toMatch(/secreta|timbre/);
  });
});

describe("a customer hears that an order was sent", () => {
  test("inside the window in words, once, however often the request comes", async () => {
    const sold = await sale();
    const request = { ...SENT, idempotencyKey: newId() };
    const answers = await Promise.all([1, 2, 3].map(() => change(sold.id, request)));
    expect(new Set(answers.map(({ notice }) => JSON.stringify(notice))).size).toBe(1);
    expect(answers[0]).toMatchObject({
      status: "sent",
      carrier: "Interrapidísimo",
      guide: "2400 123",
      notice: { kind: "queued", as: "text" },
    });
    expect(await told(sold)).toEqual([
      { type: "text", body: expect.stringMatching(/va en camino.*Interrapidísimo.*2400 123/s) },
    ]);
    expect(await patch(sold.id, { ...request, guide: "other" })).toMatchObject({
      status: 409,
      body: { code: "key_reused" },
    });
    expect((await change(sold.id, SENT)).notice).toBeNull();
  });

  test("outside the window by the shop's template, with name, carrier and guide", async () => {
    const sold = await sale();
    await away(sold);
    const [name, language, body] = ["pedido_enviado", "es_CO", "Hola {{1}}, su pedido va con {{2}}, guía {{3}}"];
    await database.templates.save(
      DEFAULT_WORKSPACE,
      { name, language, category: "utility", body, variables: 3 },
      "test",
    );
    expect((await change(sold.id, SENT)).notice).toMatchObject({ kind: "queued", as: "template" });
    expect(await told(sold)).toMatchObject([
      {
        type: "template",
        name,
        category: "utility",
        components: [{ parameters: [{}, { text: "Interrapidísimo" }, { text: "2400 123" }] }],
      },
    ]);
    await database.templates.remove(DEFAULT_WORKSPACE, name, language, "test");
  });

  test("not where no template can say it: then a person has a task", async () => {
    const sold = await sale();
    await away(sold);
    expect((await change(sold.id, SENT)).notice).toEqual({ kind: "none", reason: "no_template" });
    const tasks = await database.rows("select note, about ->> 'code' as code from tasks where conversation_id = $1", [
      sold.conversationId,
    ]);
    expect([await told(sold), tasks]).toEqual([[], [{ note: "Interrapidísimo 2400 123", code: "not_said" }]]);
  });

  test("not again for the same parcel that was taken back, but of another one", async () => {
    const sold = await sale();
    await change(sold.id, SENT);
    await change(sold.id, { status: "packed" });
    expect((await change(sold.id, { status: "sent" })).notice).toEqual({ kind: "none", reason: "told_before" });
    expect((await change(sold.id, { guide: "9999" })).notice).toMatchObject({ kind: "queued" });
    expect(await told(sold)).toHaveLength(2);
  });

  test("not when the shop says so, and not after the customer asked for silence", async () => {
    const [quiet, gone] = [await sale(), await sale()];
    expect((await change(quiet.id, { ...SENT, notify: false })).notice).toEqual({ kind: "none", reason: "not_asked" });
    await database.rows(
      `update contacts k set stopped_by_event_id = e.id, marketing_stopped_at = recado_now() from agent_events e, conversations c
       where c.id = $1 and k.id = c.contact_id and e.conversation_id = c.id`,
      [gone.conversationId],
    );
    await database.rows("update conversations set opted_out_seq = own_speech_seq where id = $1", [gone.conversationId]);
    expect((await change(gone.id, SENT)).notice).toEqual({ kind: "none", reason: "opted_out" });
    expect([await told(quiet), await told(gone)]).toEqual([[], []]);
  });

  test("of a cancellation where the shop says so, once, and by a person after 24 hours", async () => {
    const [silent, heard, late] = [await sale(), await sale(), await sale()];
    expect((await change(silent.id, { status: "cancelled" })).notice).toBeNull();
    const cancel = { status: "cancelled", notify: true };
    expect((await change(heard.id, cancel)).notice).toMatchObject({ kind: "queued", as: "text" });
    expect((await change(heard.id, cancel)).notice).toBeNull();
    await away(late);
    expect((await change(late.id, cancel)).notice).toEqual({ kind: "none", reason: "no_template" });
    const said = [await told(silent), await told(heard), await told(late)];
    expect(said.map((each) => each.length)).toEqual([0, 1, 0]);
    const tasks = await database.rows("select note from tasks where conversation_id = $1", [late.conversationId]);
    expect(tasks).toEqual([{ note: expect.stringContaining("quedó cancelado") }]);
  });

  test("no guide number that a spreadsheet rounded", async () => {
    const sold = await sale();
    const refused = await patch(sold.id, { ...SENT, guide: "2,20001E+11" });
    expect([refused.status, await told(sold)]).toEqual([422, []]);
  });

  test("wholly or not at all: what fails behind the message leaves the order where it was", async () => {
    const sold = await sale();
    const request = { ...SENT, idempotencyKey: newId() };
    await database.rows("alter table order_requests add constraint broken check (false) not valid");
    expect((await patch(sold.id, request)).status).toBeGreaterThanOrEqual(500);
    expect(await told(sold)).toEqual([]);
    expect(await database.store.orders.find(DEFAULT_WORKSPACE, sold.id as OrderId)).toMatchObject({
      status: "confirmed",
      guide: null,
    });
    await database.rows("alter table order_requests drop constraint broken");
    await change(sold.id, request);
    expect(await told(sold)).toHaveLength(1);
  });
});
