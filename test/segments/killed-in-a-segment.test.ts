import { afterAll, beforeAll, expect, test } from "vitest";
import type { Tools } from "../../src/core/ports/tools.ts";
import { enqueueRequest, inbound } from "../support/inbound.ts";
import { mortalStore } from "../support/mortal-store.ts";
import { violations } from "../support/oracle.ts";
import { Random } from "../support/random.ts";
import { announceShare, SEED_OF_THE_DAY } from "../support/share-of-the-day.ts";
import { decision, eventually, openShop, recordingChannel, registryOf, testAgent } from "../support/shop.ts";
import { createTestDatabase, type TestDatabase } from "../support/test-database.ts";

/** `RECADO_SEGMENT_KILLS=300` plays all; each day plays a few. */
const KILLS = Number(process.env["RECADO_SEGMENT_KILLS"] ?? 8);
announceShare({
  ...{ stage: "kills in a run's segments", played: KILLS, of: 300, seed: SEED_OF_THE_DAY },
  whole: "RECADO_SEGMENT_KILLS=300 npm test -- test/segments/killed-in-a-segment.test.ts",
});
const SEGMENTS = 3;

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test(`a process killed at any edge of a run's segments: nothing twice, nothing lost (${KILLS} kills)`, async () => {
  const random = new Random(SEED_OF_THE_DAY);
  const calls = new Map<string, number>();
  const tools: Tools = {
    kindOf: () => ({ kind: "external", timeoutMs: 5_000, riskLevel: "low" }),
    async execute({ idempotencyKey }) {
      calls.set(idempotencyKey, (calls.get(idempotencyKey) ?? 0) + 1);
      return { kind: "ok", output: 1, effect: null };
    },
  };
  const agent = testAgent(({ segment = null }) => {
    const number = segment?.number ?? 0;
    const next = number < SEGMENTS ? { key: `part.${number + 1}`, at: null, state: { number } } : null;
    return decision(`parte ${number}`, { tools: [{ callId: "call", tool: "outside", input: number }], next });
  });
  let inDoubt = 0;
  for (let kill = 0; kill < KILLS; kill += 1) {
    const edge = 1 + Math.floor(random.fraction() * 26);
    const when = random.fraction() < 0.5 ? "before" : "after";
    const { channel, texts } = recordingChannel();
    const parts = { channel, tools, agents: registryOf(agent) };
    const doomed = mortalStore(database.store, edge, when);
    const phone = `5731${String(10_000_000 + kill)}`;
    const first = openShop(doomed.store, parts, { pollMs: 100, sweepMs: 3_600_000 });
    await database.store.mailbox.enqueue(enqueueRequest([inbound("hola", { phone })], null));
    first.worker.start();
    const rows = () =>
      database.rows(
        `select r.id, r.status, r.segment, r.failure_code, c.unsent from agent_runs r
         join conversations c on c.id = r.conversation_id join contact_aliases a on a.contact_id = c.contact_id
         where a.value = $1`,
        [phone],
      );
    const isOver = async () => {
      const [run] = await rows();
      return (run?.["status"] === "completed" || run?.["status"] === "dead_letter") && Number(run["unsent"]) === 0;
    };
    await eventually("the process is dead, or the run is over", async () => doomed.isDead() || (await isOver()));
    void first.worker.stop(0).catch(() => {});
    const second = openShop(database.store, parts, { pollMs: 100, sweepMs: 3_600_000 });
    await database.advance(200_000);
    second.worker.start();
    await eventually(`kill ${kill} (${when} edge ${edge}): the run is over`, async () => {
      if (await isOver()) return true;
      await database.advance(1_000);
      return false;
    });
    await second.worker.stop(1_000);
    const [run] = await rows();
    const said = texts();
    if (run?.["status"] === "dead_letter") {
      // A call that was cut off while it was made is in doubt: it is not repeated.
      expect(run["failure_code"]).toBe("tool_in_doubt");
      inDoubt += 1;
    } else {
      expect(run?.["segment"]).toBe(SEGMENTS);
      const parts = Array.from({ length: SEGMENTS + 1 }, (_, number) => `parte ${number}`);
      // A message in flight when its process died may leave once more; never another one.
      expect([...new Set(said)]).toEqual(parts);
      expect(said.length).toBeLessThanOrEqual(parts.length + 1);
    }
  }
  expect([...calls.values()].filter((times) => times > 1)).toEqual([]);
  expect(inDoubt).toBeLessThan(KILLS);
  expect(await violations(database, { when: "any time" })).toEqual([]);
}, 1_800_000);
