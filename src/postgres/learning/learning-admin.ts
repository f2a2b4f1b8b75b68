import * as z from "zod";
import { ENGINES } from "../../core/agent/intent.ts";
import type { WorkspaceId } from "../../core/ids.ts";
import {
  HarvestedText,
  type HarvestWanted,
  type LearningAdmin,
  type LearningStatus,
} from "../../core/ports/learning/learning-admin.ts";
import type { Database } from "../database.ts";
import { instant } from "../json-row.ts";
import { rowset, sql } from "../sql.ts";
import { bearsOut, isInUse } from "./nlu-audits.ts";

const statusRow = z.object({
  keeps_texts: z.boolean(),
  agents: z.array(
    z.object({
      agentId: z.string(),
      decisions: z.number(),
      byEngine: z.partialRecord(z.enum(ENGINES), z.number()),
      settled: z.number(),
      waiting: z.number(),
      audited: z.number(),
      right: z.number(),
      stopped: z.array(z.object({ localModel: z.string(), stoppedAt: instant })),
    }),
  ),
});

export function createLearningAdmin(database: Database): LearningAdmin {
  return {
    status: (workspace, days) => readStatus(database, workspace, days),
    keepTexts: (workspace, keeps, by) =>
      // The lock of the settings first: a round that keeps texts at this moment ends before, and is deleted with the rest.
      database.transaction(async (run) => {
        const { rowCount } = await run(sql`
          with switched as (
            update nlu_settings set keeps_texts = ${keeps}::boolean, keeps_texts_by = ${by}, keeps_texts_at = recado_now()
            where workspace_id = ${workspace} and keeps_texts <> ${keeps}::boolean
            returning workspace_id, keeps_texts
          )
          select audit(workspace_id, ${by}, case when keeps_texts then 'learning.texts_kept' else 'learning.texts_deleted' end,
            'workspace', workspace_id, null, '{}')
          from switched`);
        if (!keeps) {
          await run(sql`update nlu_samples set text = null where workspace_id = ${workspace} and text is not null`);
        }
        return rowCount === 1;
      }),
    harvest: (workspace, wanted) => harvest(database, workspace, wanted),
    async review(workspace, labels, by) {
      if (labels.length === 0) return 0;
      const rows = labels.map(({ agentId, textHash, label }) => ({ agent_id: agentId, text_hash: textHash, label }));
      const { rows: labelled } = await database.run(sql`
        with labelled as (
        update nlu_samples s set
          label = n.label, label_confidence = null, labelled_by = ${by}, labelled_at = recado_now(),
          is_right = ${bearsOut(sql`s.intent`, sql`n.label`)}, audit_at = null
        from ${rowset(rows, sql`agent_id text, text_hash text, label text`)} n
        where s.workspace_id = ${workspace} and s.text_hash = n.text_hash and s.agent_id = n.agent_id
        returning s.agent_id)
        select agent_id, count(*)::int as samples, audit(${workspace}, ${by}, 'samples.labelled', 'agent', agent_id, null,
          jsonb_build_object('samples', count(*)))
        from labelled group by agent_id`);
      return labelled.reduce((sum, { samples }) => sum + Number(samples), 0);
    },
    async reviewRuns(workspace, runs, label, by) {
      const { rows } = await database.run(sql`
        with labelled as (
        update nlu_samples s set
          label = ${label}::text, label_confidence = null, labelled_by = ${by}, labelled_at = recado_now(),
          is_right = ${bearsOut(sql`s.intent`, sql`${label}::text`)}, audit_at = null
        where s.workspace_id = ${workspace} and s.run_id = any(${[...runs]}::uuid[])
        returning s.agent_id)
        select agent_id, count(*)::int as samples, audit(${workspace}, ${by}, 'samples.labelled', 'agent', agent_id, null,
          jsonb_build_object('samples', count(*)))
        from labelled group by agent_id`);
      return rows.reduce((sum, { samples }) => sum + Number(samples), 0);
    },
    async resume(workspace, agentId, by) {
      const { rows } = await database.run(sql`
        with resumed as (
          update nlu_stops set resumed_at = recado_now(), resumed_by = ${by}
          where workspace_id = ${workspace} and resumed_at is null and (${agentId}::text is null or agent_id = ${agentId}::text)
          returning workspace_id, agent_id, local_model
        )
        select agent_id, local_model, audit(workspace_id, ${by}, 'local_answers.resumed', 'agent', agent_id, null,
          jsonb_build_object('localModel', local_model))
        from resumed`);
      return rows.map((row) => ({ agentId: String(row["agent_id"]), localModel: String(row["local_model"]) }));
    },
  };
}

async function readStatus(database: Database, workspace: WorkspaceId, days: number): Promise<LearningStatus> {
  const { rows } = await database.asTenant(workspace, (run) =>
    run(sql`
      with lately as (
        select s.* from nlu_samples s
        where s.workspace_id = ${workspace} and s.created_at > recado_now() - make_interval(days => ${days}::int)
      ),
      stopped as (
        select of.agent_id, jsonb_agg(jsonb_build_object('localModel', of.local_model, 'stoppedAt', of.stopped_at)) as models
        from nlu_stops of
        where of.workspace_id = ${workspace} and of.resumed_at is null and ${isInUse}
        group by of.agent_id
      ),
      engines as (
        select e.agent_id, jsonb_object_agg(e.engine, e.n) as counts
        from (select agent_id, engine, count(*) as n from lately group by agent_id, engine) e group by e.agent_id
      ),
      counted as (
        select l.agent_id, count(*) as decisions, count(*) filter (where l.is_settled) as settled,
          count(*) filter (where l.is_audited and l.label is null) as waiting,
          count(*) filter (where l.is_audited and l.label is not null) as audited,
          count(*) filter (where l.is_audited and l.is_right) as correct
        from lately l group by l.agent_id
      )
      select g.keeps_texts, (
        select coalesce(jsonb_agg(jsonb_build_object(
          'agentId', a.agent_id, 'decisions', coalesce(c.decisions, 0), 'byEngine', coalesce(e.counts, '{}'),
          'settled', coalesce(c.settled, 0), 'waiting', coalesce(c.waiting, 0), 'audited', coalesce(c.audited, 0),
          'right', coalesce(c.correct, 0), 'stopped', coalesce(x.models, '[]')) order by a.agent_id), '[]')
        from (select agent_id from counted union select agent_id from stopped) a
        left join counted c on c.agent_id = a.agent_id
        left join engines e on e.agent_id = a.agent_id
        left join stopped x on x.agent_id = a.agent_id) as agents
      from nlu_settings g where g.workspace_id = ${workspace}`),
  );
  const { keeps_texts, agents } = statusRow.parse(rows[0]);
  return { keepsTexts: keeps_texts, days, agents };
}

/** Returns nothing when the workspace keeps no texts: its customers' words are then no training material. */
async function harvest(
  database: Database,
  workspace: WorkspaceId,
  { agentId, days, limit }: HarvestWanted,
): Promise<HarvestedText[]> {
  const { rows } = await database.asTenant(workspace, (run) =>
    run(sql`
      with picked as (
        select s.*, case
            when not s.is_right then 'disagreed'
            when s.is_audited and s.label is null then 'audit'
            when not s.is_settled then 'unsure' end as reason
        from nlu_samples s
        join nlu_settings g on g.workspace_id = s.workspace_id and g.keeps_texts
        where s.workspace_id = ${workspace} and (${agentId}::text is null or s.agent_id = ${agentId}::text)
          and s.created_at > recado_now() - make_interval(days => ${days}::int)
      ),
      texts as (
        select p.agent_id, p.text_hash, count(*)::int as seen,
          -- The gravest of its reasons, and the newest sample of that.
          (array_agg(p.run_id order by array_position(array['disagreed', 'audit', 'unsure'], p.reason), p.created_at desc))[1]
            as run_id
        from picked p
        where p.reason is not null and not exists (
          select from nlu_samples h
          where h.workspace_id = p.workspace_id and h.text_hash = p.text_hash and h.agent_id = p.agent_id
            and h.labelled_by not like 'model:%')
        group by p.agent_id, p.text_hash
      )
      select t.agent_id as "agentId", t.text_hash as "textHash", coalesce(p.text, said.text) as text, t.seen, p.reason,
        p.intent, p.engine, p.confidence, p.alternatives, p.label, p.label_confidence as "labelConfidence"
      from texts t
      join picked p on p.run_id = t.run_id
      left join lateral (
        select string_agg(m.content, ' ' order by m.turn_number) as text from agent_turns m
        where m.workspace_id = p.workspace_id and m.conversation_id = p.conversation_id and m.run_id = p.run_id
          and m.role = 'user' and m.content <> '') said on true
      where coalesce(p.text, said.text) <> ''
      order by t.seen desc, t.text_hash
      limit ${limit}::int`),
  );
  return rows.map((row) => HarvestedText.parse(row));
}
