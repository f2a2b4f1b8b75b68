import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "../../src/postgres/sql.ts";
import { createTestDatabase, type TestDatabase } from "../support/test-database.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const CONVERSATIONS = 40_000;

/** Customers with a message each. PostgreSQL has looked at the table before the first of them had left. */
async function fillBeforeTheFirstSend(): Promise<void> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    await client.query("alter table outbox_messages set (autovacuum_enabled = false)");
    // No look at a foreign key, and no trigger: only what a turn reads of its customer is needed.
    await client.query("set session_replication_role = replica");
    await client.query("insert into phone_numbers (id, workspace_id, agent_id) values ('777', 'default', 'somnio')");
    await client.query(
      `insert into contacts (workspace_id, id) select 'default', md5('k' || n)::uuid from generate_series(1, ${CONVERSATIONS}) n`,
    );
    await client.query(
      `insert into conversations (workspace_id, id, phone_number_id, contact_id)
       select 'default', md5('c' || n)::uuid, '777', md5('k' || n)::uuid from generate_series(1, ${CONVERSATIONS}) n`,
    );
    await client.query(
      `insert into outbox_messages (workspace_id, id, conversation_id, run_id, seq, idempotency_key, content, recipient, status, on_doubt, inbound_seq)
       select 'default', gen_random_uuid(), md5('c' || n)::uuid, gen_random_uuid(), 1, 'm' || n, '{"type": "text", "body": "hola"}', '{}',
         'accepted', 'resend', 1 from generate_series(1, ${CONVERSATIONS}) n`,
    );
    await client.query("analyze");
    await client.query(
      "update outbox_messages set wamid = 'wamid.' || idempotency_key where length(idempotency_key) < 5",
    );
  } finally {
    await client.end();
  }
}

test("a turn reads its own messages by their conversation, also where PostgreSQL has seen none that left", async () => {
  await fillBeforeTheFirstSend();
  await database.database.transaction(async (run) => {
    const { rows } = await run(sql`select read_turn('default', md5('c7')::uuid) -> 'ourLastMessages' as own`);
    expect(rows).toEqual([{ own: ["wamid.m7"] }]);
    const { rows: counted } = await run(
      sql`select pg_stat_get_xact_tuples_returned('outbox_by_wamid'::regclass)::int as by_id,
        pg_stat_get_xact_tuples_returned('outbox_by_conversation'::regclass)::int as by_conversation`,
    );
    expect(counted[0]?.["by_id"]).toBe(0);
    expect(counted[0]?.["by_conversation"]).toBeLessThan(10);
  });
});
