import { afterAll, beforeAll, expect, test } from "vitest";
import { DEFAULT_WORKSPACE } from "../../src/core/ids.ts";
import { canRunMove, RUN_STATUSES } from "../../src/core/turn/run-machine.ts";
import { sqlStateOf } from "../../src/postgres/database.ts";
import { enqueueRequest, inbound } from "../support/inbound.ts";
import { createTestDatabase, type TestDatabase } from "../support/test-database.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test("the database lets a run go exactly where the run machine does, whoever writes", async () => {
  const { items } = await database.store.mailbox.enqueue(enqueueRequest([inbound("hola")]));
  const id = items[0]?.runId;
  const allowed: string[] = [];
  for (const from of RUN_STATUSES) {
    for (const to of RUN_STATUSES.filter((status) => status !== from)) {
      await database.rows("alter table agent_runs disable trigger run_transition");
      await database.rows("update agent_runs set status = $1, outcome = 'silent' where id = $2", [from, id]);
      await database.rows("alter table agent_runs enable trigger run_transition");
      try {
        await database.rows("update agent_runs set status = $1 where workspace_id = $2 and id = $3", [
          to,
          DEFAULT_WORKSPACE,
          id,
        ]);
        allowed.push(`${from} → ${to}`);
      } catch (error) {
        expect(sqlStateOf(error)).toBe("RC002");
      }
    }
  }
  const expected = RUN_STATUSES.flatMap((from) =>
    RUN_STATUSES.filter((to) => to !== from && canRunMove(from, to)).map((to) => `${from} → ${to}`),
  );
  expect(allowed.sort()).toEqual(expected.sort());
});
