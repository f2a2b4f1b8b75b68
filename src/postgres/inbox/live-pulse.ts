import * as z from "zod";
import type { ConversationId, WorkspaceId } from "../../core/ids.ts";
import type { Inbox, Pulse } from "../../core/ports/desk/inbox.ts";
import type { Database } from "../database.ts";
import { id } from "../json-row.ts";
import { sql } from "../sql.ts";

const pulseRow = z.object({
  conversations: z.array(
    z.object({
      workspaceId: id<WorkspaceId>(),
      id: id<ConversationId>(),
      state: z.string(),
      run: z.object({ id: z.string(), state: z.string() }).nullable(),
      timer: z.string().nullable(),
    }),
  ),
  alerts: z.record(z.string(), z.string()),
  place: z.object({ at: z.string(), audit: z.record(z.string(), z.string()) }),
});

/** What commits late is still seen: a statement bears the time at which it began. */
const LATE_MS = 3_000;
/** Numbers of the audit log are given out before the commit. */
const LATE_LINES = 100;

/**
 * More conversations than a person looks at; what is beyond it is found by the clients' own poll.
 */
const MOST = 1_000;

/**
 * How the conversations stand in which something happens: those that run or send, have got an event or a deed of a person since
 * the last look, and those that the caller watches. All by small partial indexes and primary keys.
 */
export async function readPulse(
  database: Database,
  { workspaces, since, watched }: Parameters<Inbox["pulse"]>[0],
): Promise<Pulse> {
  const { rows } = await database.run(sql`
    with hot as materialized (
      select c.workspace_id, c.id from conversations c where c.run_at is not null
      union
      select c.workspace_id, c.id from conversations c where c.send_at is not null
      union
      select e.workspace_id, e.conversation_id from agent_events e
      where e.created_at > ${since?.at ?? "infinity"}::timestamptz - make_interval(secs => ${LATE_MS / 1000}::float8)
      union
      select l.workspace_id, l.subject_id::uuid
      from jsonb_each_text(${JSON.stringify(since?.audit ?? {})}::jsonb) as w (id, seen)
      cross join lateral (
        select * from audit_log l
        where l.workspace_id = w.id and l.id > w.seen::bigint - ${LATE_LINES}::int and l.subject_kind = 'conversation'
        order by l.id desc limit ${MOST}::int) l
      union
      select d.workspace_id, d.conversation_id from conversation_desks d
      where d.changed_at > ${since?.at ?? "infinity"}::timestamptz - make_interval(secs => ${LATE_MS / 1000}::float8)
      union
      select w.workspace_id, w.id
      from jsonb_to_recordset(${JSON.stringify(watched.map((one) => ({ workspace_id: one.workspaceId, id: one.id })))}::jsonb)
        as w (workspace_id text, id uuid)
      limit ${MOST}::int
    )
    select
      (select coalesce(jsonb_agg(jsonb_build_object('workspaceId', c.workspace_id, 'id', c.id,
          'run', case when r.id is not null then jsonb_build_object('id', r.id, 'state', concat_ws(':', r.id, r.status, r.attempts)) end,
          'timer', (select concat_ws(':', t.id, t.due_at) from timers t
            where t.workspace_id = c.workspace_id and t.conversation_id = c.id
              and t.fired_at is null and t.cancelled_at is null),
          'state', concat_ws(':', c.version, c.last_seq, c.pending, c.unsent, c.last_outbox_seq, c.turn_count, c.bot_enabled, c.assignee, c.closed_at, (
            select concat_ws('-', d.seen_seq, d.snoozed_until, d.writing_by, d.changed_at) from conversation_desks d
            where d.workspace_id = c.workspace_id and d.conversation_id = c.id), (
            select string_agg(concat_ws('-', o.status, o.delivery), ',')
            from (select * from outbox_messages o
              where o.workspace_id = c.workspace_id and o.conversation_id = c.id
              order by o.seq desc limit 6) o), (
            select n.id from contact_notes n
            where n.workspace_id = c.workspace_id and n.conversation_id = c.id and n.deleted_at is null order by n.id desc limit 1)))), '[]')
        from hot h
        join conversations c on c.workspace_id = h.workspace_id and c.id = h.id
        left join lateral (
          select * from agent_runs r where r.workspace_id = c.workspace_id and r.conversation_id = c.id
          order by r.id desc limit 1) r on true
        where c.workspace_id = any(${workspaces}::text[])) as conversations,
      (select coalesce(jsonb_object_agg(a.workspace_id, a.state), '{}') from (
        select workspace_id, concat_ws(':', count(*), max(last_seen_at)) as state
        from alerts where workspace_id = any(${workspaces}::text[]) and resolved_at is null group by workspace_id) a) as alerts,
      jsonb_build_object('at', recado_now(), 'audit', (
        select coalesce(jsonb_object_agg(w.id, (
          select coalesce(max(l.id), 0)::text from audit_log l where l.workspace_id = w.id)), '{}')
        from unnest(${workspaces}::text[]) as w (id))) as place`);
  return pulseRow.parse(rows[0]);
}
