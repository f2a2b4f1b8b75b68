import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { violations } from "../support/oracle.ts";
import { eventually } from "../support/shop.ts";
import { openSomnioShop, type SomnioShop } from "../support/somnio-shop.ts";

let shop: SomnioShop;
beforeAll(async () => {
  shop = await openSomnioShop({}, { worker: { dayMs: 100 } });
});
afterAll(async () => {
  expect(await violations(shop.database)).toEqual([]);
  await shop.close();
});

const ALL = "Marta Lucía Ríos, cel 301 555 0142, Cll 45 #12-30 Laureles, Medellín, marta@ejemplo.co";
const HOUR = 3_600;
const tasksOf = (conversation: string) =>
  shop.database.rows(
    "select title, priority, about ->> 'code' as code, about -> 'values' ->> 'tools' as undone, data ->> 'nombre' as nombre from tasks where conversation_id = $1",
    [conversation],
  );
const outcomesOf = async (conversation: string) =>
  (
    await shop.database.rows("select outcome from agent_runs where conversation_id = $1 order by created_at", [
      conversation,
    ])
  ).map(({ outcome }) => outcome);

describe("a timer that comes due when the 24-hour window has closed (59)", () => {
  test("says nothing and orders nothing: a person is told what would have been done", async () => {
    const customer = shop.customer();
    await customer.says("quiero hacer un pedido", ALL);
    customer.heard();
    await shop.sleeps(30 * HOUR);
    const { id, orders, timer } = await customer.seen();
    expect([customer.heard(), orders, timer]).toEqual([[], [], null]);
    expect((await outcomesOf(id)).at(-1)).toBe("window_closed");
    expect(await tasksOf(id)).toEqual([
      {
        title: "Pasaron más de 24 horas y este cliente quedó sin respuesta: escríbale con una plantilla aprobada",
        priority: "high",
        code: "window_closed",
        undone: expect.stringMatching(/create_order/),
        nombre: "Marta Lucía",
      },
    ]);
  });

  test("troubles nobody when it was only to remind", async () => {
    const customer = shop.customer();
    await customer.says("quiero hacer un pedido", "me llamo Rocío");
    customer.heard();
    await shop.sleeps(30 * HOUR);
    const { id, timer } = await customer.seen();
    expect([customer.heard(), timer, await tasksOf(id)]).toEqual([[], null, []]);
    expect((await outcomesOf(id)).at(-1)).toBe("window_closed");
  });
});

test("a month after an order a new session opens, what was told is offered back, and another order may follow (55)", async () => {
  const customer = shop.customer();
  await customer.says("quiero hacer un pedido", ALL, "2", "sí confirmo");
  const first = await customer.seen();
  customer.heard();
  await shop.passes(30 * 24 * HOUR);
  await eventually(
    "the night has closed the session",
    async () => (await customer.seen()).session?.status === "closed",
  );
  await customer.says("hola, quiero otro");
  expect(customer.heard().join("\n")).toMatch(/Tengo estos datos de su pedido anterior: Marta Lucía Ríos, Calle 45/);
  await customer.says("sí", "el de 3", "sí confirmo");
  const { session } = await customer.seen();
  expect(session?.id).not.toBe(first.session?.id);
  const orders = await shop.database.rows(
    "select pack, shipping_address from orders where conversation_id = $1 order by created_at",
    [first.id],
  );
  expect(orders).toEqual([
    { pack: "2x", shipping_address: "Calle 45 # 12-30, Barrio Laureles, Medellín, Antioquia" },
    { pack: "3x", shipping_address: "Calle 45 # 12-30, Barrio Laureles, Medellín, Antioquia" },
  ]);
});

describe("a shop that types like a person", () => {
  let slow: SomnioShop;
  beforeAll(async () => {
    slow = await openSomnioShop({ RECADO_RESPONSE_SPEED: "1" });
  });
  afterAll(async () => {
    expect(await violations(slow.database)).toEqual([]);
    await slow.close();
  });
  let customer: ReturnType<SomnioShop["customer"]>;
  beforeEach(async () => {
    customer = slow.customer();
    for (const text of ["quiero hacer un pedido", ALL]) {
      await customer.says(text);
      await slow.passes(40);
    }
    expect(customer.heard().at(-1)).toMatch(/¿Cuál le gustaría llevar\?/);
    // L3 has fired, and what it says is being typed.
    await slow.passes(606);
    expect(customer.heard()).toEqual([]);
    const [timer] = await slow.database.rows(
      "select level, fired_at is not null as has_fired from timers where conversation_id = $1 order by armed_at desc limit 1",
      [(await customer.seen()).id],
    );
    expect(timer).toEqual({ level: "L3", has_fired: true });
  });

  test("types what a timer says too; then its order is there, and not before", async () => {
    expect((await customer.seen()).orders).toEqual([]);
    await slow.passes(15);
    expect(customer.heard()).toEqual([expect.stringMatching(/dejé su pedido registrado/)]);
    expect((await customer.seen()).orders).toMatchObject([{ pack: null, total: 0 }]);
  });

  test("drops what a timer was about to say, and to order, for a customer who writes before it has left (33)", async () => {
    await customer.says("deme el de uno");
    await slow.passes(40);
    expect(customer.heard()).toEqual([expect.stringMatching(/resumen de su pedido/)]);
    expect(await customer.seen()).toMatchObject({ session: { mode: "resumen", pack_seleccionado: "1x" }, orders: [] });
  });
});
