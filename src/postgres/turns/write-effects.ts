import { nameInSegment } from "../../core/agent/segment.ts";
import { RecadoError } from "../../core/errors.ts";
import { isUuid } from "../../core/ids.ts";
import type { ToolCallRecord } from "../../core/tool-calls/tool-call.ts";
import type { CreateOrder, TransactionalEffect } from "../../core/turn/effects.ts";
import type { ClaimedTurn } from "../../core/turn/turn.ts";
import { rowset, type Statement, sql } from "../sql.ts";
import { type Ending, originOf } from "./ending.ts";
import { queuedFacts } from "./queued-facts.ts";

const NOTHING = sql``;

/**
 * CTEs of what turns do, for the conversations of the CTE `held`. Each begins with a comma. Turns
 * that do nothing have none, and a turn that does anything has all of them: each set of CTEs is a
 * plan of its own on each connection.
 */
export function writeEffects(endings: readonly Ending[]): Statement {
  if (!endings.some(doesAnything)) return NOTHING;
  return sql`${createOrders(rowsOf(endings, "create_order"))}${updateOrders(newestChanges(rowsOf(endings, "update_order")))}${createTasks(
    taskRows(endings),
  )}${logDisambiguations(rowsOf(endings, "log_disambiguation"))}${changeCrm(endings)}${writeMemory(endings)}${keepExpenses(endings)}${passOn(endings)}${logToolCalls(callsOf(endings), changesCrm(endings))}`;
}

function changesCrm(endings: readonly Ending[]): boolean {
  return endings.some(({ commit }) => commit.effects.some(({ kind }) => kind === "change_crm"));
}

/**
 * The books, one change after the other and after all that this statement writes to the same rows.
 * No CTE where no turn changes any, so that other turns pay nothing for it.
 */
function changeCrm(endings: readonly Ending[]): Statement {
  if (!changesCrm(endings)) return NOTHING;
  const rows = rowsOf(endings, "change_crm").map((row, place) => ({
    ...row,
    callId: nameInSegment(endings[row.turn]?.turn.segment ?? null, row.callId),
    place,
  }));
  return sql`,
    crm_changed as materialized (
      select e.turn, e."callId", apply_crm_change(
        h.workspace_id, h.conversation_id, e.session_id, e.run_id, e."by", e.change,
        (select count(*) from session_written) + (select count(*) from order_created) + (select count(*) from customer_tagged)
          + (select count(*) from order_updated) + (select count(*) from customer_retold) + (select count(*) from task_created)) as snapshots
      from (
        select * from ${rowset(rows, CRM_COLUMNS)} c order by c.turn, c.place offset 0) e
      join held h on h.turn = e.turn
    )`;
}

/** No CTE where no turn learns or forgets anything. */
function writeMemory(endings: readonly Ending[]): Statement {
  const learnt = rowsOf(endings, "remember_facts").map(({ turn, run_id, contact_id, facts }) => ({
    ...{ turn, run_id, contact_id },
    facts: queuedFacts(facts),
  }));
  const queued =
    learnt.length === 0
      ? NOTHING
      : sql`,
    facts_queued as (
      insert into memory_queue (workspace_id, contact_id, run_id, facts, queued_at, due_at)
      select h.workspace_id, f.contact_id, f.run_id, f.facts, recado_now(), recado_now()
      from held h
      join ${rowset(learnt, sql`turn int, run_id uuid, contact_id uuid, facts jsonb`)} f on f.turn = h.turn
      returning id
    )`;
  const asks = rowsOf(endings, "ask_permission").map(
    ({ turn, contact_id, kind: _, session_id: __, run_id: ___, ...asked }) => ({
      ...{ turn, contact_id, asked },
    }),
  );
  const asked =
    asks.length === 0
      ? NOTHING
      : sql`,
    permission_asked as (
      update contacts k set memory_asked = k.memory_asked || jsonb_build_array(a.asked)
      from held h
      join ${rowset(asks, sql`turn int, contact_id uuid, asked jsonb`)} a on a.turn = h.turn
      join contacts own on own.workspace_id = h.workspace_id and own.id = a.contact_id
      where k.workspace_id = own.workspace_id and k.id = coalesce(own.merged_into, own.id)
      returning k.id
    )`;
  const forgotten = rowsOf(endings, "forget_facts").map(({ turn, session_id, contact_id, facts, fields }) => ({
    ...{ turn, session_id, contact_id },
    allFacts: facts === "all",
    facts: facts === "all" ? [] : facts.filter(isUuid),
    allFields: fields === "all",
    fields: fields === "all" ? [] : fields,
  }));
  if (forgotten.length === 0) return sql`${queued}${asked}`;
  return sql`${queued}${asked},
    facts_forgotten as materialized (
      select e.turn, forget_facts(
        h.workspace_id, e.contact_id, e.facts, e."allFacts", e.fields, e."allFields", e.session_id) as gone
      from ${rowset(forgotten, FORGOTTEN_COLUMNS)} e
      join held h on h.turn = e.turn
    )`;
}

const FORGOTTEN_COLUMNS = sql`
  turn int, session_id uuid, contact_id uuid, facts uuid[], "allFacts" boolean, fields text[], "allFields" boolean`;

function forgetsAny(endings: readonly Ending[]): boolean {
  return endings.some(({ commit }) => commit.effects.some(({ kind }) => kind === "forget_facts"));
}

const CRM_COLUMNS = sql`turn int, place int, session_id uuid, run_id uuid, "callId" text, "by" text, change jsonb`;

/** No CTE where no turn keeps or undoes an expense, so that other turns pay nothing for it. */
function keepExpenses(endings: readonly Ending[]): Statement {
  const kept = rowsOf(endings, "track_expense");
  const undone = rowsOf(endings, "undo_expense");
  if (kept.length + undone.length === 0) return NOTHING;
  return sql`,
    expense_kept as (
      insert into expenses (workspace_id, id, conversation_id, run_id, amount, currency, category, created_at)
      select h.workspace_id, e.id, h.conversation_id, e.run_id, e.amount, e.currency, e.category, recado_now()
      from held h
      join ${rowset(kept, sql`turn int, id uuid, run_id uuid, amount bigint, currency text, category text`)} e on e.turn = h.turn
      on conflict (workspace_id, id) do nothing
      returning id
    ),
    expense_undone as (
      update expenses x set undone_at = recado_now()
      from held h
      join ${rowset(undone, sql`turn int, id uuid`)} e on e.turn = h.turn
      where x.workspace_id = h.workspace_id and x.id = e.id and x.conversation_id = h.conversation_id
        and x.undone_at is null
      returning x.id
    )`;
}

/** Words for another member wait as a reminder that is due. A member who has lost the bound phone meanwhile writes to none. */
function passOn(endings: readonly Ending[]): Statement {
  const rows = rowsOf(endings, "pass_on").map(({ conversationId, ...row }) => ({ ...row, other: conversationId }));
  if (rows.length === 0) return NOTHING;
  return sql`,
    passed_on as (
      insert into scheduled_messages (
        workspace_id, id, idempotency_key, conversation_id, kind, text, template, is_requested, time_zone, due_at,
        useful_until, fire_at, created_by, created_at, agent_key)
      select h.workspace_id, e.id, concat('passed_on:', e.id), c.id, 'reminder', e.text, null, true, w.time_zone,
        recado_now(), recado_now() + interval '12 hours', recado_now(), concat('agent:', h.agent_id, '@', h.agent_version),
        recado_now(), concat('passed_on:', left(e.id::text, 36))
      from held h
      join ${rowset(rows, sql`turn int, id uuid, other uuid, text text`)} e on e.turn = h.turn
      join conversations c on c.workspace_id = h.workspace_id and c.id = e.other
      join workspace_agent_config w on w.workspace_id = h.workspace_id
      where c.contact_id <> h.contact_id and (
        select count(distinct p.contact_id) from member_phones p
        where p.workspace_id = h.workspace_id and p.contact_id in (h.contact_id, c.contact_id)
          and p.bound_at is not null and p.ended_at is null) = 2
      on conflict (workspace_id, id) do nothing
      returning id
    )`;
}

/** True when an order was to be changed that is not there; for a statement whose CTEs are those of `writeEffects`. */
export function isOrderMissing(endings: readonly Ending[]): Statement {
  if (!endings.some(doesAnything)) return sql`false`;
  // A CTE that only reads runs when another part reads it.
  const books = changesCrm(endings) ? sql` or (select count(*) from crm_changed) < 0` : NOTHING;
  const memory = forgetsAny(endings) ? sql` or (select count(*) from facts_forgotten where gone is null) > 0` : NOTHING;
  return sql`(select count(*) from order_updated) <> (select count(*) from order_to_update)${books}${memory}`;
}

function doesAnything({ commit: { effects, toolCalls } }: Ending): boolean {
  return effects.length > 0 || toolCalls.length > 0;
}

/** \`refuse_crm_change\`: what a turn changes in the books is not there. */
export function crmTargetMissing(turn: ClaimedTurn, detail: string): RecadoError {
  return new RecadoError("crm_target_missing", `Run ${turn.run.id}: ${detail}; nothing of the turn was written.`);
}

function rowsOf<Kind extends TransactionalEffect["kind"]>(endings: readonly Ending[], kind: Kind) {
  return endings.flatMap((ending, index) => {
    const origin = originOf(ending, index);
    return ending.commit.effects.flatMap((effect) => (isOfKind(effect, kind) ? [{ ...effect, ...origin }] : []));
  });
}

function isOfKind<Kind extends TransactionalEffect["kind"]>(
  effect: TransactionalEffect,
  kind: Kind,
): effect is Extract<TransactionalEffect, { kind: Kind }> {
  return effect.kind === kind;
}

/** The columns that an order's row has in JSON. */
const ORDER_COLUMNS = sql`
  turn int, id uuid, "purchaseKey" text, session_id uuid, run_id uuid, contact_id uuid, source text, status text,
  stage text, pack text, products jsonb, total bigint, "shippingAddress" text, note text, data jsonb, tags text[], contact jsonb`;

const SOLD_COLUMNS = sql`id uuid, contact jsonb`;

function createOrders(rows: readonly CreateOrder[]): Statement {
  const created = rows.map(({ id, contact }) => ({ id, contact }));
  return sql`,
    order_created as (
      insert into orders (
        workspace_id, id, purchase_key, session_id, conversation_id, contact_id, run_id, source, status, stage, pack, products,
        total, shipping_address, note, data, tags, created_at, updated_at)
      select h.workspace_id, o.id, o."purchaseKey", o.session_id, h.conversation_id, coalesce(k.merged_into, k.id), o.run_id,
        o.source, o.status, o.stage, o.pack, o.products, o.total, o."shippingAddress", o.note, o.data, o.tags, recado_now(),
        recado_now()
      from held h
      join ${rowset(rows, ORDER_COLUMNS)} o on o.turn = h.turn
      join contacts k on k.workspace_id = h.workspace_id and k.id = o.contact_id
      on conflict (workspace_id, purchase_key) do nothing
      returning workspace_id, id, contact_id, tags
    ),
    customer_tagged as (
      update contacts k set
        tags = k.tags || array(
          select tag from unnest(o.tags) with ordinality as t (tag, position)
          where tag <> all (k.tags) group by tag order by min(position)),
        profile = k.profile || sale_profile(k.workspace_id, k.id, s.contact)
      from order_created o
      join ${rowset(created, SOLD_COLUMNS)} s on s.id = o.id
      where k.workspace_id = o.workspace_id and k.id = o.contact_id
        and (not o.tags <@ k.tags or not k.profile @> sale_profile(k.workspace_id, k.id, s.contact))
      returning k.id
    )`;
}

/**
 * One change for each order of a turn. A change holds all terms of its order, so the last one
 * stands; a statement changes a row once.
 */
function newestChanges<Row extends { readonly turn: number; readonly id: string; readonly purchaseKey: string }>(
  rows: readonly Row[],
): readonly Row[] {
  return [...new Map(rows.map((row) => [`${row.turn} ${row.id} ${row.purchaseKey}`, row])).values()];
}

function updateOrders(rows: readonly object[]): Statement {
  return sql`,
    order_to_update as materialized (
      select h.workspace_id, h.conversation_id, o.*
      from held h
      join ${rowset(rows, ORDER_COLUMNS)} o on o.turn = h.turn
    ),
    order_updated as (
      update orders x set
        source = o.source, status = o.status, stage = o.stage, pack = o.pack, products = o.products, total = o.total,
        shipping_address = o."shippingAddress", note = o.note, data = o.data, tags = o.tags,
        changed_by = 'agent', updated_at = recado_now()
      from order_to_update o
      where x.workspace_id = o.workspace_id and x.id = o.id and x.purchase_key = o."purchaseKey"
        and x.conversation_id = o.conversation_id
      returning x.id, x.workspace_id, x.contact_id, o.contact
    ),
    customer_retold as (
      update contacts k set profile = k.profile || sale_profile(k.workspace_id, k.id, u.contact)
      from order_updated u
      join contacts own on own.workspace_id = u.workspace_id and own.id = u.contact_id
      where k.workspace_id = own.workspace_id and k.id = coalesce(own.merged_into, own.id)
        and not k.profile @> sale_profile(k.workspace_id, k.id, u.contact)
      returning k.id
    )`;
}

const TASK_COLUMNS = sql`
  turn int, id uuid, session_id uuid, run_id uuid, title text, priority text, note text, mode text, data jsonb, pack text,
  about jsonb, place int`;

/**
 * A handoff's task goes to the operator who is online and was given one longest ago (requirement
 * A23). `place`: its place among those of its workspace in this statement, so that two handoffs
 * that are committed together go to two people; null: to no operator.
 */
function taskRows(endings: readonly Ending[]): object[] {
  const handoffs = new Map<string, number>();
  return rowsOf(endings, "create_task").map((row) => {
    const ending = endings[row.turn];
    const isHandoff = row.priority === "high" && ending?.commit.session?.status === "handed_off";
    if (!isHandoff) return { ...row, place: null };
    const { workspaceId } = ending.turn.lease;
    const place = handoffs.get(workspaceId) ?? 0;
    handoffs.set(workspaceId, place + 1);
    return { ...row, place };
  });
}

function createTasks(rows: readonly object[]): Statement {
  return sql`,
    task_created as (
      insert into tasks (
        workspace_id, id, conversation_id, session_id, run_id, title, priority, note, mode, data, pack, about, assignee,
        assigned_at, created_at, updated_at)
      select h.workspace_id, t.id, h.conversation_id, t.session_id, t.run_id, t.title, t.priority, t.note, t.mode, t.data, t.pack,
        t.about, a.assignee, case when a.assignee is not null then recado_now() end, recado_now(), recado_now()
      from held h
      join ${rowset(rows, TASK_COLUMNS)} t on t.turn = h.turn
      left join lateral (
        select o.online[1 + t.place % array_length(o.online, 1)] as assignee
        from (select online_assignees(h.workspace_id) as online offset 0) o
      ) a on t.place is not null
      returning id
    )`;
}

function logDisambiguations(rows: readonly object[]): Statement {
  return sql`,
    disambiguation_logged as (
      insert into disambiguation_log (
        workspace_id, id, conversation_id, session_id, run_id, message, mode, intent, confidence, alternatives, reasoning,
        created_at)
      select h.workspace_id, d.id, h.conversation_id, d.session_id, d.run_id, d.message, d.mode, d.intent ->> 'intent',
        (d.intent ->> 'confidence')::real, d.intent -> 'alternatives', d.intent ->> 'reasoning', recado_now()
      from held h
      join ${rowset(rows, sql`turn int, id uuid, session_id uuid, run_id uuid, message text, mode text, intent jsonb`)} d
        on d.turn = h.turn
      returning id
    )`;
}

const TOOL_CALL_COLUMNS = sql`
  turn int, session_id uuid, run_id uuid, "callId" text, "toolName" text, "riskLevel" text, input jsonb, output jsonb,
  status text, error text, "startedAt" timestamptz, "endedAt" timestamptz, "policyDecision" text, "policyReason" text,
  "actorKind" text, actor text, "isDryRun" boolean`;

function callsOf(endings: readonly Ending[]): object[] {
  return endings.flatMap((ending, index) =>
    ending.commit.toolCalls.map((call) => ({ ...named(ending.turn, call), ...originOf(ending, index) })),
  );
}

/** The ledger is that of the whole run: a call of a segment bears its number there. */
function named({ segment }: ClaimedTurn, call: ToolCallRecord): ToolCallRecord {
  return { ...call, callId: nameInSegment(segment, call.callId) };
}

/** The same for the calls of an attempt that failed; `held` is its conversation alone. Its session may not be there yet. */
export function writeToolCalls(turn: ClaimedTurn, calls: readonly ToolCallRecord[]): Statement {
  if (calls.length === 0) return NOTHING;
  const sessionId = turn.segment?.sessionId ?? turn.session?.id ?? null;
  const origin = { turn: 0, session_id: sessionId, run_id: turn.run.id };
  return logToolCalls(
    calls.map((call) => ({ ...named(turn, call), ...origin })),
    false,
  );
}

/** A run that is tried again after its dead letter makes its calls again under the same names. */
function logToolCalls(rows: readonly object[], hasSnapshots: boolean): Statement {
  const snapshots = hasSnapshots
    ? sql`(select x.snapshots from crm_changed x where x.turn = t.turn and x."callId" = t."callId")`
    : sql`null::jsonb`;
  return sql`,
    tool_call_logged as (
      insert into agent_tool_calls (
        workspace_id, run_id, call_id, session_id, tool_name, risk_level, input, output, status, error, started_at, ended_at,
        policy_decision, policy_reason, actor_kind, actor, is_dry_run, snapshots)
      select h.workspace_id, t.run_id, t."callId", t.session_id, t."toolName", t."riskLevel", t.input, t.output, t.status,
        t.error, t."startedAt", t."endedAt", t."policyDecision", t."policyReason",
        coalesce(t."actorKind", 'agent'), t.actor, coalesce(t."isDryRun", false), ${snapshots}
      from held h
      join ${rowset(rows, TOOL_CALL_COLUMNS)} t on t.turn = h.turn
      on conflict (workspace_id, run_id, call_id) do update set
        session_id = excluded.session_id, risk_level = excluded.risk_level, input = excluded.input, output = excluded.output,
        status = excluded.status, error = excluded.error, started_at = excluded.started_at, ended_at = excluded.ended_at,
        policy_decision = excluded.policy_decision, policy_reason = excluded.policy_reason,
        actor_kind = excluded.actor_kind, actor = excluded.actor, is_dry_run = excluded.is_dry_run, snapshots = excluded.snapshots
      returning call_id
    )`;
}
