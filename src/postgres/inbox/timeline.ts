import * as z from "zod";
import type { ConversationId, EventId, OutboxId, RunId, WorkspaceId } from "../../core/ids.ts";
import { KEPT } from "../../core/operations/retention.ts";
import { outboundContent } from "../../core/outbound/outbound-content.ts";
import type { Inbox, TimelineItem, TimelineRun } from "../../core/ports/inbox.ts";
import type { Page } from "../../core/ports/page.ts";
import { POLICY_DECISIONS, RISK_LEVELS } from "../../core/tools/tool-call.ts";
import { RUN_STATUSES } from "../../core/turn/run-machine.ts";
import { readCursor, writeCursor } from "../cursor.ts";
import type { Database } from "../database.ts";
import { id, instant } from "../json-row.ts";
import { andWhere, sql } from "../sql.ts";
import { eventRow, stepRow, stepsOfRun } from "./run-view.ts";

const runRow = z.object({
  id: id<RunId>(),
  status: z.enum(RUN_STATUSES),
  input_class: z.string().nullable(),
  agent_id: z.string().nullable(),
  agent_version: z.string().nullable(),
  attempts: z.number(),
  outcome: z.string().nullable(),
  kept: z.enum(KEPT),
  merged_into: id<RunId>().nullable(),
  failure_code: z.string().nullable(),
  failure_reason: z.string().nullable(),
  created_at: z.date(),
  started_at: z.date().nullable(),
  ended_at: z.date().nullable(),
  decision: z.unknown(),
  events: z.array(eventRow.extend({ id: id<EventId>(), content: z.unknown() })),
  steps: z.array(stepRow),
  tools: z.array(
    z.object({
      callId: z.string(),
      tool: z.string(),
      risk: z.enum(RISK_LEVELS),
      status: z.string(),
      policy: z.enum(POLICY_DECISIONS),
      policyReason: z.string().nullable(),
      isDryRun: z.boolean(),
      input: z.unknown(),
      output: z.unknown(),
      error: z.string().nullable(),
      startedAt: instant,
      endedAt: instant.nullable(),
    }),
  ),
  messages: z.array(
    z.object({
      id: id<OutboxId>(),
      content: outboundContent,
      status: z.enum(["queued", "in_flight", "accepted", "failed", "in_doubt", "dropped"]),
      delivery: z.string().nullable(),
      detail: z.string().nullable(),
      templateId: z.string().nullable(),
      wamid: z.string().nullable(),
      createdAt: instant,
      settledAt: instant.nullable(),
      attempts: z.array(
        z.object({
          attempt: z.number(),
          outcome: z.string(),
          startedAt: instant,
          endedAt: instant.nullable(),
          httpStatus: z.number().nullable(),
          detail: z.string().nullable(),
        }),
      ),
    }),
  ),
  timers: z.array(
    z.object({
      level: z.string(),
      dueAt: instant,
      armedAt: instant,
      firedAt: instant.nullable(),
      cancelledAt: instant.nullable(),
    }),
  ),
});

const betweenRow = z.object({
  kind: z.enum(["switch", "note"]),
  id: z.string(),
  at: z.date(),
  author: z.string().nullable(),
  text: z.string(),
});

/** With all that belongs to them, one run is some 20 kB: a page of many is shorter than asked for, and the cursor goes on. */
const MOST_RUNS = 40;

/**
 * A page is so many runs with all that belongs to them, and what stands between them. Runs have time-ordered ids and an index
 * by conversation; their parts are found by the run's id, the messages of one conversation among each other.
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
            'createdAt', o.created_at, 'settledAt', o.settled_at,
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
      select r.id, r.status, r.input_class, r.agent_id, r.agent_version, r.attempts, r.outcome, r.kept, r.merged_into,
        r.failure_code, r.failure_reason, r.created_at, r.started_at, r.ended_at,
        (select case when jsonb_typeof(s.output_snapshot -> 'decision') = 'object'
            then s.output_snapshot -> 'decision' #- '{messages}' end
          from agent_steps s
          where s.workspace_id = r.workspace_id and s.run_id = r.id and s.name = 'plan') as decision,
        (select coalesce(jsonb_agg(jsonb_build_object('id', e.id, 'seq', e.seq, 'source', e.source,
            'inputType', e.input_type, 'content', e.payload -> 'content', 'occurredAt', e.occurred_at,
            'receivedAt', e.created_at) order by e.seq), '[]')
          from agent_events e where e.workspace_id = r.workspace_id and e.run_id = r.id) as events,
        ${stepsOfRun} as steps,
        (select coalesce(jsonb_agg(jsonb_build_object('callId', t.call_id, 'tool', t.tool_name, 'risk', t.risk_level,
            'status', t.status, 'policy', t.policy_decision, 'policyReason', t.policy_reason, 'isDryRun', t.is_dry_run, 'input', t.input,
            'output', t.output, 'error', t.error, 'startedAt', t.started_at, 'endedAt', t.ended_at)
            order by t.started_at, t.call_id), '[]')
          from agent_tool_calls t where t.workspace_id = r.workspace_id and t.run_id = r.id) as tools,
        coalesce((select messages from said where said.run_id = r.id), '[]') as messages,
        (select coalesce(jsonb_agg(jsonb_build_object('level', m.level, 'dueAt', m.due_at, 'armedAt', m.armed_at,
            'firedAt', m.fired_at, 'cancelledAt', m.cancelled_at) order by m.armed_at), '[]')
          from timers m where m.workspace_id = r.workspace_id and m.run_id = r.id) as timers
      from page r
      order by r.id desc`);
    const runs = rows.map((row) => readRun(runRow.parse(row)));
    const shown = runs.slice(0, limit);
    const hasMore = runs.length > limit;
    // What stands between the runs of this page: from its last run on, or from the beginning where there is no more.
    const since = hasMore ? (shown.at(-1)?.at ?? null) : null;
    const until = place["before_at"] ?? null;
    const between = await run(sql`
      select 'switch' as kind, t.turn_number::text as id, t.created_at as at, null as author, t.content as text
      from agent_turns t
      where t.workspace_id = ${workspace} and t.conversation_id = ${conversation}::uuid
        and t.role = 'system' and t.run_id is null
        and (${since}::timestamptz is null or t.created_at >= ${since}::timestamptz)
        and (${until}::timestamptz is null or t.created_at < ${until}::timestamptz)
      union all
      select 'note', n.id::text, n.created_at, n.author, n.body
      from contact_notes n
      where n.workspace_id = ${workspace} and n.conversation_id = ${conversation}::uuid and n.deleted_at is null
        and (${since}::timestamptz is null or n.created_at >= ${since}::timestamptz)
        and (${until}::timestamptz is null or n.created_at < ${until}::timestamptz)`);
    const items: TimelineItem[] = [...shown, ...between.rows.map((row) => readBetween(betweenRow.parse(row)))];
    items.sort((a, b) => b.at.getTime() - a.at.getTime());
    const last = shown.at(-1);
    return { items, nextCursor: hasMore && last !== undefined ? writeCursor(last.id) : null };
  });
}

function readRun(row: z.output<typeof runRow>): TimelineRun {
  return {
    kind: "run",
    id: row.id,
    at: row.created_at,
    status: row.status,
    inputClass: row.input_class,
    agent: row.agent_id,
    agentVersion: row.agent_version,
    attempts: row.attempts,
    outcome: row.outcome,
    error:
      row.failure_code === null || row.failure_reason === null
        ? null
        : { code: row.failure_code, message: row.failure_reason },
    kept: row.kept,
    mergedInto: row.merged_into,
    startedAt: row.started_at,
    endedAt: row.ended_at,
    events: row.events.map((event) => ({ ...event, content: event.content ?? null })),
    steps: row.steps,
    decision: row.decision ?? null,
    tools: row.tools.map((call) => ({ ...call, input: call.input ?? null, output: call.output ?? null })),
    messages: row.messages,
    timers: row.timers,
  };
}

function readBetween({ kind, id: itemId, at, author, text }: z.output<typeof betweenRow>): TimelineItem {
  return kind === "note" && author !== null
    ? { kind: "note", id: itemId, at, author, text }
    : { kind: "switch", id: itemId, at, text };
}
