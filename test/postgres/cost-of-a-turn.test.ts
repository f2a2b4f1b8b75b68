import { afterAll, beforeAll, expect, test } from "vitest";
import type { Tools } from "../../src/core/ports/tools.ts";
import type { Database } from "../../src/postgres/database.ts";
import { createStore } from "../../src/postgres/open-postgres.ts";
import { enqueueRequest, inbound, leaseOffer, newId, newWorkerId } from "../support/inbound.ts";
import { decision, eventually, openShop, recordingChannel, registryOf, testAgent } from "../support/shop.ts";
import { createTestDatabase, type TestDatabase } from "../support/test-database.ts";
import { setDurability } from "../support/test-server.ts";
import { reply } from "../support/turn-commits.ts";

/** What a plain turn costs: the floor is two durable commits, the message's and the answer's. */
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase({ hasFullPools: true });
});
afterAll(() => database.drop());

/** The store on a database that writes down every statement by its first table. */
function countedStore() {
  const statements: string[] = [];
  const counted: Database = {
    ...database.database,
    run(statement) {
      statements.push(nameOf(statement.text));
      return database.database.run(statement);
    },
  };
  return { store: createStore(counted, counted, { sendLeaseMs: 45_000 }), statements };
}

function nameOf(text: string): string {
  if (text.includes("update agent_runs r set due_at = null")) return "resume";
  if (text.includes("insert into agent_events")) return "enqueue";
  if (text.includes("run_ended")) return "commit";
  if (text.includes("for update of c skip locked") && text.includes("read_turn")) return "claim";
  if (text.includes("set") && text.includes("learned")) return "settle";
  if (text.includes("set") && text.includes("read_sends")) return "claim of replies";
  if (text.includes("set") && text.includes("journaled as (")) return "mark";
  if (text.includes("steps_written") && !text.includes("run_ended")) return "steps";
  return text.trim().slice(0, 60);
}

const silentPulses = { pollMs: 3_600_000, sweepMs: 3_600_000, leaseMs: 3 * 3_600_000 };

test("one process: two statements until the reply is on the wire, and one more, for nobody waits, to record it", async () => {
  const { store, statements } = countedStore();
  const onTheWire: string[][] = [];
  const { channel } = recordingChannel(() => {
    onTheWire.push([...statements]);
    return { kind: "accepted", wamid: "wamid.cost", recipientPhone: null };
  });
  const shop = openShop(store, { channel, agents: registryOf(testAgent(() => decision("hola"))) }, silentPulses);
  await shop.says("primero: abre el número", { phone: "573000000001" });
  await eventually("the first turn is recorded", () => statements.includes("settle"));
  statements.length = 0;
  onTheWire.length = 0;
  await shop.says("hola", { phone: "573000000002" });
  await eventually("the turn is recorded", () => statements.includes("settle"));
  expect(onTheWire).toEqual([["enqueue", "commit"]]);
  expect(statements).toEqual(["enqueue", "commit", "settle"]);
});

test("two processes: the door enqueues, a worker claims and commits; three statements until the reply is on the wire", async () => {
  const { store, statements } = countedStore();
  const onTheWire: string[][] = [];
  const { channel } = recordingChannel(() => {
    onTheWire.push([...statements]);
    return { kind: "accepted", wamid: "wamid.cost2", recipientPhone: null };
  });
  await store.mailbox.enqueue(enqueueRequest([inbound("hola", { phone: "573000000003" })], null));
  const shop = openShop(store, { channel }, silentPulses);
  const { turns } = await store.mailbox.claim(leaseOffer(shop.worker.id));
  shop.worker.accept(turns);
  await eventually("the turn is recorded", () => statements.includes("settle"));
  expect(onTheWire.at(-1)?.slice(-3)).toEqual(["enqueue", "claim", "commit"]);
});

test("a worker without work asks each thing once in an interval, and rests between", async () => {
  const { store, statements } = countedStore();
  const { worker } = openShop(store, recordingChannel(), { ...silentPulses, dayMs: 3_600_000, sealMs: 3_600_000 });
  worker.start();
  await eventually("each job has looked once", () => statements.some((one) => one.includes("learn_facts")));
  const asked = statements.length;
  await new Promise((resolve) => setTimeout(resolve, 300));
  await worker.stop(1_000);
  expect(statements.length - asked, statements.slice(asked).join("\n")).toBeLessThan(20);
});

test("a read costs one statement, and the same question in one turn none", async () => {
  const { store, statements } = countedStore();
  const tools: Tools = {
    kindOf: () => ({ kind: "read", timeoutMs: 1_000, riskLevel: "low" }),
    execute: async ({ input }) => ({ kind: "ok", output: input, allowedBy: "test" }),
  };
  const agent = testAgent(async ({ tools: reads }) => {
    for (const order of [1, 2, 2]) await reads.read("external.order", { order });
    return decision("hola");
  });
  const shop = openShop(store, { channel: recordingChannel().channel, agents: registryOf(agent), tools }, silentPulses);
  await shop.says("primero: abre el número", { phone: "573000000004" });
  await eventually("the first turn is recorded", () => statements.includes("settle"));
  statements.length = 0;
  await shop.says("¿dónde va mi pedido?", { phone: "573000000006" });
  await eventually("the turn is recorded", () => statements.includes("settle"));
  expect(statements).toEqual(["enqueue", "steps", "steps", "commit", "settle"]);
});

test("a segment that is due costs three statements: it is resumed, claimed and committed", async () => {
  const { store, statements } = countedStore();
  const agent = testAgent(({ message, segment }) => {
    if (message === "hágalo") return { ...decision(""), messages: [], next: { key: "more", at: null } };
    return segment == null ? decision("hola") : { ...decision(""), messages: [] };
  });
  const shop = openShop(store, { channel: recordingChannel().channel, agents: registryOf(agent) }, silentPulses);
  await shop.says("primero: abre el número", { phone: "573000000005" });
  await eventually("the first turn is recorded", () => statements.includes("settle"));
  statements.length = 0;
  const { runId } = await shop.says("hágalo", { phone: "573000000007" });
  const reaches = (status: string) =>
    eventually(`the run is ${status}`, async () => {
      const [run] = await database.rows("select status, due_at from agent_runs where id = $1", [runId]);
      return run?.["status"] === status && (status !== "queued" || run["due_at"] !== null);
    });
  await reaches("queued");
  await store.confirmations.resume({ limit: 1, newId });
  shop.worker.accept((await store.mailbox.claim(leaseOffer(shop.worker.id))).turns);
  await reaches("completed");
  expect(statements).toEqual(["enqueue", "commit", "resume", "claim", "commit"]);
});

test("one claim takes a batch: everything that a hundred turns need comes in one statement", async () => {
  const { store, statements } = countedStore();
  await store.mailbox.enqueue(
    enqueueRequest(Array.from({ length: 100 }, (_, n) => inbound("hola", { phone: `57310000${1000 + n}` }))),
  );
  statements.length = 0;
  const { turns } = await store.mailbox.claim(leaseOffer(newWorkerId(), { freeSlots: 100 }));
  expect(turns).toHaveLength(100);
  expect(statements).toEqual(["claim"]);
});

test("replies that fall due together are read in one statement, and marked in flight in one more", async () => {
  const { store, statements } = countedStore();
  await store.mailbox.enqueue(
    enqueueRequest(Array.from({ length: 6 }, (_, n) => inbound("hola", { phone: `57330000${1000 + n}` }))),
  );
  const { turns } = await store.mailbox.claim(leaseOffer(newWorkerId(), { freeSlots: 6 }));
  await Promise.all(turns.map((turn) => store.mailbox.commit(turn, { ...reply("con gusto"), sendsAtOnce: false })));
  statements.length = 0;
  const sender = newWorkerId();
  const { claims } = await store.outbox.claim(sender, 6, 45_000);
  const marked = await Promise.all(claims.map(({ message }) => store.outbox.markInFlight(sender, message, 45_000)));
  expect(marked.map((message) => message?.status)).toEqual(Array(6).fill("in_flight"));
  expect(marked.map((message) => message?.id)).toEqual(claims.map(({ message }) => message.id));
  expect(statements).toEqual(["claim of replies", "mark"]);
});

test("calls of an engine that look for replies together read them in one statement, and each gets its own", async () => {
  const { store, statements } = countedStore();
  await store.mailbox.enqueue(
    enqueueRequest(Array.from({ length: 3 }, (_, n) => inbound("hola", { phone: `57340000${1000 + n}` }))),
  );
  const { turns } = await store.mailbox.claim(leaseOffer(newWorkerId(), { freeSlots: 3 }));
  await Promise.all(turns.map((turn) => store.mailbox.commit(turn, { ...reply("con gusto"), sendsAtOnce: false })));
  statements.length = 0;
  const sender = newWorkerId();
  const claimed = await Promise.all(turns.map(({ lease }) => store.outbox.claim(sender, 1, 45_000, lease)));
  expect(claimed.map(({ claims }) => claims.map(({ message }) => message.conversationId))).toEqual(
    turns.map(({ lease }) => [lease.conversationId]),
  );
  expect(statements).toEqual(["claim of replies"]);
});

test("a turn's two commits are fsynced, and a claim's is not", async (context) => {
  // PostgreSQL 18 counts the write-ahead-log syncs of one connection; older ones only those of the whole server, which
  // other tests use too.
  const [server] = await database.rows("select current_setting('server_version_num')::int as version");
  if (Number(server?.["version"]) < 180_000) context.skip("the server counts no syncs by connection");
  const fsync = async () =>
    (await database.database.run({ text: "select current_setting('fsync') as fsync", values: [] })).rows[0]?.["fsync"];
  if ((await fsync()) === "off") {
    context.onTestFinished(() => setDurability(database.url, "off"));
    await setDurability(database.url, "on");
    await eventually("our connection has read the setting", async () => (await fsync()) === "on");
  }
  const statistic =
    "select coalesce(sum(fsyncs), 0) as syncs from pg_stat_get_backend_io(pg_backend_pid()) where object = 'wal'";
  const syncsOf = async (work: () => Promise<unknown>): Promise<number> => {
    // On the connection that works, and not on the owner's.
    const { database: own } = database;
    const read = async () => {
      await own.run({ text: "select pg_stat_force_next_flush()", values: [] });
      return Number((await own.run({ text: statistic, values: [] })).rows[0]?.["syncs"]);
    };
    const before = await read();
    await work();
    return (await read()) - before;
  };
  // All on one connection, so that its statistics are ours to flush.
  const { mailbox } = createStore(database.database, database.database, { sendLeaseMs: 45_000 });
  const worker = newWorkerId();
  const rounds = 20;
  let claims = 0;
  let commits = 0;
  for (let n = 0; n < rounds; n += 1) {
    const phone = `57320000${1000 + n}`;
    commits += await syncsOf(() => mailbox.enqueue(enqueueRequest([inbound("hola", { phone })])));
    let turns: Awaited<ReturnType<typeof mailbox.claim>>["turns"] = [];
    claims += await syncsOf(async () => {
      turns = (await mailbox.claim(leaseOffer(worker, { freeSlots: 1 }))).turns;
    });
    const [turn] = turns;
    if (turn === undefined) throw new Error("nothing was due");
    commits += await syncsOf(() =>
      mailbox.commit(turn, {
        outcome: "silent",
        inputClass: "TEXT_SIMPLE",
        agentId: "somnio",
        agentVersion: "1",
        session: null,
        lines: [],
        steps: [],
        outbox: [],
        timer: null,
        effects: [],
        toolCalls: [],
        turnsBotOff: false,
        refuseIfNewer: false,
        sendsAtOnce: false,
      }),
    );
  }
  // A sync that another connection began a moment before covers some commits. A connection that happens to fill a segment
  // of the log, which all tests write, syncs once more.
  const segments = rounds / 4;
  expect(commits).toBeLessThanOrEqual(2 * rounds + segments);
  expect(commits).toBeGreaterThan(1.5 * rounds);
  expect(claims).toBeLessThanOrEqual(segments);
});
