import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import * as z from "zod";
import { DEFAULT_WORKSPACE, type RunId } from "../../src/core/ids.ts";
import type { Store } from "../../src/core/ports/store.ts";
import { createScriptedModel } from "../../src/models/scripted-model.ts";
import { definePlanner } from "../../src/planner/define-planner.ts";
import { defineTool } from "../../src/tools/define-tool.ts";
import { createShopTools } from "../../src/tools/shop-tools.ts";
import { openModelGate } from "../support/model-gate.ts";
import { DEEDS_OF_PEOPLE, mortalStore } from "../support/mortal-store.ts";
import { violations } from "../support/oracle.ts";
import { announceShare, drawShare, SEED_OF_THE_DAY } from "../support/share-of-the-day.ts";
import { eventually, openShop, recordingChannel, registryOf, type Shop } from "../support/shop.ts";
import { createTestDatabase, type TestDatabase } from "../support/test-database.ts";
import { PLANNER, PLANNER_OPTIONS, partOf, step } from "./planner-models.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => {
  expect(await violations(database, { when: "any time" })).toEqual([]);
  await database.drop();
});

const shops: Shop[] = [];
/** A shop that a failed case leaves behind would work on the next one's run. */
afterEach(() => Promise.all(shops.splice(0).map((shop) => shop.worker.stop(1_000).catch(() => {}))));

const agents = registryOf(
  definePlanner({
    ...PLANNER_OPTIONS,
    id: "somnio",
    tools: { shop: ["ship.order", "pay.order"] },
    texts: PLANNER.texts,
  }),
);

/** A plan of three tasks that each ship an order, or pay it where a yes is wanted; the second waits until `goOn`. */
function plan(paysSecond: boolean) {
  const shipped: string[] = [];
  const acts = (name: string, risk: "low" | "high") =>
    defineTool({
      ...{ name, risk, module: "external", permissions: [], reversible: false, effect: "external", description: name },
      input: z.strictObject({ order: z.string() }),
      output: z.strictObject({}),
      run({ order }) {
        shipped.push(order);
        return { kind: "ok", output: {} };
      },
    });
  const tools = createShopTools({ tools: [acts("ship.order", "low"), acts("pay.order", "high")] });
  let goOn = () => {};
  const released = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  let isAtWork = false;
  const model = createScriptedModel(async (request) => {
    if (partOf(request) === "plan") return { json: { tasks: [step("a"), step("b", ["a"]), step("c", ["b"])] } };
    if (partOf(request) === "synthesis") return "Todo salió.";
    const said = JSON.stringify(request.messages);
    const [, order = ""] = said.match(/Your task: mirar la parte (\w)/) ?? [];
    if (order === "b" && !paysSecond) {
      isAtWork = true;
      await released;
    }
    if (said.includes("tool_result")) return `La parte ${order} salió.`;
    return { calls: [{ name: order === "b" && paysSecond ? "pay_order" : "ship_order", input: { order } }] };
  });
  const { channel, texts } = recordingChannel();
  const open = (store: Store) => {
    const modelGate = openModelGate(store, model, { tools, settings: { tokenLimit: 1_000_000 } });
    const shop = openShop(store, { channel, tools, agents, modelGate }, { pollMs: 100, sweepMs: 3_600_000 });
    if (store === database.store) shops.push(shop);
    return shop;
  };
  return { shipped, texts, open, goOn: () => goOn(), isAtWork: () => isAtWork };
}

type Deed = "pause" | "resume" | "cancel" | "approve";
const NAMES: Readonly<Record<Deed, string>> = {
  ...{ pause: "run.paused", resume: "run.resumed", cancel: "run.stopped", approve: "confirmation.approved" },
};

const statusOf = async (runId: string) =>
  (await database.rows("select status, stopped, failure_code from agent_runs where id = $1", [runId]))[0];
const planOf = async (runId: string) =>
  (await database.store.runs.plans(DEFAULT_WORKSPACE, { limit: 50 })).items.find(({ id }) => id === runId);

/** What a person does, in whichever process; the second time finds it done. */
async function does(deed: Deed, { runs, confirmations }: Store, runId: string): Promise<unknown> {
  const run = runId as RunId;
  switch (deed) {
    case "pause":
    case "resume":
      return runs.pause(DEFAULT_WORKSPACE, run, { isPaused: deed === "pause", actor: "ana" });
    case "cancel":
      return runs.cancel(DEFAULT_WORKSPACE, run, "ana");
    case "approve":
      return confirmations.decide({
        ...{ workspaceId: DEFAULT_WORKSPACE, of: { runId: run }, decision: "approve", note: null },
        ...{ actor: "ana", identity: "ana" },
      });
  }
}

const CASES = (["pause", "resume", "cancel", "approve"] as const).flatMap((deed) =>
  (["the process of the person", "the worker"] as const).flatMap((dies) =>
    (["before", "after"] as const).map((when) => ({
      ...{ deed, dies, when },
    })),
  ),
);

const PLAYED = process.env["RECADO_PLAN_KILLS"] === "all" ? CASES : drawShare(CASES, 6);
announceShare({
  stage: "plans killed beside a person's deed",
  played: PLAYED.length,
  of: CASES.length,
  seed: SEED_OF_THE_DAY,
  whole: "RECADO_PLAN_KILLS=all npm test -- test/planner/killed-with-people",
});

test.each(PLAYED.map((one) => [`${one.deed}: ${one.dies} is killed right ${one.when} it`, one] as const))(
  "%s; it counts once, and no task's effect happens twice",
  async (_, { deed, dies, when }) => {
    const { shipped, texts, open, goOn, isAtWork } = plan(deed === "approve");
    const phone = `5737${String(20_000_000 + CASES.findIndex((one) => one.deed === deed && one.dies === dies && one.when === when))}`;
    const worker = mortalStore(database.store, Number.POSITIVE_INFINITY, when);
    const first = open(worker.store);
    first.worker.start();
    const { runId } = await first.says("envíe los pedidos", { phone });
    if (deed === "approve") {
      await eventually(
        "the second task waits for a yes",
        async () => (await statusOf(runId))?.["status"] === "waiting_confirmation",
      );
    } else await eventually("the second task is worked on", isAtWork);
    if (deed === "resume") {
      await does("pause", database.store, runId);
      goOn();
      await eventually("the second task is done", async () => (await planOf(runId))?.tasks[1]?.status === "done");
    }

    if (dies === "the worker") {
      if (when === "before") worker.die();
      await does(deed, database.store, runId);
      worker.die();
    } else {
      const person = mortalStore(database.store, 1, when, DEEDS_OF_PEOPLE);
      void does(deed, person.store, runId);
      await eventually("the person's process is dead", person.isDead);
      // They look again in another one, and do it again if it does not stand.
      await does(deed, database.store, runId);
      worker.die();
    }
    void first.worker.stop(0).catch(() => {});
    goOn();
    const second = open(database.store);
    // Beyond the lease of the dead, and within the two minutes of a question.
    await database.advance(40_000);
    second.worker.start();

    if (deed === "pause") {
      await eventually("the task at work is done", async () => (await planOf(runId))?.tasks[1]?.status === "done");
      await database.advance(3_600_000);
      expect(await planOf(runId)).toMatchObject({ status: "paused", tasks: [{}, {}, { status: "in_progress" }] });
      expect(shipped).toEqual(["a", "b"]);
      await does("resume", database.store, runId);
    }
    await eventually("the run is over", async () => {
      const status = (await statusOf(runId))?.["status"];
      if (status === "completed" || status === "dead_letter") return true;
      await database.advance(1_000);
      return false;
    });
    await eventually("all of it is said", async () => {
      const unsent = "select from outbox_messages where run_id = $1 and status in ('queued', 'in_flight', 'in_doubt')";
      if ((await database.rows(unsent, [runId])).length === 0) return true;
      await database.advance(1_000);
      return false;
    });
    await second.worker.stop(1_000);

    const lines = await database.rows("select actor from audit_log where run_id = $1 and action = $2", [
      runId,
      NAMES[deed],
    ]);
    expect(lines).toEqual([{ actor: "ana" }]);
    const ended = await statusOf(runId);
    expect(shipped).toEqual([...new Set(shipped)]);
    if (ended?.["status"] === "dead_letter") {
      // The process died while a call was made: it is not repeated, and a person looks. Only these deeds let the work go on.
      expect(["approve", "resume"]).toContain(deed);
      expect(ended["failure_code"]).toBe("tool_in_doubt");
      return;
    }
    if (deed === "cancel") {
      expect(ended).toMatchObject({ status: "completed", stopped: "cancelled_by_operator" });
      expect(shipped).not.toContain("c");
      expect(texts()).not.toContain("Todo salió.");
      return;
    }
    expect(shipped).toEqual(["a", "b", "c"]);
    // Decided once; a message that was in flight when its process died may leave once more, as everywhere.
    const said = await database.rows(
      "select from outbox_messages where run_id = $1 and content ->> 'body' = 'Todo salió.'",
      [runId],
    );
    expect([said.length, texts().includes("Todo salió.")]).toEqual([1, true]);
  },
);
