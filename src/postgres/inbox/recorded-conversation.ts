import * as z from "zod";
import type { WorkspaceId } from "../../core/ids.ts";
import type { MessageContent } from "../../core/inbound/content.ts";
import { INPUT_TYPES } from "../../core/inbound/event.ts";
import { understandingSchema } from "../../core/inbound/understanding.ts";
import type { RecordedConversation } from "../../core/ports/lab/recorded-conversation.ts";
import type { Database } from "../database.ts";
import { instant } from "../json-row.ts";
import { sql } from "../sql.ts";

const content = z.looseObject({ type: z.string() }).transform((value) => value as unknown as MessageContent);

const recorded = z.object({
  name: z.string().nullable(),
  agentId: z.string(),
  happenings: z.array(
    z.object({
      at: instant,
      isAtOnce: z.boolean(),
      events: z.array(
        z.object({
          inputType: z.enum(INPUT_TYPES),
          content,
          /** What was understood of its file; null where nothing is kept of it. */
          understanding: understandingSchema.nullable(),
        }),
      ),
      decision: z.unknown(),
      agentVersion: z.string().nullable(),
      tokens: z.number(),
      /** Null where a model had no price. */
      microUsd: z.number().nullable(),
    }),
  ),
  notes: z.array(z.object({ at: instant, text: z.string() })),
  /**
   * Turns whose decision, or words too, are no longer kept: their days were over
   * (src/core/operations/retention.ts).
   */
  forgotten: z.number(),
});

/** `workspace`: null for the owner of the installation. */
export async function readRecordedConversation(
  database: Database,
  id: string,
  workspace: WorkspaceId | null = null,
): Promise<RecordedConversation | null> {
  const { rows } = await database.run(sql`
    select jsonb_build_object(
      'name', k.name,
      'agentId', p.agent_id,
      'happenings', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'at', coalesce(g.came_at, r.created_at),
          -- A segment that came at once is one breath with the turn that its run opened with.
          'isAtOnce', coalesce(g.is_at_once, false),
          'events', (select coalesce(jsonb_agg(jsonb_build_object('inputType', e.input_type,
              'content', e.payload -> 'content', 'understanding', m.understanding) order by e.seq), '[]')
            from agent_events e
            left join media_items m on m.workspace_id = e.workspace_id and m.event_id = e.id
            where e.workspace_id = r.workspace_id and e.run_id = r.id and (e.input_type = 'segment') = (n.number > 0)
              and (n.number = 0 or (e.payload #> '{content,number}')::int = n.number)),
          'agentVersion', r.agent_version,
          -- Questions to models are counted with the turn that opens their run.
          'tokens', (select coalesce(sum(m.input_tokens + m.output_tokens + m.cache_read_tokens + m.cache_write_tokens), 0)
            from model_calls m where m.workspace_id = r.workspace_id and m.run_id = r.id and n.number = 0),
          'microUsd', (select case when count(*) > count(m.cost_micro_usd) then null else coalesce(sum(m.cost_micro_usd), 0) end
            from model_calls m where m.workspace_id = r.workspace_id and m.run_id = r.id and n.number = 0),
          'decision', (select s.output_snapshot -> 'decision' from agent_steps s
            where s.workspace_id = r.workspace_id and s.run_id = r.id and s.name = plan_of_segment(n.number)))
          order by coalesce(g.came_at, r.created_at), r.id, n.number), '[]')
        from agent_runs r
        cross join generate_series(0, r.segment) as n (number)
        left join lateral (
          select e.created_at as came_at, bool_and(b.due_at <= b.created_at + interval '1 second') as is_at_once
          from agent_events e
          join run_segments b on b.workspace_id = e.workspace_id and b.run_id = e.run_id and b.number <= n.number
          where n.number > 0 and e.workspace_id = r.workspace_id and e.run_id = r.id and e.input_type = 'segment'
            and (e.payload #> '{content,number}')::int = n.number
          group by e.created_at) g on true
        where r.workspace_id = c.workspace_id and r.conversation_id = c.id and r.status = 'completed'
          and r.outcome is distinct from 'merged' and r.kept = 'all' and (n.number = 0 or g.came_at is not null)),
      'notes', (
        select coalesce(jsonb_agg(jsonb_build_object('at', t.created_at, 'text', t.content) order by t.turn_number), '[]')
        from agent_turns t
        where t.workspace_id = c.workspace_id and t.conversation_id = c.id and t.role = 'system'),
      'forgotten', (
        select count(*) from agent_runs r
        where r.workspace_id = c.workspace_id and r.conversation_id = c.id and r.status = 'completed'
          and r.outcome is distinct from 'merged' and r.kept <> 'all'
          and exists (select from agent_events e
            where e.workspace_id = r.workspace_id and e.run_id = r.id and e.input_type <> 'operator_command'))
    ) as recorded
    from conversations c
    join contacts k on k.workspace_id = c.workspace_id and k.id = c.contact_id
    join phone_numbers p on p.workspace_id = c.workspace_id and p.id = c.phone_number_id
    where c.id::text = ${id} and (${workspace}::text is null or c.workspace_id = ${workspace})`);
  return rows[0] === undefined ? null : recorded.parse(rows[0]["recorded"]);
}
