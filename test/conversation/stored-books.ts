import type { ConversationState } from "../../src/core/conversation/conversation-state.ts";
import type { MessageContent } from "../../src/core/inbound/content.ts";
import type { ClaimedTurn } from "../../src/core/turn/turn.ts";
import type { TestDatabase } from "../support/test-database.ts";

/** PostgreSQL spells an instant in its own way. */
export function withInstants(content: MessageContent): unknown {
  return content.type === "scheduled" ? { ...content, usefulUntil: new Date(content.usefulUntil) } : content;
}

/** Without the lease, what only a channel knows, and the order of rows that one commit made. */
export function comparable({ lease: _, ourLastMessages: __, questions, orders, ...turn }: ClaimedTurn): unknown {
  return asJson({
    ...turn,
    orders: orders.toSorted(byId),
    questions: questions.map(({ messageIds: ___, ...question }) => question).toSorted(byId),
  });
}

export function asJson(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}

export function storedOf(state: ConversationState) {
  const { session, timer, reminders, orders, tasks, outbox, questions, parked, version, turnCount, gate } = state;
  return {
    ...{ version, turnCount, isBotOn: gate.botEnabled, hasOptedOut: gate.hasOptedOut },
    session: session === null ? null : { id: session.id, status: session.status, version: session.version },
    timer: timer === null ? null : { level: timer.level, fireMs: timer.dueAt.getTime() + timer.settleMs },
    reminders: reminders
      .toSorted(byId)
      .map(({ id, key, text, template, rule, missed, skipped, isRequested, heldBy, dueAt, fireAt, usefulUntil }) => ({
        ...{
          id,
          key,
          text,
          template,
          rule,
          missed,
          skipped,
          isRequested,
          heldBy,
          dueMs: dueAt.getTime(),
          fireMs: fireAt.getTime(),
        },
        usefulMs: usefulUntil.getTime(),
      })),
    orders: orders.toSorted(byId).map(({ id, purchaseKey, status, total, note, sessionId }) => ({
      ...{ id, purchaseKey, status, total, note, sessionId },
    })),
    tasks: tasks.toSorted(byId).map(({ id, title, priority, pack }) => ({ id, title, priority, pack })),
    messages: outbox.map(({ id, content, status }) => ({
      id,
      body: "body" in content ? content.body : null,
      isUnsaid: status === "interrupted",
    })),
    parked: parked
      .filter(({ hasBegun }) => !hasBegun)
      .map(({ run, key, number, state: own, dueAt, sinceTurn, sessionId }) => ({
        ...{ id: run.id, key, number, state: own, dueMs: dueAt.getTime(), sinceTurn, sessionId },
      }))
      .toSorted(byId),
    waiting: questions
      .toSorted(byId)
      .map(({ id, status, expiresAt }) => ({ id, status, expiresMs: expiresAt.getTime() })),
  };
}

function byId(one: { readonly id: string }, other: { readonly id: string }): number {
  return one.id < other.id ? -1 : 1;
}

export const STORED = `
  select json_build_object(
    'version', c.version, 'turnCount', c.turn_count, 'isBotOn', c.bot_enabled,
    'hasOptedOut', (select k.marketing_stopped_at is not null from contacts k where k.id = c.contact_id),
    'session', (select json_build_object('id', s.id, 'status', s.status, 'version', s.version)
      from agent_sessions s where s.conversation_id = c.id order by s.created_at desc, s.id desc limit 1),
    'timer', (select json_build_object('level', t.level, 'fireMs', (extract(epoch from t.fire_at) * 1000)::bigint)
      from timers t where t.conversation_id = c.id and t.fired_at is null and t.cancelled_at is null),
    'reminders', (select coalesce(json_agg(json_build_object('id', m.id, 'key', m.agent_key, 'text', m.text,
      'template', m.template, 'rule', m.rule, 'missed', m.missed, 'skipped', m.skipped,
      'isRequested', m.is_requested, 'heldBy', m.held_by, 'dueMs', (extract(epoch from m.due_at) * 1000)::bigint,
      'fireMs', (extract(epoch from m.fire_at) * 1000)::bigint,
      'usefulMs', (extract(epoch from m.useful_until) * 1000)::bigint) order by m.id), '[]')
      from scheduled_messages m where m.conversation_id = c.id and m.status = 'pending' and m.run_id is null),
    'orders', (select coalesce(json_agg(json_build_object('id', o.id, 'purchaseKey', o.purchase_key, 'status', o.status,
      'total', o.total, 'note', o.note, 'sessionId', o.session_id) order by o.id), '[]')
      from orders o where o.conversation_id = c.id),
    'tasks', (select coalesce(json_agg(json_build_object('id', t.id, 'title', t.title, 'priority', t.priority,
      'pack', t.pack) order by t.id), '[]') from tasks t where t.conversation_id = c.id),
    'messages', (select coalesce(json_agg(json_build_object('id', o.id, 'body', o.content ->> 'body',
      'isUnsaid', o.drop_code is not distinct from 'interrupted') order by o.seq), '[]')
      from outbox_messages o where o.conversation_id = c.id),
    'parked', (select coalesce(json_agg(json_build_object('id', r.id, 'key', g.key, 'number', g.number, 'state', g.state,
      'dueMs', (extract(epoch from r.due_at) * 1000)::bigint, 'sinceTurn', g.since_turn, 'sessionId', g.session_id)
      order by r.id), '[]')
      from agent_runs r join run_segments g on g.run_id = r.id and g.number = r.segment
      where r.conversation_id = c.id and r.status = 'queued' and r.due_at is not null),
    'waiting', (select coalesce(json_agg(json_build_object('id', f.id, 'status', f.status,
      'expiresMs', (extract(epoch from f.expires_at) * 1000)::bigint) order by f.id), '[]')
      from confirmations f join agent_runs r on r.id = f.run_id
      where f.conversation_id = c.id and r.status in ('waiting_confirmation', 'queued') and f.segment = r.segment
        and f.id = (select max(g.id::text)::uuid from confirmations g where g.run_id = f.run_id))) as stored
  from conversations c where c.id = $1`;

export async function setClock(database: TestDatabase, now: Date): Promise<void> {
  const instant = `select timestamptz ''${now.toISOString()}''`;
  await database.rows(
    `create or replace function recado_now() returns timestamptz language sql stable as '${instant}'`,
  );
}
