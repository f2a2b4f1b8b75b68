import { fromDist, silentLogger } from "./dist.js";
import { fill } from "./fill.js";

/** Journals are kept for 90 days (src/core/operations/retention.ts). */
const JOURNAL_IS_OVER = "100 days";

/**
 * Leaves a filled database as a night leaves it: each conversation had a session, all of them are closed and their timers done,
 * the journals of a tenth of the runs were too old and retention has taken them, and PostgreSQL has looked at the tables since.
 * Until the first customer of the morning writes, the planner believes that no session is ever active.
 */
export async function passNight(database) {
  await fill(database, async (client) => {
    await client.query(
      `create temporary table slept on commit drop as
       select row_number() over (order by c.id) as n, c.workspace_id, c.id, c.contact_id, gen_random_uuid() as session_id, r.id as run_id
       from conversations c
       join lateral (
         select r.id from agent_runs r where r.workspace_id = c.workspace_id and r.conversation_id = c.id limit 1) r on true`,
    );
    await client.query(
      `insert into agent_sessions (
         workspace_id, id, agent_id, conversation_id, contact_id, status, created_at, closed_at, last_activity_at)
       select workspace_id, session_id, 'somnio', id, contact_id, 'closed', now() - interval '3 days', now() - interval '6 hours',
         now() - interval '3 days' from slept`,
    );
    await client.query(
      "insert into session_state (workspace_id, session_id) select workspace_id, session_id from slept",
    );
    await client.query(
      `insert into timers (
         workspace_id, run_id, conversation_id, session_id, level, due_at, fire_at, armed_at, fired_at, cancelled_at)
       select workspace_id, run_id, id, session_id, 'L1', now() - interval '2 days', now() - interval '2 days',
         now() - interval '3 days', case when n % 2 = 0 then now() - interval '2 days' end,
         case when n % 2 = 1 then now() - interval '2 days' end from slept`,
    );
    await client.query(
      `insert into run_steps (workspace_id, run_id, steps)
       select workspace_id, run_id, '{"phase:ingest": {"node": "ingest", "status": "completed"}}' from slept where n % 10 = 4`,
    );
    await client.query(
      `update agent_runs r set ended_at = now() - interval '${JOURNAL_IS_OVER}'
       from slept s where s.n % 10 = 4 and r.workspace_id = s.workspace_id and r.id = s.run_id and r.status = 'completed'`,
    );
    // A new shop's first night is the one after its first day.
    await client.query("update retention_nights set night = night - 2");
  });
  const rows = await forgetAll(database);
  // What retention has changed is seen and swept as autovacuum does it by itself within the hour.
  await fill(database, async () => {});
  return { rows };
}

/** The retention of the product itself, batch by batch until the night is over. Answers how many rows it took. */
async function forgetAll(database) {
  const { openPostgres } = await fromDist("postgres/open-postgres.js");
  const opened = await openPostgres({ url: database.url, applicationName: "recado bench", logger: silentLogger });
  let rows = 0;
  try {
    for (;;) {
      const round = await opened.store.retention.forget();
      if (round.kind === "nothing_due") return rows;
      if (round.kind === "forgot") rows += round.rows;
    }
  } finally {
    await opened.close();
  }
}
