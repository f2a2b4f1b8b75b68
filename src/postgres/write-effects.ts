import type { TransactionalEffect } from "../core/effects.ts";
import { RecadoError } from "../core/errors.ts";
import type { ToolCallRecord } from "../core/tool-call.ts";
import type { ClaimedTurn, TurnCommit } from "../core/turn.ts";
import { type Statement, sql } from "./sql.ts";

const NOTHING = sql``;

/** What every row of a turn says of where it comes from. */
interface Origin {
  readonly conversation_id: string;
  readonly session_id: string | null;
  readonly run_id: string;
  readonly contact_id: string;
}

/**
 * CTEs of a turn's effects, for the conversation of the CTE `held`. Each begins with a comma. A turn that does nothing of a
 * kind has no CTE for it: it costs nothing.
 */
export function writeEffects(turn: ClaimedTurn, { effects, toolCalls, session }: TurnCommit): Statement {
  const origin: Origin = {
    conversation_id: turn.lease.conversationId,
    session_id: session?.id ?? turn.session?.id ?? null,
    run_id: turn.run.id,
    contact_id: turn.contact.id,
  };
  const created = rowsOf(effects, "create_order", origin);
  const updated = rowsOf(effects, "update_order", origin);
  const tasks = rowsOf(effects, "create_task", origin);
  const unclear = effects.flatMap((effect) => (effect.kind === "log_disambiguation" ? [{ ...effect, ...origin }] : []));
  return sql`${created.length === 0 ? NOTHING : createOrders(created)}${
    updated.length === 0 ? NOTHING : updateOrders(updated)
  }${tasks.length === 0 ? NOTHING : createTasks(tasks)}${
    unclear.length === 0 ? NOTHING : logDisambiguations(unclear)
  }${toolCalls.length === 0 ? NOTHING : logToolCalls(toolCalls, origin)}`;
}

/** True when an order was to be changed that is not there; for a commit whose CTEs are those of `writeEffects`. */
export function isOrderMissing({ effects }: TurnCommit): Statement {
  const updates = effects.filter(({ kind }) => kind === "update_order").length;
  return updates === 0 ? sql`false` : sql`(select count(*) from order_updated) <> ${updates}::int`;
}

export function orderUnknown(turn: ClaimedTurn, { effects }: TurnCommit): RecadoError {
  const keys = effects.flatMap((effect) => (effect.kind === "update_order" ? [effect.purchaseKey] : []));
  return new RecadoError(
    "order_unknown",
    `Run ${turn.run.id} changes the order of ${keys.join(", ")}, which this conversation does not have: nothing of the turn was written.`,
  );
}

function rowsOf<Kind extends TransactionalEffect["kind"]>(
  effects: readonly TransactionalEffect[],
  kind: Kind,
  origin: Origin,
): (Extract<TransactionalEffect, { kind: Kind }> & Origin)[] {
  return effects.flatMap((effect) =>
    effect.kind === kind ? [{ ...(effect as Extract<TransactionalEffect, { kind: Kind }>), ...origin }] : [],
  );
}

/** The columns that an order's row has in JSON. */
const ORDER_COLUMNS = sql`
  id uuid, "purchaseKey" text, conversation_id uuid, session_id uuid, run_id uuid, contact_id uuid, source text, status text,
  stage text, pack text, products jsonb, total bigint, "shippingAddress" text, note text, data jsonb, tags text[]`;

function createOrders(rows: readonly object[]): Statement {
  return sql`,
    order_created as (
      insert into orders (
        workspace_id, id, purchase_key, session_id, conversation_id, contact_id, run_id, source, status, stage, pack, products,
        total, shipping_address, note, data, tags, created_at, updated_at)
      select h.workspace_id, o.id, o."purchaseKey", o.session_id, h.id, o.contact_id, o.run_id, o.source, o.status, o.stage,
        o.pack, o.products, o.total, o."shippingAddress", o.note, o.data, o.tags, recado_now(), recado_now()
      from held h
      join jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as o (${ORDER_COLUMNS}) on o.conversation_id = h.id
      on conflict (workspace_id, purchase_key) do nothing
      returning workspace_id, contact_id, tags
    ),
    customer_tagged as (
      update contacts k set tags = k.tags || array(select tag from unnest(o.tags) as t (tag) where tag <> all (k.tags))
      from order_created o
      where k.workspace_id = o.workspace_id and k.id = o.contact_id and not o.tags <@ k.tags
      returning k.id
    )`;
}

function updateOrders(rows: readonly object[]): Statement {
  return sql`,
    order_updated as (
      update orders x set
        source = o.source, status = o.status, stage = o.stage, pack = o.pack, products = o.products, total = o.total,
        shipping_address = o."shippingAddress", note = o.note, data = o.data, tags = o.tags, updated_at = recado_now()
      from held h
      join jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as o (${ORDER_COLUMNS}) on o.conversation_id = h.id
      where x.workspace_id = h.workspace_id and x.id = o.id and x.purchase_key = o."purchaseKey" and x.conversation_id = h.id
      returning x.id
    )`;
}

function createTasks(rows: readonly object[]): Statement {
  return sql`,
    task_created as (
      insert into tasks (
        workspace_id, id, conversation_id, session_id, run_id, title, priority, note, mode, data, pack, created_at, updated_at)
      select h.workspace_id, t.id, h.id, t.session_id, t.run_id, t.title, t.priority, t.note, t.mode, t.data, t.pack,
        recado_now(), recado_now()
      from held h
      join jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as t (
        id uuid, conversation_id uuid, session_id uuid, run_id uuid, title text, priority text, note text, mode text,
        data jsonb, pack text) on t.conversation_id = h.id
      returning id
    )`;
}

function logDisambiguations(rows: readonly object[]): Statement {
  return sql`,
    disambiguation_logged as (
      insert into disambiguation_log (
        workspace_id, id, conversation_id, session_id, run_id, message, mode, intent, confidence, alternatives, reasoning,
        created_at)
      select h.workspace_id, d.id, h.id, d.session_id, d.run_id, d.message, d.mode, d.intent ->> 'intent',
        (d.intent ->> 'confidence')::real, d.intent -> 'alternatives', d.intent ->> 'reasoning', recado_now()
      from held h
      join jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as d (
        id uuid, conversation_id uuid, session_id uuid, run_id uuid, message text, mode text, intent jsonb)
        on d.conversation_id = h.id
      returning id
    )`;
}

/** A run that is tried again after its dead letter makes its calls again under the same names. */
function logToolCalls(calls: readonly ToolCallRecord[], origin: Origin): Statement {
  const rows = calls.map((call) => ({ ...call, ...origin }));
  return sql`,
    tool_call_logged as (
      insert into agent_tool_calls (
        workspace_id, run_id, call_id, session_id, tool_name, risk_level, input, output, status, error, started_at, ended_at,
        policy_decision, policy_reason)
      select h.workspace_id, t.run_id, t."callId", t.session_id, t."toolName", t."riskLevel", t.input, t.output, t.status,
        t.error, t."startedAt", t."endedAt", t."policyDecision", t."policyReason"
      from held h
      join jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as t (
        conversation_id uuid, session_id uuid, run_id uuid, "callId" text, "toolName" text, "riskLevel" text, input jsonb,
        output jsonb, status text, error text, "startedAt" timestamptz, "endedAt" timestamptz, "policyDecision" text,
        "policyReason" text) on t.conversation_id = h.id
      on conflict (workspace_id, run_id, call_id) do update set
        session_id = excluded.session_id, risk_level = excluded.risk_level, input = excluded.input, output = excluded.output,
        status = excluded.status, error = excluded.error, started_at = excluded.started_at, ended_at = excluded.ended_at,
        policy_decision = excluded.policy_decision, policy_reason = excluded.policy_reason
      returning call_id
    )`;
}
