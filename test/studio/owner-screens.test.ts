import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { DEFAULT_WORKSPACE } from "../../src/core/ids.ts";
import { newId } from "../support/inbound.ts";
import { eventually } from "../support/shop.ts";
import { enterAsOwner, type OpenStudio, openStudio } from "./open-studio.ts";

let studio: OpenStudio;
let conversation: string;

beforeAll(async () => {
  studio = await openStudio();
  await studio.says("573001112233", "Hola, ¿qué precio tiene?");
  await eventually("an answer", () => studio.heard("573001112233").length > 0);
  const [row] = await studio.database.rows(
    "update contacts set name = 'Óscar Muñoz' returning (select c.id from conversations c where c.contact_id = contacts.id) as id",
    [],
  );
  conversation = String(row?.["id"]);
});
afterAll(() => studio.close());

async function sell(total: number): Promise<string> {
  const id = newId();
  await studio.database.rows(
    `insert into orders (workspace_id, id, purchase_key, contact_id, conversation_id, run_id, status, source, stage, products,
       total, shipping_address, data, created_at, updated_at)
     select 'default', $2::uuid, $2::text, c.contact_id, c.id,
       (select r.id from agent_runs r where r.conversation_id = c.id limit 1), 'confirmed', 'customer', 'confirmed',
       '[{"name": "Frasco de melatonina", "qty": 2, "unitPrice": 64950}]', $3::int,
       'Calle 1 # 1-2, Medellín', '{"ciudad": "Medellín"}', recado_now(), recado_now()
     from conversations c where c.id = $1::uuid`,
    [conversation, id, total],
  );
  return id;
}

describe("what could not be read", () => {
  test("is listed with its bytes, read again, resolved or discarded, and operators do not see it", async () => {
    const { page } = studio;
    await studio.deliver({ object: "whatsapp_business_account", entry: "no list" });
    await studio.open("/confirmations?tab=webhooks");
    await page.getByText("Sin leer").first().waitFor();
    await page.getByText(/Invalid input/).waitFor();
    // An owner who has not asked for technical details reads it in words.
    await page.evaluate('localStorage.setItem("recado.technical", "hidden")');
    await page.reload();
    await page.getByText("WhatsApp lo envió en una forma que esta versión no conoce.").waitFor();
    expect(await page.getByText(/Invalid input/).count()).toBe(0);
    await page.evaluate('localStorage.setItem("recado.technical", "shown")');
    await page.reload();
    await page.getByText("Ver el contenido").click();
    await page.getByText("no list").waitFor();
    await page.getByRole("button", { name: "Leer otra vez" }).click();
    await page.getByText("Todavía no se puede leer.").waitFor();
    expect(await studio.faults()).toEqual([expect.stringMatching(/status of 422/)]);
    await page.getByRole("button", { name: "Resuelta" }).click();
    await page.getByLabel(/Nota/).fill("Es de otra cuenta");
    await page.getByRole("dialog").getByRole("button", { name: "Resuelta" }).click();
    await page.getByText("Es de otra cuenta").waitFor();
    const [row] = await studio.database.rows("select status, note from quarantined_items", []);
    expect(row).toEqual({ status: "resolved", note: "Es de otra cuenta" });
    await studio.signIn(await studio.tokenOf("operator"));
    await studio.open("/confirmations?tab=webhooks");
    await page.getByRole("tab", { name: "Tareas" }).waitFor();
    expect(await page.getByRole("tab", { name: "Entregas ilegibles" }).count()).toBe(0);
    await studio.signIn(await studio.tokenOf("owner"));
  });
});

describe("money", () => {
  test("is told by day, product and city, and a stage opens its conversations", async () => {
    const { page } = studio;
    await sell(129_900);
    await studio.open("/metrics");
    const sales = page.getByRole("region", { name: "Ventas", exact: true });
    await sales.getByText("$ 129.900").first().waitFor();
    await sales.getByText("Frasco de melatonina").waitFor();
    await sales.getByText("Medellín").waitFor();
    await sales.getByText("La hora más movida").waitFor();
    await sales
      .getByRole("button", { name: /de las que empezaron/ })
      .first()
      .click();
    expect(await studio.faults()).toEqual([]);
    const waits = page.waitForEvent("download");
    await sales.getByRole("button", { name: "Exportar CSV" }).click();
    const text = await (await (await waits).createReadStream()).toArray();
    expect(Buffer.concat(text).toString("utf8")).toContain("Ciudad;Medellín;129900;1;COP");
    await sales.getByRole("link", { name: "Óscar Muñoz" }).click();
    await page.waitForURL(new RegExp(`conversations/${conversation}`));
  });

  test("has an average of the orders that have an amount, and says how many have none", async () => {
    const { page } = studio;
    await studio.open("/metrics");
    const average = page.locator("dl > div").filter({ hasText: "Promedio por pedido" });
    await average.getByText("1 pedido", { exact: true }).waitFor();
    const free = await sell(0);
    await page.reload();
    await average.getByText("$ 129.900").waitFor();
    await average.getByText("1 pedido; 1 de $ 0 no cuenta").waitFor();
    await studio.database.rows("delete from order_changes where order_id = $1", [free]);
    await studio.database.rows("delete from orders where id = $1", [free]);
  });

  test("counts a cancelled sale as none, and draws no scale where nothing was sold", async () => {
    const { page } = studio;
    await studio.database.rows("update agent_sessions set current_mode = 'confirmado' where conversation_id = $1", [
      conversation,
    ]);
    const orders = await studio.database.rows(
      "update orders set session_id = s.id from agent_sessions s where s.conversation_id = $1 and orders.conversation_id = s.conversation_id returning orders.id",
      [conversation],
    );
    expect(orders).toHaveLength(1);
    await studio.open("/metrics");
    const sales = page.getByRole("region", { name: "Ventas", exact: true });
    await sales.getByRole("button", { name: /Pedido confirmado/ }).waitFor();
    await sales
      .getByRole("img", { name: /Ventas por día/ })
      .getByText(/^\$/)
      .first()
      .waitFor();
    await studio.database.rows("update orders set status = 'cancelled'");
    await page.reload();
    await sales.getByRole("button", { name: /Pedido cancelado/ }).click();
    await sales.getByRole("link", { name: "Óscar Muñoz" }).waitFor();
    expect(await sales.getByRole("button", { name: /Pedido confirmado/ }).count()).toBe(0);
    const chart = sales.getByRole("img", { name: /Ventas por día/ });
    await chart.getByText("Nada en estos días").waitFor();
    expect(await chart.getByText(/^\$/).count()).toBe(0);
    expect(await studio.faults()).toEqual([]);
    await studio.database.rows("update orders set status = 'confirmed'");
  });

  test("has a cost in the shop's currency once the owner has said the prices, in every browser of the shop", async () => {
    const { page } = studio;
    await studio.open("/metrics");
    await page.getByRole("button", { name: "Precios para el costo" }).click();
    // People write it so here: a full stop is no comma.
    await page.getByLabel(/Un dólar/).fill("4.00,0,1");
    await page.getByText("Escriba un número, como 4.100,5.").waitFor();
    expect(await page.getByRole("button", { name: "Guardar" }).isDisabled()).toBe(true);
    await page.getByLabel(/Un dólar/).fill("4.000");
    await page.getByLabel(/Una plantilla de utilidad/).fill("52,5");
    await page.getByRole("button", { name: "Guardar" }).click();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    const other = await studio.stranger({ theme: "dark", language: "es-CO" });
    await enterAsOwner(other);
    await other.goto("/studio/metrics");
    await other.getByRole("button", { name: "Precios para el costo" }).click();
    expect(await other.getByLabel(/Un dólar/).inputValue()).toBe("4.000");
    expect(await other.getByLabel(/Una plantilla de utilidad/).inputValue()).toBe("52,5");
    expect(await other.getByLabel(/Una plantilla de mercadeo/).inputValue()).toBe("");
    await other.context().close();
    const [row] = await studio.database.rows("select message_prices from workspace_agent_config", []);
    expect(row).toEqual({ message_prices: { usd: 4000, utility: 52.5 } });
  });

  test("an approval waits as long as the owner has set", async () => {
    const { page } = studio;
    await studio.open("/agents/somnio?tab=settings");
    await page.getByLabel("Cuánto espera una aprobación").selectOption("30");
    await page.getByText("Guardado").first().waitFor();
    const [row] = await studio.database.rows("select confirmation_minutes from workspace_agent_config", []);
    expect(row).toEqual({ confirmation_minutes: 30 });
  });
});

describe("a role", () => {
  test("shows an operator no sales before an owner allows it, and no screen of the owners: the screen says why, at each size", async () => {
    const { page, database } = studio;
    const hers = await studio.stranger({ theme: "light", language: "es-CO" });
    await database.accessAdmin.putMember(DEFAULT_WORKSPACE, { userId: "pilar", role: "operator", name: "Pilar" }, "x");
    const link = await database.accessAdmin.createSignInLink(DEFAULT_WORKSPACE, "pilar", "x");
    await hers.goto(`/studio/#in=${link?.link}`);
    await hers.getByRole("navigation", { name: "Pantallas" }).first().waitFor();
    await hers.goto("/studio/people");
    await hers.getByRole("heading", { name: "Su rol no abre «Personas»" }).waitFor();
    await hers.getByText("es de los dueños de la tienda").waitFor();
    expect(await studio.beside(hers)).toEqual([]);
    await hers.goto("/studio/metrics");
    await hers.getByRole("heading", { name: "Su rol no abre «Métricas»" }).waitFor();
    expect(await studio.faultsInEachLook(hers)).toEqual([]);
    await hers.getByRole("button", { name: "Ir a la bandeja" }).click();
    await hers.waitForURL(/\/inbox/);
    // Neither the keys nor the search lead there.
    await hers.keyboard.press("g");
    await hers.keyboard.press("m");
    await hers.keyboard.press("Control+k");
    await hers.getByRole("combobox").fill("métricas");
    await hers.getByText("Nada tiene ese nombre").waitFor();
    expect(hers.url()).toMatch(/\/inbox/);
    const sums = () => hers.request.get("/internal/agent/metrics/money");
    expect((await sums()).status()).toBe(403);

    await studio.open("/people");
    const may = page.getByRole("checkbox", { name: /Ve las ventas/ });
    expect(await may.isChecked()).toBe(false);
    await may.click();
    await page.getByText("Pilar ya ve las ventas.").waitFor();
    await expect.poll(() => may.isChecked()).toBe(true);
    expect(await studio.faultsInEachLook()).toEqual([]);
    expect((await sums()).status()).toBe(200);
    await hers.goto("/studio/metrics");
    await hers.getByRole("region", { name: "Ventas", exact: true }).waitFor();
    await may.click();
    await page.getByText("Pilar ya no ve las ventas.").waitFor();
    expect((await sums()).status()).toBe(403);
    await database.accessAdmin.removeMember(DEFAULT_WORKSPACE, "pilar", "x");
    await hers.context().close();
  });

  test("an owner reads the prices in force and who changes them", async () => {
    const { page } = studio;
    await studio.open("/agents/somnio?tab=settings");
    const prices = page.locator("section, div").filter({ has: page.getByRole("heading", { name: "Precios de hoy" }) });
    await prices.last().getByText("$ 129.900").waitFor();
    await page.getByText(/pídaselo a quien instaló Recado/).waitFor();
    expect(await studio.faultsInEachLook()).toEqual([]);
  });
});

describe("people", () => {
  test("come in by a link that works once, under their own name, and go when they are removed", async () => {
    const { page } = studio;
    await studio.open("/people");
    await page.getByRole("button", { name: "Invitar a alguien" }).click();
    await page.getByLabel("Nombre").fill("Camila Rojas");
    await page.getByLabel("Correo o teléfono").fill("camila@tienda.co");
    expect(await studio.faults()).toEqual([]);
    await page.getByRole("button", { name: "Crear enlace" }).click();
    const link = await page.getByRole("textbox", { name: "Enlace de entrada para Camila Rojas" }).inputValue();
    await page.getByRole("button", { name: "Listo" }).click();
    const hers = await studio.stranger({ theme: "light", language: "es-CO" });
    await hers.goto(link);
    await hers.getByText("Camila Rojas").first().waitFor();
    expect(hers.url()).not.toContain("#in=");
    expect(await hers.getByRole("link", { name: "Personas", exact: true }).count()).toBe(0);
    const other = await studio.stranger({ theme: "dark", language: "es-CO" });
    await other.goto(link);
    await other.getByText("Este enlace ya se usó o venció").waitFor();
    await page.getByRole("tab", { name: "Accesos" }).click();
    await page.getByText("1 navegador abierto").first().waitFor();
    await page.getByRole("tab", { name: "Personas" }).click();
    await page.getByRole("button", { name: "Quitar" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Quitar" }).click();
    await page.getByText("Ya no tiene acceso.").waitFor();
    await hers.reload();
    await hers.getByRole("heading", { name: "Entrar a Recado" }).waitFor();
    // The last owner stays one, and stays.
    await studio.faults();
    await studio.database.accessAdmin.putMember(DEFAULT_WORKSPACE, { userId: "ana", role: "owner", name: "Ana" }, "x");
    await page.reload();
    await page.getByLabel("Rol de Ana").selectOption("operator");
    await page.getByText("La tienda se quedaría sin dueño.").waitFor();
    await expect.poll(() => page.getByLabel("Rol de Ana").inputValue()).toBe("owner");
    await page.getByRole("button", { name: "Quitar" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Quitar" }).click();
    await page.getByRole("dialog").getByText("La tienda se quedaría sin dueño.").waitFor();
    await page.keyboard.press("Escape");
    expect(await studio.database.accessAdmin.members(DEFAULT_WORKSPACE)).toMatchObject([
      { userId: "ana", role: "owner" },
    ]);
    expect((await studio.faults()).filter((fault) => !fault.includes("409"))).toEqual([]);
    const lines = await studio.database.rows(
      "select actor, action from audit_log where action in ('member.added', 'session.opened', 'member.removed') and (subject_id = 'camila@tienda.co' or actor = 'Camila Rojas')",
      [],
    );
    expect(lines.map(({ action }) => action).toSorted()).toEqual(["member.added", "member.removed", "session.opened"]);
    studio.faults(hers);
  });
});

describe("customers", () => {
  test("are found without accents, with their orders and the way to the conversation", async () => {
    const { page } = studio;
    await studio.faults();
    await studio.database.rows(
      `update contacts set profile = profile || '{"name": "Óscar Iván Muñoz", "address": "Calle 5", "city": "Cali", "otherPhone": "573159998877"}'
       where name = 'Óscar Muñoz'`,
    );
    await studio.open("/contacts");
    await page.getByRole("searchbox", { name: "Buscar por nombre o teléfono" }).fill("oscar munoz");
    await page.getByRole("link", { name: /Óscar Iván Muñoz/ }).click();
    await page.getByRole("heading", { name: "Óscar Iván Muñoz" }).waitFor();
    await page.getByText("En WhatsApp: Óscar Muñoz").waitFor();
    await page.getByText("Calle 5, Cali").waitFor();
    await page.getByText("Otro teléfono:").waitFor();
    await page.getByText("2 × Frasco de melatonina").first().waitFor();
    expect(await studio.faults()).toEqual([]);
    // Told at the counter: a person of the shop notes it, and the books say who.
    await page.getByRole("button", { name: "No enviarle promociones" }).click();
    const asked = page.getByRole("dialog", { name: "¿No enviarle más promociones a Óscar Iván Muñoz?" });
    expect(await studio.faults()).toEqual([]);
    await asked.getByRole("button", { name: "No enviarle promociones" }).click();
    await page.getByText("Pidió no recibir promociones").waitFor();
    expect(await page.getByRole("button", { name: "No enviarle promociones" }).count()).toBe(0);
    expect(await studio.database.rows("select actor from audit_log where action = 'contact.opted_out'")).toEqual([
      { actor: "owner de prueba" },
    ]);
    await page.getByRole("link", { name: "Abrir la conversación" }).click();
    await page.waitForURL(new RegExp(`conversations/${conversation}`));
  });

  test("have one name on every screen: the one that they bought with; WhatsApp's stands in the details", async () => {
    const { page } = studio;
    await studio.database.rows(
      `insert into tasks (workspace_id, id, conversation_id, title, priority, data, created_at, updated_at)
       select 'default', $2::uuid, $1::uuid, 'Llamarlo', 'normal', '{}', recado_now(), recado_now()`,
      [conversation, newId()],
    );
    await studio.open(`/conversations/${conversation}`);
    await page.getByRole("heading", { name: "Óscar Iván Muñoz" }).waitFor();
    await page
      .getByRole("list", { name: "Conversaciones" })
      .getByRole("link", { name: /Óscar Iván Muñoz/ })
      .waitFor();
    await page.getByRole("button", { name: "Detalles" }).click();
    const details = page.getByRole("complementary", { name: "Detalles" });
    await details.getByText("En WhatsApp").waitFor();
    await details.getByText("Óscar Muñoz", { exact: true }).waitFor();
    // Beside the details the name still has its place.
    const title = await page.getByRole("heading", { name: "Óscar Iván Muñoz" }).boundingBox();
    expect(title?.width).toBeGreaterThan(60);
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox").fill("oscar");
    await page
      .getByRole("group", { name: "Personas" })
      .getByRole("option", { name: /Óscar Iván Muñoz/ })
      .waitFor();
    await page.keyboard.press("Escape");
    await studio.open("/confirmations?tab=tasks");
    const task = page.getByRole("listitem").filter({ hasText: "Llamarlo" });
    await task.getByText("Óscar Iván Muñoz").waitFor();
    await studio.open("/orders");
    await page.getByText("Óscar Iván Muñoz").first().waitFor();
    expect(await studio.faults()).toEqual([]);
  });
});

describe("three faces", () => {
  test("an owner sees the shop, without codes, and builds in the workshop", async () => {
    const { page } = studio;
    await studio.open("/inbox");
    await page.getByRole("button", { name: "Cuenta" }).click();
    await page.getByText("Tienda", { exact: true }).click();
    await page.getByRole("checkbox", { name: /Ver detalles técnicos/ }).uncheck();
    await page.keyboard.press("Escape");
    const rail = page.getByRole("navigation", { name: "Pantallas" }).first();
    expect(await rail.getByRole("link", { name: "Pedidos" }).count()).toBe(1);
    expect(await rail.getByRole("link", { name: "Actividad" }).count()).toBe(0);
    await studio.open(`/conversations/${conversation}`);
    await page.getByRole("button", { name: "Por qué" }).first().click();
    await page
      .getByText(/El bot entendió «/)
      .first()
      .waitFor();
    expect(await page.getByText("Fases").count()).toBe(0);
    expect(await studio.faults()).toEqual([]);
    await page.getByRole("button", { name: "Cuenta" }).click();
    await page.getByText("Taller", { exact: true }).click();
    await page.getByRole("checkbox", { name: /Ver detalles técnicos/ }).check();
  });
});
