import { afterAll, beforeAll, expect, test } from "vitest";
import { DEFAULT_WORKSPACE, type RunId } from "../../src/core/ids.ts";
import { enqueueRequest, inbound, leaseOffer, newWorkerId } from "../support/inbound.ts";
import { createTestDatabase, type TestDatabase } from "../support/test-database.ts";
import { reply, silence } from "../support/turn-commits.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase({ hasFullPools: true });
});
afterAll(() => database.drop());

const worker = newWorkerId();

test("a session that another program broke costs its own run, and none of those claimed with it", async () => {
  const { mailbox, runs } = database.store;
  const broken = await mailbox.enqueue(
    enqueueRequest([inbound("hola", { phone: "573000000021" })], leaseOffer(worker)),
  );
  const [turn] = broken.turns;
  if (turn === undefined) throw new Error("nothing was leased");
  await mailbox.commit(turn, {
    ...silence(),
    session: {
      id: crypto.randomUUID() as never,
      agentId: "somnio",
      expectedVersion: null,
      status: "active",
      mode: "conversacion",
      intentsVistos: [],
      templatesEnviados: [],
      datosCapturados: {},
      packSeleccionado: null,
      ingestStatus: null,
      pendientes: [],
    },
  });
  await database.rows(`update session_state set datos_capturados = '{"cantidad": 2}'`);
  const { items } = await mailbox.enqueue(
    enqueueRequest([inbound("otra vez", { phone: "573000000021" }), inbound("hola", { phone: "573000000022" })]),
  );
  const { turns } = await mailbox.claim(leaseOffer(worker));
  expect(turns.map((one) => one.run.id)).toEqual([items[1]?.runId]);
  expect(await runs.get(DEFAULT_WORKSPACE, items[0]?.runId as RunId)).toMatchObject({
    status: "dead_letter",
    error: { code: "turn_unreadable", message: expect.stringContaining("cantidad") },
  });
  await database.rows("update session_state set datos_capturados = '{}'");
  await runs.retry(DEFAULT_WORKSPACE, items[0]?.runId as RunId, "ana");
  const again = await mailbox.claim(leaseOffer(worker));
  expect(again.turns.map((one) => one.run.id)).toEqual([items[0]?.runId]);
});

test("a message that this version cannot read does not hold up those behind it", async () => {
  const { mailbox, outbox } = database.store;
  const { turns } = await mailbox.enqueue(
    enqueueRequest([inbound("hola", { phone: "573000000023" })], leaseOffer(worker)),
  );
  const [turn] = turns;
  if (turn === undefined) throw new Error("nothing was leased");
  const messages = [...reply("uno").outbox, ...reply("dos").outbox];
  await mailbox.commit(turn, reply("", { outbox: messages, lines: [], sendsAtOnce: false }));
  await database.rows(`update outbox_messages set content = '{"type": "hologram"}' where id = $1`, [messages[0]?.id]);
  expect((await outbox.claim(worker, 10, 45_000)).claims).toEqual([]);
  const { claims } = await outbox.claim(worker, 10, 45_000);
  expect(claims.map((claim) => claim.message.id)).toEqual([messages[1]?.id]);
});

test("a connection cut in the middle of a transaction fails the question, not the process", async () => {
  const uncaught: unknown[] = [];
  const note = (error: unknown) => uncaught.push(error);
  process.on("uncaughtException", note);
  try {
    const asked = database.database.asTenant(DEFAULT_WORKSPACE, async (run) => {
      const { rows } = await run({ text: "select pg_backend_pid() as pid", values: [] });
      await database.rows("select pg_terminate_backend($1)", [rows[0]?.["pid"]]);
      await new Promise((resolve) => setTimeout(resolve, 50));
      return run({ text: "select 1", values: [] });
    });
    await expect(asked).rejects.toMatchObject({ code: "database_unreachable", retry: "later" });
    expect(uncaught).toEqual([]);
    expect(await database.store.health.ping()).toBeGreaterThan(0);
  } finally {
    process.off("uncaughtException", note);
  }
});

test("a hundred thousand reports and messages cost a report and a settlement no scan", async () => {
  const plan = async (text: string) =>
    (await database.rows(`explain ${text}`)).map((row) => String(row["QUERY PLAN"])).join("\n");
  await database.rows(`
    insert into message_statuses (workspace_id, phone_number_id, wamid, status, occurred_at, raw)
    select 'default', '106540352242922', 'wamid.' || n, 'sent', now(), '{}' from generate_series(1, 100000) n`);
  await database.rows("analyze message_statuses");
  const found = await plan(`
    select s.status from message_statuses s
    where s.workspace_id = 'default' and s.phone_number_id = '106540352242922' and s.wamid = 'wamid.7'`);
  expect(found).not.toContain("Seq Scan");
});

test("a stop tag that comes after the commit still holds the reply back", async () => {
  const { mailbox, outbox } = database.store;
  const { turns } = await mailbox.enqueue(
    enqueueRequest([inbound("hola", { phone: "573000000024" })], leaseOffer(worker)),
  );
  const [turn] = turns;
  if (turn === undefined) throw new Error("nothing was leased");
  await mailbox.commit(turn, reply("hola", { sendsAtOnce: false }));
  await database.rows("update contacts set tags = array['WPP'] where id = $1", [turn.contact.id]);
  const { claims } = await outbox.claim(worker, 10, 45_000);
  const claim = claims.find((one) => one.message.runId === turn.run.id);
  expect(claim?.message.isCancelled).toBe(true);
});
