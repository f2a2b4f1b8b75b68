import { afterAll, beforeAll, expect, test } from "vitest";
import { API_TOKEN } from "../support/recado-process.ts";
import { eventually } from "../support/shop.ts";
import { askForAYes } from "./ask-for-a-yes.ts";
import { type OpenStudio, openStudio, settledIn } from "./open-studio.ts";

let studio: OpenStudio;
const ANA = "573001112201";
const LUIS = "573001112202";

beforeAll(async () => {
  studio = await openStudio();
  await studio.says(ANA, "quiero comprar");
  await settledIn(studio, ANA, "collecting_data");
  await studio.says(ANA, "soy Ana Gómez y vivo en Cali");
  await studio.says(LUIS, "quiero hablar con un asesor");
  await settledIn(studio, LUIS, "handoff");
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
