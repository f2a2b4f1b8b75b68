import * as z from "zod";
import type { ConversationId, WorkspaceId } from "../../core/ids.ts";
import type { ClaimedAudit, Learning } from "../../core/ports/learning/learning.ts";
import type { Database } from "../database.ts";
import { id } from "../json-row.ts";
import { type Statement, sql } from "../sql.ts";

const auditRow = z.object({
  workspace_id: id<WorkspaceId>(),
  run_id: z.string(),
  conversation_id: id<ConversationId>(),
  agent_id: z.string(),
  mode: z.string().nullable(),
  intent: z.string(),
  audit_tries: z.number(),
  text: z.string().nullable(),
  last_assistant: z.array(z.string()),
});

const countRow = z.object({
  workspace_id: id<WorkspaceId>(),
  agent_id: z.string(),
  local_model: z.string(),
  audited: z.number(),
  correct: z.number(),
  is_stopped: z.boolean(),
  is_in_use: z.boolean(),
  counted_at: z.date(),
});

const stopRow = z.object({
  workspace_id: id<WorkspaceId>(),
  agent_id: z.string(),
  local_model: z.string(),
  stopped_at: z.date(),
});

/** How much of what we had said an auditor gets: as much as the engines had. */
const WORDS_IN_MIND = 3;

export type Audits = Omit<Learning, "takeRounds" | "keepRound" | "forget">;

export function createAudits(database: Database): Audits {
  return {
    claimAudits: (limit, leaseMs) => claimAudits(database, limit, leaseMs),
    async recordAudit({ workspaceId, runId }, { label, confidence, by }) {
      await database.run(sql`
        update nlu_samples s set
          label = ${label}, label_confidence = ${confidence}::real, labelled_by = ${by}, labelled_at = recado_now(),
          is_right = ${bearsOut(sql`s.intent`, sql`${label}::text`)}, audit_at = null
        where s.workspace_id = ${workspaceId} and s.run_id = ${runId}::uuid and ${isOpen}`);
    },
    async postponeAudit({ workspaceId, runId }, delayMs) {
      const seconds = delayMs === null ? null : delayMs / 1000;
      await database.run(sql`
        update nlu_samples s set audit_at = recado_now() + make_interval(secs => ${seconds}::float8)
        where s.workspace_id = ${workspaceId} and s.run_id = ${runId}::uuid and s.audit_at is not null`);
    },
    async countAudits(days) {
      const { rows } = await database.run(sql`select a.*, recado_now() as counted_at from ${auditedModels(days)} a`);
      return rows.map((raw) => {
        const row = countRow.parse(raw);
        return {
          workspaceId: row.workspace_id,
          agentId: row.agent_id,
          localModel: row.local_model,
          audited: row.audited,
          right: row.correct,
          isStopped: row.is_stopped,
          isInUse: row.is_in_use,
          countedAt: row.counted_at,
        };
      });
    },
    async stop({ workspaceId, agentId, localModel, audited, right, countedAt }) {
      const { rowCount } = await database.run(sql`
        with stopped as (
          insert into nlu_stops as x (workspace_id, agent_id, local_model, audited, correct, stopped_at)
          values (${workspaceId}, ${agentId}, ${localModel}, ${audited}::int, ${right}::int, recado_now())
          on conflict (workspace_id, agent_id, local_model) do update set
            audited = excluded.audited, correct = excluded.correct, stopped_at = excluded.stopped_at,
            resumed_at = null, resumed_by = null
          where x.resumed_at < ${countedAt}::timestamptz
          returning x.*
        )
        select audit(workspace_id, null, 'local_answers.stopped', 'agent', agent_id, null,
          jsonb_build_object('localModel', local_model, 'audited', audited, 'right', correct))
        from stopped`);
      return rowCount === 1;
    },
    async stops() {
      const { rows } = await database.run(sql`
        select workspace_id, agent_id, local_model, stopped_at from nlu_stops where resumed_at is null`);
      return rows.map((raw) => {
        const { workspace_id, agent_id, local_model, stopped_at } = stopRow.parse(raw);
        return { workspaceId: workspace_id, agentId: agent_id, localModel: local_model, stoppedAt: stopped_at };
      });
    },
  };
}

/**
 * For a row `of` with workspace, agent and model: the agent's newest decision was made with that
 * model.
 */
export const isInUse = sql`coalesce(of.local_model = (
  select newest.local_model from nlu_samples newest
  where newest.workspace_id = of.workspace_id and newest.agent_id = of.agent_id
  order by newest.created_at desc limit 1), false)`;

/** A rowset of what audits say, also of models that are stopped and have no audits of late. What a person lifted counts anew. */
export function auditedModels(days: number): Statement {
  return sql`(select of.*, ${isInUse} as is_in_use from (
    select workspace_id, agent_id, local_model, coalesce(c.audited, 0) as audited, coalesce(c.correct, 0) as correct,
      x.stopped_at is not null and x.resumed_at is null as is_stopped
    from (
      select s.workspace_id, s.agent_id, s.local_model, count(*)::int as audited,
        (count(*) filter (where s.is_right))::int as correct
      from nlu_samples s
      left join nlu_stops r
        on r.workspace_id = s.workspace_id and r.agent_id = s.agent_id and r.local_model = s.local_model
      where s.is_audited and s.label is not null and s.local_model is not null
        and s.created_at > recado_now() - make_interval(days => ${days}::int)
        and s.created_at > coalesce(r.resumed_at, '-infinity')
      group by s.workspace_id, s.agent_id, s.local_model) c
    full join nlu_stops x using (workspace_id, agent_id, local_model)
    where c.audited > 0 or x.resumed_at is null) of)`;
}

/** Whether a label bears an answer out: a greeting that was heard beside the question is no other question. */
export function bearsOut(intent: Statement, label: Statement): Statement {
  return sql`(${intent} = ${label} or right(${intent}, length(${label}) + 1) = '+' || ${label}
    or right(${label}, length(${intent}) + 1) = '+' || ${intent})`;
}

/** What a person has said stands. */
const isOpen = sql`(s.labelled_by is null or s.labelled_by like 'model:%')`;

async function claimAudits(database: Database, limit: number, leaseMs: number): Promise<ClaimedAudit[]> {
  const { rows } = await database.run(sql`
    with due as (
      select s.workspace_id, s.run_id from nlu_samples s
      where s.audit_at <= recado_now()
      order by s.audit_at
      limit ${limit}::int
      for update skip locked
    ),
    claimed as (
      update nlu_samples s set
        audit_tries = s.audit_tries + 1, audit_at = recado_now() + make_interval(secs => ${leaseMs / 1000}::float8)
      from due d where s.workspace_id = d.workspace_id and s.run_id = d.run_id
      returning s.*
    )
    select s.workspace_id, s.run_id, s.conversation_id, s.agent_id, s.mode, s.intent, s.audit_tries, said.text,
      (select coalesce(jsonb_agg(b.content order by b.turn_number), '[]')
        from (select t.content, t.turn_number from agent_turns t
              where t.workspace_id = s.workspace_id and t.conversation_id = s.conversation_id
                and t.turn_number < said.first and t.role = 'assistant' and not t.is_unsaid and t.content <> ''
              order by t.turn_number desc limit ${WORDS_IN_MIND}::int) b) as last_assistant
    from claimed s
    cross join lateral (
      select string_agg(t.content, e'\n' order by t.turn_number) as text, min(t.turn_number) as first from agent_turns t
      where t.workspace_id = s.workspace_id and t.conversation_id = s.conversation_id and t.run_id = s.run_id
        and t.role = 'user' and t.content <> '') said`);
  const found = rows.map((row) => auditRow.parse(row));
  const lost = found.filter(({ text }) => text === null).map(({ run_id }) => run_id);
  if (lost.length > 0) {
    await database.run(
      sql`update nlu_samples set audit_at = null, is_audited = false where run_id = any (${lost}::uuid[])`,
    );
  }
  return found.flatMap((row) =>
    row.text === null
      ? []
      : {
          workspaceId: row.workspace_id,
          runId: row.run_id,
          conversationId: row.conversation_id,
          agentId: row.agent_id,
          mode: row.mode,
          intent: row.intent,
          tries: row.audit_tries,
          text: row.text,
          lastAssistant: row.last_assistant,
        },
  );
}
