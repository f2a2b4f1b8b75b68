import * as z from "zod";
import { ENGINES } from "../../core/agent/intent.ts";
import type { ConversationId, WorkspaceId } from "../../core/ids.ts";
import type { CopyRound, JournaledDecision, Learning } from "../../core/ports/learning/learning.ts";
import type { Database } from "../database.ts";
import { id } from "../json-row.ts";
import { rowset, sql } from "../sql.ts";

/** An event is stored by a statement of at most 20 s (`statement_timeout`): older ones lie in the order in which they stay. */
const SETTLED_SECONDS = 30;
/** A run that is not over after this long is not waited for: a person has to look at it. It is not learnt from. */
const PATIENCE_SECONDS = 3_600;

const intent = z.object({ intent: z.string(), confidence: z.number() });
const decision = z.object({
  runId: z.string(),
  conversationId: id<ConversationId>(),
  agentId: z.string(),
  agentVersion: z.string(),
  localModel: z.string().nullable(),
  mode: z.string().nullable(),
  info: intent.extend({
    alternatives: z.array(intent),
    reasoning: z.string(),
    engine: z.enum(ENGINES),
    modelHash: z.string().nullable().default(null),
    isSettled: z.boolean().default(false),
  }),
  text: z.string(),
}) satisfies z.ZodType<JournaledDecision>;

const roundRow = z.object({
  workspace_id: id<WorkspaceId>(),
  salt: z.instanceof(Uint8Array),
  from_at: z.string(),
  from_id: z.string(),
  to_at: z.string().nullable(),
  to_id: z.string().nullable(),
  has_more: z.boolean(),
  decisions: z.array(z.unknown()),
});

/** What was understood in runs that are over, taken from their journals. See nlu_settings in 0001_baseline.sql. */
export function createSampleCopier(database: Database): Pick<Learning, "takeRounds" | "keepRound"> {
  return {
    async takeRounds(roundMs, limit, silent) {
      const { rows } = await database.run(sql`
        with taken as materialized (
          update nlu_settings s set looked_at = recado_now()
          where s.looked_at is null or s.looked_at <= recado_now() - make_interval(secs => ${roundMs / 1000}::float8)
          returning s.workspace_id, s.copied_at, s.copied_id, s.salt
        ),
        ahead as materialized (
          select t.workspace_id, e.created_at, e.id, e.run_id, bool_and(
              r.status in ('completed', 'dead_letter')
                or e.created_at < recado_now() - make_interval(secs => ${PATIENCE_SECONDS}::float8))
            over (partition by t.workspace_id order by e.created_at, e.id) as is_over
          from taken t
          cross join lateral (
            select a.created_at, a.id, a.run_id from agent_events a
            where a.workspace_id = t.workspace_id and a.created_at >= t.copied_at
              and (a.created_at, a.id) > (t.copied_at, t.copied_id)
              and a.created_at <= recado_now() - make_interval(secs => ${SETTLED_SECONDS}::float8)
            order by a.created_at, a.id
            limit ${limit}::int) e
          join agent_runs r on r.workspace_id = t.workspace_id and r.id = e.run_id
        )
        select t.workspace_id, t.salt, t.copied_at::text as from_at, t.copied_id as from_id,
          mark.created_at::text as to_at, mark.id as to_id,
          (select count(*) = ${limit}::int and bool_and(a.is_over) from ahead a where a.workspace_id = t.workspace_id)
            as has_more,
          (select coalesce(jsonb_agg(jsonb_build_object(
              'runId', r.id, 'conversationId', r.conversation_id, 'agentId', r.agent_id, 'agentVersion', r.agent_version,
              'localModel', s.output_snapshot -> 'basis' -> 'localModel', 'mode', s.output_snapshot -> 'basis' -> 'mode',
              'info', s.output_snapshot -> 'decision' -> 'intentInfo', 'text', said.text)), '[]')
            from (select distinct a.run_id from ahead a where a.workspace_id = t.workspace_id and a.is_over) n
            join agent_runs r on r.workspace_id = t.workspace_id and r.id = n.run_id and r.status = 'completed'
            join agent_steps s on s.workspace_id = r.workspace_id and s.run_id = r.id and s.name = 'plan'
              and s.output_snapshot -> 'decision' -> 'intentInfo' ->> 'engine' is not null
            cross join lateral (
              select string_agg(m.content, e'\n' order by m.turn_number) as text from agent_turns m
              where m.workspace_id = r.workspace_id and m.conversation_id = r.conversation_id and m.run_id = r.id
                and m.role = 'user') said
            where said.text <> '' and not exists (
              select from agent_events w
              where w.run_id = r.id and w.workspace_id = r.workspace_id and w.input_type = 'message'
                and w.source = any (${silent}::text[]))) as decisions
        from taken t
        left join lateral (
          select a.created_at, a.id from ahead a where a.workspace_id = t.workspace_id and a.is_over
          order by a.created_at desc, a.id desc limit 1) mark on true`);
      return rows.map(readRound);
    },
    async keepRound(round, samples) {
      const { rowCount } = await database.run(sql`
        with moved as (
          update nlu_settings s set
            copied_at = ${round.to.at}::timestamptz, copied_id = ${round.to.id}::uuid,
            looked_at = case when ${round.hasMore}::boolean then null else s.looked_at end
          where s.workspace_id = ${round.workspaceId} and s.copied_at = ${round.from.at}::timestamptz
            and s.copied_id = ${round.from.id}::uuid
          returning s.workspace_id, s.keeps_texts
        ),
        kept as (
          insert into nlu_samples (workspace_id, run_id, conversation_id, agent_id, agent_version, local_model, engine,
            model_hash, mode, text_hash, text, intent, confidence, alternatives, is_settled, created_at, is_audited, audit_at)
          select m.workspace_id, n.run_id, n.conversation_id, n.agent_id, n.agent_version, n.local_model, n.engine,
            n.model_hash, n.mode, n.text_hash, case when m.keeps_texts then n.text end, n.intent, n.confidence,
            n.alternatives, n.is_settled, r.ended_at, n.is_audited, case when n.is_audited then recado_now() end
          from moved m
          cross join ${rowset(samples.map(sampleRow), SAMPLE_COLUMNS)} n
          -- What was deleted in the meantime is not learnt from.
          join agent_runs r on r.workspace_id = m.workspace_id and r.id = n.run_id
          on conflict do nothing
        )
        select from moved`);
      return rowCount === 1;
    },
  };
}

const SAMPLE_COLUMNS = sql`run_id uuid, conversation_id uuid, agent_id text, agent_version text, local_model text,
  engine text, model_hash text, mode text, text_hash text, text text, intent text, confidence real, alternatives jsonb,
  is_settled boolean, is_audited boolean`;

function sampleRow({ decision, textHash, isAudited }: Parameters<Learning["keepRound"]>[1][number]): object {
  const { info } = decision;
  return {
    run_id: decision.runId,
    conversation_id: decision.conversationId,
    agent_id: decision.agentId,
    agent_version: decision.agentVersion,
    local_model: decision.localModel,
    engine: info.engine,
    model_hash: info.modelHash,
    mode: decision.mode,
    text_hash: textHash,
    text: decision.text,
    intent: info.intent,
    confidence: info.confidence,
    alternatives: info.alternatives,
    is_settled: info.isSettled ?? false,
    is_audited: isAudited,
  };
}

function readRound(raw: Record<string, unknown>): CopyRound {
  const row = roundRow.parse(raw);
  const from = { at: row.from_at, id: row.from_id };
  // One that another version wrote must not hold up all that come after it.
  const read = row.decisions.map((one) => decision.safeParse(one));
  return {
    workspaceId: row.workspace_id,
    salt: row.salt,
    from,
    to: row.to_at === null || row.to_id === null ? from : { at: row.to_at, id: row.to_id },
    hasMore: row.has_more,
    decisions: read.flatMap(({ data }) => data ?? []),
    unreadable: read.filter(({ success }) => !success).length,
  };
}
