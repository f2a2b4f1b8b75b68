import { fenceHoldsOfEach } from "../fence.ts";
import { lockedInOrder } from "../lock-order.ts";
import { rowset, type Statement, sql } from "../sql.ts";
import type { Ending } from "./ending.ts";
import { journalOf, mergeSteps } from "./steps.ts";
import { takeBackUnsaid } from "./unsaid.ts";
import { writeArtifacts } from "./write-artifacts.ts";
import { isAnswerLate, writeConfirmations } from "./write-confirmations.ts";
import { writeConsent } from "./write-consent.ts";
import { isOrderMissing, writeEffects } from "./write-effects.ts";
import { areRemindersFull, writeReminders } from "./write-reminders.ts";
import { countStopped, writeSegments } from "./write-segments.ts";
import { writeTimers } from "./write-timers.ts";

/**
 * Ends the turns of several conversations in one statement and one commit, one rowset a table; `turn` is the place of a turn
 * in `endings`. One whose fence, run or version does not hold any more writes nothing and is not among the rows that come
 * back; a session that was written or a question that was
 * closed since it was read (RC001), an order that is not there (RC003) and too many reminders (RC006) fail all of them.
 */
export function commitTurns(endings: readonly Ending[], sendLeaseMs: number): Statement {
  // A customer who has had enough for the moment is left to the outbox, which waits for the time; who has had enough for good,
  // to the outbox as well, which drops it.
  const sendsNow = sql`(g.sends_at_once and g.seen_seq >= c.opted_out_seq
    and coalesce(recado_pair_allowed_at(c.pair_tat) <= recado_now(), true))`;
  return sql`
    with given as materialized (
      select * from ${rowset(endings.map(givenRow), givenColumns)} g
    ),
    ${lockConversations(endings)},
    held as (
      update conversations c set
        pending = c.pending - g.events,
        active_run_id = null,
        leased_by = null,
        run_at = case when c.queued_run_id is null then null else recado_now() end,
        version = c.version + 1,
        turn_count = c.turn_count + g.turns,
        bot_enabled = c.bot_enabled and not g.turns_bot_off,
        switched_by = case when g.turns_bot_off then concat('agent:', g.agent_id, '@', g.agent_version) else c.switched_by end,
        last_outbox_seq = c.last_outbox_seq + g.messages,
        unsent = c.unsent - g.cut + g.messages,
        -- No worker sends here: this process takes the place when it can send at once, or leaves it
        -- due.
        send_at = case
          when c.unsent - g.cut + g.messages = 0 then null
          when c.sender is not null or c.unsent > g.cut then c.send_at
          when g.cut > 0 then recado_now()
          else recado_now() + make_interval(secs =>
            case when ${sendsNow} then ${sendLeaseMs / 1000}::float8 else 0 end) end,
        sender = case
          when c.unsent - g.cut + g.messages = 0 then null
          when g.messages > 0 and c.send_at is null and ${sendsNow} then g.worker
          else c.sender end,
        pair_tat = case
          when g.messages > 0 and c.send_at is null and ${sendsNow}
          then recado_next_pair_tat(c.pair_tat, recado_now()) else c.pair_tat end
      from locked g
      where ${fenceHoldsOfEach}
        and c.active_run_id = g.run_id
        and c.version = g.version
        and (not g.refuse_if_newer or c.queued_run_id is null)
      returning g.*, c.contact_id, c.turn_count, c.last_seq, c.last_outbox_seq, c.queued_run_id is not null as has_more,
        g.sends_at_once and g.messages > 0 and c.unsent = g.messages and g.cut = 0 and c.sender = g.worker as sends_first
    ),
    session_row as materialized (
      select h.workspace_id, h.conversation_id, h.contact_id, s.*
      from ${rowset(endings.flatMap(sessionRows), sessionColumns)} s
      join held h on h.turn = s.turn
    ),
    ${dropUnsaid(endings)}
    run_ended as (
      update agent_runs r set
        status = case when ${isStopped} then 'completed' else h.status end,
        outcome = case when ${isStopped} then 'cancelled' else h.outcome end,
        input_class = h.input_class,
        agent_id = coalesce(h.agent_id, r.agent_id), agent_version = coalesce(h.agent_version, r.agent_version),
        ended_at = case when h.waits_ms is null and (h.status <> 'queued' or ${isStopped}) then recado_now() end,
        due_at = case
          when h.status = 'queued' then
            case when not ${isStopped} then greatest(coalesce(h.due_at, recado_now()), recado_now()) end
          else recado_now() + make_interval(secs => h.waits_ms / 1000) end,
        segment = case when ${isStopped} then r.segment else coalesce(h.next_segment, r.segment) end,
        stopped = coalesce(r.stopped, h.stopped),
        -- Each segment has attempts of its own.
        attempts = case when h.status = 'queued' then 0 else r.attempts end,
        failures = case when h.status = 'queued' then 0 else r.failures + (h.failure_code is not null)::int end,
        failure_code = h.failure_code, failure_reason = h.failure_reason
      from held h where r.workspace_id = h.workspace_id and r.id = h.run_id
      returning r.id, r.status
    ),
    events_ended as (
      update agent_events e set status = h.event_status, attempt_count = h.attempts
      from held h where e.workspace_id = h.workspace_id and e.run_id = h.run_id and e.status = 'pending'
      returning e.id
    ),
    session_written as (
      insert into agent_sessions as a (
        workspace_id, id, agent_id, conversation_id, contact_id, status, current_mode, session_end, created_at, updated_at,
        last_activity_at, closed_at)
      select workspace_id, id, agent_id, conversation_id, contact_id, status, current_mode, session_end, recado_now(), recado_now(),
        recado_now(),
        case when status in ('closed', 'handed_off') then recado_now() end
      from session_row
      on conflict (workspace_id, id) do update set
        version = a.version + 1, status = excluded.status, current_mode = excluded.current_mode,
        session_end = excluded.session_end,
        updated_at = recado_now(), last_activity_at = recado_now(), closed_at = excluded.closed_at
      where a.version = (select s.expected_version from session_row s where s.id = excluded.id)
      returning a.id
    ),
    state_written as (
      insert into session_state as t (
        workspace_id, session_id, intents_vistos, templates_enviados, datos_capturados, pack_seleccionado, ingest_status,
        templates_pendientes, proactive_started_at, first_data_at, min_data_at, ofrecer_promos_at)
      select s.workspace_id, s.id, s.intents_vistos, s.templates_enviados, s.datos_capturados, s.pack_seleccionado,
        s.ingest_status, s.templates_pendientes, s.proactive_started_at, s.first_data_at, s.min_data_at, s.ofrecer_promos_at
      from session_row s join session_written w on w.id = s.id
      on conflict (workspace_id, session_id) do update set
        intents_vistos = excluded.intents_vistos, templates_enviados = excluded.templates_enviados,
        datos_capturados = excluded.datos_capturados, pack_seleccionado = excluded.pack_seleccionado,
        ingest_status = excluded.ingest_status, templates_pendientes = excluded.templates_pendientes,
        proactive_started_at = excluded.proactive_started_at, first_data_at = excluded.first_data_at,
        min_data_at = excluded.min_data_at, ofrecer_promos_at = excluded.ofrecer_promos_at
      returning t.session_id
    ),
    turns_written as (
      insert into agent_turns (
        workspace_id, conversation_id, turn_number, session_id, run_id, role, content, intent_detected, confidence,
        message_id, tokens_used, tools_called, created_at)
      select h.workspace_id, h.conversation_id, h.turn_count - h.turns + t.position, h.session_id, h.run_id, t.role,
        t.content, t.intent_detected, t.confidence, t.message_id, t.tokens_used, t.tools_called, recado_now()
      from ${rowset(endings.flatMap(turnRows), turnColumns)} t
      join held h on h.turn = t.turn
      returning turn_number
    ),
    steps_written as (
      insert into run_steps (workspace_id, run_id, steps)
      select h.workspace_id, h.run_id, s.steps
      from ${rowset(endings.flatMap(stepsRow), sql`turn int, steps jsonb`)} s
      join held h on h.turn = s.turn
      ${mergeSteps}
      returning run_id
    ),
    outbox_written as (
      insert into outbox_messages (
        workspace_id, id, conversation_id, run_id, seq, idempotency_key, content, recipient, reply_to_message_id, on_doubt,
        inbound_seq, created_at, position, delay_ms, template_id, priority, purpose, useful_until, status, attempt,
        in_flight_at)
      select h.workspace_id, o.id, h.conversation_id, h.run_id, h.last_outbox_seq - h.messages + o.place,
        o.idempotency_key, o.content, h.recipient, o.reply_to_message_id, o.on_doubt, h.seen_seq, recado_now(),
        o.position, o.delay_ms, o.template_id, o.priority, o.purpose, o.useful_until,
        case when h.sends_first and o.place = 1 then 'in_flight' else 'queued' end,
        case when h.sends_first and o.place = 1 then 1 else 0 end,
        case when h.sends_first and o.place = 1 then recado_now() end
      from ${rowset(endings.flatMap(outboxRows), outboxColumns)} o
      join held h on h.turn = o.turn
      returning workspace_id, id, attempt, in_flight_at
    ),
    attempt_journaled as (
      insert into outbox_attempts (workspace_id, outbox_id, attempt, started_at)
      select workspace_id, id, attempt, in_flight_at from outbox_written where in_flight_at is not null
      returning attempt
    )${writeConsent(endings)}${writeTimers(endings)}${writeReminders(endings)}${writeArtifacts(endings)}${writeEffects(endings)}${writeConfirmations(
      endings,
    )}${writeSegments(endings)}
    select h.turn, h.has_more, h.sends_first,
      -- The run of a command that committed while this statement waited for the row is not in the snapshot. Its event is
      -- in the row's number: then the worker looks.
      not h.has_more and (
        h.last_seq <> (
          select c.last_seq from conversations c where c.workspace_id = h.workspace_id and c.id = h.conversation_id)
        or exists (
          select from agent_runs r
          where r.workspace_id = h.workspace_id and r.conversation_id = h.conversation_id
            and r.due_at <= recado_now())) as has_due,
      recado_now() as now,
      case when (select count(*) from session_row) <> (select count(*) from session_written)
        then recado_conflict('the session was written since it was read')
        when ${isAnswerLate(endings)} then recado_conflict('a question was closed since it was read')
        when ${isOrderMissing(endings)} then recado_order_unknown()
        when ${areRemindersFull(endings)} then recado_reminders_full() end as refused,
      (select count(*) from run_ended) + (select count(*) from events_ended) + (select count(*) from state_written)
        + (select count(*) from turns_written) + (select count(*) from steps_written)
        + (select count(*) from outbox_written) + (select count(*) from attempt_journaled)${countStopped(endings)} as rows_written
    from held h`;
}

/** It was to go on and was called off meanwhile. What it decided until then stands. */
const isStopped = sql`(h.status = 'queued' and r.stopped is not null)`;

/**
 * The CTE `locked`: what was given of each conversation, with its row locked, and how many of its
 * messages the customer has cut off, as its turn has read it: what is cut off stays so. Messages
 * are locked before conversations.
 *
 * Nearly always no customer has cut off anything, and the statement has no word of it: what it does
 * not do costs the server as much to begin as what it does.
 */
function lockConversations(endings: readonly Ending[]): Statement {
  if (!isAnythingUnsaid(endings)) {
    return sql`locked as materialized (
      select g.*, 0 as cut
      from given g
      join conversations c on c.workspace_id = g.workspace_id and c.id = g.conversation_id
      ${lockedInOrder}
    )`;
  }
  return sql`cut_off as materialized (
      select g.turn, o.workspace_id, o.conversation_id, o.id, o.template_id
      from ${rowset(endings.flatMap(unsaidRows), sql`turn int, id uuid`)} u
      join given g on g.turn = u.turn
      join outbox_messages o on o.workspace_id = g.workspace_id and o.id = u.id
      where o.status = 'queued'
      order by o.id
      for update of o
    ),
    counted as materialized (
      select g.turn, (select count(*)::int from cut_off k where k.turn = g.turn) as cut from given g
    ),
    locked as materialized (
      select g.*, k.cut
      from given g
      join counted k on k.turn = g.turn
      join conversations c on c.workspace_id = g.workspace_id and c.id = g.conversation_id
      ${lockedInOrder}
    )`;
}

/** CTEs, each followed by a comma, that drop what was cut off and take it back; none where nothing was. */
function dropUnsaid(endings: readonly Ending[]): Statement {
  if (!isAnythingUnsaid(endings)) return sql``;
  return sql`unsaid as (
      update outbox_messages o set
        status = 'dropped', drop_code = 'interrupted', detail = 'the customer spoke before it left',
        settled_at = recado_now()
      from held h join cut_off k on k.turn = h.turn
      where o.workspace_id = k.workspace_id and o.id = k.id
      returning o.workspace_id, o.conversation_id, o.id, o.template_id
    ),
    ${takeBackUnsaid(sql`not exists (select from session_row w where w.id = session_id)`)},`;
}

function isAnythingUnsaid(endings: readonly Ending[]): boolean {
  return endings.some(({ turn }) => turn.unsaid.length > 0);
}

const givenColumns = sql`
  turn int, workspace_id text, conversation_id uuid, worker uuid, fence bigint, version bigint, run_id uuid, attempts int,
  events int, turns int, messages int, session_id uuid, recipient jsonb, seen_seq bigint, status text, event_status text,
  outcome text, input_class text, agent_id text, agent_version text, failure_code text, failure_reason text,
  turns_bot_off boolean, refuse_if_newer boolean, sends_at_once boolean, waits_ms float8, next_segment int,
  due_at timestamptz, stopped text`;

function givenRow({ turn, commit, status, eventStatus, failure }: Ending, index: number) {
  const { lease, run, contact } = turn;
  return {
    turn: index,
    workspace_id: lease.workspaceId,
    conversation_id: lease.conversationId,
    worker: lease.worker,
    fence: lease.fence,
    version: turn.version,
    run_id: run.id,
    attempts: run.attempts,
    events: turn.events.length,
    turns: commit.lines.length,
    messages: commit.outbox.length,
    session_id: commit.session?.id ?? null,
    recipient: { phone: contact.phone, bsuid: contact.bsuid },
    seen_seq: turn.seenSeq,
    status,
    event_status: eventStatus,
    outcome: status === "waiting_confirmation" || status === "queued" ? null : commit.outcome,
    input_class: commit.inputClass,
    agent_id: commit.agentId,
    agent_version: commit.agentVersion,
    failure_code: failure?.code ?? null,
    failure_reason: failure?.message ?? null,
    turns_bot_off: commit.turnsBotOff,
    refuse_if_newer: commit.refuseIfNewer,
    sends_at_once: commit.sendsAtOnce,
    waits_ms: commit.asks?.ttlMs ?? null,
    next_segment: commit.goesOn?.number ?? null,
    due_at: commit.goesOn?.at?.toISOString() ?? null,
    stopped: commit.stopped ?? null,
  };
}

function unsaidRows({ turn }: Ending, index: number) {
  return turn.unsaid.map(({ id }) => ({ turn: index, id }));
}

const sessionColumns = sql`
  turn int, id uuid, agent_id text, expected_version int, status text, current_mode text, intents_vistos jsonb,
  templates_enviados jsonb, datos_capturados jsonb, pack_seleccionado text, ingest_status jsonb,
  templates_pendientes jsonb, session_end jsonb, proactive_started_at timestamptz, first_data_at timestamptz,
  min_data_at timestamptz, ofrecer_promos_at timestamptz`;

function sessionRows({ commit: { session } }: Ending, index: number) {
  if (session === null) return [];
  return [
    {
      turn: index,
      id: session.id,
      agent_id: session.agentId,
      expected_version: session.expectedVersion,
      status: session.status,
      current_mode: session.mode,
      intents_vistos: session.intentsVistos,
      templates_enviados: session.templatesEnviados,
      datos_capturados: session.datosCapturados,
      pack_seleccionado: session.packSeleccionado,
      ingest_status: session.ingestStatus,
      templates_pendientes: session.pendientes,
      session_end: session.sessionEnd ?? null,
      proactive_started_at: session.ingestStatus?.startedAt ?? null,
      first_data_at: session.ingestStatus?.firstDataAt ?? null,
      min_data_at: session.ingestStatus?.minDataAt ?? null,
      ofrecer_promos_at: session.ingestStatus?.offeredAt ?? null,
    },
  ];
}

const turnColumns = sql`
  turn int, position int, role text, content text, intent_detected text, confidence real, message_id uuid,
  tokens_used int, tools_called jsonb`;

function turnRows({ commit }: Ending, index: number) {
  const called = commit.toolCalls.filter(({ status }) => status !== "blocked" && status !== "discarded");
  const names = [...new Set(called.map(({ toolName }) => toolName))];
  // Written once a turn: on its first reply, or on its first line where it says nothing.
  const bearer = commit.lines.find(({ role }) => role === "assistant") ?? commit.lines[0];
  return commit.lines.map((one, place) => ({
    turn: index,
    position: place + 1,
    role: one.role,
    content: one.content,
    intent_detected: one.intent,
    confidence: one.confidence,
    message_id: one.messageId ?? null,
    tokens_used: one.tokensUsed ?? 0,
    tools_called: one === bearer ? names : [],
  }));
}

function stepsRow({ turn, commit }: Ending, index: number) {
  return commit.steps.length === 0 ? [] : [{ turn: index, steps: journalOf(turn, commit.steps) }];
}

const outboxColumns = sql`
  turn int, place int, id uuid, idempotency_key text, content jsonb, reply_to_message_id text, on_doubt text, position int,
  delay_ms int, template_id text, priority text, purpose text, useful_until timestamptz`;

function outboxRows({ commit }: Ending, index: number) {
  return commit.outbox.map((message, place) => ({
    turn: index,
    place: place + 1,
    id: message.id,
    idempotency_key: message.idempotencyKey,
    content: message.content,
    reply_to_message_id: message.replyToMessageId,
    on_doubt: message.onDoubt,
    position: message.block?.position ?? 0,
    delay_ms: message.block?.delayMs ?? 0,
    template_id: message.block?.templateId ?? null,
    priority: message.block?.priority ?? null,
    purpose: message.purpose ?? "reply",
    useful_until: message.usefulUntil?.toISOString() ?? null,
  }));
}
