/**
 * Months of reminders that are due at once (L-39): a person sees how many there are before they leave, they leave little by little, what
 * is still of use first, each once, and nothing that is too late. `RECADO_BACKLOG=all` sends or ends all of them; a day plays the first
 * rounds, in which those of use run out.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { DEFAULT_WORKSPACE } from "../../../src/core/ids.ts";
import { createFreshStatistics } from "../../../src/postgres/fresh-statistics.ts";
import { sayScheduled } from "../../../src/runtime/worker/say-scheduled.ts";
import { newId } from "../../support/inbound.ts";
import { setClock } from "../../support/set-clock.ts";
import { announceShare } from "../../support/share-of-the-day.ts";
import { silentLogger } from "../../support/silent-logger.ts";
import { createTestDatabase, type TestDatabase } from "../../support/test-database.ts";

/** 10:00 in Bogotá on a Tuesday. */
const NOW = new Date("2027-02-02T15:00:00Z");
const DUE = 10_000;
const A_ROUND = 20;
const ALL_ROUNDS = DUE / A_ROUND;
const IS_WHOLE = process.env["RECADO_BACKLOG"] === "all";
const ROUNDS = IS_WHOLE ? ALL_ROUNDS : 6;
/** How many of them were due three months ago. */
const LATE = IS_WHOLE ? 6_000 : 9_940;

/** A worker does the same when tables have grown: a plan for an empty table compares each message with each other one. */
const LOOKS_EVERY = 25;

let database: TestDatabase;
let keepStatisticsFresh: () => Promise<unknown>;
beforeAll(async () => {
  database = await createTestDatabase();
  await setClock(database, NOW);
  await database.rows(
    `with person as (
       insert into contacts (workspace_id, id, created_at)
       select $1, gen_random_uuid(), recado_now() from generate_series(1, $2::int) returning id),
     numbered as (select id, row_number() over () as n from person),
     number as (insert into phone_numbers (id, workspace_id, agent_id) values ('backlog', $1, 'somnio') returning id),
     talk as (
       insert into conversations (workspace_id, id, contact_id, phone_number_id, last_customer_message_at, created_at)
       select $1, gen_random_uuid(), p.id, number.id, recado_now() - interval '2 hours', recado_now() from numbered p cross join number
       returning id, contact_id)
     insert into scheduled_messages (workspace_id, id, idempotency_key, conversation_id, kind, text, is_requested, time_zone, due_at,
       useful_until, fire_at, created_by, created_at)
     select $1, gen_random_uuid(), 'backlog:' || p.n, t.id, 'reminder', 'la cita', true, 'America/Bogota', d.at, d.at + interval '12 hours',
       d.at, 'ana', recado_now() - interval '4 months'
     from talk t join numbered p on p.id = t.contact_id
     cross join lateral (
       select recado_now() - case when p.n <= $3 then interval '3 months' else interval '1 hour' end - make_interval(secs => p.n) as at) d`,
    [DEFAULT_WORKSPACE, DUE, LATE],
  );
  keepStatisticsFresh = createFreshStatistics(database.database);
  await keepStatisticsFresh();
}, 60_000);
afterAll(() => database?.drop());

async function count(what: string): Promise<number> {
  const [row] = await database.rows(`select count(*)::int as n from scheduled_messages where ${what}`);
  return Number(row?.["n"]);
}

test("ten thousand that are due leave twenty at a time, what is of use first, and a person sees what is coming", async () => {
  const whole = "RECADO_BACKLOG=all npm test -- test/runtime/worker/scheduled-backlog.test.ts";
  announceShare({ stage: "rounds of a backlog of reminders", played: ROUNDS, of: ALL_ROUNDS, seed: "none", whole });
  const dependencies = { store: database.store, logger: silentLogger, newId };
  for (let round = 1; round <= ROUNDS; round += 1) {
    if (round % LOOKS_EVERY === 0) await keepStatisticsFresh();
    await sayScheduled(dependencies, () => {});
    const [taken, said] = [await count("status <> 'pending' or run_id is not null"), await count("run_id is not null")];
    expect(taken).toBe(round * A_ROUND);
    expect(said).toBe(Math.min(taken, DUE - LATE));
    if (round > 1) continue;
    const [alert] = await database.rows(
      "select detail from alerts where kind = 'scheduled_backlog' and resolved_at is null",
    );
    expect(alert?.["detail"]).toEqual({
      ...{ overdue: DUE, tooLate: LATE, aSecond: A_ROUND },
      oldest: expect.stringMatching(/^2026-11-02T/),
    });
  }
  expect(await count("run_id is not null and useful_until < recado_now()")).toBe(0);
  // Each has a run of its own, and no customer has two.
  const [runs] = await database.rows(
    "select count(*)::int as n, count(distinct conversation_id)::int as of from agent_runs",
  );
  expect(runs).toEqual({ n: DUE - LATE, of: DUE - LATE });
  // A message that was missed months ago makes no task.
  expect(await database.rows("select from tasks")).toEqual([]);
  expect(await count("status = 'pending' and run_id is null")).toBe(DUE - ROUNDS * A_ROUND);
}, 1_200_000);
