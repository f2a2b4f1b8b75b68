import { mkdir } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { OrderStatus } from "../../src/core/agent/shop-words.ts";
import { newId } from "../support/inbound.ts";
import { eventually } from "../support/shop.ts";
import { type OpenStudio, openStudio } from "./open-studio.ts";

/** A shop's orders in a real browser: from the customer's yes to the door. */
const NAMES = ["Óscar Muñoz", "Marta Ríos", "Luz Dary", "Ana Ruiz"];
const PICTURES = fileURLToPath(new URL("pictures/", import.meta.url));
/** A red dot: the picture that a customer sends as proof. */
const PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGP4z8DwHwAFAAH/iZk9HQAAAABJRU5ErkJggg==";

let studio: OpenStudio;
const conversations: string[] = [];

beforeAll(async () => {
  studio = await openStudio();
  for (const [at] of NAMES.entries()) await studio.says(phoneOf(at), "hola");
  await eventually("all were answered", () => NAMES.every((_, at) => studio.heard(phoneOf(at)).length > 0));
  for (const [at, name] of NAMES.entries()) {
    const [row] = await studio.database.rows(
      `update contacts k set profile = jsonb_build_object('name', $2::text) from contact_aliases a, conversations c
       where a.value = $1 and k.id = a.contact_id and c.contact_id = k.id returning c.id::text`,
      [phoneOf(at), name],
    );
    conversations.push(String(row?.["id"]));
  }
});
beforeEach(async () => {
  // The screen of an order that is gone would ask for it once more.
  await studio.open("/orders");
  await studio.database.rows("delete from orders");
  await studio.page.setViewportSize({ width: 1280, height: 800 });
});
afterAll(() => studio?.close());

const phoneOf = (at: number) => `57300111260${at}`;

async function sell(at: number, status: OrderStatus = "confirmed", made = "0 s"): Promise<string> {
  const id = newId();
  await studio.database.rows(
    `insert into orders (workspace_id, id, purchase_key, conversation_id, contact_id, session_id, run_id, source, status, stage, products,
       total, shipping_address, data, created_at, updated_at)
     select 'default', $2::uuid, $2::text, c.id, c.contact_id, (select s.id from agent_sessions s where s.conversation_id = c.id limit 1),
       (select id from agent_runs r where r.conversation_id = c.id limit 1),
       'customer', $3, 'NUEVO PEDIDO', '[{"name": "Frasco de melatonina", "qty": 2, "unitPrice": 64950}]', 129900,
       'Calle ' || $4::text || ' # 1-2, Barrio Laureles, Medellín, Antioquia', '{}', recado_now() - $5::interval, recado_now()
     from conversations c where c.id = $1::uuid`,
    [conversations[at], id, status, at, made],
  );
  return id;
}

const statusOf = async (id: string) =>
  (await studio.database.rows("select status from orders where id = $1", [id]))[0]?.["status"];

async function keepPicture(page: Page, name: string): Promise<void> {
  if (process.env["RECADO_PICTURES"] !== "1") return;
  await mkdir(PICTURES, { recursive: true });
  await page.screenshot({ path: `${PICTURES}orders-${name}.png` });
}

describe("an owner ships", () => {
  test("a confirmed order from the board to its door, and the customer hears of it once", async () => {
    const { page } = studio;
    const id = await sell(0);
    await studio.open("/orders");
    const column = (name: string) => page.getByRole("region", { name, exact: true });
    const card = column("Confirmados").getByRole("list").getByRole("listitem");
    await card.getByRole("link", { name: /^Óscar Muñoz/ }).waitFor();
    const talk = card.getByRole("link", { name: "Abrir la conversación de Óscar Muñoz" });
    expect(await talk.getAttribute("href")).toBe(`/studio/conversations/${conversations[0]}`);
    // A phone begins with what is to be done, and not with an empty column.
    await page.setViewportSize({ width: 390, height: 844 });
    await studio.open("/orders");
    await column("Nuevos").getByText("Nada por aquí").waitFor();
    const left = async () => (await column("Confirmados").boundingBox())?.x ?? -1;
    await expect.poll(async () => (await left()) > 0 && (await left()) < 40).toBe(true);
    await page.setViewportSize({ width: 1280, height: 800 });
    await column("Confirmados").getByRole("button", { name: "Empacar" }).click();
    await page
      .getByRole("heading", { name: "Empacar el pedido de Óscar Muñoz: 2 × Frasco de melatonina, $ 129.900" })
      .waitFor();
    await page.getByRole("dialog").getByRole("button", { name: "Empacar" }).click();
    await column("Empacados").getByRole("button", { name: "Enviar" }).click();
    const send = page.getByRole("dialog").getByRole("button", { name: "Enviar" });
    expect(await send.isDisabled()).toBe(true);
    await page.getByLabel("Transportadora").fill("Interrapidísimo");
    await page.getByLabel("Número de guía").fill("240012345678");
    await keepPicture(page, "send");
    expect(await studio.faults()).toEqual([]);
    await send.click();
    await page.getByText("Al cliente le llega el aviso por WhatsApp").waitFor();
    await column("Enviados").getByText("Interrapidísimo · 240012345678").waitFor();
    await eventually("he hears of it", () => studio.heard(phoneOf(0)).some((text) => text.includes("240012345678")));
    expect(studio.heard(phoneOf(0)).filter((text) => text.includes("va en camino"))).toHaveLength(1);
    expect(await statusOf(id)).toBe("sent");
  });

  test("with the label to copy and print, the proof beside it, its history, and the way to the conversation", async () => {
    const { page } = studio;
    const id = await sell(1);
    await studio.database.rows(
      `insert into media_items (workspace_id, id, event_id, conversation_id, phone_number_id, media_id, kind, status, detected_type,
         size_bytes, sha256, bytes, settled_at, created_at)
       select 'default', $2::uuid, e.id, c.id, c.phone_number_id, $2::text, 'image', 'stored', 'image/png', length(b.bytes), 'x', b.bytes,
         recado_now(), recado_now()
       from conversations c join agent_events e on e.conversation_id = c.id cross join (select decode($3, 'base64') as bytes) b
       where c.id = $1::uuid limit 1`,
      [conversations[1], newId(), PNG],
    );
    await studio.open(`/orders/${id}`);
    await page.getByText("Calle 1 # 1-2, Barrio Laureles, Medellín, Antioquia").waitFor();
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.getByRole("button", { name: "Copiar" }).click();
    await page.getByText("Rótulo copiado").waitFor();
    expect(await page.evaluate("navigator.clipboard.readText()")).toContain("Marta Ríos");
    const proof = page.getByRole("link", { name: "Abrir la imagen" }).locator("img");
    await eventually(
      "the proof is seen",
      async () => (await proof.evaluate((img) => Reflect.get(img, "naturalWidth"))) === 1,
    );
    await page.emulateMedia({ media: "print" });
    expect(await page.getByRole("heading", { name: "Marta Ríos" }).isVisible()).toBe(false);
    expect(await page.locator(".shipping-label").isVisible()).toBe(true);
    await page.emulateMedia({ media: "screen" });
    await page.getByRole("button", { name: "Corregir" }).click();
    await page.getByLabel("Nota para el despacho").fill("Timbre dañado: llamar");
    await page.getByRole("button", { name: "Guardar" }).click();
    await page.getByText("Cambió: nota").waitFor();
    await keepPicture(page, "page");
    expect(await studio.faults()).toEqual([]);
    await page.getByRole("link", { name: "Abrir la conversación" }).click();
    await page.waitForURL(/conversations/);
  });

  test("and sees in red what cancels for good, and whose it is; the customer hears of it", async () => {
    const { page } = studio;
    const id = await sell(2);
    await studio.open(`/orders/${id}`);
    await page.getByRole("button", { name: "Cancelar pedido" }).click();
    await page
      .getByRole("heading", { name: "¿Cancelar el pedido de Luz Dary: 2 × Frasco de melatonina, $ 129.900?" })
      .waitFor();
    await page.getByText("queda cancelado para siempre").waitFor();
    await page.getByRole("dialog").getByRole("button", { name: "Cancelar pedido" }).click();
    await page.getByText("Al cliente le llega el aviso por WhatsApp").waitFor();
    await eventually("she hears of it", () =>
      studio.heard(phoneOf(2)).some((text) => text.includes("quedó cancelado")),
    );
    expect(await statusOf(id)).toBe("cancelled");
    await studio.open("/inbox");
    await page.getByText("Pedido cancelado").waitFor();
    expect(await page.getByText("Pedido confirmado").count()).toBe(0);
  });
});

describe("orders are found", () => {
  test("by words without accents, by city and in a list, and the address keeps the search", async () => {
    const { page } = studio;
    await sell(0);
    await sell(3, "delivered", "10 days");
    await studio.open("/orders?view=list");
    await page.getByText("Ana Ruiz").waitFor();
    await page.getByRole("searchbox", { name: /Buscar cliente/ }).fill("oscar munoz");
    await page.getByText("Ana Ruiz").waitFor({ state: "detached" });
    await page.getByText("Óscar Muñoz").waitFor();
    await page.waitForURL(/q=oscar/);
    await page.reload();
    await page.getByText("Óscar Muñoz").waitFor();
    await page.getByRole("searchbox", { name: /Buscar cliente/ }).fill("nadie");
    await page.getByText("Ningún pedido coincide").waitFor();
    await studio.open("/orders?view=list&since=week");
    await page.getByText("Óscar Muñoz").waitFor();
    expect(await page.getByText("Ana Ruiz").count()).toBe(0);
    await keepPicture(page, "list");
  });

  test("by their amount from any screen, and opened without a mouse", async () => {
    const { page } = studio;
    const id = await sell(0);
    await studio.open("/calendar");
    await page.getByRole("heading", { name: "Calendario" }).waitFor();
    await page.keyboard.press("Control+k");
    await page.keyboard.type("$ 129.900");
    await page
      .getByRole("group", { name: "Pedidos" })
      .getByRole("option", { name: /Óscar Muñoz/, selected: true })
      .waitFor();
    await page.keyboard.press("Enter");
    await page.waitForURL(new RegExp(`/orders/${id}`));
    await page.getByRole("heading", { name: /Óscar Muñoz/ }).waitFor();
  });

  test("in seven columns that all stand in view on a laptop", async () => {
    const { page } = studio;
    await sell(0);
    await studio.open("/orders");
    await page.getByText("Óscar Muñoz").waitFor();
    const board = page.getByRole("region", { name: "Tablero", exact: true });
    await page.getByRole("region", { name: "Cancelados" }).waitFor();
    await expect.poll(() => board.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0);
  });

  test("and go to a spreadsheet and back with their guides", async () => {
    const { page } = studio;
    const [one, other] = [await sell(0), await sell(1, "cancelled")];
    await studio.database.rows(
      "update orders set shipping_address = 'Medellín; =2+3', note = '=HYPERLINK(1)' where id = $1",
      [one],
    );
    await studio.open("/orders");
    const waits = page.waitForEvent("download");
    await page.getByRole("button", { name: "Exportar CSV" }).click();
    const file = await waits;
    const text = await (await file.createReadStream()).toArray();
    // Spreadsheets of Colombia divide at semicolons: those of a customer's words divide nothing and begin no formula.
    const lines = Buffer.concat(text).toString("utf8");
    expect(lines).toMatch(/^\uFEFFpedido;fecha;estado;/);
    expect(lines).toMatch(/;20\d\d-\d\d-\d\d \d\d:\d\d;Confirmado;/);
    expect(lines).toContain(`;"Medellín; '=2+3";`);
    expect(lines).toContain(`;129900;'=HYPERLINK(1);`);
    await page.getByRole("button", { name: "Importar guías" }).click();
    const csv = `Pedido;Estado;Transportadora;Guía\n${one};Confirmado;Envía;77\n${other};Enviado;Envía;78\n`;
    await page
      .getByLabel("Archivo CSV")
      .setInputFiles({ name: "guias.csv", mimeType: "text/csv", buffer: Buffer.from(csv) });
    await page.getByText("2 pedidos en el archivo").waitFor();
    // What is wrong is said before anything is done.
    await page.getByText("Por cambiar: 1. Con problema: 1.").waitFor();
    await page.getByText("Línea 3: Está en «Cancelado» y de ahí no pasa a «Enviado».").waitFor();
    expect(await statusOf(one)).toBe("confirmed");
    await page.getByRole("dialog").getByRole("checkbox").uncheck();
    await page.getByRole("button", { name: "Importar", exact: true }).click();
    await page.getByText("1 cambiados, 0 sin cambios, 1 con problema").waitFor();
    await page.getByText("Línea 3: Está en «Cancelado» y de ahí no pasa a «Enviado».").waitFor();
    expect([await statusOf(one), await statusOf(other)]).toEqual(["sent", "cancelled"]);
    expect(await studio.faults()).toEqual([]);
  });

  test("also as Excel of Windows writes them: each line is done or says why not, and a second time nothing changes", async () => {
    const { page } = studio;
    const [one, other] = [await sell(0), await sell(1)];
    await studio.open("/orders");
    const lines = [
      "Pedido;Estado;Transportadora;Guía;Nota",
      `${one};Confirmado;Envía;77;Señora Peña`,
      ";;Envía;78;",
      "",
      `${one};;Envía;79;`,
      `${other};Empacado;;;'=1+1`,
    ];
    const file = { name: "guias.csv", mimeType: "text/csv", buffer: Buffer.from(lines.join("\r\n"), "latin1") };
    await page.getByRole("button", { name: "Importar guías" }).click();
    const bring = async (told: string) => {
      await page.getByLabel("Archivo CSV").setInputFiles(file);
      await page.getByRole("button", { name: "Importar", exact: true }).click();
      await page.getByText(told).waitFor();
      await page.getByText("Línea 3: No dice de qué pedido es.").waitFor();
      await page.getByText("Línea 5: La línea 2 dice otra cosa del mismo pedido.").waitFor();
    };
    await bring("2 cambiados, 0 sin cambios, 2 con problema");
    const stands = () => studio.database.rows("select status, guide, note from orders order by status desc");
    const wanted = [
      { status: "sent", guide: "77", note: "Señora Peña" },
      { status: "packed", guide: null, note: "=1+1" },
    ];
    expect(await stands()).toEqual(wanted);
    await bring("0 cambiados, 2 sin cambios, 2 con problema");
    expect(await stands()).toEqual(wanted);
    await page.getByRole("button", { name: "Cerrar" }).last().click();
    const waits = page.waitForEvent("download");
    await page.getByRole("button", { name: "Exportar CSV" }).click();
    const text = Buffer.concat(await (await (await waits).createReadStream()).toArray()).toString("utf8");
    // A spreadsheet of Colombia splits at semicolons, and reads no customer's words as a formula.
    expect(text).toContain("pedido;fecha;estado");
    expect(text).toContain(";'=1+1;");
  });
});

test("a viewer sees orders and can change none; an operator works them by keyboard alone", async () => {
  const { page } = studio;
  const id = await sell(0);
  await studio.signIn(await studio.tokenOf("viewer"));
  await studio.open("/orders");
  await page.getByText("Óscar Muñoz").waitFor();
  expect(await page.getByRole("button", { name: "Empacar" }).count()).toBe(0);
  await studio.signIn(await studio.tokenOf("operator"));
  await studio.open("/orders");
  await page.getByText("Óscar Muñoz").waitFor();
  await page.getByRole("button", { name: "Empacar" }).focus();
  await page.keyboard.press("Enter");
  const act = page.getByRole("dialog").getByRole("button", { name: "Empacar" });
  for (let tabs = 0; tabs < 6 && !(await act.evaluate((one) => one === one.ownerDocument.activeElement)); tabs += 1)
    await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await eventually("it is packed", async () => (await statusOf(id)) === "packed");
});
