import * as z from "zod";
import { Evaluation, Paper, RunScore } from "../../core/answers/review.ts";
import type { WorkspaceId } from "../../core/ids.ts";
import type { RunReviews, ScoredRun } from "../../core/ports/learning/run-reviews.ts";
import { pageOf, readCursor } from "../cursor.ts";
import type { Database } from "../database.ts";
import { andWhere, sql } from "../sql.ts";

const PAPER = sql`p.id, p.kind, p.title, p.text, p.written_by as by, p.written_at as at`;
const EVALUATION = sql`e.id, e.agent_id as "agentId", e.agent_version as "agentVersion", e.model, e.dataset, e.examples,
  e.passed, e.by_kind as "byKind", e.guardrails, e.failures, e.run_by as by, e.run_at as at`;
const MOST_EVALUATIONS = 50;
/** A sale with more messages before the judged one is no example: it would say more about them. */
const MOST_BEFORE = 12;

export function createRunReviews(database: Database): RunReviews {
  return {
    async scores(workspace, runId) {
      return database.asTenant(workspace, async (run) => {
        const known = await run(
          sql`select from agent_runs r where r.workspace_id = ${workspace} and r.id = ${runId}::uuid`,
        );
        if (known.rowCount === 0) return null;
        const { rows } = await run(sql`
          select t.name, t.value, t.source, t.comment, null as correct, null as by, null as at
          from trace_scores t
          where t.workspace_id = ${workspace} and t.trace_id = ${runId}::uuid and t.source in ('system', 'user')
          union all
          select s.name, s.value::float8, s.source, s.comment, s.correct, s.given_by, s.given_at
          from run_scores s where s.workspace_id = ${workspace} and s.run_id = ${runId}::uuid
          order by source, name, by`);
        return rows.map((row) => RunScore.parse(row));
      });
    },
    async score(workspace, { runId, name, source, value, comment, correct, by }) {
      const { rowCount } = await database.run(sql`
        insert into run_scores as s (workspace_id, run_id, conversation_id, name, source, value, comment, correct, given_by)
        select r.workspace_id, r.id, r.conversation_id, ${name}, ${source}, ${value}::real, ${comment}, ${correct}, ${by}
        from agent_runs r where r.workspace_id = ${workspace} and r.id = ${runId}::uuid
        on conflict (workspace_id, run_id, name, given_by) do update
          set value = excluded.value, comment = excluded.comment, correct = excluded.correct, source = excluded.source,
            given_at = recado_now()`);
      return rowCount === 1;
    },
    async write(workspace, { id, kind, title, text, key, by }) {
      const { rows } = await database.run(sql`
        insert into desk_papers as p (workspace_id, id, kind, title, text, idempotency_key, written_by)
        values (${workspace}, ${id}::uuid, ${kind}, ${title}, ${text}, ${key}, ${by})
        -- The update only makes the row come back.
        on conflict (workspace_id, idempotency_key) do update set written_by = p.written_by
        returning ${PAPER}`);
      return Paper.parse(rows[0]);
    },
    async papers(workspace, { kind, q, cursor, limit }) {
      const before = readCursor(cursor);
      const { rows } = await database.asTenant(workspace, (run) =>
        run(sql`
          select ${PAPER} from desk_papers p
          where p.workspace_id = ${workspace} and p.kind = ${kind}
            ${andWhere(q, (words) => sql`position(lower(${words}) in lower(p.title || ' ' || p.text)) > 0`)}
            ${andWhere(before, (last) => sql`p.id < ${last}::uuid`)}
          order by p.id desc limit ${limit + 1}::int`),
      );
      return pageOf(
        rows.map((row) => Paper.parse(row)),
        limit,
      );
    },
    async paper(workspace, id) {
      const { rows } = await database.asTenant(workspace, (run) =>
        run(sql`select ${PAPER} from desk_papers p where p.workspace_id = ${workspace} and p.id = ${id}::uuid`),
      );
      return rows[0] === undefined ? null : Paper.parse(rows[0]);
    },
    async removeNote(workspace, id, by) {
      const { rows } = await database.run(sql`
        with gone as (
          delete from desk_papers p where p.workspace_id = ${workspace} and p.id = ${id}::uuid and p.kind = 'note'
          returning p.workspace_id, p.id
        )
        select audit(workspace_id, ${by}, 'note.deleted', 'note', id::text, null, '{}') from gone`);
      return rows.length === 1;
    },
    scored: (workspace, filter) => readScored(database, workspace, filter),
    async keepEvaluation(workspace, { id, failures, by, ...e }) {
      const { rows } = await database.run(sql`
        insert into evaluation_runs as e (workspace_id, id, agent_id, agent_version, model, dataset, examples, passed,
          by_kind, guardrails, failures, run_by)
        values (${workspace}, ${id}::uuid, ${e.agentId}, ${e.agentVersion}, ${e.model}, ${e.dataset}, ${e.examples}::int,
          ${e.passed}::int, ${JSON.stringify(e.byKind)}::jsonb, ${JSON.stringify(e.guardrails)}::jsonb,
          ${JSON.stringify(failures)}::jsonb, ${by})
        returning ${EVALUATION}`);
      return Evaluation.parse(rows[0]);
    },
    async evaluations(workspace, agentId) {
      const { rows } = await database.asTenant(workspace, (run) =>
        run(sql`
          select ${EVALUATION} from evaluation_runs e
          where e.workspace_id = ${workspace} ${andWhere(agentId, (one) => sql`e.agent_id = ${one}`)}
          order by e.run_at desc, e.id desc limit ${MOST_EVALUATIONS}`),
      );
      return rows.map((row) => Evaluation.parse(row));
    },
  };
}

const texts = z.array(z.string());
const scoredRow = z.object({
  runId: z.string(),
  kind: z.enum(["golden", "failure", "correction"]),
  agentId: z.string(),
  before: texts,
  input: texts,
  output: texts,
  correct: z.string().nullable(),
  intent: z.string().nullable(),
  contactName: z.string().nullable(),
  data: z.record(z.string(), z.string()).nullable(),
});

/**
 * A person's word counts more than a customer's reaction (L-30), and the newest of them most. A run is left out when its words
 * are no longer kept, when the customer wrote no words in it, or when too much came before it.
 */
async function readScored(
  database: Database,
  workspace: WorkspaceId,
  { agentId, kind, limit }: Parameters<RunReviews["scored"]>[1],
): Promise<ScoredRun[]> {
  const { rows } = await database.asTenant(workspace, (run) =>
    run(sql`
      with judged as (
        select distinct on (v.run_id) v.run_id, v.value, v.correct from (
          select s.run_id, s.value::float8 as value, s.correct, 1 as weight, s.given_at as at
          from run_scores s where s.workspace_id = ${workspace} and s.source = 'human'
          union all
          select t.trace_id, t.value, null, 0, null from trace_scores t
          where t.workspace_id = ${workspace} and t.source = 'user') v
        order by v.run_id, v.correct is null, v.weight desc, v.at desc nulls last, v.value
      ),
      named as (
        select j.run_id, j.correct,
          case when j.correct is not null then 'correction' when j.value >= 0.5 then 'golden' else 'failure' end as kind
        from judged j
      ),
      told as (
        select n.*, r.agent_id, r.conversation_id, r.created_at, first_line.session_id, first_line.intent_detected,
          first_line.turn_number
        from named n
        join agent_runs r on r.workspace_id = ${workspace} and r.id = n.run_id and r.kept <> 'nothing' and r.agent_id = ${agentId}
        cross join lateral (
          select t.session_id, t.intent_detected, t.turn_number from agent_turns t
          where t.workspace_id = ${workspace} and t.conversation_id = r.conversation_id and t.run_id = r.id and t.role = 'user'
            and t.content <> ''
          order by t.turn_number limit 1) first_line
        ${kind === undefined ? sql`` : sql`where n.kind = ${kind}`}
        order by n.run_id desc limit ${limit}::int
      )
      select t.run_id as "runId", t.kind, t.agent_id as "agentId", t.correct, t.intent_detected as intent,
        nullif(concat_ws(' ', k.name, k.profile ->> 'name'), '') as "contactName", state.datos_capturados as data,
        (select coalesce(json_agg(b.content order by b.turn_number), '[]') from agent_turns b
          where b.workspace_id = ${workspace} and b.conversation_id = t.conversation_id and b.role = 'user' and b.content <> ''
            and b.turn_number < t.turn_number and b.session_id = t.session_id) as before,
        (select coalesce(json_agg(b.content order by b.turn_number), '[]') from agent_turns b
          where b.workspace_id = ${workspace} and b.conversation_id = t.conversation_id and b.run_id = t.run_id and b.role = 'user'
            and b.content <> '') as input,
        (select coalesce(json_agg(b.content order by b.turn_number), '[]') from agent_turns b
          where b.workspace_id = ${workspace} and b.conversation_id = t.conversation_id and b.run_id = t.run_id
            and b.role = 'assistant' and not b.is_unsaid and b.content <> '') as output
      from told t
      join conversations c on c.workspace_id = ${workspace} and c.id = t.conversation_id
      join contacts k on k.workspace_id = ${workspace} and k.id = c.contact_id
      left join session_state state on state.workspace_id = ${workspace} and state.session_id = t.session_id
      order by t.run_id desc`),
  );
  return rows
    .map((row) => scoredRow.parse(row))
    .map(({ data, ...rest }) => ({ ...rest, data: data ?? {} }))
    .filter(({ before, output, correct }) => before.length <= MOST_BEFORE && (output.length > 0 || correct !== null));
}
