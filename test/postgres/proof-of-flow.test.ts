import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../support/test-database.ts";

/** A message in doubt is decided by the first webhook of its number since its attempt: it is asked for on every look. */
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const EVENTS = 60_000;

const uuid = (kind: number) => `'00000000-0000-4000-8000-00000000000${kind}'::uuid`;

test("the first proof is found by the index, whatever the number of events", async () => {
  // One number that is busy, and one from which a message is in doubt since 50 000 events; the newest event is written first.
  await database.rows(`insert into phone_numbers (id, workspace_id, agent_id)
    values ('busy', 'default', 'a'), ('doubtful', 'default', 'a')`);
  await database.rows(`insert into contacts (workspace_id, id) values ('default', ${uuid(1)})`);
  await database.rows(`insert into conversations (workspace_id, id, phone_number_id, contact_id, send_at, unsent)
    values ('default', ${uuid(2)}, 'busy', ${uuid(1)}, null, 0), ('default', ${uuid(3)}, 'doubtful', ${uuid(1)}, now(), 1)`);
  await database.rows(`insert into agent_runs (workspace_id, id, conversation_id, event_id)
    values ('default', ${uuid(4)}, ${uuid(2)}, ${uuid(4)}), ('default', ${uuid(5)}, ${uuid(3)}, ${uuid(5)})`);
  await database.rows(
    `insert into agent_events (workspace_id, id, conversation_id, seq, run_id, user_id, source, input_type, payload,
       idempotency_key, occurred_at, created_at)
     select 'default', gen_random_uuid(), case when n % 10 = 0 then ${uuid(3)} else ${uuid(2)} end, n,
       case when n % 10 = 0 then ${uuid(5)} else ${uuid(4)} end, ${uuid(1)}, 'whatsapp', 'message', '{}', n::text,
       '2026-01-01Z'::timestamptz + make_interval(secs => n), '2026-01-01Z'::timestamptz + make_interval(secs => n)
     from generate_series($1::int, 1, -1) n`,
    [EVENTS],
  );
  await database.rows(
    `insert into outbox_messages (workspace_id, id, conversation_id, run_id, seq, idempotency_key, content, recipient, status,
       attempt, on_doubt, in_flight_at, doubt_until, inbound_seq)
     values ('default', ${uuid(6)}, ${uuid(3)}, ${uuid(5)}, 1, 'k', '{}', '{}', 'in_doubt', 1, 'resend',
       '2026-01-01T02:46:45Z', '2026-01-01T02:47:15Z', 0)`,
  );
  // Plans before there are statistics, and with them; often enough for the plan that is kept.
  for (const statistics of ["select 1", "analyze"]) {
    await database.rows(statistics);
    const [found] = await database.rows(
      `with looked as materialized (
         select array_agg(distinct (read_sends(array['default'], array[${uuid(3)}::uuid]) -> 0 ->> 'flowProvenAt')::timestamptz) as proven
         from generate_series(1, 8) n where n > 0)
       select proven, coalesce((select seq_scan from pg_stat_xact_user_tables where relname = 'agent_events'), 0)::int
         as seq_scans from looked`,
    );
    // 10 005 s after the start: the next event of this number is the 10 010th.
    expect(found?.["proven"]).toEqual([new Date("2026-01-01T02:46:50Z")]);
    expect(found?.["seq_scans"]).toBe(0);
  }
}, 60_000);
