import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { WorkspaceId } from "../../src/core/ids.ts";
import { sqlStateOf } from "../../src/postgres/database.ts";
import { enqueueRequest, inbound, type SHOP_NUMBER } from "../support/inbound.ts";
import { createTestDatabase, type TestDatabase } from "../support/test-database.ts";

/** Invariant 11: no row crosses a workspace. The tables come from the catalog: a new one without a policy fails here. */
let database: TestDatabase;
let tables: { name: string; column: string }[];
let views: { name: string; column: string }[];
const own = "default" as WorkspaceId;
const other = "other" as WorkspaceId;

/** Not of any tenant, and closed to all of them; the clock may be read. */
const OF_NO_TENANT = ["recado_migrations", "test_clock", "workers"];

beforeAll(async () => {
  database = await createTestDatabase();
  await database.rows("insert into workspaces (id, name) values ('other', 'Other')");
  await database.rows("insert into phone_numbers (id, workspace_id, agent_id) values ('999', 'other', 'somnio')");
  await database.store.mailbox.enqueue(
    enqueueRequest([
      inbound("mía", { phone: "573000000001" }),
      inbound("ajena", { phone: "573000000002", phoneNumberId: "999" as typeof SHOP_NUMBER }),
    ]),
  );
  const { turns } = await database.store.mailbox.claim({
    worker: crypto.randomUUID() as never,
    leaseMs: 1,
    freeSlots: 9,
  });
  for (const turn of turns) {
    await database.rows(
      `insert into agent_steps (workspace_id, run_id, name, node, status, position, started_at, latency_ms)
       values ($1, $2, 'plan', 'plan', 'ok', 0, now(), 1)`,
      [turn.lease.workspaceId, turn.run.id],
    );
    const session = crypto.randomUUID();
    await database.rows(
      `insert into agent_sessions (workspace_id, id, agent_id, conversation_id, contact_id) values ($1, $2, 'a', $3, $4)`,
      [turn.lease.workspaceId, session, turn.lease.conversationId, turn.contact.id],
    );
    await database.rows("insert into session_state (workspace_id, session_id) values ($1, $2)", [
      turn.lease.workspaceId,
      session,
    ]);
    await database.rows(
      `insert into agent_turns (workspace_id, conversation_id, turn_number, role, content) values ($1, $2, 1, 'user', 'x')`,
      [turn.lease.workspaceId, turn.lease.conversationId],
    );
    await database.rows(
      `insert into outbox_messages (workspace_id, id, conversation_id, run_id, seq, idempotency_key, content, recipient, on_doubt,
         inbound_seq, status) values ($1, gen_random_uuid(), $2, $3, 1, $4, '{}', '{}', 'hold', 1, 'accepted')`,
      [turn.lease.workspaceId, turn.lease.conversationId, turn.run.id, session],
    );
    await database.rows(
      `insert into outbox_attempts (workspace_id, outbox_id, attempt, started_at)
       select workspace_id, id, 1, now() from outbox_messages where idempotency_key = $1`,
      [session],
    );
    await database.rows(
      `insert into circuits (workspace_id, scope, key, kind, opened_at, retry_at, probe_every_ms)
       values ($1, 'number', 'x', 'number', now(), now(), 1)`,
      [turn.lease.workspaceId],
    );
    await database.rows("insert into quarantined_items (workspace_id, reason, raw) values ($1, 'x', '')", [
      turn.lease.workspaceId,
    ]);
    await database.rows(
      `insert into alerts (workspace_id, id, kind, subject, severity, detail, raised_at, last_seen_at)
       values ($1, gen_random_uuid(), 'x', '', 'info', '{}', now(), now())`,
      [turn.lease.workspaceId],
    );
    await database.rows("insert into channel_notices (workspace_id, field, raw) values ($1, 'x', '{}')", [
      turn.lease.workspaceId,
    ]);
    await database.rows(
      `insert into media_items (workspace_id, id, event_id, conversation_id, phone_number_id, media_id, kind, fetch_at)
       select workspace_id, gen_random_uuid(), id, conversation_id, '1', 'm', 'image', now() from agent_events
       where workspace_id = $1 limit 1`,
      [turn.lease.workspaceId],
    );
    await database.rows(
      `insert into message_statuses (workspace_id, phone_number_id, wamid, status, occurred_at, raw)
       values ($1, '1', 'w', 'sent', now(), '{}')`,
      [turn.lease.workspaceId],
    );
    await database.rows(
      `insert into timers (workspace_id, run_id, conversation_id, session_id, level, due_at, fire_at, armed_at)
       values ($1, $2, $3, $4, 'L0', now(), now(), now())`,
      [turn.lease.workspaceId, turn.run.id, turn.lease.conversationId, session],
    );
    await database.rows(
      `insert into orders (workspace_id, id, purchase_key, session_id, conversation_id, contact_id, run_id, source, status,
         stage, products, total, shipping_address, data, created_at, updated_at)
       values ($1, gen_random_uuid(), 'x', $4, $3, $5, $2, 'customer', 'confirmed', 'x', '[]', 0, 'x', '{}', now(), now())`,
      [turn.lease.workspaceId, turn.run.id, turn.lease.conversationId, session, turn.contact.id],
    );
    await database.rows(
      `insert into tasks (workspace_id, id, conversation_id, run_id, title, priority, data, created_at, updated_at)
       values ($1, gen_random_uuid(), $3, $2, 'x', 'high', '{}', now(), now())`,
      [turn.lease.workspaceId, turn.run.id, turn.lease.conversationId],
    );
    await database.rows(
      `insert into disambiguation_log (workspace_id, id, conversation_id, run_id, message, intent, confidence, alternatives,
         reasoning, created_at) values ($1, gen_random_uuid(), $3, $2, 'x', 'x', 0, '[]', '', now())`,
      [turn.lease.workspaceId, turn.run.id, turn.lease.conversationId],
    );
    await database.rows(
      `insert into agent_tool_calls (workspace_id, run_id, call_id, tool_name, risk_level, status, started_at, policy_decision)
       values ($1, $2, 'x', 'x', 'low', 'ok', now(), 'allow')`,
      [turn.lease.workspaceId, turn.run.id],
    );
    await database.rows(
      `insert into nlu_samples (workspace_id, run_id, conversation_id, agent_id, agent_version, engine, text_hash, intent,
         confidence, alternatives, is_settled, created_at, is_audited)
       values ($1, $2, $3, 'a', '1', 'linear', 'x', 'x', 0, '[]', true, now(), false)`,
      [turn.lease.workspaceId, turn.run.id, turn.lease.conversationId],
    );
    await database.rows(
      `insert into nlu_stops (workspace_id, agent_id, local_model, audited, correct, stopped_at)
       values ($1, 'a', 'x', 30, 20, now())`,
      [turn.lease.workspaceId],
    );
    await database.rows(
      `with called as (
         insert into model_calls values ($1, gen_random_uuid(), $2, $3, null, 'x', 'x', 'x', 'x', '1', 'answered', null,
           0, 0, 0, 0, null, null, 0, now())),
       costed as (insert into model_costs values ($1, now()::date, 'x', 'x', 1, 0, 0, 0, 0, 0, 0, 0)),
       summed_up as (insert into conversation_summaries (workspace_id, conversation_id) values ($1, $2))
       insert into token_budgets values ($1, $3, $2, 0, now())`,
      [turn.lease.workspaceId, turn.lease.conversationId, session],
    );
  }
  tables = (
    await database.rows(
      "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1",
    )
  )
    .map((row) => String(row["name"]))
    .filter((name) => !OF_NO_TENANT.includes(name))
    .map((name) => ({ name, column: name === "workspaces" ? "id" : "workspace_id" }));
  views = (
    await database.rows(
      "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'v'",
    )
  ).map((row) => ({ name: String(row["name"]), column: "workspace_id" }));
});
afterAll(() => database.drop());

const asTenant = (workspace: WorkspaceId, text: string) =>
  database.database.asTenant(workspace, (run) => run({ text, values: [] }));

describe("a tenant", () => {
  test("sees its own rows in every table and view, and none of another", async () => {
    expect(tables.length).toBeGreaterThan(10);
    for (const { name, column } of [...tables, ...views]) {
      const seen = await asTenant(own, `select distinct ${column} as workspace from ${name}`);
      expect([name, seen.rows.map((row) => row["workspace"])]).toEqual([name, [own]]);
    }
  });

  test("without a workspace sees nothing", async () => {
    for (const { name } of [...tables, ...views]) {
      expect([name, (await asTenant("" as WorkspaceId, `select from ${name}`)).rowCount]).toEqual([name, 0]);
    }
  });

  test("writes nothing, in any table, by any verb", async () => {
    for (const { name, column } of tables) {
      for (const verb of [
        `insert into ${name} default values`,
        `update ${name} set ${column} = '${other}'`,
        `delete from ${name}`,
        `truncate ${name}`,
      ]) {
        const error = await asTenant(own, verb).then(
          () => null,
          (thrown: unknown) => thrown,
        );
        // 42501: no privilege. 25006: read-only transaction.
        expect([verb, sqlStateOf(error)]).toEqual([verb, expect.stringMatching(/^(42501|25006)$/)]);
      }
    }
  });

  test("cannot reach the tables of no tenant", async () => {
    for (const name of ["recado_migrations", "workers"]) {
      const error = await asTenant(own, `select from ${name}`).catch((thrown: unknown) => thrown);
      expect([name, sqlStateOf(error)]).toEqual([name, "42501"]);
    }
  });

  test("cannot read the key of its text hashes", async () => {
    const error = await asTenant(own, "select salt from nlu_settings").catch((thrown: unknown) => thrown);
    expect(sqlStateOf(error)).toBe("42501");
  });

  test("leaves no trace on the pooled connection", async () => {
    await asTenant(other, "select 1");
    const { rows } = await database.database.run({
      text: "select current_user = session_user as same, recado_workspace() as workspace",
      values: [],
    });
    expect(rows).toEqual([{ same: true, workspace: null }]);
  });
});

test("planted bug: without its policy a table shows another tenant's rows to the check above", async () => {
  await database.rows("alter table contacts disable row level security");
  const seen = await asTenant(own, "select distinct workspace_id from contacts");
  await database.rows("alter table contacts enable row level security");
  expect(seen.rowCount).toBe(2);
});
