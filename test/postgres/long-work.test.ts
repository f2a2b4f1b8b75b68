import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { MIGRATION_LOCK, migrate } from "../../src/postgres/migrate.ts";
import { openCell } from "../../src/postgres/moves/cell.ts";
import { sql } from "../../src/postgres/sql.ts";
import { silentLogger } from "../support/silent-logger.ts";
import { createTestDatabase, type TestDatabase } from "../support/test-database.ts";

/** A statement of ours ends within 25 s. An upgrade and a copy of a grown shop take as long as they need. */
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterEach(() => void vi.useRealTimers());
afterAll(() => database.drop());

const HOUR_MS = 3_600_000;

/** What comes of the work when another transaction keeps it waiting for an hour, by the clocks of this process. */
async function anHourBehind<Result>(lock: string, work: () => Promise<Result>): Promise<Result> {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const { held, isHeld, free } = holdUntilFreed(lock);
  await isHeld;
  const result = work();
  result.catch(() => undefined);
  while ((await database.rows("select 1 from pg_locks where not granted")).length === 0);
  vi.advanceTimersByTime(HOUR_MS);
  free();
  await held;
  return result;
}

function holdUntilFreed(lock: string) {
  let free = () => {};
  let took = () => {};
  const isHeld = new Promise<void>((resolve) => (took = resolve));
  const isFreed = new Promise<void>((resolve) => (free = resolve));
  const held = database.owner.transaction(async (run) => {
    await run({ text: lock, values: [] });
    took();
    await isFreed;
  });
  return { held, isHeld, free };
}

test("a copy to another database waits as long as its tables are locked", async () => {
  const cell = await openCell(database.url, silentLogger);
  const count = () => cell.asRuntime((run) => run(sql`select count(*)::int as conversations from conversations`));
  expect((await anHourBehind("lock table conversations in access exclusive mode", count)).rows).toEqual([
    { conversations: 0 },
  ]);
  expect((await cell.asRuntime((run) => run(sql`show statement_timeout`))).rows).toEqual([{ statement_timeout: "0" }]);
  await cell.database.close();
});

test("an upgrade waits as long as another process upgrades", async () => {
  const upgrade = () => migrate(database.owner, silentLogger);
  expect(await anHourBehind(`select pg_advisory_xact_lock(${MIGRATION_LOCK})`, upgrade)).toMatchObject({ applied: [] });
});

test("any other statement is given up", async () => {
  const count = () => database.owner.run(sql`select count(*) from conversations`);
  await expect(anHourBehind("lock table conversations in access exclusive mode", count)).rejects.toThrow(/timeout/i);
});
