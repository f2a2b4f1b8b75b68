import { afterAll, beforeAll, expect, test } from "vitest";
import { DEFAULT_WORKSPACE } from "../../../src/core/ids.ts";
import { judgeStanding } from "../../../src/core/operations/standing-troubles.ts";
import { createAlertPost } from "../../../src/postgres/shop/alert-post.ts";
import { enqueueRequest, inbound, newId } from "../../support/inbound.ts";
import { createTestDatabase, type TestDatabase } from "../../support/test-database.ts";

/** What stands in the tables becomes one alert a workspace, raised for what is new and ended when it is over. */
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  for (let customer = 0; customer < 20; customer += 1) {
    await database.store.mailbox.enqueue(enqueueRequest([inbound("hola", { phone: `57300000${1000 + customer}` })]));
  }
});
afterAll(() => database.drop());

async function look(): Promise<void> {
  const judged = (await createAlertPost(database.database).standing()).map(judgeStanding);
  await database.store.alerts.raise(
    judged.flatMap(({ raise }) => raise),
    newId,
  );
  await database.store.alerts.clear(judged.flatMap(({ clear }) => clear));
}
const alertsOf = (kind: string) =>
  database.rows("select id::text, count, resolved_at is null as open, detail from alerts where kind = $1 order by id", [
    kind,
  ]);

/** Not through the turn loop: only what the runs say in the end counts here. */
const endRuns = (status: string, outcome: string | null, many: number) =>
  database.rows(
    `with ending as (select id from agent_runs where status = 'running' limit $3)
     update agent_runs r set status = $1, outcome = $2, ended_at = recado_now() from ending e where r.id = e.id`,
    [status, outcome, many],
  );

test("with nothing to tell, nothing is due: nobody asks again before the next look", async () => {
  expect(await createAlertPost(database.database).claim(8, 10_000)).toEqual({ alerts: [], nextDueInMs: null });
});

test("dead letters are one alert, raised again for a newer one alone, and over when none is left", async () => {
  await database.rows("update agent_runs set status = 'running'");
  await endRuns("dead_letter", null, 2);
  await look();
  await look();
  expect(await alertsOf("dead_letters")).toMatchObject([{ count: 1, open: true, detail: { deadLetters: 2 } }]);
  const [first] = await alertsOf("dead_letters");
  await database.store.alerts.resolve(DEFAULT_WORKSPACE, String(first?.["id"]) as never, {
    actor: "maria",
    note: null,
  });
  await look();
  expect(await alertsOf("dead_letters")).toHaveLength(1);
  await endRuns("dead_letter", null, 1);
  await look();
  expect(await alertsOf("dead_letters")).toMatchObject([{ open: false }, { open: true, detail: { deadLetters: 3 } }]);
  await database.rows(
    "update agent_runs set discarded_at = recado_now(), discarded_by = 'maria' where status = 'dead_letter'",
  );
  await look();
  expect(await alertsOf("dead_letters")).toMatchObject([{ open: false }, { open: false }]);
});

test.each([
  [19, 19, 0],
  [20, 6, 0],
  [20, 7, 1],
])("of %i conversations in an hour %i handed over: %i alerts", (conversations, handedOff, alerts) => {
  const standing = {
    workspaceId: DEFAULT_WORKSPACE,
    ...{ deadLetters: 0, untoldDeadLetters: 0, isDeadLetterAlertOpen: false },
    ...{ conversations, handedOff, isHandoffAlertOpen: false, isHandoffDealtWith: false },
  };
  expect(judgeStanding(standing).raise).toHaveLength(alerts);
});

test("the handoffs of the last hour are counted by conversation (L-18)", async () => {
  await endRuns("completed", "handed_off", 7);
  await endRuns("completed", "answered", 10);
  const [standing] = await createAlertPost(database.database).standing();
  expect(standing).toMatchObject({ conversations: 17, handedOff: 7 });
});
