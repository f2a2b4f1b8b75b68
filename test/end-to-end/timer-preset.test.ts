import { afterEach, expect, test } from "vitest";
import { eventually } from "../support/shop.ts";
import { openSomnioShop, type SomnioShop } from "../support/somnio-shop.ts";

let shop: SomnioShop | null = null;
afterEach(async () => {
  await shop?.close();
  shop = null;
});

const MINIMUM = "Marta Ríos, cel 301 555 0142, Cll 45 #12-30, Medellín";

test.each([
  ["real", 120, 5],
  ["rapido", 10, 0.5],
  ["instantaneo", 1, 0],
])(
  "RECADO_TIMER_PRESET=%s: L2 counts %d s, and waits %d s more for a word on its way",
  async (preset, seconds, settle) => {
    shop = await openSomnioShop({ RECADO_TIMER_PRESET: preset });
    const customer = shop.customer();
    await customer.says("quiero hacer un pedido", MINIMUM);
    const [timer] = await shop.database.rows(
      `select extract(epoch from t.due_at - r.created_at)::float8 as seconds,
         extract(epoch from t.fire_at - t.due_at)::float8 as settle
       from timers t join agent_runs r on r.id = t.run_id where t.level = 'L2'`,
    );
    expect(Number(timer?.["seconds"])).toBeGreaterThan(seconds - 0.01);
    expect(Number(timer?.["seconds"])).toBeLessThan(seconds + 8);
    expect(timer?.["settle"]).toBeCloseTo(settle, 3);
  },
);

test("with RECADO_TIMER_PRESET=instantaneo a sale that nobody goes on with is an order within seconds, by the clock on the wall", async () => {
  shop = await openSomnioShop({ RECADO_TIMER_PRESET: "instantaneo" });
  const customer = shop.customer();
  await customer.says("quiero hacer un pedido", MINIMUM);
  await eventually("the order is there", async () => (await customer.seen()).orders.length > 0);
  await shop.isQuiet();
  expect(customer.heard().at(-1)).toMatch(/dejé su pedido registrado/);
  expect((await customer.seen()).orders).toMatchObject([{ source: "timer_sinpack", pack: null, total: 0 }]);
});
