import { afterAll, beforeAll, expect, test } from "vitest";
import type { RunId } from "../../src/core/ids.ts";
import { loadContext } from "../../src/runtime/phases/load-context.ts";
import { enqueueRequest, inbound, leaseOffer, newWorkerId } from "../support/inbound.ts";
import { decision, registryOf, testAgent } from "../support/shop.ts";
import { createTestDatabase, type TestDatabase } from "../support/test-database.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test("a session that begins with a turn has one id, however often the turn is taken up: a purchase decided before it was parked is still its own", async () => {
  const agents = registryOf(testAgent(() => decision("hola")));
  const phone = "573018888888";
  const { turns } = await database.store.mailbox.enqueue(
    enqueueRequest([inbound("hola", { phone })], leaseOffer(newWorkerId())),
  );
  const turn = turns[0];
  if (turn === undefined) throw new Error("the turn was not leased");
  const route = { kind: "answer", inputClass: "TEXT_SIMPLE", pathway: "light", historyTurns: 8 } as never;
  const begun = loadContext({ turn, route }, { agents });
  await database.store.mailbox.release([turn.lease]);
  const claimed = await database.store.mailbox.claim(leaseOffer(newWorkerId()));
  const again = claimed.turns.find(({ run }) => run.id === turn.run.id);
  if (again === undefined) throw new Error("the turn was not claimed again");
  expect(loadContext({ turn: again, route }, { agents }).session.id).toBe(begun.session.id);
  const other = { ...turn, run: { ...turn.run, id: "0195d6a0-0000-7000-8000-000000000009" as RunId } };
  expect(loadContext({ turn: other, route }, { agents }).session.id).not.toBe(begun.session.id);
});
