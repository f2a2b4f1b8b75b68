import type { ConversationId, OutboxId, RunId, WorkspaceId } from "../../core/ids.ts";
import { spokenText } from "../../core/outbound/outbound-content.ts";
import { doubtClassOf } from "../../core/outbound/outbox.ts";
import { SERVICE_WINDOW_MARGIN_MS, SERVICE_WINDOW_MS, windowClosesAt } from "../../core/outbound/service-window.ts";
import type { OperatorReply, ReplyResult } from "../../core/ports/desk/inbox.ts";
import { type Database, sqlStateOf } from "../database.ts";
import { sql } from "../sql.ts";

/**
 * The same rule as `isWindowOpen`: a message that would be dropped on its way is refused while its
 * writer still looks at it.
 */
const FREE_MS = SERVICE_WINDOW_MS - SERVICE_WINDOW_MARGIN_MS;

/** Two of one key race to the unique index; the loser runs again and finds the winner's. */
const RACE_LIMIT = 3;

/**
 * What a person of the shop says: an event, the run that is over with it, the line of the chat record and the message, in one
 * statement under the lock of the conversation's row. So it stands in the order of the outbox like a reply of the bot, and
 * is sent, tried again and reported on by the same sender.
 */
export async function replyAsOperator(
  database: Database,
  workspace: WorkspaceId,
  id: ConversationId,
  reply: OperatorReply,
): Promise<ReplyResult> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await placeReply(database.run, workspace, id, reply, false);
    } catch (error) {
      if (sqlStateOf(error) !== "23505" || tries === RACE_LIMIT) throw error;
    }
  }
}

/**
 * One try, with the caller's connection. `besideBot`: the shop tells something of its own, such as that an order was
 * sent, and the bot goes on answering.
 */
export async function placeReply(
  run: Database["run"],
  workspace: WorkspaceId,
  id: ConversationId,
  reply: OperatorReply,
  besideBot: boolean,
): Promise<ReplyResult> {
  const { rows } = await run(replyStatement(workspace, id, reply, besideBot));
  return readResult(rows[0], reply);
}

function replyStatement(workspace: WorkspaceId, id: ConversationId, reply: OperatorReply, besideBot: boolean) {
  const { content, actor, eventId, runId, messageId } = reply;
  const key = `operator:${reply.idempotencyKey}`;
  const isTemplate = content.type === "template";
  return sql`
    with known as materialized (
      select o.id, o.run_id,
        -- What is kept no longer cannot be compared.
        r.kept = 'nothing' or e.payload -> 'content' = ${JSON.stringify(content)}::jsonb as is_same
      from agent_events e
      join agent_runs r on r.workspace_id = e.workspace_id and r.id = e.run_id
      join outbox_messages o on o.workspace_id = e.workspace_id and o.idempotency_key = e.run_id || ':operator'
      where e.workspace_id = ${workspace} and e.idempotency_key = ${key}
    ),
    seen as materialized (
      select c.*, k.id as person,
        -- The customer said it in words, and was silent since: what they ask afterwards may be
        -- answered.
        k.stopped_by_event_id is not null and c.own_speech_seq <= c.opted_out_seq as wants_nothing
      from conversations c
      join contacts own on own.workspace_id = c.workspace_id and own.id = c.contact_id
      join contacts k on k.workspace_id = own.workspace_id and k.id = coalesce(own.merged_into, own.id)
      where c.workspace_id = ${workspace} and c.id = ${id}::uuid
    ),
    -- Asked again under the lock: the switch, and the window in which a person may speak freely.
    placed as (
      update conversations c set
        last_seq = c.last_seq + 1,
        last_outbox_seq = c.last_outbox_seq + 1,
        unsent = c.unsent + 1,
        turn_count = c.turn_count + 1,
        version = c.version + 1,
        send_at = case when c.sender is null then least(c.send_at, recado_now()) else c.send_at end
      from seen
      where c.workspace_id = seen.workspace_id and c.id = seen.id and (${besideBot}::boolean or not c.bot_enabled)
        and not (seen.wants_nothing and c.own_speech_seq <= c.opted_out_seq)
        and not exists (select from known)
        and (${isTemplate}::boolean or c.last_customer_message_at > recado_now() - make_interval(secs => ${FREE_MS / 1000}::float8))
      returning c.workspace_id, c.id, c.last_seq, c.last_outbox_seq, c.last_speech_seq, c.turn_count, c.contact_id,
        seen.person
    ),
    run as (
      insert into agent_runs (
        workspace_id, id, conversation_id, event_id, status, outcome, created_at, started_at, ended_at)
      select workspace_id, ${runId}::uuid, id, ${eventId}::uuid, 'completed', 'answered', recado_now(), recado_now(),
        recado_now()
      from placed
      returning id
    ),
    event as (
      insert into agent_events (
        workspace_id, id, conversation_id, seq, run_id, user_id, source, input_type, payload, idempotency_key, status,
        occurred_at, available_at, created_at)
      select p.workspace_id, ${eventId}::uuid, p.id, p.last_seq, r.id, p.contact_id, 'api', 'operator_command',
        jsonb_build_object('content', ${JSON.stringify(content)}::jsonb, 'context', null, 'actor', ${actor}::text),
        ${key}, 'done', recado_now(), recado_now(), recado_now()
      from placed p, run r
      returning id
    ),
    message as (
      insert into outbox_messages (
        workspace_id, id, conversation_id, run_id, seq, idempotency_key, content, recipient, reply_to_message_id, on_doubt,
        inbound_seq, created_at)
      select p.workspace_id, ${messageId}::uuid, p.id, r.id, p.last_outbox_seq, r.id || ':operator',
        ${JSON.stringify(content)}::jsonb,
        jsonb_build_object('phone', newest_alias(p.workspace_id, p.person, 'phone'),
          'bsuid', newest_alias(p.workspace_id, p.person, 'bsuid')),
        -- What is quoted is a message of this very conversation.
        (select e.source_message_id from agent_events e
          where e.workspace_id = p.workspace_id and e.conversation_id = p.id and e.id = ${reply.replyTo ?? null}::uuid
          union all
          select q.wamid from outbox_messages q
          where q.workspace_id = p.workspace_id and q.conversation_id = p.id and q.id = ${reply.replyTo ?? null}::uuid
          limit 1),
        ${doubtClassOf(content)}, p.last_speech_seq, recado_now()
      from placed p, run r
      returning id
    ),
    turn as (
      insert into agent_turns (
        workspace_id, conversation_id, turn_number, run_id, role, content, intent_detected, message_id, created_at)
      select p.workspace_id, p.id, p.turn_count, r.id, 'assistant', ${spokenText(content)}, 'human', ${messageId}::uuid,
        recado_now()
      from placed p, run r
      returning turn_number
    ),
    audited as (
      select audit(p.workspace_id, ${actor}, 'conversation.reply', 'conversation', p.id::text, ${runId}::uuid,
        jsonb_build_object('message', ${messageId}::text, 'type', ${content.type}::text))
      from placed p
    )
    select
      (select jsonb_build_object('id', id, 'runId', run_id, 'isSame', is_same) from known) as known,
      (select count(*) from event, message, turn, audited) = 1 as is_written,
      s.id is not null as is_there, coalesce(s.bot_enabled, false) as bot_enabled, s.wants_nothing, s.last_customer_message_at,
      case when exists (select from message) then pg_notify('recado_outbox', '') end as told
    from (select 1) one left join seen s on true`;
}

function readResult(row: Record<string, unknown> | undefined, { messageId, runId }: OperatorReply): ReplyResult {
  const known = row?.["known"] as { id: OutboxId; runId: RunId; isSame: boolean } | null | undefined;
  if (known?.isSame === false) return { kind: "key_reused" };
  if (known) return { kind: "queued", messageId: known.id, runId: known.runId, duplicate: true };
  if (row?.["is_written"] === true) return { kind: "queued", messageId, runId, duplicate: false };
  if (row?.["is_there"] !== true) return { kind: "not_found" };
  const last = row["last_customer_message_at"];
  const lastAt = last instanceof Date ? last : null;
  if (row["wants_nothing"] === true) return { kind: "opted_out" };
  if (row["bot_enabled"] === true) return { kind: "bot_answers" };
  return { kind: "window_closed", closedAt: windowClosesAt(lastAt) };
}
