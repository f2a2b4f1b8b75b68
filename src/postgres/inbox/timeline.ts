import { TimelineItem, TimelineRun } from "../../core/answers/desk/timeline.ts";
import type { ConversationId, WorkspaceId } from "../../core/ids.ts";
import type { Inbox } from "../../core/ports/desk/inbox.ts";
import type { Page } from "../../core/ports/page.ts";
import { readCursor, writeCursor } from "../cursor.ts";
import type { Database } from "../database.ts";
import { andWhere, sql } from "../sql.ts";
import {
  EVENT_JSON,
  eventsOfRun,
  MODEL_STEP_JSON,
  RUN_FRAME,
  SHOWN_SEGMENTS_OF_RUN,
  STEP_JSON,
  TOOL_CALLS_OF_RUN,
} from "./run-json.ts";

/** One run with all its parts is about 20 kB. A page is never longer than this, and the cursor goes on. */
const MOST_RUNS = 40;

const EVENT_WITH_CONTENT = sql`
  ${EVENT_JSON} || jsonb_build_object('content',
    case when jsonb_typeof(e.payload -> 'content') = 'object' then e.payload -> 'content' end,
    'wamid', e.source_message_id, 'replyTo', e.payload #>> '{context,replyTo}',
    'file', (select jsonb_build_object('id', f.id, 'kind', f.kind, 'status', f.status, 'type', f.detected_type,
        'fileName', f.file_name, 'sizeBytes', f.size_bytes)
      from media_items f where f.workspace_id = e.workspace_id and f.event_id = e.id))`;

/**
 * A page is at most `limit` runs with all their parts, and what happened between them. Runs have time-ordered ids and an
 * index by conversation. Their parts are found by the run's id, their messages by the conversation's.
 */
export async function readTimeline(
  database: Database,
  workspace: WorkspaceId,
  conversation: ConversationId,
  { cursor, limit: asked }: Parameters<Inbox["timeline"]>[2],
): Promise<Page<TimelineItem> | null> {
  const before = readCursor(cursor);
  const limit = Math.min(asked, MOST_RUNS);
  return database.asTenant(workspace, async (run) => {
    const found = await run(sql`
      select exists (select from conversations where workspace_id = ${workspace} and id = ${conversation}::uuid) as known,
        (select created_at from agent_runs where workspace_id = ${workspace} and id = ${before}::uuid) as before_at`);
    const [place] = found.rows;
    if (place?.["known"] !== true) return null;
    const { rows } = await run(sql`
      with page as materialized (
        select * from agent_runs r
        where r.workspace_id = ${workspace} and r.conversation_id = ${conversation}::uuid
          ${andWhere(before, (last) => sql`r.id < ${last}::uuid`)}
        order by r.id desc limit ${limit + 1}::int
      ),
      said as materialized (
        select o.run_id, jsonb_agg(jsonb_build_object('id', o.id, 'content', o.content, 'status', o.status,
            'delivery', o.delivery, 'detail', o.detail, 'templateId', o.template_id, 'wamid', o.wamid,
            'createdAt', o.created_at, 'settledAt', o.settled_at, 'replyTo', o.reply_to_message_id,
            'file', case when o.content ->> 'type' = 'media' then (
              select jsonb_build_object('id', f.id, 'kind', f.kind,
                'status', case when f.bytes is null then 'erased' else 'stored' end, 'type', f.media_type,
                'fileName', f.file_name, 'sizeBytes', f.size_bytes)
              from sent_files f
              where f.workspace_id = o.workspace_id and f.conversation_id = o.conversation_id
                and f.media_id = o.content #>> '{source,id}' limit 1) end,
            'attempts', (select coalesce(jsonb_agg(jsonb_build_object('attempt', a.attempt, 'outcome', a.outcome,
                'startedAt', a.started_at, 'endedAt', a.ended_at, 'httpStatus', a.http_status, 'detail', a.detail)
                order by a.attempt), '[]')
              from outbox_attempts a where a.workspace_id = o.workspace_id and a.outbox_id = o.id))
            order by o.seq) as messages
        from outbox_messages o
        where o.workspace_id = ${workspace} and o.conversation_id = ${conversation}::uuid
          and o.run_id in (select id from page)
        group by o.run_id
      )
      select jsonb_build_object(${RUN_FRAME}, 'kind', 'run', 'at', r.created_at,
        'events', ${eventsOfRun(EVENT_WITH_CONTENT)},
        'steps', (select coalesce(jsonb_agg(${STEP_JSON} || jsonb_build_object('model', ${MODEL_STEP_JSON})
            order by s.segment, s.position, s.started_at), '[]')
          from agent_steps s where s.workspace_id = r.workspace_id and s.run_id = r.id),
        'decision', (select case when jsonb_typeof(s.output_snapshot -> 'decision') = 'object'
            then s.output_snapshot -> 'decision' #- '{messages}' end
          from agent_steps s
          where s.workspace_id = r.workspace_id and s.run_id = r.id and s.name = 'plan'),
        'toolCalls', ${TOOL_CALLS_OF_RUN},
        'messages', coalesce((select messages from said where said.run_id = r.id), '[]'),
        'timers', (select coalesce(jsonb_agg(jsonb_build_object('level', m.level, 'dueAt', m.due_at, 'armedAt', m.armed_at,
            'firedAt', m.fired_at, 'cancelledAt', m.cancelled_at) order by m.armed_at), '[]')
          from timers m where m.workspace_id = r.workspace_id and m.run_id = r.id)) || ${SHOWN_SEGMENTS_OF_RUN} as item
      from page r
      order by r.id desc`);
    const runs = rows.map(({ item }) => TimelineRun.parse(item));
    const shown = runs.slice(0, limit);
    const hasMore = runs.length > limit;
    // Notes and switches between the runs of this page: since its last run, or since the beginning when there is no more.
    const since = hasMore ? (shown.at(-1)?.at ?? null) : null;
    const until = place["before_at"] ?? null;
    const between = await run(sql`
      select jsonb_build_object('kind', 'switch', 'id', t.turn_number::text, 'at', t.created_at, 'text', t.content) as item
      from agent_turns t
      where t.workspace_id = ${workspace} and t.conversation_id = ${conversation}::uuid
        and t.role = 'system' and t.run_id is null
        and (${since}::timestamptz is null or t.created_at >= ${since}::timestamptz)
        and (${until}::timestamptz is null or t.created_at < ${until}::timestamptz)
      union all
      select jsonb_build_object('kind', 'note', 'id', n.id, 'at', n.created_at, 'author', n.author, 'text', n.body)
      from contact_notes n
      where n.workspace_id = ${workspace} and n.conversation_id = ${conversation}::uuid and n.deleted_at is null
        and (${since}::timestamptz is null or n.created_at >= ${since}::timestamptz)
        and (${until}::timestamptz is null or n.created_at < ${until}::timestamptz)`);
    const items: TimelineItem[] = [...shown, ...between.rows.map(({ item }) => TimelineItem.parse(item))];
    items.sort((a, b) => b.at.getTime() - a.at.getTime());
    const last = shown.at(-1);
    return { items, nextCursor: hasMore && last !== undefined ? writeCursor(last.id) : null };
  });
}
