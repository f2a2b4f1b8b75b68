import { fill } from "./fill.js";

/**
 * Fills an empty, migrated database as years would: idle conversations, each with ten messages in its record; a tenth of
 * them with a run that waits for a distant time, another tenth with a reply that does; one conversation with 1,000 turns,
 * which belongs to `talker`.
 */
export async function fillDatabase(database, { conversations, turnsEach, talker }) {
  return fill(database, async (client) => {
    await client.query(
      "insert into phone_numbers (id, workspace_id, agent_id) values ('777', 'default', 'somnio'), ($1, 'default', 'somnio')",
      [talker.phoneNumberId],
    );
    await client.query(
      `create temporary table filler on commit drop as
       select n, gen_random_uuid() as contact_id, gen_random_uuid() as id, gen_random_uuid() as run_id, gen_random_uuid() as event_id
       from generate_series(1, $1::int) as n`,
      [conversations],
    );
    await client.query(
      "insert into contacts (workspace_id, id, name) select 'default', contact_id, 'Marta' from filler",
    );
    await client.query(
      "insert into contact_aliases (workspace_id, kind, value, contact_id) select 'default', 'phone', case when n = 1 then $1 else '5799' || lpad(n::text, 8, '0') end, contact_id from filler",
      [talker.phone],
    );
    await client.query(
      `insert into conversations (workspace_id, id, phone_number_id, contact_id, last_customer_message_at, turn_count,
         run_at, queued_run_id, pending, last_seq, send_at, unsent, last_outbox_seq)
       select 'default', id, case when n = 1 then $2 else '777' end, contact_id, now() - interval '3 days', case when n = 1 then 1000 else $1::int end,
         case when n % 10 = 2 then now() + interval '10 days' + n * interval '1 second' end,
         case when n % 10 = 2 then run_id end, case when n % 10 = 2 then 1 else 0 end, 1,
         case when n % 10 = 3 then now() + interval '10 days' + n * interval '1 second' end,
         case when n % 10 = 3 then 1 else 0 end, 1
       from filler`,
      [turnsEach, talker.phoneNumberId],
    );
    await client.query(
      `insert into agent_runs (workspace_id, id, conversation_id, event_id, status, outcome)
       select 'default', run_id, id, event_id, case when n % 10 = 2 then 'queued' else 'completed' end,
         case when n % 10 = 2 then null else 'answered' end from filler`,
    );
    await client.query(
      `insert into agent_events (workspace_id, id, conversation_id, seq, run_id, user_id, source, input_type, payload,
         idempotency_key, status, occurred_at)
       select 'default', event_id, id, 1, run_id, contact_id, 'whatsapp', 'message',
         '{"content": {"type": "text", "body": "hola"}}', 'filler:' || n, case when n % 10 = 2 then 'pending' else 'done' end, now() - interval '3 days'
       from filler`,
    );
    await client.query(
      `insert into outbox_messages (workspace_id, id, conversation_id, run_id, seq, idempotency_key, content, recipient, status, on_doubt, inbound_seq)
       select 'default', gen_random_uuid(), id, run_id, 1, 'filler:' || n, '{"type": "text", "body": "hola"}',
         jsonb_build_object('phone', '5799' || lpad(n::text, 8, '0'), 'bsuid', null),
         case when n % 10 = 3 then 'queued' else 'accepted' end, 'resend', 1 from filler`,
    );
    await client.query(
      `insert into agent_turns (workspace_id, conversation_id, turn_number, run_id, role, content, created_at)
       select 'default', id, t, run_id, case when t % 2 = 1 then 'user' else 'assistant' end,
         'Buenos días, quisiera saber cuánto vale el frasco y cuánto demora el envío a mi ciudad.', now() - interval '3 days'
       from filler cross join lateral generate_series(1, case when n = 1 then 1000 else $1::int end) as t`,
      [turnsEach],
    );
  });
}
