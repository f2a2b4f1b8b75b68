import { spokenText } from "../core/outbound-content.ts";
import type { NewOutboxMessage, OutboxMessage } from "../core/outbox.ts";
import type { TurnFailure } from "../core/ports/store.ts";
import type { ClaimedTurn, CommitResult, StepRecord, TurnCommit } from "../core/turn.ts";
import { reloadTurn } from "./claim-turns.ts";
import { type Database, sqlStateOf } from "./database.ts";
import { fenceHolds } from "./fence.ts";
import { type Statement, sql } from "./sql.ts";
import { takeBackUnsaid } from "./unsaid.ts";
import { isOrderMissing, orderUnknown, writeEffects } from "./write-effects.ts";
import { writeTimer } from "./write-timer.ts";

/** `recado_conflict`, and the unique index that allows one active session: somebody wrote between read and commit. */
const CONFLICT_STATES = new Set(["RC001", "23505"]);

/** `recado_order_unknown` */
const ORDER_UNKNOWN = "RC003";

/** How a run ends: well, or in the dead letters. The rest of the statement is the same. */
interface Ending {
  readonly status: "completed" | "dead_letter";
  readonly eventStatus: "done" | "failed";
  readonly failure: { readonly code: string; readonly message: string } | null;
}

const COMPLETED: Ending = { status: "completed", eventStatus: "done", failure: null };

export async function commitTurn(
  database: Database,
  turn: ClaimedTurn,
  commit: TurnCommit,
  sendLeaseMs: number,
): Promise<CommitResult> {
  try {
    const row = (await database.run(endingStatement(turn, commit, COMPLETED, sendLeaseMs))).rows[0];
    if (row?.["ended"] !== true) return await explainRefusal(database, turn, commit);
    return {
      kind: "committed",
      hasMore: row["has_more"] === true,
      toSend: row["sends_at_once"] === true ? firstMessage(turn, commit, row) : null,
    };
  } catch (error) {
    if (CONFLICT_STATES.has(sqlStateOf(error) ?? "")) return { kind: "conflict" };
    if (sqlStateOf(error) === ORDER_UNKNOWN) throw orderUnknown(turn, commit);
    throw error;
  }
}

/**
 * The run is over and nobody answered: dead letter, one fallback to the customer, and the conversation goes on. When
 * somebody has changed the conversation since it was read, it is read anew first: the fallback must not speak where a
 * person has taken over.
 */
export async function buryTurn(
  database: Database,
  turn: ClaimedTurn,
  failure: TurnFailure,
  fallback: NewOutboxMessage | null,
): Promise<boolean> {
  const ending: Ending = { status: "dead_letter", eventStatus: "failed", failure };
  let [current, words] = [turn, fallback];
  for (;;) {
    const row = (await database.run(endingStatement(current, deadLetter(failure, words), ending, 0))).rows[0];
    if (row?.["ended"] === true) return true;
    const anew = await reloadTurn(database, turn.lease);
    if (anew === null || anew.run.id !== turn.run.id || anew.version === current.version) return false;
    current = anew;
    if (!anew.gate.botEnabled || !anew.gate.workspaceEnabled || anew.gate.stopTagged) words = null;
  }
}

function deadLetter(failure: TurnFailure, fallback: NewOutboxMessage | null): TurnCommit {
  return {
    outcome: "abandoned",
    inputClass: null,
    agentId: failure.agent?.id ?? null,
    agentVersion: failure.agent?.version ?? null,
    session: null,
    turns:
      fallback === null
        ? []
        : [{ role: "assistant", content: spokenText(fallback.content), intent: "fallback", confidence: null }],
    steps: failure.steps,
    outbox: fallback === null ? [] : [fallback],
    // Nobody knows what was said to us: until a person has looked, time decides nothing.
    timer: null,
    effects: [],
    toolCalls: [],
    turnsBotOff: false,
    refuseIfNewer: false,
    sendsAtOnce: false,
  };
}

/** The steps of a turn as rows, in the order in which they ran. Shared with every other writer of the ledger. */
export function stepRows(steps: readonly StepRecord[]): string {
  return JSON.stringify(
    steps.map((step) => ({
      name: step.name,
      node: step.phase,
      status: step.status,
      position: step.position,
      output_snapshot: step.output,
      started_at: step.startedAt.toISOString(),
      latency_ms: step.durationMs,
    })),
  );
}

/** Writes `steps` into the ledger of a run, for each row of the CTE `held`. A completed journal step stays as it is. */
export function writeSteps(turn: ClaimedTurn, steps: readonly StepRecord[]): Statement {
  return sql`
    insert into agent_steps (
      workspace_id, run_id, name, node, status, position, output_snapshot, started_at, latency_ms)
    select h.workspace_id, ${turn.run.id}::uuid, s.name, s.node, s.status, s.position, s.output_snapshot, s.started_at,
      s.latency_ms
    from held h
    cross join jsonb_to_recordset(${stepRows(steps)}::jsonb) as s (
      name text, node text, status text, position int, output_snapshot jsonb, started_at timestamptz,
      latency_ms float8)
    on conflict (workspace_id, run_id, name) do update set
      status = excluded.status, position = excluded.position, output_snapshot = excluded.output_snapshot,
      started_at = excluded.started_at, latency_ms = excluded.latency_ms
    where agent_steps.status <> 'ok' or agent_steps.name = agent_steps.node
    returning name`;
}

function endingStatement(turn: ClaimedTurn, commit: TurnCommit, ending: Ending, sendLeaseMs: number): Statement {
  const { session } = commit;
  const messages = commit.outbox.length;
  const sessionRows = JSON.stringify(
    session === null
      ? []
      : [
          {
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
          },
        ],
  );
  const turnRows = JSON.stringify(
    commit.turns.map((one) => ({
      role: one.role,
      content: one.content,
      intent_detected: one.intent,
      confidence: one.confidence,
      message_id: one.messageId ?? null,
    })),
  );
  const outboxRows = JSON.stringify(
    commit.outbox.map((message) => ({
      id: message.id,
      idempotency_key: message.idempotencyKey,
      content: message.content,
      reply_to_message_id: message.replyToMessageId,
      on_doubt: message.onDoubt,
      position: message.block?.position ?? 0,
      delay_ms: message.block?.delayMs ?? 0,
      template_id: message.block?.templateId ?? null,
      priority: message.block?.priority ?? null,
    })),
  );
  // A customer who has had enough for the moment is left to the outbox, which waits for the time.
  const sendsNow = sql`(${commit.sendsAtOnce}::boolean
    and coalesce(recado_pair_allowed_at(c.pair_tat) <= recado_now(), true))`;
  const unsaidIds = JSON.stringify(turn.unsaid.map((message) => message.id));
  return sql`
    -- What the customer has cut off, as this turn has read it: it stays cut off. Messages are locked before conversations.
    with cut_off as materialized (
      select o.workspace_id, o.conversation_id, o.id, o.template_id from outbox_messages o
      where ${turn.unsaid.length > 0}::boolean and o.workspace_id = ${turn.lease.workspaceId}
        and o.id in (select value::uuid from jsonb_array_elements_text(${unsaidIds}::jsonb)) and o.status = 'queued'
      order by o.id
      for update
    ),
    counted as materialized (select count(*)::int as n from cut_off),
    held as (
      update conversations c set
        pending = c.pending - ${turn.events.length}::int,
        active_run_id = null,
        leased_by = null,
        run_at = case when c.queued_run_id is null then null else recado_now() end,
        version = c.version + 1,
        turn_count = c.turn_count + ${commit.turns.length}::int,
        bot_enabled = c.bot_enabled and not ${commit.turnsBotOff}::boolean,
        last_outbox_seq = c.last_outbox_seq + ${messages}::int,
        unsent = c.unsent - k.n + ${messages}::int,
        -- Nobody sends here: this process takes the place when it can send at once, or leaves it due.
        send_at = case
          when c.unsent - k.n + ${messages}::int = 0 then null
          when c.sender is not null or c.unsent > k.n then c.send_at
          when k.n > 0 then recado_now()
          else recado_now() + make_interval(secs =>
            case when ${sendsNow} then ${sendLeaseMs / 1000}::float8 else 0 end) end,
        sender = case
          when c.unsent - k.n + ${messages}::int = 0 then null
          when ${messages}::int > 0 and c.send_at is null and ${sendsNow} then ${turn.lease.worker}::uuid
          else c.sender end,
        pair_tat = case
          when ${messages}::int > 0 and c.send_at is null and ${sendsNow}
          then recado_next_pair_tat(c.pair_tat, recado_now()) else c.pair_tat end
      from counted k
      where ${fenceHolds(turn.lease)}
        and c.active_run_id = ${turn.run.id}::uuid
        and c.version = ${turn.version}::bigint
        and (not ${commit.refuseIfNewer}::boolean or c.queued_run_id is null)
      returning c.workspace_id, c.id, c.contact_id, c.turn_count, c.last_outbox_seq, c.unsent, c.queued_run_id, c.last_seq,
        ${commit.sendsAtOnce}::boolean and ${messages}::int > 0 and c.unsent = ${messages}::int and k.n = 0
          and c.sender = ${turn.lease.worker}::uuid as sends_at_once
    ),
    unsaid as (
      update outbox_messages o set
        status = 'dropped', drop_code = 'interrupted', detail = 'the customer spoke before it left',
        settled_at = recado_now()
      from held h, cut_off k where o.workspace_id = k.workspace_id and o.id = k.id
      returning o.workspace_id, o.conversation_id, o.id, o.template_id
    ),
    ${takeBackUnsaid(session?.id ?? null)},
    run_ended as (
      update agent_runs r set
        status = ${ending.status}, outcome = ${commit.outcome}, input_class = ${commit.inputClass},
        agent_id = coalesce(${commit.agentId}, r.agent_id),
        agent_version = coalesce(${commit.agentVersion}, r.agent_version), ended_at = recado_now(),
        failures = r.failures + ${ending.failure === null ? 0 : 1}::int,
        failure_code = ${ending.failure?.code ?? null}, failure_reason = ${ending.failure?.message ?? null}
      from held h where r.workspace_id = h.workspace_id and r.id = ${turn.run.id}::uuid
      returning r.id
    ),
    events_ended as (
      update agent_events e set status = ${ending.eventStatus}, attempt_count = ${turn.run.attempts}::int
      from held h where e.workspace_id = h.workspace_id and e.run_id = ${turn.run.id}::uuid
      returning e.id
    ),
    session_row as (
      select * from jsonb_to_recordset(${sessionRows}::jsonb) as s (
        id uuid, agent_id text, expected_version int, status text, current_mode text, intents_vistos jsonb,
        templates_enviados jsonb, datos_capturados jsonb, pack_seleccionado text, ingest_status jsonb,
        templates_pendientes jsonb)
    ),
    session_written as (
      insert into agent_sessions as a (
        workspace_id, id, agent_id, conversation_id, contact_id, status, current_mode, closed_at)
      select h.workspace_id, s.id, s.agent_id, h.id, h.contact_id, s.status, s.current_mode,
        case when s.status in ('closed', 'handed_off') then recado_now() end
      from held h cross join session_row s
      on conflict (workspace_id, id) do update set
        version = a.version + 1, status = excluded.status, current_mode = excluded.current_mode,
        updated_at = recado_now(), closed_at = excluded.closed_at
      where a.version = (select expected_version from session_row)
      returning a.id
    ),
    state_written as (
      insert into session_state as t (
        workspace_id, session_id, intents_vistos, templates_enviados, datos_capturados, pack_seleccionado, ingest_status,
        templates_pendientes)
      select h.workspace_id, s.id, s.intents_vistos, s.templates_enviados, s.datos_capturados, s.pack_seleccionado,
        s.ingest_status, s.templates_pendientes
      from held h cross join session_row s join session_written w on w.id = s.id
      on conflict (workspace_id, session_id) do update set
        intents_vistos = excluded.intents_vistos, templates_enviados = excluded.templates_enviados,
        datos_capturados = excluded.datos_capturados, pack_seleccionado = excluded.pack_seleccionado,
        ingest_status = excluded.ingest_status, templates_pendientes = excluded.templates_pendientes
      returning t.session_id
    ),
    turns_written as (
      insert into agent_turns (
        workspace_id, conversation_id, turn_number, session_id, run_id, role, content, intent_detected, confidence,
        message_id, created_at)
      select h.workspace_id, h.id, h.turn_count - ${commit.turns.length}::int + t.position::int,
        (select id from session_row), ${turn.run.id}::uuid, t.item ->> 'role', t.item ->> 'content',
        t.item ->> 'intent_detected', (t.item ->> 'confidence')::real,
        (t.item ->> 'message_id')::uuid, recado_now()
      from held h
      cross join jsonb_array_elements(${turnRows}::jsonb) with ordinality as t (item, position)
      returning turn_number
    ),
    steps_written as (${writeSteps(turn, commit.steps)}),
    outbox_written as (
      insert into outbox_messages (
        workspace_id, id, conversation_id, run_id, seq, idempotency_key, content, recipient, reply_to_message_id, on_doubt,
        inbound_seq, created_at, position, delay_ms, template_id, priority, status, attempt, in_flight_at)
      select h.workspace_id, (o.item ->> 'id')::uuid, h.id, ${turn.run.id}::uuid,
        h.last_outbox_seq - ${messages}::int + o.position, o.item ->> 'idempotency_key', o.item -> 'content',
        ${JSON.stringify({ phone: turn.contact.phone, bsuid: turn.contact.bsuid })}::jsonb,
        o.item ->> 'reply_to_message_id', o.item ->> 'on_doubt', ${turn.seenSeq}::bigint, recado_now(),
        (o.item ->> 'position')::int, (o.item ->> 'delay_ms')::int, o.item ->> 'template_id', o.item ->> 'priority',
        case when h.sends_at_once and o.position = 1 then 'in_flight' else 'queued' end,
        case when h.sends_at_once and o.position = 1 then 1 else 0 end,
        case when h.sends_at_once and o.position = 1 then recado_now() end
      from held h
      cross join jsonb_array_elements(${outboxRows}::jsonb) with ordinality as o (item, position)
      returning workspace_id, id, attempt, in_flight_at
    ),
    attempt_journaled as (
      insert into outbox_attempts (workspace_id, outbox_id, attempt, started_at)
      select workspace_id, id, attempt, in_flight_at from outbox_written where in_flight_at is not null
      returning attempt
    )${writeTimer(turn, commit)}${writeEffects(turn, commit)}
    select true as ended, h.queued_run_id is not null as has_more, h.sends_at_once, recado_now() as now,
      case when (select count(*) from session_row) <> (select count(*) from session_written)
        then recado_conflict('the session was written since it was read')
        when ${isOrderMissing(commit)} then recado_order_unknown() end as refused,
      (select count(*) from run_ended) + (select count(*) from events_ended) + (select count(*) from state_written)
        + (select count(*) from turns_written) + (select count(*) from steps_written)
        + (select count(*) from outbox_written) + (select count(*) from attempt_journaled) as rows_written
    from held h`;
}

/**
 * Zero rows: which of the conditions was it? Read once more, on this rare path only. When the answer to a former try of
 * this very commit was lost, the run has ended with our own messages: that is a success, told late.
 */
async function explainRefusal(database: Database, turn: ClaimedTurn, commit: TurnCommit): Promise<CommitResult> {
  const first = commit.outbox[0]?.id ?? null;
  const { rows } = await database.run(sql`
    select c.version, c.queued_run_id, recado_now() as now,
      coalesce(c.leased_by = ${turn.lease.worker}::uuid and c.fence = ${turn.lease.fence}::bigint
        and c.active_run_id = ${turn.run.id}::uuid, false) as is_held,
      o.id is not null as is_ours,
      -- Marked by the commit itself: later, this worker's own sender may have taken it out of the outbox and be sending it.
      coalesce(o.status = 'in_flight' and o.attempt = 1 and o.in_flight_at = o.created_at
        and c.sender = ${turn.lease.worker}::uuid, false) as is_to_send
    from conversations c
    left join outbox_messages o on o.workspace_id = c.workspace_id and o.id = ${first}::uuid
    where c.workspace_id = ${turn.lease.workspaceId} and c.id = ${turn.lease.conversationId}::uuid`);
  const row = rows[0];
  if (row?.["is_ours"] === true) {
    return {
      kind: "committed",
      hasMore: row["queued_run_id"] !== null,
      toSend: row["is_to_send"] === true ? firstMessage(turn, commit, row) : null,
    };
  }
  if (row?.["is_held"] !== true) return { kind: "fenced" };
  if (Number(row["version"]) !== turn.version) return { kind: "conflict" };
  if (commit.refuseIfNewer && row["queued_run_id"] !== null) return { kind: "newer" };
  throw new Error(`the commit of run ${turn.run.id} was refused although its fence, version and mailbox hold`);
}

function firstMessage(turn: ClaimedTurn, commit: TurnCommit, row: Record<string, unknown>): OutboxMessage {
  const [first] = commit.outbox;
  if (first === undefined || !(row["now"] instanceof Date)) {
    throw new Error(`run ${turn.run.id} committed a message in flight that it did not have`);
  }
  return {
    id: first.id,
    workspaceId: turn.lease.workspaceId,
    conversationId: turn.lease.conversationId,
    contactId: turn.contact.id,
    runId: turn.run.id,
    phoneNumberId: turn.phoneNumberId,
    recipient: { phone: turn.contact.phone, bsuid: turn.contact.bsuid },
    content: first.content,
    status: "in_flight",
    attempt: 1,
    onDoubt: first.onDoubt,
    replyToMessageId: first.replyToMessageId,
    createdAt: row["now"],
    inFlightAt: row["now"],
    lastCustomerMessageAt: turn.lastCustomerMessageAt,
    isCancelled: false,
    tries: {},
  };
}
