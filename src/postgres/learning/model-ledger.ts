import * as z from "zod";
import { StoredCostLine } from "../../core/answers/cost-line.ts";
import type { WorkspaceId } from "../../core/ids.ts";
import type {
  Charged,
  ModelCall,
  ModelLedger,
  ModelScope,
  ModelStanding,
} from "../../core/ports/model/model-ledger.ts";
import type { ClaimedTurn, StepRecord } from "../../core/turn/turn.ts";
import { type Database, persistently } from "../database.ts";
import { fenceHolds } from "../fence.ts";
import { type Statement, sql } from "../sql.ts";
import { writeSteps } from "../turns/steps.ts";

/** What models were asked. `door` reads for people, `database` works for turns. */
export function createModelLedger(door: Database, database: Database): ModelLedger {
  return {
    standing: (scope) => readStanding(database, scope),
    // A worker that tries again finds the row of the former try, and adds nothing.
    record: (call, journaled) => persistently(() => recordCall(database, call, journaled)),
    costs: (workspace, days) => listCosts(door, workspace, days),
  };
}

const zoneOf = (workspace: WorkspaceId): Statement => sql`
  (select w.time_zone from workspace_agent_config w where w.workspace_id = ${workspace})`;

/** The day by the clock of the workspace. */
const todayOf = (workspace: WorkspaceId): Statement => sql`(recado_now() at time zone ${zoneOf(workspace)})::date`;

/** The session that pays: the one that is named, else the active one of the conversation. */
function sessionOf({ workspaceId, conversationId, sessionId }: ModelScope): Statement {
  return sql`coalesce(${sessionId}::uuid, (
    select s.id from agent_sessions s
    where s.workspace_id = ${workspaceId} and s.conversation_id = ${conversationId}::uuid and s.status = 'active'))`;
}

const standingRow = z.object({
  used_tokens: z.coerce.number(),
  conversation_day_micro_usd: z.coerce.number(),
  day_micro_usd: z.coerce.number(),
  month_micro_usd: z.coerce.number(),
  turn_count: z.coerce.number(),
  through_turn: z.coerce.number(),
  summary: z.string().nullable(),
});

async function readStanding(database: Database, scope: ModelScope): Promise<ModelStanding> {
  const { workspaceId, conversationId } = scope;
  const today = todayOf(workspaceId);
  const { rows } = await database.run(sql`
    select
      coalesce((select b.used_tokens from token_budgets b
        where b.workspace_id = ${workspaceId} and b.session_id = ${sessionOf(scope)}), 0) as used_tokens,
      coalesce((select sum(m.cost_micro_usd) from model_calls m
        where m.workspace_id = ${workspaceId} and m.conversation_id = ${conversationId}::uuid
          and m.created_at >= ${today}::timestamp at time zone ${zoneOf(workspaceId)}), 0)
        as conversation_day_micro_usd,
      coalesce(sum(k.micro_usd) filter (where k.day = ${today}), 0) as day_micro_usd,
      coalesce(sum(k.micro_usd), 0) as month_micro_usd,
      coalesce((select c.turn_count from conversations c
        where c.workspace_id = ${workspaceId} and c.id = ${conversationId}::uuid), 0) as turn_count,
      coalesce((select m.through_turn from conversation_summaries m
        where m.workspace_id = ${workspaceId} and m.conversation_id = ${conversationId}::uuid), 0) as through_turn,
      (select m.text from conversation_summaries m
        where m.workspace_id = ${workspaceId} and m.conversation_id = ${conversationId}::uuid) as summary
    from model_costs k
    where k.workspace_id = ${workspaceId} and k.day between date_trunc('month', ${today})::date and ${today}`);
  const row = standingRow.parse(rows[0]);
  return {
    usedTokens: row.used_tokens,
    conversationDayMicroUsd: row.conversation_day_micro_usd,
    dayMicroUsd: row.day_micro_usd,
    monthMicroUsd: row.month_micro_usd,
    turnCount: row.turn_count,
    summarisedThrough: row.through_turn,
    summary: row.summary,
  };
}

const chargedRow = standingRow
  .pick({ used_tokens: true, day_micro_usd: true, month_micro_usd: true })
  .extend({ is_held: z.boolean() });

/**
 * One call and all that it adds to. The conversation is locked before the row of the day, which all
 * calls of a workspace add to; no statement that holds a conversation waits for that row.
 */
async function recordCall(
  database: Database,
  call: ModelCall,
  journaled: { readonly turn: ClaimedTurn; readonly step: StepRecord } | null,
): Promise<Charged> {
  const { workspaceId, usage, cost } = call;
  const today = todayOf(workspaceId);
  const session = sessionOf(call);
  const isThis = sql`k.model = ${call.model} and k.purpose = ${call.purpose}`;
  const held =
    journaled === null
      ? sql`select null::text as workspace_id where false`
      : sql`select c.workspace_id from conversations c where ${fenceHolds(journaled.turn.lease)} for share`;
  const steps = journaled === null ? sql`select` : writeSteps(journaled.turn, [journaled.step]);
  const { rows } = await database.run(sql`
    with held as materialized (${held}),
    locked as materialized (select count(*)::int as leases from held),
    steps_written as (${steps}),
    called as (
      insert into model_calls (
        workspace_id, id, conversation_id, session_id, run_id, purpose, key, model, prompt_id, prompt_version, outcome,
        failure_code, input_tokens, output_tokens, cache_read_tokens, cache_write_tokens, cost_micro_usd, price_date,
        latency_ms, created_at)
      select ${workspaceId}, ${call.id}::uuid, ${call.conversationId}::uuid, ${session}, ${call.runId}::uuid,
        ${call.purpose}, ${call.key}, ${call.model}, ${call.prompt.id}, ${call.prompt.version}, ${call.outcome},
        ${call.failureCode}, ${usage.inputTokens}::int, ${usage.outputTokens}::int, ${usage.cacheReadTokens}::int,
        ${usage.cacheWriteTokens}::int, ${cost?.microUsd ?? null}::bigint, ${cost?.priceDate ?? null}::date,
        ${call.latencyMs}::float8, recado_now()
      from locked
      on conflict (workspace_id, id) do nothing
      returning *, input_tokens::bigint + output_tokens + cache_read_tokens + cache_write_tokens as tokens
    ),
    budgeted as (
      insert into token_budgets as b (workspace_id, session_id, conversation_id, used_tokens, updated_at)
      select workspace_id, session_id, conversation_id, tokens, created_at from called
      where session_id is not null and conversation_id is not null
      on conflict (workspace_id, session_id) do update set
        used_tokens = b.used_tokens + excluded.used_tokens, updated_at = excluded.updated_at
      returning b.used_tokens
    ),
    costed as (
      insert into model_costs as k (
        workspace_id, day, model, purpose, calls, failures, input_tokens, output_tokens, cache_read_tokens,
        cache_write_tokens, micro_usd, unpriced_tokens)
      select workspace_id, ${today}, model, purpose, 1, (outcome <> 'answered')::int, input_tokens, output_tokens,
        cache_read_tokens, cache_write_tokens, coalesce(cost_micro_usd, 0),
        case when cost_micro_usd is null then tokens else 0 end
      from called
      on conflict (workspace_id, day, model, purpose) do update set
        calls = k.calls + 1, failures = k.failures + excluded.failures,
        input_tokens = k.input_tokens + excluded.input_tokens, output_tokens = k.output_tokens + excluded.output_tokens,
        cache_read_tokens = k.cache_read_tokens + excluded.cache_read_tokens,
        cache_write_tokens = k.cache_write_tokens + excluded.cache_write_tokens,
        micro_usd = k.micro_usd + excluded.micro_usd, unpriced_tokens = k.unpriced_tokens + excluded.unpriced_tokens
      returning k.micro_usd
    ),
    -- This statement does not see the rows that it has just written: where it wrote them, it says what they came to.
    spent as (
      select
        coalesce(sum(k.micro_usd) filter (where k.day = ${today} and not (written.micro_usd is not null and ${isThis})), 0)
          + coalesce(max(written.micro_usd), 0) as day_micro_usd,
        coalesce(sum(k.micro_usd) filter (where not (k.day = ${today} and written.micro_usd is not null and ${isThis})), 0)
          + coalesce(max(written.micro_usd), 0) as month_micro_usd
      from (select max(micro_usd) as micro_usd from costed) written
      left join model_costs k on k.workspace_id = ${workspaceId}
        and k.day between date_trunc('month', ${today})::date and ${today}
    )
    select s.day_micro_usd, s.month_micro_usd,
      coalesce((select used_tokens from budgeted), (select b.used_tokens from token_budgets b
        where b.workspace_id = ${workspaceId} and b.session_id = ${session}), 0) as used_tokens,
      (select leases from locked) = 1 or ${journaled === null}::boolean as is_held,
      (select count(*) from steps_written) as steps
    from spent s`);
  const row = chargedRow.parse(rows[0]);
  return {
    usedTokens: row.used_tokens,
    dayMicroUsd: row.day_micro_usd,
    monthMicroUsd: row.month_micro_usd,
    isHeld: row.is_held,
  };
}

async function listCosts(database: Database, workspace: WorkspaceId, days: number): Promise<StoredCostLine[]> {
  const today = todayOf(workspace);
  const { rows } = await database.asTenant(workspace, (run) =>
    run(sql`
      select k.day::text as day, k.purpose, k.model, k.calls::float8, k.failures::float8,
        k.input_tokens::float8 as "inputTokens", k.output_tokens::float8 as "outputTokens",
        k.cache_read_tokens::float8 as "cacheReadTokens", k.cache_write_tokens::float8 as "cacheWriteTokens",
        k.micro_usd::float8 as "microUsd", k.unpriced_tokens::float8 as "unpricedTokens"
      from model_costs k
      where k.workspace_id = ${workspace} and k.day > ${today} - ${days}::int
      order by k.day desc, k.purpose, k.model`),
  );
  return rows.map((row) => StoredCostLine.parse(row));
}
