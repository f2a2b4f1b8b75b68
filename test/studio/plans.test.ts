import { afterAll, beforeAll, expect, test } from "vitest";
import { DEFAULT_WORKSPACE, type RunId } from "../../src/core/ids.ts";
import { createScriptedModel } from "../../src/models/scripted-model.ts";
import { definePlanner } from "../../src/planner/define-planner.ts";
import { PLANNER, PLANNER_OPTIONS, partOf, step } from "../planner/planner-models.ts";
import { openModelGate } from "../support/model-gate.ts";
import { eventually, openShop, recordingChannel, registryOf } from "../support/shop.ts";
import type { TestDatabase } from "../support/test-database.ts";
import { type OpenStudio, openStudio } from "./open-studio.ts";

/** Plans as their worker leaves them: one paused after its first task, one that reached its goal, one that got there another way. */
let studio: OpenStudio;
let plans: Readonly<Record<"paused" | "over" | "otherWay", string>>;
beforeAll(async () => {
  studio = await openStudio({}, async (database) => {
    plans = { paused: await paused(database), over: await over(database), otherWay: await otherWay(database) };
  });
});
afterAll(() => studio?.close());

const agents = registryOf(definePlanner({ ...PLANNER_OPTIONS, id: "somnio", tools: {}, texts: PLANNER.texts }));
/** A shop whose model plans two tasks, and one when it is asked again; `work` says what the worker of a task does. */
function shopOf(database: TestDatabase, work: (isFirst: boolean) => Promise<string>) {
  let [planned, worked] = [0, 0];
  const model = createScriptedModel(async (request) => {
    if (partOf(request) === "plan") {
      planned += 1;
      return { json: { tasks: planned === 1 ? [step("a"), step("b", ["a"])] : [step("c")] } };
    }
    if (!JSON.stringify(request.messages).includes("Your task: ")) return "Todo está en orden.";
    worked += 1;
    return work(worked === 1);
  });
  const modelGate = openModelGate(database.store, model, { settings: { tokenLimit: 1_000_000 } });
  const { channel } = recordingChannel();
  return openShop(database.store, { channel, agents, modelGate }, { pollMs: 100 });
}

const planOf = async (database: TestDatabase, id: string) =>
  (await database.store.runs.plans(DEFAULT_WORKSPACE, { limit: 50 })).items.find((plan) => plan.id === id);

async function paused(database: TestDatabase): Promise<string> {
  let [isWorking, goOn] = [false, () => {}];
  const shop = shopOf(database, async (isFirst) => {
    if (isFirst) {
      isWorking = true;
      await new Promise<void>((resolve) => {
        goOn = resolve;
      });
    }
    return "Esa parte salió.";
  });
  shop.worker.start();
  const { runId } = await shop.says("revise la bodega", { phone: "573877777801" });
  await eventually("the first task is worked on", () => isWorking);
  await database.store.runs.pause(DEFAULT_WORKSPACE, runId as RunId, { isPaused: true, actor: "ana" });
  goOn();
  await eventually("the first task is done, and the plan stands still", async () => {
    const plan = await planOf(database, runId);
    return plan?.status === "paused" && plan.tasks[0]?.status === "done";
  });
  await shop.worker.stop(1_000);
  return runId;
}

async function over(database: TestDatabase): Promise<string> {
  const shop = shopOf(database, async () => "Esa parte salió.");
  shop.worker.start();
  const { runId } = await shop.says("revise las ventas", { phone: "573877777803" });
  await eventually("the goal is reached", async () => (await planOf(database, runId))?.status === "completed");
  await shop.worker.stop(1_000);
  return runId;
}

async function otherWay(database: TestDatabase): Promise<string> {
  const shop = shopOf(database, async (isFirst) => (isFirst ? "FAILED: no hay acceso" : "Esa parte salió."));
  shop.worker.start();
  const { runId } = await shop.says("revise las guías", { phone: "573877777804" });
  await eventually("the goal is reached", async () => (await planOf(database, runId))?.status === "completed");
  await shop.worker.stop(1_000);
  return runId;
}

test("how far a plan is counts the tasks of its way now, not what a new plan has dropped", async () => {
  const plan = await planOf(studio.database, plans.otherWay);
  expect(plan?.tasks.map(({ status, isCurrent }) => [status, isCurrent])).toEqual([
    ["failed", false],
    ["dropped", false],
    ["done", true],
  ]);
  await studio.open("/runs?status=plans");
  await studio.page.getByRole("list", { name: "Planes" }).getByText("Plan: 1 de 1").waitFor();
  await studio.open(`/runs/${plans.otherWay}`);
  await studio.page.getByText("Plan: 1 de 1").waitFor();
  await studio.page.getByText("no se hizo", { exact: true }).waitFor();
});

test("the list shows each plan, how it stands and how far it is, without a serious fault", async () => {
  const { page } = studio;
  await studio.open("/runs?status=plans");
  const list = page.getByRole("list", { name: "Planes" });
  await list.getByText("En pausa").waitFor();
  await list.getByRole("link", { name: /Lo logró revise las ventas/ }).waitFor();
  await list.getByText("Plan: 1 de 2").waitFor();
  await list.getByText("Plan: 2 de 2").waitFor();
  expect(await studio.faults()).toEqual([]);
});

test("a viewer sees a paused plan and may do nothing with it; an operator resumes it", async () => {
  const { page, database } = studio;
  await studio.signIn(await studio.tokenOf("viewer"));
  await studio.open(`/runs/${plans.paused}`);
  await page.getByText("En pausa, por ana").waitFor();
  await page.getByText("Plan: 1 de 2").waitFor();
  await page.getByText("sin empezar", { exact: true }).waitFor();
  expect(await page.getByText("en curso", { exact: true }).count()).toBe(0);
  for (const name of ["Reanudar", "Detener"]) {
    expect(await page.getByRole("button", { name, disabled: false }).count()).toBe(0);
  }

  await studio.signIn(await studio.tokenOf("operator"));
  await studio.open(`/runs/${plans.paused}`);
  await page.getByRole("button", { name: "Reanudar" }).click();
  await page.getByText("En pausa, por ana").waitFor({ state: "detached" });
  const acts = await database.rows("select action from audit_log where run_id = $1 order by id", [plans.paused]);
  expect(acts.map(({ action }) => action)).toEqual(expect.arrayContaining(["run.paused", "run.resumed"]));
});
