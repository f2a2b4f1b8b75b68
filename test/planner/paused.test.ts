import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { DEFAULT_WORKSPACE, type RunId, type WorkspaceId } from "../../src/core/ids.ts";
import { createScriptedModel } from "../../src/models/scripted-model.ts";
import { definePlanner } from "../../src/planner/define-planner.ts";
import { openModelGate } from "../support/model-gate.ts";
import { violations } from "../support/oracle.ts";
import { eventually, openShop, recordingChannel, registryOf } from "../support/shop.ts";
import { createTestDatabase, type TestDatabase } from "../support/test-database.ts";
import { PLANNER, PLANNER_OPTIONS, partOf, step } from "./planner-models.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const agents = registryOf(definePlanner({ ...PLANNER_OPTIONS, id: "somnio", tools: {}, texts: PLANNER.texts }));
const HOUR_MS = 3_600_000;

/** A plan of two tasks, whose first task waits until `goOn` is called. */
function slowPlan() {
  let [isWorking, goOn] = [false, () => {}];
  const model = createScriptedModel(async (request) => {
    if (partOf(request) === "plan") return { json: { tasks: [step("a"), step("b", ["a"])] } };
    if (!JSON.stringify(request.messages).includes("Your task: ")) return "Todo está en orden.";
    if (!isWorking) {
      isWorking = true;
      await new Promise<void>((resolve) => {
        goOn = resolve;
      });
    }
    return "Esa parte salió.";
  });
  const { channel, texts } = recordingChannel();
  const open = () => {
    const modelGate = openModelGate(database.store, model, { settings: { tokenLimit: 1_000_000 } });
    const shop = openShop(database.store, { channel, agents, modelGate }, { pollMs: 100 });
    // A test that fails in between leaves no worker behind, which would hold the run for minutes.
    onTestFinished(() => shop.worker.stop(1_000));
    return shop;
  };
  return { model, texts, open, isWorking: () => isWorking, goOn: () => goOn() };
}

const planOf = async (runId: string) => {
  const { items } = await database.store.runs.plans(DEFAULT_WORKSPACE, { limit: 50 });
  return items.find(({ id }) => id === runId);
};
const statuses = async (runId: string) => (await planOf(runId))?.tasks.map(({ status }) => status);

/** Requirement Q1: a person pauses, resumes and cancels a plan, and the views tell how it stands. */
test("a paused plan ends the task at work and begins no other, however long and in whichever process; resumed, it reaches its goal", async () => {
  const { model, texts, open, isWorking, goOn } = slowPlan();
  const first = open();
  first.worker.start();
  const { runId } = await first.says("revise la bodega", { phone: "573877777701" });
  await eventually("the first task is worked on", isWorking);
  const by = { isPaused: true, actor: "ana" };
  expect(await database.store.runs.pause(DEFAULT_WORKSPACE, runId as RunId, by)).toMatchObject({
    kind: "paused",
    run: { status: "running", paused: { by: "ana" } },
  });
  expect(await database.store.runs.pause(DEFAULT_WORKSPACE, runId as RunId, by)).toMatchObject({ kind: "paused" });
  goOn();
  await eventually("the first task is done", async () => (await statuses(runId))?.[0] === "done");
  expect(await planOf(runId)).toMatchObject({ status: "paused", paused: { by: "ana" }, endedBy: null });
  const asked = model.requests.length;
  await first.worker.stop(1_000);

  // An hour passes, and another process takes over: a plan has half an hour, but its own clock stands still.
  await database.advance(HOUR_MS);
  const second = open();
  second.worker.start();
  await second.says("¿ya?", { phone: "573877777701" });
  await eventually("the message is answered", () => texts().some((text) => text.includes("está en pausa")));
  expect(model.requests).toHaveLength(asked);
  expect(await statuses(runId)).toEqual(["done", "in_progress"]);

  const go = { isPaused: false, actor: "ana" };
  expect(await database.store.runs.pause(DEFAULT_WORKSPACE, runId as RunId, go)).toMatchObject({ kind: "resumed" });
  await eventually("the plan is over", async () => (await planOf(runId))?.endedAt != null);
  await eventually("its answer is said", () => texts().at(-1) === "Todo está en orden.");
  await second.worker.stop(1_000);
  expect(await planOf(runId)).toMatchObject({
    ...{ status: "completed", endedBy: "all_done", objective: "revise la bodega", paused: null },
    tasks: [
      { id: "t1", status: "done", dependsOn: [], result: "Esa parte salió." },
      { id: "t2", status: "done", dependsOn: ["t1"], result: "Esa parte salió." },
    ],
  });
  // Another shop sees none of it.
  const { items: theirs } = await database.store.runs.plans("other" as WorkspaceId, { limit: 50 });
  expect(theirs).toEqual([]);
  const lines = await database.rows("select action, actor from audit_log where run_id = $1 order by id", [runId]);
  expect(lines).toEqual([
    { action: "run.paused", actor: "ana" },
    { action: "run.resumed", actor: "ana" },
  ]);
  expect(await database.store.runs.pause(DEFAULT_WORKSPACE, runId as RunId, by)).toMatchObject({ kind: "over" });
  expect(await violations(database, { when: "any time" })).toEqual([]);
});

test("a paused plan is cancelled at once; what had not begun is dropped", async () => {
  const { open, isWorking, goOn } = slowPlan();
  const shop = open();
  shop.worker.start();
  const { runId } = await shop.says("revise la bodega", { phone: "573877777702" });
  await eventually("the first task is worked on", isWorking);
  await database.store.runs.pause(DEFAULT_WORKSPACE, runId as RunId, { isPaused: true, actor: "ana" });
  goOn();
  await eventually("the first task is done", async () => (await statuses(runId))?.[0] === "done");
  await database.store.runs.cancel(DEFAULT_WORKSPACE, runId as RunId, "ana");
  expect(await planOf(runId)).toMatchObject({
    ...{ status: "cancelled", endedBy: "cancelled_by_operator", paused: null },
    tasks: [{ status: "done" }, { status: "dropped" }],
  });
  await shop.worker.stop(1_000);
});

test("a pause that nobody ends ends the run after its 60 days", async () => {
  const { open, isWorking, goOn, texts } = slowPlan();
  const shop = open();
  shop.worker.start();
  const { runId } = await shop.says("revise la bodega", { phone: "573877777703" });
  await eventually("the first task is worked on", isWorking);
  await database.store.runs.pause(DEFAULT_WORKSPACE, runId as RunId, { isPaused: true, actor: "ana" });
  goOn();
  await eventually("the first task is done", async () => (await statuses(runId))?.[0] === "done");
  const heard = texts().length;
  await database.advance(59 * 24 * HOUR_MS);
  expect(await planOf(runId)).toMatchObject({ status: "paused" });
  await database.advance(2 * 24 * HOUR_MS);
  await eventually("the run is over", async () => (await planOf(runId))?.endedAt != null);
  expect(await planOf(runId)).toMatchObject({ status: "cancelled", endedBy: "time_limit" });
  expect(texts()).toHaveLength(heard);
  await shop.worker.stop(1_000);
});

test("the database refuses a plan of which a task goes back or is lost, whichever program writes it", async () => {
  const [run] = await database.rows(
    `select r.workspace_id, r.id::text, r.segment from agent_runs r where r.segment > 0 and r.status = 'completed' limit 1`,
  );
  const [workspace, id] = [run?.["workspace_id"], run?.["id"]];
  const state = (...tasks: readonly [string, string][]) =>
    JSON.stringify({ format: 1, goal: "g", tasks: tasks.map(([task, status]) => ({ id: task, status })) });
  const write = (number: number, of: string) =>
    database.rows(
      `insert into run_segments (workspace_id, run_id, number, key, state, origin, session_id, since_turn, due_at, created_at)
       values ($1, $2, $3, 'k', $4, '{}', gen_random_uuid(), 0, now(), now())`,
      [workspace, id, number, of],
    );
  await write(40, state(["a", "done"], ["b", "pending"]));
  await expect(write(41, state(["a", "pending"], ["b", "pending"]))).rejects.toMatchObject({ code: "RC009" });
  await expect(write(41, state(["b", "pending"]))).rejects.toMatchObject({ code: "RC009" });
  await write(41, state(["a", "done"], ["b", "in_progress"], ["c", "pending"]));
  await expect(write(42, state(["a", "done"], ["b", "pending"], ["c", "pending"]))).rejects.toMatchObject({
    code: "RC009",
  });
  await database.rows("delete from run_segments where number >= 40");
});
