// A process of its own that does turns one after the other, so many at once, and reports how many. Asked by its parent:
// { kind: "product" | "floor" | "plain" | "read" | "segment", url, durationMs, warmUpMs, atOnce }. With `tellsWhenWarm` it says so and waits for a word.
import { randomBytes, randomUUID } from "node:crypto";
import pg from "pg";
import * as z from "zod";
import { fromCustomer, QUESTIONS } from "../support/database-work.js";
import { fromDist, silentLogger } from "../support/dist.js";
import { runFor } from "../support/run-for.js";
import { customer } from "../support/webhooks.js";

const CUSTOMERS = 2_000;
/** The product's two pools have as many connections. */
const CONNECTIONS = 14;

process.once("message", async (job) => {
  try {
    const engine = await (job.kind === "floor" ? openFloor(job) : openProduct(job));
    await runFor(engine.turn, job.warmUpMs, job.atOnce);
    if (job.tellsWhenWarm) {
      process.send({ kind: "warm" });
      await new Promise((resolve) => process.once("message", resolve));
    }
    const cpu = process.cpuUsage();
    const startMs = performance.now();
    const turns = await runFor(engine.turn, job.durationMs, job.atOnce);
    const elapsedMs = performance.now() - startMs;
    const { user, system } = process.cpuUsage(cpu);
    const decisionMs = (await engine.decisionMs?.()) ?? null;
    await engine.close();
    process.send({ turns, elapsedMs, nodeMs: (user + system) / 1000, decisionMs }, () => process.exit(0));
  } catch (error) {
    console.error(error);
    process.exit(1);
  }
});

/** The plainest thing that keeps the same promise: the message committed, then the finished turn committed. */
async function openFloor({ url }) {
  const pool = new pg.Pool({ connectionString: url, max: CONNECTIONS });
  await pool.query(
    `create table if not exists floor_turns (
       id uuid primary key, customer text not null, payload jsonb not null, status text not null default 'queued',
       steps jsonb, reply text)`,
  );
  const steps = JSON.stringify(
    ["ingest", "classify", "load_context", "plan", "act", "verify", "respond", "learn"].map((name, position) => ({
      name,
      position,
      status: "ok",
      startedAt: new Date().toISOString(),
      durationMs: 0.1,
      output: null,
    })),
  );
  let n = 0;
  return {
    async turn() {
      n += 1;
      const id = randomUUID();
      const { phone } = customer(n % CUSTOMERS);
      const payload = JSON.stringify(fromCustomer(customer(n % CUSTOMERS), "hola", id));
      await pool.query({
        name: "accept",
        text: "insert into floor_turns (id, customer, payload) values ($1, $2, $3)",
        values: [id, phone, payload],
      });
      await pool.query({
        name: "finish",
        text: "update floor_turns set status = 'done', steps = $2, reply = $3 where id = $1",
        values: [id, steps, "hola, ¿en qué le puedo ayudar?"],
      });
    },
    close: () => pool.end(),
  };
}

/** The product's door, mailbox, worker, agent and sender, without HTTP: the channel accepts at once. */
async function openProduct({ url, kind }) {
  const [
    { openPostgres },
    { createWorker },
    { WORKER_DEFAULTS },
    { createEnqueue },
    { createAgentRegistry },
    { loadShippedAgent },
    { SHOP_TOOLS, createShopTools },
    { defineTool },
    { systemClock },
    { uuidV7 },
    { keepPresence },
  ] = await Promise.all([
    fromDist("postgres/open-postgres.js"),
    fromDist("runtime/worker/worker.js"),
    fromDist("runtime/worker/worker-options.js"),
    fromDist("server/intake/enqueue-items.js"),
    fromDist("agents/registry.js"),
    fromDist("agents/shipped-agents.js"),
    fromDist("tools/shop-tools.js"),
    fromDist("tools/define-tool.js"),
    fromDist("runtime/system-clock.js"),
    fromDist("core/ids.js"),
    fromDist("postgres/turns/workers.js"),
  ]);
  const postgres = await openPostgres({ url, applicationName: "recado bench", logger: silentLogger });
  const newId = () => uuidV7(Date.now(), randomBytes(10));
  const finished = [];
  const decisions = recordDecisions([kind === "product" ? await loadShippedAgent("somnio") : small(kind)]);
  const runsOfAMessage = kind === "segment" ? 2 : 1;
  let runs = 0;
  const turnFinished = () => {
    runs += 1;
    if (runs % runsOfAMessage === 0) finished.shift()?.();
  };
  const metrics = new Proxy({}, { get: (_, name) => (name === "turnFinished" ? turnFinished : () => {}) });
  const id = newId();
  const worker = createWorker(
    {
      store: postgres.store,
      channel: {
        send: async () => ({ kind: "accepted", wamid: `wamid.${randomUUID()}`, recipientPhone: null }),
        showTyping: async () => {},
      },
      agents: createAgentRegistry(decisions.agents),
      tools: kind === "read" ? createShopTools({ tools: [defineTool(READ)] }) : SHOP_TOOLS,
      clock: systemClock,
      logger: silentLogger,
      metrics,
      newId,
      random: Math.random,
      responseSpeed: 0,
      timerPreset: "real",
    },
    { ...WORKER_DEFAULTS, worker: id },
    (onWake) => keepPresence(postgres.database, id, "bench", silentLogger, onWake),
  );
  worker.start();
  const parts = {
    store: postgres.store,
    settings: { coalesceMs: 0, defaultAgentId: "somnio" },
    runtime: {
      leaseOffer: (conversations) => worker.offer(conversations),
      acceptTurns: (turns, offer) => worker.accept(turns, offer),
      wake: () => worker.wake("mailbox"),
    },
    metrics,
    logger: silentLogger,
    clock: systemClock,
    newId,
  };
  const enqueue = createEnqueue(parts);
  let n = 0;
  return {
    async turn() {
      n += 1;
      // The oldest that waits is released by whichever turn ends: so many are always under way.
      const done = new Promise((resolve) => finished.push(resolve));
      const body = QUESTIONS[Math.floor(n / CUSTOMERS) % QUESTIONS.length];
      await enqueue([fromCustomer(customer(n % CUSTOMERS), body, newId())]);
      await done;
    },
    decisionMs: decisions.againMs,
    async close() {
      await worker.stop(5_000);
      await postgres.close();
    },
  };
}

/** A read that costs nothing itself: what it costs is the policy, the journal and the flush. */
const READ = {
  name: "shop.look",
  description: "Looks.",
  module: "system",
  input: z.object({ n: z.number() }),
  output: z.unknown(),
  effect: "read",
  risk: "low",
  permissions: [],
  reversible: true,
  run: () => ({ kind: "ok", output: "en camino" }),
};

/** An agent that says one thing: after nothing, after a read, or in a segment at once. */
function small(kind) {
  const decision = (text, next) => ({
    messages: text === null ? [] : [{ text, templateId: null }],
    ...{ intentInfo: null, stateUpdates: {}, tools: [], handoff: null, closesSession: false, totalTokens: 0, why: [] },
    next,
  });
  return {
    ...{
      id: "somnio",
      name: "Bench",
      description: "Says one thing",
      version: "1",
      initialMode: "open",
      tools: [READ.name],
    },
    texts: { fallback: "FALLBACK", sticker: "STICKER", richInput: "RICH", unsupported: "UNSUPPORTED" },
    async decide({ segment, tools }) {
      if (kind === "read") await tools.read(READ.name, { n: 1 });
      if (kind === "segment" && segment == null) return decision(null, { key: "part", at: null });
      return decision("listo", null);
    },
  };
}

const DECISIONS_KEPT = 500;

/** Agents that remember what they were asked; `againMs` decides all of it once more, alone, and answers the CPU of one decision. */
function recordDecisions(agents) {
  const asked = [];
  const remembering = (agent) =>
    Object.create(agent, {
      decide: {
        value(input) {
          asked.push([agent, input]);
          if (asked.length > DECISIONS_KEPT) asked.shift();
          return agent.decide(input);
        },
      },
    });
  return {
    agents: agents.map(remembering),
    async againMs() {
      const cpu = process.cpuUsage();
      for (const [agent, input] of asked) await agent.decide(input);
      const { user, system } = process.cpuUsage(cpu);
      return (user + system) / 1000 / asked.length;
    },
  };
}
