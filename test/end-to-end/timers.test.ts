import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { violations } from "../support/oracle.ts";
import { type Customer, openSomnioShop, type SomnioShop } from "../support/somnio-shop.ts";

let shop: SomnioShop;
beforeAll(async () => {
  shop = await openSomnioShop();
});
afterAll(async () => {
  expect(await violations(shop.database)).toEqual([]);
  await shop.close();
});

const ALL = "Marta Lucía Ríos, cel 301 555 0142, Cll 45 #12-30 Laureles, Medellín, marta@ejemplo.co";
const MINIMUM = "Marta Ríos, cel 301 555 0142, Cll 45 #12-30, Medellín";

async function customerWho(...says: string[]): Promise<Customer> {
  const customer = shop.customer();
  await customer.says(...says);
  customer.heard();
  return customer;
}

const timersOf = async (customer: Customer) =>
  (
    await shop.database.rows(
      `select level, case when fired_at is not null then 'fired' when cancelled_at is not null then 'cancelled'
         else 'pending' end as state
       from timers where conversation_id = $1 order by armed_at`,
      [(await customer.seen()).id],
    )
  ).map(({ level, state }) => `${level} ${state}`);

describe("time that passes in silence", () => {
  test("L0: no data at all is reminded of once, and not again", async () => {
    const customer = await customerWho("quiero hacer un pedido");
    expect((await customer.seen()).timer).toMatchObject({ level: "L0" });
    await shop.passes(560);
    expect(customer.heard()).toEqual([]);
    await shop.passes(46);
    expect(customer.heard()).toEqual([expect.stringMatching(/Sigo aquí para tomar su pedido/)]);
    await shop.passes(3_600);
    expect(customer.heard()).toEqual([]);
    const { session, timer, orders } = await customer.seen();
    expect([session?.mode, timer, orders]).toEqual(["collecting_data", null, []]);
  });

  test("L1: some data is thanked for with what is missing (13)", async () => {
    const customer = await customerWho("quiero hacer un pedido", "me llamo Rocío");
    await shop.passes(366);
    const [text, ...others] = customer.heard();
    expect(others).toEqual([]);
    expect(text?.match(/•/g)).toHaveLength(7);
    expect((await customer.seen()).session?.mode).toBe("collecting_data");
  });

  test("L2, then L3: the minimum is enough for the offer; an offer that nobody answers is an order without a pack (15, 31, A12)", async () => {
    const customer = await customerWho("quiero hacer un pedido", MINIMUM);
    expect((await customer.seen()).timer).toMatchObject({ level: "L2" });
    await shop.passes(126);
    expect(customer.heard()).toEqual([expect.stringMatching(/¿Cuál le gustaría llevar\?/)]);
    expect(await customer.seen()).toMatchObject({ session: { mode: "ofrecer_promos" }, timer: { level: "L3" } });
    await shop.passes(606);
    expect(customer.heard()).toEqual([expect.stringMatching(/dejé su pedido registrado/)]);
    expect(await customer.seen()).toMatchObject({
      session: { mode: "pedido_sinpack", status: "active" },
      timer: null,
      orders: [{ source: "timer_sinpack", status: "pending", pack: null, total: 0 }],
    });
    expect(await timersOf(customer)).toEqual(["L0 cancelled", "L2 fired", "L3 fired"]);

    // The order exists: it is changed, and there is never a second one (34).
    await customer.says("¡ay sí, el de 2!");
    expect(customer.heard()).toEqual([expect.stringMatching(/Actualicé su pedido: \*Somnio 90 Caps x2\*/)]);
    expect((await customer.seen()).orders).toMatchObject([{ status: "confirmed", pack: "2x", total: 129_900 }]);
  });

  test("L4: a pack that nobody confirmed is an order that is pending, at its price (32)", async () => {
    const customer = await customerWho("quiero hacer un pedido", ALL, "1");
    expect((await customer.seen()).timer).toMatchObject({ level: "L4" });
    await shop.passes(606);
    expect(customer.heard()).toEqual([expect.stringMatching(/dejé apartado su pedido/)]);
    expect(await customer.seen()).toMatchObject({
      session: { mode: "pedido_pendiente" },
      timer: null,
      orders: [{ source: "timer_pendiente", status: "pending", pack: "1x", total: 79_900 }],
    });
  });

  test("L5: whoever only thanks is taken up again, long and then short, and then left in peace (20, 21, A22)", async () => {
    const customer = await customerWho("¿qué trae el frasco?");
    const said: string[][] = [];
    for (let n = 0; n < 3; n++) {
      await customer.says("ok gracias");
      customer.heard();
      await shop.passes(96);
      said.push(customer.heard());
    }
    expect(said[0]?.at(-1)).toMatch(/Si le parece, le dejo listo su pedido/);
    expect(said[1]).toEqual(["¿Desea hacer su pedido?"]);
    expect(said[2]).toEqual([]);
  });

  test("L6: data without a word of buying is asked about softly", async () => {
    const customer = await customerWho("hola, ¿qué trae?", "Soy Óscar, vivo en Cali");
    expect((await customer.seen()).timer).toMatchObject({ level: "L6" });
    await shop.passes(366);
    expect(customer.heard()).toEqual([expect.stringMatching(/¿(Le gustaría hacer su|Desea que le tome el) pedido\?/)]);
  });

  test("L7 and L8: a pickup at the office is asked for what it lacks, then offered (A20, L-8)", async () => {
    const customer = await customerWho("quiero hacer un pedido", "lo recojo en Interrapidísimo");
    expect(await customer.seen()).toMatchObject({ session: { mode: "collecting_data_inter" }, timer: { level: "L7" } });
    await shop.passes(126);
    expect(customer.heard()).toEqual([expect.stringMatching(/oficina de Interrapidísimo/)]);
    await customer.says("Óscar Duque, 3005550188, Cali");
    expect((await customer.seen()).timer).toMatchObject({ level: "L8" });
    await shop.passes(126);
    expect(customer.heard()).toEqual([expect.stringMatching(/¿Cuál le gustaría llevar\?/)]);
    await customer.says("2", "sí confirmo");
    expect((await customer.seen()).orders).toMatchObject([{ pack: "2x", status: "confirmed" }]);
    const [order] = await shop.database.rows("select shipping_address, note from orders where conversation_id = $1", [
      (await customer.seen()).id,
    ]);
    expect(order).toEqual({ shipping_address: "OFICINA INTER - Cali, Valle del Cauca", note: "Recoge en oficina" });
  });
});

describe("a word before its time is up", () => {
  test("in the offer always wins over the order that time would place (33)", async () => {
    const customer = await customerWho("quiero hacer un pedido", ALL);
    await shop.passes(560);
    await customer.says("deme el de uno");
    expect(await customer.seen()).toMatchObject({
      session: { mode: "resumen", pack_seleccionado: "1x" },
      timer: { level: "L4" },
      orders: [],
    });
    await shop.passes(60);
    expect((await customer.seen()).orders).toEqual([]);
  });

  test("that only adds data does not let it count anew (16)", async () => {
    const customer = await customerWho("quiero hacer un pedido", MINIMUM);
    const before = (await customer.seen()).timer;
    await shop.passes(80);
    await customer.says("mi barrio es El Prado");
    expect((await customer.seen()).timer).toEqual(before);
    await shop.passes(46);
    expect(customer.heard()).toEqual([expect.stringMatching(/¿Cuál le gustaría llevar\?/)]);
  });

  test("four messages of one person keep one timer (8)", async () => {
    const customer = await customerWho("quiero hacer un pedido");
    await customer.says("Julián", "Peña Mora", "3125550177", "vivo en Pereira");
    expect(customer.heard()).toEqual([]);
    expect((await customer.seen()).session?.datos_capturados).toMatchObject({
      nombre: "Julián",
      apellido: "Peña Mora",
      telefono: "573125550177",
      ciudad: "Pereira",
      departamento: "Risaralda",
    });
    expect(await timersOf(customer)).toEqual(["L0 cancelled", "L1 pending"]);
  });
});

describe("what time does not do", () => {
  test("a handoff ends it, and gives a person the task; the next word after the handback opens a new session (35, 36, 37)", async () => {
    const customer = await customerWho("quiero hacer un pedido", ALL, "quiero hablar con una persona");
    const { id, session } = await customer.seen();
    expect(session).toMatchObject({ status: "handed_off", mode: "handoff" });
    expect((await timersOf(customer)).filter((one) => one.endsWith("pending"))).toEqual([]);
    expect(
      await shop.database.rows(
        "select title, priority, status, about ->> 'code' as code, data ->> 'nombre' as nombre from tasks where conversation_id = $1",
        [id],
      ),
    ).toEqual([
      {
        title: expect.stringMatching(/hablar con una persona/),
        priority: "high",
        status: "open",
        code: "wants_person",
        nombre: "Marta Lucía",
      },
    ]);
    await customer.says("hola?");
    await shop.passes(3_600);
    expect(customer.heard()).toEqual([]);

    expect(await shop.command(id, "handback")).toBe(200);
    await customer.says("buenas");
    expect(customer.heard().join("\n")).toMatch(/Tengo estos datos de su pedido anterior: Marta Lucía Ríos/);
    const after = await customer.seen();
    expect(after.session).toMatchObject({ status: "active" });
    expect(after.session?.id).not.toBe(session?.id);
  });

  test("a takeover silences what was to come", async () => {
    const customer = await customerWho("quiero hacer un pedido", ALL);
    const { id } = await customer.seen();
    expect(await shop.command(id, "takeover")).toBe(200);
    await shop.passes(700);
    expect(customer.heard()).toEqual([]);
    expect((await customer.seen()).orders).toEqual([]);
  });

  test("nor after a goodbye, or a cancellation (30, 38)", async () => {
    for (const words of ["no gracias, no me interesa", "cancele todo"]) {
      const customer = await customerWho("quiero hacer un pedido", ALL, words);
      await shop.passes(700);
      expect(customer.heard()).toEqual([]);
      expect(await customer.seen()).toMatchObject({ timer: null, orders: [] });
    }
  });
});
