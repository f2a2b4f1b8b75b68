import { afterAll, beforeAll, expect, test } from "vitest";
import type { StoredMoney } from "../../../src/core/answers/money.ts";
import { DEFAULT_WORKSPACE } from "../../../src/core/ids.ts";
import { enqueueRequest, inbound, leaseOffer, newId, newWorkerId } from "../../support/inbound.ts";
import { createTestDatabase, type TestDatabase } from "../../support/test-database.ts";

/** What a shop sold, in days by its own clock. */
let database: TestDatabase;
let sold = 0;

interface Sale {
  /** Local time of Bogotá. */
  readonly at: string;
  readonly total: number;
  readonly status?: string;
  readonly city?: string;
  readonly source?: string;
}

beforeAll(async () => {
  database = await createTestDatabase();
  await sell({ at: "2026-11-01T23:30", total: 50_000, city: "Bogotá" });
  await sell({ at: "2026-11-02T09:00", total: 80_000, city: "Cali" });
  await sell({ at: "2026-11-02T23:30", total: 90_000, city: "CALI", status: "sent" });
  await sell({ at: "2026-11-03T10:00", total: 30_000, city: "Medellín", status: "pending", source: "timer_sinpack" });
  await sell({ at: "2026-11-03T11:00", total: 999_000, status: "cancelled" });
  await sell({ at: "2026-11-03T12:00", total: 999_000, status: "returned" });
});
afterAll(() => database?.drop());

async function sell({ at, total, status = "confirmed", city = "", source = "customer" }: Sale): Promise<void> {
  const phone = `57309110${String(++sold).padStart(4, "0")}`;
  const { turns } = await database.store.mailbox.enqueue(
    enqueueRequest([inbound("hola", { phone })], leaseOffer(newWorkerId())),
  );
  const turn = turns[0];
  if (turn === undefined) throw new Error("no worker took the message");
  await database.rows(
    `insert into orders (workspace_id, id, purchase_key, conversation_id, contact_id, run_id, source, status, stage, products,
       total, shipping_address, data, carrier, guide, created_at, updated_at)
     select 'default', $3::uuid, $3::text, c.id, c.contact_id, $2::uuid, $4, $5, 'x',
       jsonb_build_array(jsonb_build_object('name', 'Frasco', 'qty', 1, 'unitPrice', $6::int)), $6::int, 'Calle 1',
       jsonb_build_object('ciudad', $7::text), 'Envía', '7', $8::timestamp at time zone 'America/Bogota', recado_now()
     from conversations c where c.id = $1`,
    [turn.lease.conversationId, turn.run.id, newId(), source, status, total, city, at],
  );
}

interface Stood {
  readonly at: string;
  readonly mode: string;
  /** Statuses of its orders, the oldest first. */
  readonly statuses: readonly string[];
}

/** A session that began then, and where it stands; its conversation. */
async function inStage({ at, mode, statuses }: Stood): Promise<string> {
  const phone = `57309120${String(++sold).padStart(4, "0")}`;
  const { turns } = await database.store.mailbox.enqueue(
    enqueueRequest([inbound("hola", { phone })], leaseOffer(newWorkerId())),
  );
  const turn = turns[0];
  if (turn === undefined) throw new Error("no worker took the message");
  const conversation = turn.lease.conversationId;
  const session = newId();
  await database.rows(
    `insert into agent_sessions (workspace_id, id, conversation_id, contact_id, agent_id, status, current_mode, created_at)
     select 'default', $2::uuid, c.id, c.contact_id, 'somnio', 'active', $3, $4::timestamp at time zone 'America/Bogota'
     from conversations c where c.id = $1`,
    [conversation, session, mode, at],
  );
  for (const [minute, status] of statuses.entries()) {
    await database.rows(
      `insert into orders (workspace_id, id, purchase_key, conversation_id, contact_id, session_id, run_id, source, status, stage,
         products, total, shipping_address, data, carrier, guide, created_at, updated_at)
       select 'default', $3::uuid, $3::text, c.id, c.contact_id, $4::uuid, $2::uuid, 'customer', $5, 'x', '[]', 1, 'Calle 1', '{}',
         'Envía', '7', $6::timestamp at time zone 'America/Bogota' + make_interval(mins => $7::int), recado_now()
       from conversations c where c.id = $1`,
      [conversation, turn.run.id, newId(), session, status, at, minute],
    );
  }
  return conversation;
}

const money = (from: string, to: string): Promise<StoredMoney> =>
  database.store.insights.money(DEFAULT_WORKSPACE, { from, to });

test("pesos are summed by the shop's own days; cancelled and returned orders are none", async () => {
  const { total, before, days, pending } = await money("2026-11-02", "2026-11-03");
  expect(total).toEqual({ sales: 200_000, orders: 3, priced: 3 });
  expect(days).toEqual([
    { day: "2026-11-02", sales: 170_000, orders: 2 },
    { day: "2026-11-03", sales: 30_000, orders: 1 },
  ]);
  expect(before).toEqual({ sales: 50_000, orders: 1 });
  expect(pending).toEqual({ sales: 30_000, orders: 1 });
});

test("products, cities whatever their capitals, and what a timer brought back", async () => {
  const { products, cities, recovered } = await money("2026-11-02", "2026-11-03");
  expect(products).toEqual([{ name: "Frasco", qty: 3, sales: 200_000 }]);
  expect(cities.map(({ sales, orders }) => [sales, orders])).toEqual([
    [170_000, 2],
    [30_000, 1],
  ]);
  expect(recovered).toEqual({ sales: 30_000, orders: 1 });
});

test("a sale whose order fell through stands in the funnel as that, and a new order of the same session counts again", async () => {
  await database.rows("delete from orders where created_at < '2026-11-01'");
  const stages = async () => {
    const { funnel } = await money("2026-10-05", "2026-10-05");
    return Object.fromEntries(funnel.map(({ mode, sessions }) => [mode, sessions]));
  };
  const kept = await inStage({ at: "2026-10-05T09:00", mode: "confirmado", statuses: ["confirmed"] });
  const fell = await inStage({ at: "2026-10-05T10:00", mode: "confirmado", statuses: ["cancelled"] });
  await inStage({ at: "2026-10-05T11:00", mode: "confirmado", statuses: ["cancelled", "confirmed"] });
  await inStage({ at: "2026-10-05T12:00", mode: "confirmado", statuses: ["returned"] });
  await inStage({ at: "2026-10-05T13:00", mode: "resumen", statuses: [] });
  expect(await stages()).toEqual({ confirmado: 2, order_cancelled: 1, order_returned: 1, resumen: 1 });
  const { funnel } = await money("2026-10-05", "2026-10-05");
  expect(funnel.find(({ mode }) => mode === "order_cancelled")?.conversations.map(({ id }) => id)).toEqual([fell]);
  expect(funnel.find(({ mode }) => mode === "confirmado")?.conversations.map(({ id }) => id)).toContain(kept);
});

test("what WhatsApp bills is counted: approved templates that left, by category, and replies beyond the free ones", async () => {
  const [{ id }] = (await database.rows("select id::text from conversations order by id limit 1")) as [{ id: string }];
  const template = (category: string) => ({
    type: "template",
    name: "guia",
    language: "es_CO",
    category,
    components: [],
  });
  const left = [
    { content: { type: "text", body: "uno" }, status: "accepted", price: ["regular", "service", true] },
    { content: { type: "text", body: "dos" }, status: "accepted", price: ["free_customer_service", "service", false] },
    { content: { type: "text", body: "tres" }, status: "accepted", price: null },
    { content: template("utility"), status: "accepted", price: ["regular", "utility", true] },
    { content: template("marketing"), status: "accepted", price: null },
    { content: template("marketing"), status: "failed", price: null },
    {
      content: { type: "text", body: "ayer" },
      status: "accepted",
      price: ["regular", "service", true],
      at: "2026-11-01T23:59",
    },
  ];
  for (const [place, { content, status, price, at = "2026-11-02T00:00" }] of left.entries()) {
    await database.rows(
      `insert into outbox_messages (workspace_id, id, conversation_id, run_id, seq, idempotency_key, content, recipient, status, on_doubt,
         inbound_seq, created_at, price_type, price_category, price_billable)
       select 'default', $2::uuid, c.id, (select r.id from agent_runs r where r.conversation_id = c.id limit 1), 100 + $3::int, $2::text,
         $4::jsonb, '{"phone": "573091100001", "bsuid": null}', $5, 'resend', 1, $6::timestamp at time zone 'America/Bogota', $7, $8, $9
       from conversations c where c.id = $1::uuid`,
      [
        id,
        newId(),
        place,
        JSON.stringify(content),
        status,
        at,
        price?.[0] ?? null,
        price?.[1] ?? null,
        price?.[2] ?? null,
      ],
    );
  }
  const { billedReplies, templates } = await money("2026-11-02", "2026-11-03");
  expect(billedReplies).toBe(1);
  expect(templates).toEqual({ marketing: 1, utility: 1, authentication: 0 });
});

test("an empty range has a line for each day and nothing else", async () => {
  const empty = await money("2020-01-01", "2020-01-02");
  expect(empty).toMatchObject({ total: { sales: 0, orders: 0 }, products: [], cities: [], funnel: [], hours: [] });
  expect(empty.days).toHaveLength(2);
});
