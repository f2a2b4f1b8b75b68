// A process of its own: the plainest program that answers a customer over HTTP and keeps the same promises. Asked by its
// parent: { url, provider, replies, isStored }. It tells its port. `isStored` false: it stores nothing, so that HTTP stands alone.
import { createHmac, randomUUID, timingSafeEqual } from "node:crypto";
import { Agent, createServer, request } from "node:http";
import pg from "pg";
import { APP_SECRET } from "../support/webhooks.js";

/** Waits where the product waits in a rush: at the door, before a record, before reports (docs/adr/0014). */
const WAITS = { message: { ms: 25, atMost: 5 }, record: { ms: 60, atMost: 64 }, report: { ms: 120, atMost: 64 } };

const PHASES = ["ingest", "classify", "load_context", "plan", "act", "verify", "respond", "learn"];
const REPLY = "Hola, ¿en qué le puedo ayudar hoy con su descanso? Tenemos envío gratis y pago contra entrega.";

process.once("message", async ({ url, provider, replies, isStored }) => {
  const store = isStored ? await openStore(url) : storesNothing;
  const send = openSender(provider);
  let messages = 0;
  let sent = 0;

  const accept = together(WAITS.message, async (rows) => {
    await store.accept(rows);
    // The answer of the door is not later for what follows.
    setImmediate(finish, rows);
  });
  const record = together(WAITS.record, store.record);
  const report = together(WAITS.report, store.report);

  const finish = async (rows) => {
    const outgoing = rows.flatMap((row) => {
      messages += 1;
      const count = Math.max(0, Math.round(messages * replies) - sent);
      sent += count;
      return Array.from({ length: count }, (_, position) => ({
        id: randomUUID(),
        turn: row.id,
        position,
        body: REPLY,
        row,
      }));
    });
    await store.finish(rows, outgoing);
    for (const row of rows)
      void answer(
        row,
        outgoing.filter((one) => one.turn === row.id),
      );
  };
  const answer = async ({ number, customer, wamid }, own) => {
    const typing = { type: "text" };
    await send(number, { messaging_product: "whatsapp", status: "read", message_id: wamid, typing_indicator: typing });
    for (const { id, body } of own) {
      const text = { body };
      const answered = await send(number, {
        ...{ messaging_product: "whatsapp", recipient_type: "individual", to: customer, type: "text", text },
        biz_opaque_callback_data: id,
      });
      await record({ id, wamid: JSON.parse(answered).messages[0].id });
    }
  };

  const server = createServer((incoming, outgoing) => {
    const chunks = [];
    incoming.on("data", (chunk) => chunks.push(chunk));
    incoming.on("end", async () => {
      const body = Buffer.concat(chunks);
      const own = createHmac("sha256", APP_SECRET).update(body).digest();
      const theirs = Buffer.from(incoming.headers["x-hub-signature-256"].slice("sha256=".length), "hex");
      if (!timingSafeEqual(own, theirs)) return outgoing.writeHead(401).end();
      const { value } = JSON.parse(body.toString("utf8")).entry[0].changes[0];
      const number = value.metadata.phone_number_id;
      const stored = [
        ...(value.messages ?? []).map(({ id: wamid, from: customer, ...payload }) =>
          accept({ id: randomUUID(), wamid, customer, number, payload }),
        ),
        ...(value.statuses ?? []).map(({ id: wamid, status, biz_opaque_callback_data: send }) =>
          report({ wamid, status, send }),
        ),
      ];
      await Promise.all(stored);
      outgoing.writeHead(200, { "content-type": "text/plain", "content-length": 6 }).end("stored");
    });
  });
  server.listen(0, "127.0.0.1", () => process.send({ port: server.address().port }));
});

/** Gathers what comes within the wait of the first. */
function together({ ms, atMost }, run) {
  let waiting = [];
  let timer = null;
  const begin = () => {
    clearTimeout(timer);
    timer = null;
    const group = waiting;
    waiting = [];
    run(group.map(({ row }) => row)).then(
      () => {
        for (const { resolve } of group) resolve();
      },
      (error) => {
        console.error(error);
        process.exit(1);
      },
    );
  };
  return (row) =>
    new Promise((resolve) => {
      waiting.push({ row, resolve });
      if (waiting.length >= atMost) begin();
      else timer ??= setTimeout(begin, ms);
    });
}

function openSender(provider) {
  const agent = new Agent({ keepAlive: true });
  const headers = { "content-type": "application/json", authorization: "Bearer bench-access-token" };
  return (number, json) =>
    new Promise((resolve, reject) => {
      const body = Buffer.from(JSON.stringify(json));
      const options = { method: "POST", agent, headers: { ...headers, "content-length": body.byteLength } };
      const call = request(`${provider}/${number}/messages`, options, (response) => {
        let text = "";
        response.setEncoding("utf8");
        response.on("data", (chunk) => {
          text += chunk;
        });
        response.on("end", () => resolve(text));
      });
      call.on("error", reject);
      call.end(body);
    });
}

const storesNothing = {
  accept: async () => {},
  finish: async () => {},
  record: async () => {},
  report: async () => {},
};

/** A statement for each thing, of a group at once, each its own commit. */
async function openStore(url) {
  const pool = new pg.Pool({ connectionString: url, max: 8 });
  await pool.query(`
    create table bare_turns (id uuid primary key, wamid text not null unique, customer text not null, number text not null,
      payload jsonb not null, status text not null default 'queued', steps jsonb);
    create table bare_sends (id uuid primary key, turn uuid not null, position int not null, body text not null,
      status text not null default 'in_flight', wamid text, delivery text);
    create table bare_reports (wamid text, status text, send uuid, primary key (wamid, status))`);
  const run = (name, text) => (rows) => pool.query({ name, text, values: [JSON.stringify(rows)] });
  const startedAt = new Date().toISOString();
  const steps = Object.fromEntries(
    PHASES.map((name, position) => [name, { node: name, status: "ok", position, startedAt, latencyMs: 0.123 }]),
  );
  const finish = run(
    "finish",
    `with given as (select * from jsonb_to_recordset($1) as r (turn uuid, id uuid, position int, body text, steps jsonb)),
     ended as (update bare_turns t set status = 'done', steps = g.steps from given g where g.id is null and t.id = g.turn)
     insert into bare_sends (id, turn, position, body) select id, turn, position, body from given where id is not null`,
  );
  return {
    accept: run(
      "accept",
      `insert into bare_turns (id, wamid, customer, number, payload)
       select * from jsonb_to_recordset($1) as r (id uuid, wamid text, customer text, number text, payload jsonb)
       on conflict (wamid) do nothing`,
    ),
    finish: (rows, outgoing) =>
      finish([...rows.map(({ id }) => ({ turn: id, steps })), ...outgoing.map(({ row, ...one }) => one)]),
    record: run(
      "record",
      `update bare_sends s set status = 'accepted', wamid = r.wamid
       from jsonb_to_recordset($1) as r (id uuid, wamid text) where s.id = r.id`,
    ),
    report: run(
      "report",
      `with given as (select * from jsonb_to_recordset($1) as r (wamid text, status text, send uuid)),
       kept as (insert into bare_reports select wamid, status, send from given on conflict do nothing)
       update bare_sends s set delivery = g.status
       from (select send, max(status) as status from given group by send) g where s.id = g.send`,
    ),
  };
}
