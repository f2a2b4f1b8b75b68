import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ordersAsCsv } from "../../../src/cli/manage/orders/orders-csv.ts";
import { DEFAULT_WORKSPACE, type OrderId, type WorkspaceId } from "../../../src/core/ids.ts";
import type { OrderFilter } from "../../../src/core/ports/orders.ts";
import { enqueueRequest, inbound, leaseOffer, newId, newWorkerId } from "../../support/inbound.ts";
import { runCommand } from "../../support/run-command.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { createTestDatabase, type TestDatabase } from "../../support/test-database.ts";

let database: TestDatabase;
const ids: string[] = [];

interface Sold {
  readonly name: string;
  readonly phone: string;
  readonly address: string;
  readonly day: number;
  readonly status?: string;
  readonly note?: string;
}

const SOLD: readonly Sold[] = [
  { name: "Óscar Muñoz", phone: "573000000001", address: "Cra 5 # 1-2, Cali, Valle", day: 1 },
  { name: "Ana Ruiz", phone: "573000000002", address: "Calle 9 # 3-4, Bogotá", day: 2, status: "pending" },
  { name: "Luz", phone: "573000000003", address: "Cra 7, Calima, Valle", day: 3, note: "=1+1, urgente" },
];

beforeAll(async () => {
  database = await createTestDatabase();
  for (const sold of SOLD) await sell(sold);
});
afterAll(() => database?.drop());

async function sell({ name, phone, address, day, status = "confirmed", note }: Sold): Promise<void> {
  const request = enqueueRequest([inbound("hola", { phone })], leaseOffer(newWorkerId()));
  const { turns } = await database.store.mailbox.enqueue(request);
  const turn = turns[0];
  if (turn === undefined) throw new Error("nobody took the message");
  const id = newId();
  ids.push(id);
  await database.rows(
    `with named as (update contacts k set profile = jsonb_build_object('name', $4::text)
       from conversations c where c.id = $1 and k.id = c.contact_id returning k.id)
     insert into orders (workspace_id, id, purchase_key, conversation_id, contact_id, run_id, source, status, stage, products,
       total, shipping_address, note, data, created_at, updated_at)
     select 'default', $3::uuid, $3::text, $1::uuid, named.id, $2::uuid, 'customer', $5, 'NUEVO PEDIDO',
       '[{"name": "Frasco de melatonina", "qty": 2, "unitPrice": 40000}]', 80000, $6, $7, '{}',
       '2026-11-01T12:00:00Z'::timestamptz + $8::int * interval '1 day', recado_now() from named`,
    [turn.lease.conversationId, turn.run.id, id, name, status, address, note ?? null, day],
  );
}

/** So many newer orders of the first customer. */
async function more(orders: number): Promise<void> {
  const made = Array.from({ length: orders }, newId);
  await database.rows(
    `insert into orders (workspace_id, id, purchase_key, conversation_id, contact_id, run_id, source, status, stage, products,
       total, shipping_address, data, created_at, updated_at)
     select o.workspace_id, n.id, n.id::text, o.conversation_id, o.contact_id, o.run_id, 'customer', 'confirmed', 'MUCHOS', '[]',
       50000, 'Calle 2', '{}', '2026-11-05T12:00:00Z', recado_now()
     from orders o cross join unnest($2::uuid[]) as n (id) where o.id = $1`,
    [ids[0], made],
  );
}

async function names(filter: Partial<OrderFilter>): Promise<(string | null)[]> {
  const page = await database.store.orders.list(DEFAULT_WORKSPACE, { limit: 10, ...filter });
  return page.items.map(({ contactName }) => contactName);
}

describe("orders of a shop", () => {
  test("come newest first, page by page, each with what is needed to ship it", async () => {
    const first = await database.store.orders.list(DEFAULT_WORKSPACE, { limit: 2 });
    expect(first.items.map(({ contactName }) => contactName)).toEqual(["Luz", "Ana Ruiz"]);
    const rest = await database.store.orders.list(DEFAULT_WORKSPACE, { limit: 2, cursor: first.nextCursor ?? "" });
    expect(rest.nextCursor).toBeNull();
    expect(rest.items).toMatchObject([
      { contactName: "Óscar Muñoz", phone: "573000000001", shippingAddress: "Cra 5 # 1-2, Cali, Valle", total: 80_000 },
    ]);
  });

  test.each([
    ["a name without accents", "oscar munoz", ["Óscar Muñoz"]],
    ["an accent written in two characters", "o\u0301scar", ["Óscar Muñoz"]],
    ["part of a phone", "0000002", ["Ana Ruiz"]],
    ["words of different fields", "melatonina bogota", ["Ana Ruiz"]],
    ["a sign that a pattern would read", "100%", []],
  ])("are found by %s", async (_, q, found) => {
    expect(await names({ q })).toEqual(found);
  });

  test("are found by what was paid, however many came after them", async () => {
    await database.rows("update orders set total = 129900 where id = $1", [ids[0]]);
    // Three hundred newer ones stand before it.
    await more(320);
    for (const q of ["129900", "129.900", "$ 129,900", "$129.900", "129.900,00"])
      expect(await names({ q })).toEqual(["Óscar Muñoz"]);
    expect(await names({ q: "129.901" })).toEqual([]);
    expect(await names({ q: "129900", status: "pending" })).toEqual([]);
    // In Brazil the same number is R$ 1.299,00.
    await database.rows("update workspace_agent_config set locale = 'pt-BR'");
    for (const q of ["1.299,00", "R$ 1.299,00", "1299,00", "1299.00", "1.299", "R$ 1299"])
      expect(await names({ q })).toEqual(["Óscar Muñoz"]);
    expect(await names({ q: "12,99" })).toEqual([]);
    await database.rows("update orders set total = 1250 where id = $1", [ids[0]]);
    for (const q of ["12,50", "R$ 12.50", "$12,50"]) expect(await names({ q })).toEqual(["Óscar Muñoz"]);
    await database.rows("update workspace_agent_config set locale = 'es-CO'");
    await database.rows("delete from orders where stage = 'MUCHOS'");
    await database.rows("update orders set total = 80000 where id = $1", [ids[0]]);
  });

  test("of a city are those whose address has its whole name", async () => {
    expect(await names({ city: "cali" })).toEqual(["Óscar Muñoz"]);
    expect(await names({ city: "BOGOTA" })).toEqual(["Ana Ruiz"]);
  });

  test("are narrowed by status and by time, the end left out", async () => {
    expect(await names({ status: "pending" })).toEqual(["Ana Ruiz"]);
    const span = { from: new Date("2026-11-02T12:00:00Z"), to: new Date("2026-11-03T12:00:00Z") };
    expect(await names(span)).toEqual(["Óscar Muñoz"]);
  });

  test("are read by id, and never from another workspace", async () => {
    const id = ids[0] as OrderId;
    expect(await database.store.orders.find(DEFAULT_WORKSPACE, id)).toMatchObject({ contactName: "Óscar Muñoz" });
    expect(await database.store.orders.find("other" as WorkspaceId, id)).toBeNull();
  });

  test("go to a spreadsheet that reads no customer's words as a formula", async () => {
    const { items } = await database.store.orders.list(DEFAULT_WORKSPACE, { limit: 1 });
    expect(ordersAsCsv(items).split("\r\n")).toEqual([
      "order,made_at,status,stage,customer,phone,address,products,total,note,carrier,guide",
      `${ids[2]},2026-11-04T12:00:00.000Z,confirmed,NUEVO PEDIDO,Luz,573000000003,"Cra 7, Calima, Valle",2 × Frasco de melatonina,80000,"'=1+1, urgente",,`,
    ]);
  });

  test("a cell that a spreadsheet of another country splits begins no formula in the middle", async () => {
    await database.rows("update orders set note = 'llamar; =1+1,-2' where id = $1", [ids[0]]);
    const one = await database.store.orders.find(DEFAULT_WORKSPACE, ids[0] as OrderId);
    expect(ordersAsCsv(one === null ? [] : [one])).toContain(`"llamar; '=1+1,'-2"`);
    await database.rows("update orders set note = null where id = $1", [ids[0]]);
  });

  test("come back from a carrier's file: a guide sends, a bad line says why, and the same file again changes nothing", async () => {
    await database.rows("update orders set note = 'llamar; =1+1' where id = $1", [ids[2]]);
    const lines = [
      "order;status;carrier;guide;note",
      `${ids[0]};confirmed;Envía;77;Señora Peña, apto 2`,
      ";;Envía;78;",
      "",
      `${ids[0]};;Envía;79;`,
      `${ids[1]};;Envía;2,4E+11;`,
      `${ids[2]};;;;"llamar; '=1+1"`,
    ];
    // Excel on Windows writes the letters of its country.
    const file = join(temporaryFolder("recado-orders-"), "guides.csv");
    await writeFile(file, Buffer.from(lines.join("\r\n"), "latin1"));
    const importing = async (...more: string[]) => {
      const words = ["orders", "import", file, "--no-notify", "--json", ...more];
      const { out, exitCode } = await runCommand(words, { DATABASE_URL: database.url });
      return { lines: (JSON.parse(out) as { lines: unknown[] }).lines, exitCode };
    };
    const imported = async () => (await importing()).lines;
    const refused = [
      { line: 3, outcome: "refused", detail: "it names no order" },
      { line: 5, outcome: "refused", detail: expect.stringContaining("line 2 says something else") },
      { line: 6, outcome: "refused", detail: expect.stringContaining("rounded") },
    ];
    const kept = { line: 7, outcome: "same" };
    // A dry run says the same beforehand and changes nothing. A program is told of a bad line by the exit code.
    expect(await importing("--dry-run")).toMatchObject({
      ...{ exitCode: 1, lines: [{ line: 2, outcome: "would_change" }, ...refused, kept] },
    });
    expect(await database.store.orders.find(DEFAULT_WORKSPACE, ids[0] as OrderId)).toMatchObject({ guide: null });
    expect(await imported()).toMatchObject([{ line: 2, outcome: "changed" }, ...refused, kept]);
    const stands = await database.store.orders.find(DEFAULT_WORKSPACE, ids[0] as OrderId);
    expect(stands).toMatchObject({ status: "sent", carrier: "Envía", guide: "77", note: "Señora Peña, apto 2" });
    expect(await imported()).toMatchObject([{ line: 2, outcome: "same" }, ...refused, kept]);
    await writeFile(file, lines.slice(0, 2).join("\r\n"));
    expect(await importing()).toMatchObject({ exitCode: 0, lines: [{ line: 2, outcome: "same" }] });
  });

  test("are changed by a command: the customer hears of a parcel, and of a cancellation only from a person", async () => {
    const set = (order: string | undefined, ...words: string[]) =>
      runCommand(["orders", "set", order ?? "", ...words], { DATABASE_URL: database.url });
    const queued = async (order: string | undefined) =>
      (
        await database.rows(
          "select from outbox_messages m join orders o using (workspace_id, conversation_id) where o.id = $1",
          [order],
        )
      ).length;
    const sent = await set(ids[2], "--status", "sent", "--carrier", "Envía", "--guide", "88");
    expect(sent).toMatchObject({
      exitCode: 0,
      out: expect.stringMatching(/is sent\.\n.*the customer hears of it by text/),
    });
    expect(await queued(ids[2])).toBe(1);
    const cancelled = await set(ids[1], "--status", "cancelled");
    expect(cancelled.out).toMatch(/is cancelled\.\n(.*\n)?.*write to them in the Studio/);
    expect(await queued(ids[1])).toBe(0);
    expect(await set(ids[1], "--status", "lost")).toMatchObject({
      exitCode: 1,
      err: expect.stringContaining('"lost"'),
    });
    expect(await set("o-1", "--status", "sent")).toMatchObject({
      exitCode: 1,
      err: expect.stringContaining("no order"),
    });
  });
});
