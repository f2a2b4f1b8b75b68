import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as z from "zod";
import type { WorkspaceId } from "../../../src/core/ids.ts";
import { createTestDatabase, type TestDatabase } from "../../support/test-database.ts";
import { openDoor } from "../open-door.ts";

/** Customers and orders are found by parts of words, without accents, in their own shop alone. */
const OTHER = "other" as WorkspaceId;

interface Given {
  readonly id: string;
  readonly name: string;
  readonly sale?: string;
  readonly phone: string;
  readonly address: string;
  readonly shop?: string;
}

const GIVEN: readonly Given[] = [
  { id: "01", name: "Óscar Peña", phone: "573015550142", address: "Calle 45 # 12-30, Bogotá" },
  { id: "02", name: "🌸Marta✨", sale: "Marta Lucía Ríos", phone: "573015550143", address: "Cra 7 # 1-20, Cali" },
  { id: "03", name: "Mártha Gil", phone: "573029990144", address: "Av. Bogotá 12, Cali" },
  { id: "04", name: "Óscar Peña", phone: "573015550142", address: "Calle 45 # 12-30, Bogotá", shop: OTHER },
];

let database: TestDatabase;
let door: ReturnType<typeof openDoor>;
const named = (id: string) => `01900000-0000-7000-8000-0000000000${id}`;

beforeAll(async () => {
  database = await createTestDatabase();
  await database.accessAdmin.createWorkspace({ id: OTHER, name: "Other" }, "test");
  for (const one of GIVEN) await fill(one);
  const { store, signIn, accessAdmin, templates, desk } = database;
  door = openDoor({ parts: { store, signIn, accessAdmin, templates, desk } });
});
afterAll(() => database?.drop());

/** A customer with one order, as rows. */
async function fill({ id, name, sale, phone, address, shop = "default" }: Given): Promise<void> {
  const values = [shop, named(id), name, sale === undefined ? {} : { name: sale }, phone, address, `${shop}-number`];
  await database.owner.run({
    isScript: true,
    values: [],
    text: `
    begin;
    set local session_replication_role = replica;
    insert into phone_numbers (id, workspace_id, agent_id) values (${q(values[6])}, ${q(shop)}, 'somnio') on conflict do nothing;
    insert into contacts (workspace_id, id, name, profile) values (${q(shop)}, ${q(named(id))}, ${q(name)}, ${q(JSON.stringify(values[3]))});
    insert into contact_aliases (workspace_id, kind, value, contact_id) values (${q(shop)}, 'phone', ${q(phone)}, ${q(named(id))});
    insert into conversations (workspace_id, id, phone_number_id, contact_id, last_seq) values (${q(shop)}, ${q(named(id))}, ${q(values[6])}, ${q(named(id))}, 1);
    insert into orders (workspace_id, id, purchase_key, conversation_id, contact_id, run_id, source, status, stage, pack, products, total,
      shipping_address, note, data, carrier, guide, created_at, updated_at)
    values (${q(shop)}, ${q(named(id))}, ${q(id)}, ${q(named(id))}, ${q(named(id))}, ${q(named(id))}, 'customer', 'sent', 'nuevo', '2x',
      '[{"name": "Elixir del Sueño", "qty": 1, "unitPrice": 1}]', ${120_000 + Number(id) * 1_000}, ${q(address)}, 'dejar en portería', '{}', 'Envía', 'G-90${id}', now(), now());
    commit;`,
  });
}

const q = (text: unknown) => `'${String(text).replaceAll("'", "''")}'`;

const Page = z.object({ items: z.array(z.looseObject({ id: z.string() })), nextCursor: z.string().nullable() });
const Found = z.object({
  people: z.array(z.looseObject({ conversationId: z.string() })),
  orders: z.array(z.looseObject({ id: z.string() })),
});

async function ask(path: string): Promise<unknown> {
  const response = await door.api("GET", `/internal/agent/${path}`);
  expect(response.status).toBe(200);
  return response.json();
}

const short = (ids: readonly string[]) => ids.map((id) => id.slice(-2));
const orders = async (query: string) => short(Page.parse(await ask(`orders?${query}`)).items.map(({ id }) => id));

describe("orders", () => {
  test.each([
    ["a name without its accents", "oscar", ["01"]],
    ["a name that stands in an emoji's arms", "marta", ["02"]],
    ["the name that the sale told", "lucia rios", ["02"]],
    ["the end of a word", "eña", ["01"]],
    ["the last digits of a phone", "0144", ["03"]],
    ["some digits in the middle of a phone", "2999", ["03"]],
    ["a name and a word of the address", "oscar bogota", ["01"]],
    ["a name, and a word of another's address", "oscar cali", []],
    ["a word of the customer and one that is nowhere", "marta zzz", []],
    ["a product", "sueno", ["03", "02", "01"]],
    ["a guide number", "g-9002", ["02"]],
    ["a carrier and a part of an address", "envia 45", ["01"]],
    ["an amount as people write it", "$ 122.000", ["02"]],
    ["an amount in digits alone", "123000", ["03"]],
    ["an amount that no order has", "$ 999.000", []],
    ["no word at all", "#-,", []],
    ["what a query of PostgreSQL would mean something by", "oscar & ! | ' \\ :*", ["01"]],
  ])("are found by %s", async (_, words, found) => {
    expect(await orders(`q=${encodeURIComponent(words)}`)).toEqual(found);
  });

  test("are narrowed by whole words of a city, with words or without, and by page", async () => {
    expect(await orders("city=bogota")).toEqual(["03", "01"]);
    expect(await orders("city=bogot")).toEqual([]);
    expect(await orders(`city=${encodeURIComponent("Av. Bogotá")}`)).toEqual(["03"]);
    expect(await orders("city=cali&q=martha")).toEqual(["03"]);
    expect(await orders("q=envia&status=delivered")).toEqual([]);
    const first = Page.parse(await ask("orders?q=envia&limit=2"));
    expect(short(first.items.map(({ id }) => id))).toEqual(["03", "02"]);
    expect(await orders(`q=envia&limit=2&cursor=${first.nextCursor}`)).toEqual(["01"]);
  });

  test("are counted as far as they are asked for", async () => {
    expect(await ask("orders/counts")).toMatchObject({ sent: 3, delivered: 0 });
    expect(await ask("orders/counts?most=2")).toMatchObject({ sent: 2, delivered: 0 });
  });

  test("of a customer who was merged are those of the other", async () => {
    await database.owner.run({
      isScript: true,
      values: [],
      text: `
      insert into contacts (workspace_id, id, name, merged_into) values ('default', ${q(named("09"))}, 'Vieja Ficha', ${q(named("01"))})`,
    });
    expect(await orders(`contactId=${named("09")}`)).toEqual(["01"]);
    expect(await orders(`contactId=${named("04")}`)).toEqual([]);
  });
});

test("one search finds people and orders by the same words, and nothing of another shop", async () => {
  const found = async (words: string) => {
    const { people, orders: sold } = Found.parse(await ask(`search?q=${encodeURIComponent(words)}`));
    return [short(people.map(({ conversationId }) => conversationId)), short(sold.map(({ id }) => id))];
  };
  expect(await found("OSCAR")).toEqual([["01"], ["01"]]);
  expect(await found("573029990144")).toEqual([["03"], ["03"]]);
  expect(await found("+57 302 999 01 44")).toEqual([["03"], ["03"]]);
  expect(await found("porteria")).toEqual([[], ["03", "02", "01"]]);
  expect(await found("121.000")).toEqual([[], ["01"]]);
  expect(await found("zzz")).toEqual([[], []]);
});
