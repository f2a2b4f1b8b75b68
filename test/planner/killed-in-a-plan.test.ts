import { afterAll, beforeAll, expect, test } from "vitest";
import type { Tools } from "../../src/core/ports/tools.ts";
import { createScriptedModel } from "../../src/models/scripted-model.ts";
import { definePlanner } from "../../src/planner/define-planner.ts";
import { enqueueRequest, inbound } from "../support/inbound.ts";
import { openModelGate } from "../support/model-gate.ts";
import { mortalStore } from "../support/mortal-store.ts";
import { violations } from "../support/oracle.ts";
import { Random } from "../support/random.ts";
import { announceShare, SEED_OF_THE_DAY } from "../support/share-of-the-day.ts";
import { eventually, openShop, recordingChannel, registryOf } from "../support/shop.ts";
import { createTestDatabase, type TestDatabase } from "../support/test-database.ts";
import { PLANNER, PLANNER_OPTIONS, partOf, step } from "./planner-models.ts";

/** `RECADO_PLAN_KILLS=300` plays all; each day plays a few. */
const KILLS = Number(process.env["RECADO_PLAN_KILLS"] ?? 2);
const ALL = 300;
const MOST_KILLS = Math.max(KILLS, 30);
const TASKS = ["a", "b", "c", "d", "e", "f"];
/** One plan, two questions a task, one answer. */
const QUESTIONS = 1 + 2 * TASKS.length + 1;
/** A task's questions, if a process dies between an answer and its step. */
const REPEATED = 2;

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const agents = registryOf(
  definePlanner({ ...PLANNER_OPTIONS, id: "somnio", tools: { shop: ["ship.order"] }, texts: PLANNER.texts }),
);

function shipping() {
  const calls = new Map<string, number>();
  const shipped: unknown[] = [];
  const tools: Tools = {
    kindOf: (name) =>
      name === "ship.order"
        ? {
            ...{ kind: "external", timeoutMs: 5_000, riskLevel: "low", description: "Ships an order." },
            inputSchema: { type: "object", properties: { order: { type: "string" } }, required: ["order"] },
          }
        : null,
    judge: async () => ({ kind: "ok", output: {}, effect: null }),
    async execute({ idempotencyKey, input }) {
      calls.set(idempotencyKey, (calls.get(idempotencyKey) ?? 0) + 1);
      shipped.push(input);
      return { kind: "ok", output: {}, effect: null };
    },
  };
  return { tools, shipped, twice: () => [...calls].filter(([, times]) => times > 1) };
}

/** A model that plans six tasks, each of which ships its own order. */
function planningModel() {
  return createScriptedModel((request) => {
    const part = partOf(request);
    if (part === "plan") return { json: { tasks: TASKS.map((id, at) => step(id, TASKS.slice(0, at).slice(-1))) } };
    if (part === "synthesis") return "Todo salió.";
    const said = JSON.stringify(request.messages);
    const [, id = ""] = said.match(/Your task: mirar la parte (\w)/) ?? [];
    return said.includes("tool_result")
      ? `La parte ${id} salió.`
      : { calls: [{ name: "ship_order", input: { order: id } }] };
  });
}

test(`a process killed anywhere in a plan of six tasks: no effect twice, the operator hears once (L-28; ${KILLS} kills)`, async () => {
  const seed = SEED_OF_THE_DAY;
  const whole = `RECADO_PLAN_KILLS=${ALL} npm test -- test/planner/killed-in-a-plan.test.ts`;
  announceShare({ stage: "plans killed", played: KILLS, of: ALL, seed, whole });
  const random = new Random(seed);
  let died = 0;
  let inDoubt = 0;
  // A few kills may all fall into a call: the share goes on until a plan came to its end.
  let kill = 0;
  for (; kill < KILLS || (inDoubt === kill && kill < MOST_KILLS); kill += 1) {
    const edge = 1 + random.below(90);
    const when = random.chance(0.5) ? "before" : "after";
    const label = `kill ${kill} (${when} edge ${edge})`;
    const { channel, texts } = recordingChannel();
    const { tools, shipped, twice } = shipping();
    const model = planningModel();
    const doomed = mortalStore(database.store, edge, when);
    const phone = `5737${String(10_000_000 + kill)}`;
    const shopOn = (store: typeof doomed.store) => {
      const settings = { tokenLimit: 1_000_000 };
      const modelGate = openModelGate(store, model, { tools, settings });
      return openShop(store, { channel, tools, agents, modelGate }, { pollMs: 100, sweepMs: 3_600_000 });
    };
    await database.store.mailbox.enqueue(enqueueRequest([inbound("envíe los pedidos", { phone })], null));
    const rows = () =>
      database.rows(
        `select r.status, r.segment, r.failure_code, c.unsent from agent_runs r
         join conversations c on c.id = r.conversation_id join contact_aliases a on a.contact_id = c.contact_id
         where a.value = $1`,
        [phone],
      );
    const isOver = async () =>
      (await rows()).every(
        ({ status, unsent }) => (status === "completed" || status === "dead_letter") && Number(unsent) === 0,
      );
    const isAtWork = async () =>
      (await database.rows("select from conversations where leased_by is not null and run_at > recado_now()")).length >
      0;
    const first = shopOn(doomed.store);
    first.worker.start();
    await eventually(`${label}: dead, or over`, async () => doomed.isDead() || (await isOver()));
    if (doomed.isDead()) died += 1;
    void first.worker.stop(0).catch(() => {});
    const second = shopOn(database.store);
    await database.advance(200_000);
    second.worker.start();
    await eventually(`${label}: the run is over`, async () => {
      if (await isOver()) return true;
      // Time that passes while a worker is at work takes its lease away, and on a busy machine it never comes to an end.
      if (!(await isAtWork())) await database.advance(1_000);
      return false;
    });
    await second.worker.stop(1_000);
    const [run] = await rows();
    expect([label, twice()]).toEqual([label, []]);
    expect([label, model.requests.length <= QUESTIONS + REPEATED]).toEqual([label, true]);
    if (run?.["status"] === "dead_letter") {
      // A call that was cut off while it was made is in doubt: it is not repeated, and a person looks.
      expect([label, run["failure_code"]]).toEqual([label, "tool_in_doubt"]);
      inDoubt += 1;
      continue;
    }
    const heard = texts();
    expect([label, shipped]).toEqual([label, TASKS.map((order) => ({ order }))]);
    expect([label, [...new Set(heard)].slice(1)]).toEqual([
      label,
      [...TASKS.map((id) => `[x] mirar la parte ${id}`), "Todo salió."],
    ]);
    // A message in flight when its process died may leave once more; never another one.
    expect(heard.length).toBeLessThanOrEqual(TASKS.length + 3);
  }
  expect(died).toBeGreaterThan(kill / 3);
  expect(inDoubt).toBeLessThan(kill);
  expect(await violations(database, { when: "any time" })).toEqual([]);
}, 1_800_000);
