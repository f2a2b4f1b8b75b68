import { afterAll, beforeAll, expect, test } from "vitest";
import { seededRandom } from "../../src/core/seeded-random.ts";
import { createScriptedModel, type ScriptedModel } from "../../src/models/scripted-model.ts";
import { enqueueRequest, inbound } from "../support/inbound.ts";
import { openModelGate } from "../support/model-gate.ts";
import { mortalStore } from "../support/mortal-store.ts";
import { violations } from "../support/oracle.ts";
import { Random } from "../support/random.ts";
import { announceShare, drawShare, SEED_OF_THE_DAY } from "../support/share-of-the-day.ts";
import { eventually, openShop, recordingChannel, registryOf } from "../support/shop.ts";
import { createTestDatabase, type TestDatabase } from "../support/test-database.ts";
import { AGENT, ALLOWED, isDetector, READERS, SPEAKERS, SURE, watchedTools } from "./generated-models.ts";

/** A model as it may go wrong, and where its worker dies. */
interface Killed {
  readonly name: string;
  readonly open: () => ScriptedModel;
}

const ALL: readonly Killed[] = [
  ...Object.entries(READERS).map(([name, read]) => ({
    name: `the detector: ${name}`,
    open: () => {
      let turn = 0;
      return createScriptedModel((request) => (isDetector(request) ? read(turn++, () => 0) : "We open at 9."));
    },
  })),
  ...Object.entries(SPEAKERS).map(([name, speak]) => ({
    name: `the orchestrator: ${name}`,
    open: () => {
      const draw = seededRandom(7);
      let turn = 0;
      return createScriptedModel((request) => (isDetector(request) ? SURE : speak(turn++, draw)));
    },
  })),
];
const WHOLE = "RECADO_GENERATED_MODELS=all npm test -- test/model-agent/generated-models-killed.test.ts";
const PLAYED = process.env["RECADO_GENERATED_MODELS"] === "all" ? ALL : drawShare(ALL, 4);

/** Two readings, each with a repair, and six rounds; a worker that dies may ask its last question once more. */
const MOST_QUESTIONS = 10 + 1;
const LIES = /evil|99812|dead\b|\{\{|refunded|sent the money/;

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** The agent of the number that customers of a test write to. */
const agents = registryOf({ ...AGENT, id: "somnio" });

let died = 0;

async function faultsOf({ name, open }: Killed, at: number) {
  const random = new Random(SEED_OF_THE_DAY + at);
  const edge = 1 + random.below(14);
  const when = random.chance(0.5) ? "before" : "after";
  const model = open();
  const { tools, done } = watchedTools("Nothing of note.");
  const { channel, texts } = recordingChannel();
  const doomed = mortalStore(database.store, edge, when);
  const phone = `5734${String(10_000_000 + at)}`;
  const shopOn = (store: typeof doomed.store) =>
    openShop(
      store,
      { channel, agents, tools, modelGate: openModelGate(store, model, { tools }) },
      { pollMs: 100, sweepMs: 3_600_000 },
    );
  const { store } = database;
  await store.mailbox.enqueue(enqueueRequest([inbound("I want my money back", { phone })], null));
  const rows = () =>
    database.rows(
      `select r.id, r.status, r.outcome, c.unsent from agent_runs r
       join conversations c on c.id = r.conversation_id join contact_aliases a on a.contact_id = c.contact_id
       where a.value = $1`,
      [phone],
    );
  const isOver = async () =>
    (await rows()).every(({ status, unsent }) => (status === "completed" || status === "dead_letter") && unsent === 0);
  const first = shopOn(doomed.store);
  first.worker.start();
  await eventually("the process is dead, or the run is over", async () => doomed.isDead() || (await isOver()));
  if (doomed.isDead()) died += 1;
  void first.worker.stop(0).catch(() => {});
  const second = shopOn(store);
  await database.advance(200_000);
  second.worker.start();
  await eventually(`${name}, ${when} edge ${edge}: the run is over`, async () => {
    if (await isOver()) return true;
    await database.advance(1_000);
    return false;
  });
  await second.worker.stop(1_000);
  const [run] = await rows();
  const notes = await database.rows(
    "select run_id, call_id, count(*)::int as times from agent_tool_calls where run_id = $1 group by 1, 2 having count(*) > 1",
    [run?.["id"]],
  );
  const orders = await database.rows("select id from orders");
  return [
    ...(texts().length === 0 ? ["the customer hears nothing"] : []),
    ...(new Set(texts()).size > 1 ? [`two answers: ${texts().join(" | ")}`] : []),
    ...(texts().length > 2 ? [`the answer left ${texts().length} times`] : []),
    ...(model.requests.length > MOST_QUESTIONS ? [`${model.requests.length} questions`] : []),
    ...done.filter((tool) => !ALLOWED.has(tool)).map((tool) => `${tool} without a yes`),
    ...notes.map(({ call_id }) => `the call ${call_id} is in the ledger twice`),
    ...(orders.length === 0 ? [] : ["an order"]),
    ...(done.length > 0
      ? []
      : texts()
          .filter((text) => LIES.test(text))
          .map((text) => `said: ${text}`)),
  ].map((fault) => `${name}, ${when} edge ${edge} (${run?.["outcome"] ?? run?.["status"]}): ${fault}`);
}

test("a worker that dies anywhere in a turn of a model that goes wrong: one answer, within the caps, nothing that needs a yes", async () => {
  const seed = SEED_OF_THE_DAY;
  announceShare({ stage: "models killed", played: PLAYED.length, of: ALL.length, seed, whole: WHOLE });
  const faults: string[] = [];
  for (const killed of PLAYED) faults.push(...(await faultsOf(killed, ALL.indexOf(killed))));
  expect(faults).toEqual([]);
  // The proof would be empty if the turns ended before their edges.
  expect(died).toBeGreaterThan(PLAYED.length / 3);
  expect(await violations(database, { when: "any time" })).toEqual([]);
}, 600_000);
