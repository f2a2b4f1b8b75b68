import { fill } from "./fill.js";

/**
 * Into a database with conversations that `fillDatabase` made: names of their own, a session and a recent message each, and in
 * the first of them `runs` turns with all eight phases, a decision and a reply. Returns that conversation's id.
 */
export async function fillTimeline(database, { runs }) {
  return fill(database, async (client) => {
    const { rows } = await client.query(
      "select c.id, c.contact_id from conversations c order by c.turn_count desc limit 1",
    );
    const [long] = rows;
    await client.query(
      `update contacts set name = 'Clienta ' || right(value, 5) from contact_aliases a
       where a.contact_id = contacts.id and a.workspace_id = contacts.workspace_id`,
    );
    await client.query("update conversations set last_customer_message_at = now() - random() * interval '20 hours'");
    await client.query(
      `create temporary table turn on commit drop as
       select n, gen_random_uuid() as event_id, (lpad(to_hex((extract(epoch from now())::bigint - ($1 - n) * 60) * 1000), 12, '0')
         || '-7000-8000-' || lpad(to_hex(n), 12, '0')) as tail, now() - ($1 - n) * interval '1 minute' as at
       from generate_series(1, $1::int) as n`,
      [runs],
    );
    await client.query("alter table turn add run_id uuid");
    // Numbers runs by time, like the product.
    await client.query(
      "update turn set run_id = (left(tail, 8) || '-' || substr(tail, 9, 4) || substr(tail, 13))::uuid",
    );
    await client.query(
      `insert into agent_runs (workspace_id, id, conversation_id, event_id, status, outcome, agent_id, agent_version, attempts,
         created_at, started_at, ended_at)
       select 'default', run_id, $1, event_id, 'completed', 'answered', 'somnio', '1', 1, at, at, at + interval '40 ms' from turn`,
      [long.id],
    );
    await client.query(
      `insert into agent_events (workspace_id, id, conversation_id, seq, run_id, user_id, source, input_type, payload,
         idempotency_key, status, occurred_at, created_at)
       select 'default', event_id, $1, n + 10, run_id, $2, 'whatsapp', 'message',
         jsonb_build_object('content', jsonb_build_object('type', 'text', 'body', 'Mensaje ' || n || ': ¿cuánto vale el frasco y cuánto demora el envío?')),
         'long:' || n, 'done', at, at from turn`,
      [long.id, long.contact_id],
    );
    await client.query(
      `insert into run_steps (workspace_id, run_id, steps)
       select 'default', run_id, jsonb_object_agg(node, jsonb_build_object(
         'node', node, 'status', 'ok', 'position', p, 'startedAt', at, 'latencyMs', 3))
       from turn, unnest(array['ingest', 'classify', 'load_context', 'plan', 'act', 'verify', 'respond', 'learn'])
         with ordinality as phase (node, p)
       group by run_id`,
    );
    await client.query(
      `insert into outbox_messages (workspace_id, id, conversation_id, run_id, seq, idempotency_key, content, recipient, status,
         on_doubt, inbound_seq, created_at)
       select 'default', gen_random_uuid(), $1, run_id, n + 10, 'long:' || n,
         jsonb_build_object('type', 'text', 'body', 'Respuesta ' || n || ': el frasco vale $77.900 y el envío es gratis.'),
         '{"phone": "573100077777", "bsuid": null}', 'accepted', 'resend', n + 10, at from turn`,
      [long.id],
    );
    await client.query(
      "update conversations set last_seq = $2 + 20, last_outbox_seq = $2 + 20, turn_count = $2 where id = $1",
      [long.id, runs],
    );
    return long.id;
  });
}
