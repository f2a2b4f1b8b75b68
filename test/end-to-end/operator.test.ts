import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { operator } from "../../src/agents/operator/operator.ts";
import { DEFAULT_WORKSPACE } from "../../src/core/ids.ts";
import { createOperatorDesk } from "../../src/postgres/inbox/operator-desk.ts";
import { createShopTools } from "../../src/tools/shop-tools.ts";
import { eventually, openShop, recordingChannel, registryOf, testAgent } from "../support/shop.ts";
import { createTestDatabase } from "../support/test-database.ts";
import { CUSTOMER_SCOPE } from "../support/tool-scope.ts";
import { operatorShop } from "./operator-shop.ts";

/** The shop's own people on their phones: what they hear. */
const staff = operatorShop();

test("a member binds a phone by a code, asks, and is refused as soon as the phone is unbound", async () => {
  const ana = await staff.member("owner");
  const hers = staff.phone();
  expect(await hers.says("/estado")).toContain("Este número es para el equipo");
  const code = await ana.code();
  expect(await hers.says(`/vincular ${code.slice(0, 4)} ${code.slice(4)}`)).toContain("quedó vinculado");
  expect(await hers.says("/ayuda")).toContain("/agent objetivo");
  expect(await hers.says("/estado")).toMatch(/Hoy: 0 pedidos confirmados, 0 pendientes, 0 cancelados/);
  expect(await hers.says("/pedidos hoy")).toContain("No hay pedidos que coincidan");
  expect(await hers.says("/confirmar")).toContain("No hay nada esperando");
  expect(await hers.says("/nada")).toContain("No conozco el comando /nada");
  expect(await hers.says("¿cuánto vendimos ayer?")).toContain("me falta un modelo de lenguaje");
  // The code counted once.
  expect(await staff.phone().says(`/vincular ${code}`)).toContain("no es válido o ya venció");
  await staff.accessAdmin.unbindPhone(DEFAULT_WORKSPACE, ana.userId, "test");
  expect(await hers.says("/estado")).toContain("Este número es para el equipo");
  const lines = await staff.rows("select action from audit_log where subject_id = $1 order by id", [ana.userId]);
  expect(lines.map(({ action }) => action)).toEqual([
    ...["member.added", "phone.code_made", "phone.bound", "phone.unbound"],
  ]);
});

test("an operator hears how the shop stands without what it sold, until an owner allows it", async () => {
  const [pilar, hers] = [await staff.member("operator"), staff.phone()];
  await hers.says(`/vincular ${await pilar.code()}`);
  expect(await hers.says("/estado")).toMatch(/Hoy: 0 pedidos confirmados/);
  expect(await hers.says("/estado")).not.toContain("Valor");
  const allowed = { userId: pilar.userId, role: "operator", name: pilar.userId, seesSales: true } as const;
  await staff.accessAdmin.putMember(DEFAULT_WORKSPACE, allowed, "test");
  expect(await hers.says("/estado")).toMatch(/Valor: \$ ?0/);
});

test("no one borrows the rights of a bound phone by calling its tools in its chat from outside", async () => {
  const [owner, hers] = [await staff.member("owner"), staff.phone()];
  await hers.says(`/vincular ${await owner.code()}`);
  const speaker = await staff.speakerIn(hers.conversation);
  const tools = createShopTools({ operatorDesk: staff.desk });
  const call = (actor: typeof CUSTOMER_SCOPE.actor) => {
    const scope = { ...CUSTOMER_SCOPE, ...speaker, actor, granted: ["operator.report.read"] };
    const signal = new AbortController().signal;
    return tools.execute({ tool: "operator.report.read", input: {}, idempotencyKey: randomUUID(), scope, signal });
  };
  expect(await call(CUSTOMER_SCOPE.actor)).toMatchObject({ kind: "ok" });
  for (const kind of ["operator", "service"] as const) {
    expect(await call({ kind, name: "x", role: kind })).toMatchObject({ kind: "denied" });
  }
});

test("the bot falls silent in a customer's chat, and words leave only after the member has read them and said yes", async () => {
  const [pilar, hers, customer] = [await staff.member("operator"), staff.phone(), staff.phone()];
  await customer.says("hola");
  await hers.says(`/vincular ${await pilar.code()}`);
  expect(await hers.says(`/pausa ${customer.number.slice(2)}`)).toContain("el bot quedó callado");
  const botOf = async () =>
    (await staff.rows("select bot_enabled, switched_by from conversations where id = $1", [customer.conversation]))[0];
  expect(await botOf()).toEqual({ bot_enabled: false, switched_by: pilar.userId });
  expect(await hers.says(`/reanudar ${customer.number}`)).toContain("vuelve a responder");
  expect(await hers.says("/pausa 3009999999")).toContain("No encuentro una conversación");

  const asked = await hers.says(`/mensaje ${customer.number} Su pedido sale hoy.`);
  expect(asked).toContain("¿Le envío esto a");
  expect(asked).toContain("Su pedido sale hoy.");
  const heard = () => staff.sent.filter(({ recipient }) => JSON.stringify(recipient).includes(customer.number));
  const before = heard().length;
  expect(await hers.says("no")).not.toContain("va en camino");
  expect(heard().length).toBe(before);
  await hers.says(`/mensaje ${customer.number} Su pedido sale hoy.`);
  expect(await hers.says("sí")).toContain("va en camino");
  await eventually("the customer hears it", () => heard().length > before);
  expect(heard().length).toBe(before + 1);
  expect(await botOf()).toEqual({ bot_enabled: false, switched_by: pilar.userId });
});

test("a member is reminded of their own affairs: set in words, listed, taken back, said once at its time, and no stranger sets one", async () => {
  const [luz, hers, other, stranger] = [await staff.member("viewer"), staff.phone(), staff.phone(), staff.phone()];
  await hers.says(`/vincular ${await luz.code()}`);
  await other.says(`/vincular ${await (await staff.member("operator")).code()}`);
  expect(await hers.says("/recordatorios")).toContain("No tiene recordatorios pendientes");
  expect(await hers.says("/recordar")).toContain("¿Qué le recuerdo, y cuándo?");
  expect(await hers.says("/recordar pagar la bodega")).toContain("Envíemelo completo");
  expect(await hers.says("/recordar pagar la bodega mañana a las 8 de la mañana")).toMatch(
    /se lo recuerdo el .*8:00 a. m.: pagar la bodega/,
  );
  expect(await hers.says("Recuérdeme llamar al proveedor todos los lunes a las 9 de la mañana")).toMatch(
    /lunes.*: llamar al proveedor/,
  );
  const listed = await hers.says("/recordatorios");
  expect(listed).toMatch(/1\. .*\\n2\. /);
  expect([listed.includes("pagar la bodega"), listed.includes("llamar al proveedor")]).toEqual([true, true]);
  expect(await hers.says("/recordatorios quitar 7")).toContain("¿Cuál de estos quito?");
  // Each member has their own, and who is bound to none has no right to one.
  expect(await other.says("/recordatorios quitar 1")).toContain("No tiene recordatorios pendientes");
  expect(await stranger.says("/recordar pagar mañana a las 8 de la mañana")).toContain("Este número es para el equipo");
  expect(await hers.says("/recordatorios quitar el del proveedor")).toContain(
    "quité el recordatorio de «llamar al proveedor»",
  );
  const rows = () =>
    staff.rows(
      "select text, status, is_requested, rule from scheduled_messages where conversation_id = any($1) order by created_at",
      [[hers.conversation, other.conversation, stranger.conversation]],
    );
  expect(await rows()).toEqual([
    expect.objectContaining({
      text: expect.stringContaining("pagar la bodega"),
      status: "pending",
      is_requested: true,
    }),
    expect.objectContaining({ text: expect.stringContaining("llamar al proveedor"), status: "cancelled" }),
  ]);
});

test("tools of the operator do nothing in the hands of an agent that talks to customers", async () => {
  const seen: unknown[] = [];
  const greedy = testAgent(
    async ({ tools }) => {
      for (const tool of ["operator.report.read", "operator.order.list", "operator.question.list"]) {
        seen.push((await tools.read(tool, {})).ok);
      }
      return { ...(await operator.decide({ message: "" } as never)), tools: [] };
    },
    { tools: operator.tools ?? [] },
  );
  const { channel: mute, sent: said } = recordingChannel();
  const theirs = await createTestDatabase();
  const tools = createShopTools({ operatorDesk: createOperatorDesk(theirs.database) });
  const open = openShop(theirs.store, { channel: mute, tools, agents: registryOf(greedy) }, { pollMs: 100 });
  open.worker.start();
  await open.says("muéstreme los pedidos de todos", { phone: "573110000999" });
  await eventually("it has read", () => seen.length === 3 && said.length > 0);
  expect(seen).toEqual([false, false, false]);
  await open.worker.stop(500);
  await theirs.drop();
});
