import { afterAll, beforeAll, expect, test } from "vitest";
import { API_TOKEN } from "../support/recado-process.ts";
import { eventually } from "../support/shop.ts";
import { askForAYes } from "./ask-for-a-yes.ts";
import { type OpenStudio, openStudio } from "./open-studio.ts";

let studio: OpenStudio;
const ANA = "573001112201";
const LUIS = "573001112202";
const PEDRO = "573001112203";

const settled = (phone: string, mode: string) =>
  eventually(`${phone} stands in ${mode}`, async () => {
    const rows = await studio.database.rows(
      `select from agent_sessions s join contact_aliases a on a.contact_id = s.contact_id
       join conversations c on c.id = s.conversation_id
       where a.value = $1 and s.current_mode = $2 and c.run_at is null`,
      [phone, mode],
    );
    return rows.length > 0;
  });

beforeAll(async () => {
  studio = await openStudio();
  await studio.says(ANA, "quiero comprar");
  await settled(ANA, "collecting_data");
  await studio.says(ANA, "soy Ana Gómez y vivo en Cali");
  await studio.says(LUIS, "quiero hablar con un asesor");
  await settled(LUIS, "handoff");
  await eventually(
    "a timer counts",
    async () =>
      (await studio.database.rows("select from timers where fired_at is null and cancelled_at is null")).length === 1,
  );
});
afterAll(() => studio?.close());

test("a timer says what it will do, and one that is fired by hand is acted upon", async () => {
  const { page } = studio;
  await studio.open("/timers");
  await page.getByText("Decir qué datos faltan").waitFor();
  expect(await page.getByText(ANA).count()).toBe(0);
  expect(await studio.faults()).toEqual([]);
  await page.getByRole("button", { name: "Adelantar" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Adelantar" }).click();
  await eventually(
    "it fired",
    async () =>
      (await studio.database.rows("select from timers where fired_at is not null and hurried_by is not null"))
        .length === 1,
  );
  await page.getByRole("tab", { name: "Cumplidos" }).click();
  await page.getByText("Decir qué datos faltan").waitFor();
});

test("what will be said by ourselves stands beside the timers, and is called off there", async () => {
  const { page, database } = studio;
  const [talk] = await database.rows(
    "select c.id::text from conversations c join contact_aliases a using (workspace_id, contact_id) where a.value = $1",
    [ANA],
  );
  const common = { actor: "prueba", conversationId: talk?.["id"], text: "Ana, hoy le llega el pedido." };
  await studio.command(API_TOKEN, "/internal/agent/reminders", {
    ...common,
    dueAt: new Date(Date.now() + 3_600_000).toISOString(),
    idempotencyKey: "studio:reminder",
  });
  await studio.command(API_TOKEN, "/internal/agent/follow-ups", {
    ...{ ...common, text: "¿Le quedó alguna duda?", category: "custom", idempotencyKey: "studio:follow-up" },
  });
  await studio.open("/timers");
  await page.getByRole("tab", { name: "Seguimientos" }).click();
  await page.getByText("¿Le quedó alguna duda?").waitFor();
  await page.getByRole("tab", { name: "Recordatorios" }).click();
  await page.getByText("Ana, hoy le llega el pedido.").waitFor();
  await page.getByText("lo pidió el cliente").waitFor();
  expect(await studio.faults()).toEqual([]);
  await page.getByRole("button", { name: "Cancelar" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "No enviarlo" }).click();
  await page.getByText("Cuando alguien pida que le recuerden algo").waitFor();
  expect(await database.rows("select kind from scheduled_messages where status = 'cancelled'")).toEqual([
    { kind: "reminder" },
  ]);
});

test("a dead letter shows its last error, opens with the time that it took, and is replayed with one click", async () => {
  const { page } = studio;
  const [dead] = await studio.database.rows(
    `with heard as (
       update conversations c set last_seq = last_seq + 1
       from contact_aliases a where a.contact_id = c.contact_id and a.value = $1
       returning c.*, gen_random_uuid() as run_id, gen_random_uuid() as event_id),
     buried as (
       insert into agent_runs (workspace_id, id, conversation_id, event_id, status, attempts, failures, outcome, failure_code,
         failure_reason, created_at, started_at, ended_at)
       select workspace_id, run_id, id, event_id, 'dead_letter', 3, 3, 'abandoned', 'internal', 'the shelf fell down',
         now() - interval '9 s', now() - interval '5 s', now() from heard)
     insert into agent_events (workspace_id, id, conversation_id, seq, run_id, user_id, source, input_type, payload,
       idempotency_key, status, occurred_at)
     select workspace_id, event_id, id, last_seq, run_id, contact_id, 'api', 'operator_command',
       '{"content": {"type": "text", "body": "nota"}}', 'studio:' || run_id, 'failed', now()
     from heard returning run_id::text as id`,
    [LUIS],
  );
  await studio.open("/runs?status=dead_letter");
  await page.getByText("the shelf fell down").waitFor();
  expect(await studio.faults()).toEqual([]);
  await studio.open(`/runs/${dead?.["id"]}`);
  await page.getByRole("heading", { name: "En qué se fue el tiempo" }).waitFor();
  expect(await page.getByText("4,0 s").count()).toBeGreaterThan(0);
  expect(await studio.faults()).toEqual([]);
  await studio.open("/runs?status=dead_letter");
  await page.getByRole("button", { name: "Reintentar" }).click();
  await page.getByText("Nada atascado").waitFor();
});

test("a run shows its phases, what was understood and what the journal kept", async () => {
  const { page } = studio;
  const [run] = await studio.database.rows(
    "select id::text from agent_runs where outcome = 'answered' order by id limit 1",
  );
  await studio.open(`/runs/${run?.["id"]}`);
  for (const phase of ["recibir", "decidir", "responder"])
    await page.getByText(phase, { exact: true }).first().waitFor();
  await page.getByRole("button", { name: /^decidir/ }).click();
  await page.getByText("Qué quedó en el diario").waitFor();
  await page.getByText("Decisión").waitFor();
  expect(await studio.faults()).toEqual([]);
});

test("a call that was only tried says so, in its run and in its conversation", async () => {
  const { page, database, command, tokenOf } = studio;
  const [ana] = await database.rows(
    `select c.id::text from conversations c join contact_aliases a on a.contact_id = c.contact_id where a.value = $1`,
    [ANA],
  );
  const tried = { tool: "crm.note.create", input: { text: "prefiere la tarde" }, dryRun: true };
  const body = { ...tried, idempotencyKey: "tried:1" };
  await command(await tokenOf("operator"), `/internal/agent/conversations/${ana?.["id"]}/tools`, body);
  const ended = "select id::text from agent_runs where outcome = 'dry_run'";
  await eventually("it was tried", async () => (await database.rows(ended)).length === 1);
  await studio.open(`/runs/${(await database.rows(ended))[0]?.["id"]}`);
  await page.getByText("Simulada", { exact: true }).waitFor();
  expect(await studio.faults()).toEqual([]);
  await studio.open(`/conversations/${ana?.["id"]}`);
  await page.getByText("Herramienta probada: nada cambió").last().waitFor();
  await page.getByRole("button", { name: "Por qué" }).last().click();
  await page.getByText("Simulada", { exact: true }).waitFor();
  expect(await studio.faults()).toEqual([]);
});

test("a question shows exactly what a yes releases, and one yes releases it", async () => {
  const { page, database } = studio;
  const { orderId } = await askForAYes(studio, ANA);
  await studio.open("/confirmations");
  const question = page.getByRole("article").first();
  await question.getByText("crm.order.delete", { exact: true }).waitFor();
  await question.getByText(orderId, { exact: true }).waitFor();
  await question.getByText("pidió cancelar", { exact: true }).waitFor();
  await question.getByText("No se puede deshacer: otra persona de la tienda también debe decir que sí.").waitFor();
  expect(await studio.faults()).toEqual([]);
  await page.keyboard.press("a");
  // Where reading begins: an Enter that was meant for something else says yes to nothing.
  await page.locator("dialog h2:focus").waitFor();
  await page.keyboard.press("Enter");
  expect(await database.rows("select from confirmations where status = 'approved'")).toEqual([]);
  await page.getByLabel("Nota (opcional)").fill("ella lo pidió");
  await page.keyboard.press("Control+Enter");
  await page.getByText("Nada espera su decisión").waitFor();
  await eventually("the order is cancelled", async () => {
    return (await database.rows("select from orders where id = $1 and status = 'cancelled'", [orderId])).length === 1;
  });
  await page.getByRole("tab", { name: "Decididas" }).click();
  await page.getByText("ella lo pidió").waitFor();
});

test("a question about an order that is cancelled meanwhile is closed, and says why", async () => {
  const { page, database } = studio;
  const { orderId } = await askForAYes(studio, ANA);
  await studio.open("/confirmations");
  await page.getByRole("button", { name: "Aprobar" }).waitFor();
  const answer = await fetch(`${studio.url}/internal/agent/orders/${orderId}`, {
    method: "PATCH",
    headers: { authorization: `Bearer ${API_TOKEN}`, "content-type": "application/json" },
    body: JSON.stringify({ status: "cancelled", notify: false, actor: "camila" }),
  });
  expect(answer.status).toBe(200);
  // Without a reload: another person's word ends the wait on this screen too.
  await page.getByText("Nada espera su decisión").waitFor();
  await page.getByRole("tab", { name: "Decididas" }).click();
  await page.getByText("Se cerró sola: el pedido se canceló.").waitFor();
  expect(await studio.faultsInEachLook()).toEqual([]);
  expect(await database.rows("select from orders where id = $1 and deleted_at is not null", [orderId])).toEqual([]);
});

test("who may only look has no button that works", async () => {
  const { page } = studio;
  await studio.signIn(await studio.tokenOf("viewer"));
  await studio.open("/confirmations?tab=tasks");
  const found = page.getByRole("button", { name: "Hecha" }).first();
  await found.waitFor();
  const isDisabled = await found.isDisabled();
  await studio.signIn(API_TOKEN);
  expect(isDisabled).toBe(true);
});

test("what waits for a person is taken and done", async () => {
  const { page } = studio;
  await studio.open("/confirmations?tab=tasks");
  await page.getByRole("button", { name: "La tomo yo" }).first().click();
  await page.getByRole("button", { name: "Soltar" }).waitFor();
  expect(await studio.faults()).toEqual([]);
  const open = async () => (await studio.database.rows("select from tasks where status = 'open'")).length;
  const before = await open();
  await page.getByRole("button", { name: "Hecha" }).first().click();
  await page.getByLabel("Nota (opcional)").fill("la llamé");
  await page.getByRole("dialog").getByRole("button", { name: "Hecha" }).click();
  await eventually("it is done", async () => (await open()) === before - 1);
});

test("the numbers of the shop are the database's", async () => {
  const { page } = studio;
  await studio.open("/metrics?range=today");
  const figure = page.locator("dl > div").filter({ hasText: "Conversaciones" }).first();
  await figure.getByText("2", { exact: true }).waitFor();
  await page.getByRole("heading", { name: "Velocidad" }).waitFor();
  expect(await studio.faults()).toEqual([]);
});

test("an agent's modes are a drawing that the keyboard walks, and its intents are found by what customers say", async () => {
  const { page } = studio;
  await studio.open("/agents");
  const mode = page.getByRole("button", { name: /ofrecer_promos/ });
  await mode.focus();
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "ofrecer_promos" }).waitFor();
  expect(await studio.faults()).toEqual([]);
  await page.getByRole("tab", { name: /Intenciones/ }).click();
  await page.getByRole("searchbox").fill("CUANTO vale");
  await page.getByText("precio", { exact: true }).first().waitFor();
  await page.getByRole("tab", { name: /Herramientas/ }).click();
  await page.getByText("create_order").first().waitFor();
  await page.getByRole("heading", { name: /que no puede usar/ }).waitFor();
  await page.getByText("A ningún agente: muestra a otras personas").first().waitFor();
  expect(await studio.faults()).toEqual([]);
});

test("what a customer told stands with their words, and is forgotten when a person says so", async () => {
  const { page } = studio;
  await studio.open("/knowledge");
  await page.getByRole("button", { name: /ciudad/ }).click();
  await page.getByText("Cali", { exact: true }).waitFor();
  await page.getByText("«soy Ana Gómez y vivo en Cali»").first().waitFor();
  expect(await studio.faults()).toEqual([]);
  await page.getByRole("button", { name: "Olvidar: ciudad" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Olvidar" }).click();
  await page.getByText("Cali", { exact: true }).waitFor({ state: "detached" });
  const rows = await studio.database.rows("select from session_state where datos_capturados ? 'ciudad'");
  expect(rows).toHaveLength(0);
});

test("fewer days are asked about once more; the hours in which we write are the shop's; whoever only looks changes nothing", async () => {
  const { page, database } = studio;
  const kept = async () => (await database.rows("select days from retention_settings"))[0]?.["days"];
  await studio.open("/agents?tab=settings");
  const saveDays = page.getByRole("button", { name: "Guardar los días" });
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\/retention$/, async (route) => {
    if (route.request().method() === "PUT") await held;
    await route.continue();
  });
  const files = page.getByLabel("Archivos");
  const fileDays = await files.inputValue();
  await page.getByLabel("Alertas").fill("");
  await saveDays.click();
  // Typed while the save is under way, so it belongs to the next one.
  await files.fill("9000");
  release();
  await eventually("alerts are kept for good", async () => (await kept()) !== undefined);
  expect(await kept()).toEqual({ alerts: null });
  await page.getByText("Guardado. Vale desde esta noche.").waitFor();
  expect(await files.inputValue()).toBe("9000");
  await files.fill(fileDays);
  await page.unroute(/\/retention$/);
  // By keyboard: what is older would go, so it is asked once more.
  const journals = page.getByLabel("Lo que hizo el agente");
  await journals.fill("30");
  await journals.press("Enter");
  const dialog = page.getByRole("dialog");
  await dialog.getByText("Lo que hizo el agente: 90 → 30").waitFor();
  expect(await studio.faults()).toEqual([]);
  await page.keyboard.press("Escape");
  expect(await kept()).toEqual({ alerts: null });
  await saveDays.click();
  await dialog.getByRole("button", { name: "Guardar y olvidar" }).click();
  await dialog.waitFor({ state: "detached" });
  expect(await kept()).toEqual({ alerts: null, journals: 30 });
  // What the server refuses is said where it was asked.
  await page.getByLabel("Mensajes", { exact: true }).fill("30");
  await journals.fill("60");
  await saveDays.click();
  await dialog.getByRole("button", { name: "Guardar y olvidar" }).click();
  await dialog.getByRole("alert").getByText("journals").waitFor();
  expect(await studio.faults()).toEqual([expect.stringContaining("422")]);
  await page.keyboard.press("Escape");

  await page.getByRole("checkbox", { name: /Solo en el horario/ }).check();
  const workdays = ["lunes", "martes", "miércoles", "jueves", "viernes"];
  for (const name of workdays) await page.getByRole("checkbox", { name, exact: true }).uncheck();
  await page.getByText("Sin ningún día, lo que la tienda escribe por su cuenta no sale nunca.").waitFor();
  for (const name of workdays) await page.getByRole("checkbox", { name, exact: true }).check();
  await page.getByRole("checkbox", { name: "viernes", exact: true }).uncheck();
  await page.getByLabel("lunes, desde").fill("09:30");
  await page.getByLabel("Mensajes por día").fill("2");
  await page.getByLabel("Minutos entre uno y otro").fill("60");
  await page.getByLabel("Zona horaria").selectOption("America/Lima");
  await page.getByRole("button", { name: "Guardar el horario" }).click();
  await page.getByText("Guardado. Vale desde el próximo mensaje.").waitFor();
  const day = ["08:00", "18:00"];
  expect(
    await database.rows(
      "select time_zone, business_hours, proactive_per_day, proactive_spacing_minutes from workspace_agent_config",
    ),
  ).toEqual([
    {
      time_zone: "America/Lima",
      business_hours: { mon: ["09:30", "18:00"], tue: day, wed: day, thu: day },
      proactive_per_day: 2,
      proactive_spacing_minutes: 60,
    },
  ]);

  await studio.signIn(await studio.tokenOf("viewer"));
  await page.setViewportSize({ width: 360, height: 700 });
  await studio.open("/agents?tab=settings");
  await page.getByLabel("Alertas").waitFor();
  expect(await page.getByLabel("Alertas").isDisabled()).toBe(true);
  expect(await page.getByLabel("Zona horaria").isDisabled()).toBe(true);
  expect(await saveDays.isDisabled()).toBe(true);
  expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(360);
  expect(await studio.faults()).toEqual([]);
  await page.setViewportSize({ width: 1280, height: 800 });
  await studio.signIn(API_TOKEN);
});

test("the agent is switched off and on, and the words of a handoff are the shop's own", async () => {
  const { page, database } = studio;
  await studio.open("/agents?tab=settings");
  const holds = (sql: string) =>
    eventually(
      sql,
      async () => (await database.rows(`select from workspace_agent_config w where ${sql}`)).length === 1,
    );
  await page.getByRole("button", { name: "Apagar" }).click();
  await holds("not w.agent_enabled");
  await page.getByRole("button", { name: "Encender" }).click();
  await holds("w.agent_enabled");
  const crm = page.getByRole("checkbox", { name: /Los agentes usan el CRM/ });
  const isOn = await crm.isChecked();
  await crm.click();
  await holds(`w.crm_agents_enabled = ${!isOn}`);
  await page.getByLabel("Agente que atiende").selectOption("somnio");
  await holds("w.conversational_agent_id = 'somnio'");
  await page.getByLabel("Mensaje al pasar a una persona").fill("Ya le paso con María.");
  await page.getByRole("button", { name: "Guardar", exact: true }).click();
  await page.getByText("Guardado. Vale desde el próximo turno.").last().waitFor();
  expect(await studio.faults()).toEqual([]);
});

test("what a customer asked in vain is listed, with the conversation in which it was asked", async () => {
  const { page } = studio;
  await studio.open("/knowledge?tab=unanswered");
  await page.getByText("No hay preguntas sin respuesta").waitFor();
  expect(await studio.faults()).toEqual([]);
  await studio.says(PEDRO, "reparan guitarras eléctricas");
  await settled(PEDRO, "handoff");
  await studio.open("/knowledge?tab=unanswered");
  await page.getByText(/reparan guitarras eléctricas/).waitFor();
  expect(await studio.faults()).toEqual([]);
  await page.getByRole("link", { name: "Ver la conversación" }).click();
  await page.waitForURL(/\/conversations\//);
});

test("an event that no receiver took says why, and is posted again with one click", async () => {
  const { page, database } = studio;
  await studio.open("/confirmations?tab=events");
  await page.getByText("No se ha enviado ningún evento").waitFor();
  const [sent] = await database.rows(
    `with endpoint as (
       insert into feed_endpoints (workspace_id, id, url, kinds, secret, created_at, changed_by)
       values ('default', gen_random_uuid(), 'https://127.0.0.1/', '{handoff}', 'whsec_eA==', now(), 'prueba') returning id)
     insert into feed_deliveries (workspace_id, id, endpoint_id, conversation_id, kind, data, happened_at, due_at, parked_at,
       failures, failure)
     select 'default', gen_random_uuid(), e.id, (select id from conversations limit 1), 'handoff', '{}', now(), null, now(), 33,
       'it answered 503' from endpoint e returning id::text`,
  );
  await studio.open("/confirmations?tab=events");
  await page.getByText("it answered 503").waitFor();
  expect(await studio.faults()).toEqual([]);
  await page.getByRole("button", { name: "Reenviar" }).click();
  // It is no public address, so the worker parks it at once.
  await eventually("it was posted again", async () => {
    const [row] = await database.rows("select failure from feed_deliveries where id = $1", [sent?.["id"]]);
    return String(row?.["failure"]).includes("private network");
  });
  await page.getByText("private network").waitFor();
});
