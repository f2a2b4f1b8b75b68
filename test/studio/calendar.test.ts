import { afterAll, beforeAll, expect, test } from "vitest";
import { API_TOKEN } from "../support/recado-process.ts";
import { eventually } from "../support/shop.ts";
import { type OpenStudio, openStudio } from "./open-studio.ts";
import { routeInTest } from "./route-in-test.ts";

const ANA = "573001113001";
const LUIS = "573001113002";

let studio: OpenStudio;
/** A day of the month that is shown, far from its edges: 23:30 in Bogotá is the next day in UTC. */
const DAY = "2031-05-14";

beforeAll(async () => {
  studio = await openStudio();
  for (const phone of [ANA, LUIS]) {
    await studio.says(phone, "hola");
    await eventually("they were answered", () => studio.heard(phone).length > 0);
  }
  const remind = async (phone: string, text: string, due: Record<string, string>) => {
    const [talk] = await studio.database.rows(
      "select c.id::text from conversations c join contact_aliases a using (workspace_id, contact_id) where a.value = $1",
      [phone],
    );
    const body = { actor: "prueba", conversationId: talk?.["id"], text, ...due, idempotencyKey: `calendar:${text}` };
    await studio.command(API_TOKEN, "/internal/agent/reminders", body);
  };
  const named = "update contacts set name = $2 where id = (select contact_id from contact_aliases where value = $1)";
  await studio.database.rows(named, [ANA, "Ana Gómez"]);
  await studio.database.rows(named, [LUIS, "Luis Pardo"]);
  await remind(ANA, "Su cita es mañana.", { dueAt: `${DAY}T23:30:00-05:00` });
  await remind(LUIS, "Le llega el pedido.", { dueAt: `${DAY}T08:00:00-05:00` });
  await remind(LUIS, "Riegue las matas.", { when: "todos los lunes a las 9 de la mañana" });
  await remind(LUIS, "De otro mes.", { dueAt: "2031-07-01T08:00:00-05:00" });
});
afterAll(() => studio?.close());

const dialog = () => studio.page.getByRole("dialog");

test("what the shop will say stands on its day by the shop's clock, in a month, a week and an agenda", async () => {
  const { page } = studio;
  await studio.open(`/calendar?view=month&day=${DAY}`);
  const cell = page.getByRole("cell").filter({ has: page.getByRole("button", { name: /miércoles,? 14 de mayo/ }) });
  await cell.getByRole("button", { name: /Ana Gómez/ }).waitFor();
  expect(await cell.getByRole("button").count()).toBe(3);
  expect(await studio.faults()).toEqual([]);
  await page.getByRole("tab", { name: "Semana" }).click();
  await page.getByRole("button", { name: /11:30.*Ana Gómez/ }).waitFor();
  expect(await studio.faults()).toEqual([]);
  await page.getByRole("tab", { name: "Agenda" }).click();
  await page.getByRole("heading", { name: /miércoles,? 14 de mayo/ }).waitFor();
  expect(await page.getByText("De otro mes.").count()).toBe(0);
  expect(await studio.faults()).toEqual([]);
});

test("the keyboard alone goes to the next month and back, and opens a message", async () => {
  const { page } = studio;
  await studio.open(`/calendar?view=month&day=${DAY}`);
  await page.getByRole("heading", { name: "mayo de 2031" }).waitFor();
  await page.keyboard.press("j");
  await page.getByRole("heading", { name: "junio de 2031" }).waitFor();
  await page
    .getByRole("button", { name: /Luis Pardo/ })
    .first()
    .waitFor();
  await page.keyboard.press("k");
  const message = page.getByRole("button", { name: /Ana Gómez/ });
  await message.focus();
  await page.keyboard.press("Enter");
  await dialog().getByText("Su cita es mañana.").waitFor();
  await page.keyboard.press("Escape");
  await dialog().waitFor({ state: "detached" });
});

test("a filter by customer, a link to the conversation, and a button that calls a message off", async () => {
  const { page, database } = studio;
  await studio.open(`/calendar?view=agenda&day=${DAY}`);
  await page.getByText("Le llega el pedido.").waitFor();
  await page.getByLabel("Cliente").fill("ana gomez");
  await page.getByText("Le llega el pedido.").waitFor({ state: "detached" });
  await page.getByText("Su cita es mañana.").click();
  await dialog().getByRole("link", { name: "Ver la conversación" }).waitFor();
  expect(await studio.faults()).toEqual([]);
  await dialog().getByRole("button", { name: "No enviarlo" }).click();
  await dialog().getByText("¿Cancelar este mensaje?").waitFor();
  expect(await database.rows("select text from scheduled_messages where status = 'cancelled'")).toEqual([]);
  await dialog().getByRole("button", { name: "Sí, cancelarlo" }).click();
  await page.getByText("Nada coincide con el filtro").or(page.getByText("Nada en estas fechas")).waitFor();
  expect(await database.rows("select text from scheduled_messages where status = 'cancelled'")).toEqual([
    { text: "Su cita es mañana." },
  ]);
  await page.getByLabel("Cliente").fill("nadie");
  await page.getByText("Nada coincide con el filtro").waitFor();
});

test("a reminder that comes back says its rule, and the question names all its repetitions", async () => {
  const { page, database } = studio;
  await studio.open("/calendar?view=agenda");
  const row = page.getByRole("button", { name: /Riegue las matas/ });
  await row.getByText("cada semana, los lunes, a las 9:00 a. m.").waitFor();
  await row.click();
  await dialog().getByRole("button", { name: "No enviarlo" }).click();
  await dialog().getByText("¿Cancelar este mensaje y todas sus repeticiones?").waitFor();
  expect(await studio.faults()).toEqual([]);
  await dialog().getByRole("button", { name: "Sí, cancelarlo" }).click();
  await row.waitFor({ state: "detached" });
  expect(await database.rows("select status from scheduled_messages where text = 'Riegue las matas.'")).toEqual([
    { status: "cancelled" },
  ]);
});

test("a viewer calls nothing off, and what cannot be loaded says so", async () => {
  const { page } = studio;
  await studio.signIn(await studio.tokenOf("viewer"));
  await studio.open(`/calendar?view=agenda&day=${DAY}`);
  await page.getByText("Le llega el pedido.").click();
  expect(await dialog().getByRole("button", { name: "No enviarlo" }).isDisabled()).toBe(true);
  await studio.signIn(API_TOKEN);
  await routeInTest(page, /reminders\?/, (route) =>
    route.fulfill({ status: 422, json: { code: "request_invalid", detail: "no" } }),
  );
  await studio.open("/calendar?view=week&day=2031-05-20");
  await page.getByRole("alert").waitFor();
});

test("a reminder in words is said back as it was read, and corrected with a button", async () => {
  const { page, database } = studio;
  const [talk] = await database.rows(
    "select c.id::text from conversations c join contact_aliases a using (workspace_id, contact_id) where a.value = $1",
    [ANA],
  );
  const set = () =>
    database.rows(
      `select status, is_requested, to_char(due_at at time zone 'America/Bogota', 'HH24:MI') as hour from scheduled_messages
       where text = 'Su pedido llega hoy.' order by created_at`,
    );
  await studio.open(`/conversations/${talk?.["id"]}`);
  const details = page.getByRole("button", { name: "Detalles", exact: true });
  const remind = page.getByRole("button", { name: "Recordarle algo" });
  await details.or(remind).first().waitFor();
  if (!(await remind.isVisible())) await details.click();
  await remind.click();
  await dialog().getByLabel("Qué se le dice").fill("Su pedido llega hoy.");
  await dialog().getByLabel("Cuándo").fill("mañana");
  await dialog().getByRole("button", { name: "Programar" }).click();
  await dialog().getByText("¿A qué hora se lo recuerdo?", { exact: true }).waitFor();
  await dialog().getByLabel("Cuándo").fill("mañana a las 8 de la mañana");
  await dialog().getByRole("button", { name: "Programar" }).click();
  await dialog()
    .getByText(/Queda para el .*8:00 a\. m\./)
    .waitFor();
  // The page itself is whole; the browser notes the refusal that was asked about.
  expect((await studio.faults()).filter((fault) => !fault.includes("422"))).toEqual([]);
  await dialog().getByRole("button", { name: "Cambiar" }).click();
  await dialog().getByLabel("Cuándo").fill("mañana a las 9 de la mañana");
  await dialog().getByRole("button", { name: "Programar" }).click();
  await dialog()
    .getByText(/Queda para el .*9:00 a\. m\./)
    .waitFor();
  expect(await set()).toEqual([
    { status: "cancelled", is_requested: false, hour: "08:00" },
    { status: "pending", is_requested: false, hour: "09:00" },
  ]);
  await dialog().getByRole("button", { name: "Cerrar" }).last().click();
  await dialog().waitFor({ state: "detached" });
});
