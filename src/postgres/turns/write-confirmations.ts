import { nameInSegment } from "../../core/agent/segment.ts";
import { rowset, type Statement, sql } from "../sql.ts";
import type { Ending } from "./ending.ts";

const NOTHING = sql``;

const ASKED_COLUMNS = sql`
  turn int, id uuid, segment int, session_id uuid, call_id text, tool text, risk text, input jsonb, arguments_hash text, agent_id text,
  agent_version text, asked_by text, rule text, reason text, audience text, question text, ttl_ms float8, state jsonb`;

const ANSWER_COLUMNS = sql`turn int, id uuid, status text, event_id uuid`;

/**
 * CTEs of what the turns ask and of the answers that they have read, for the conversations of the
 * CTE `held`. Each begins with a comma, and where no turn asks or answers there is none. An answer
 * counts only while its question is open.
 */
export function writeConfirmations(endings: readonly Ending[]): Statement {
  if (!isAnythingAsked(endings)) return NOTHING;
  return sql`,
    question_asked as (
      insert into confirmations (
        workspace_id, id, run_id, segment, conversation_id, contact_id, session_id, call_id, tool, risk, input, arguments_hash, agent_id,
        agent_version, asked_by, rule, reason, audience, question, created_at, expires_at)
      select h.workspace_id, q.id, h.run_id, q.segment, h.conversation_id, h.contact_id, q.session_id, q.call_id, q.tool, q.risk,
        coalesce(q.input, 'null'), q.arguments_hash, q.agent_id, q.agent_version, q.asked_by, q.rule, q.reason, q.audience, q.question,
        recado_now(), recado_now() + make_interval(secs => q.ttl_ms / 1000)
      from held h
      join ${rowset(endings.flatMap(askedRows), ASKED_COLUMNS)} q on q.turn = h.turn
      returning id
    ),
    checkpoint_written as (
      insert into agent_checkpoints (workspace_id, run_id, node, state, created_at)
      select h.workspace_id, h.run_id, 'act', q.state, recado_now()
      from held h
      join ${rowset(endings.flatMap(askedRows), ASKED_COLUMNS)} q on q.turn = h.turn
      on conflict (workspace_id, run_id, node) do update set state = excluded.state, created_at = excluded.created_at
      returning node
    ),
    answer_read as materialized (
      select h.workspace_id, h.conversation_id, a.*
      from held h
      join ${rowset(endings.flatMap(answerRows), ANSWER_COLUMNS)} a on a.turn = h.turn
    ),
    question_answered as (
      update confirmations f set
        status = a.status, decided_by = who_said(a.workspace_id, a.event_id), decided_at = recado_now(), answered_by_event = a.event_id
      from answer_read a
      where f.workspace_id = a.workspace_id and f.id = a.id and f.conversation_id = a.conversation_id
        and f.audience = 'customer' and f.status = 'pending' and f.expires_at > recado_now()
      returning f.id
    )`;
}

/** True when an answer came to a question that is not open any more; for a statement with the CTEs of `writeConfirmations`. */
export function isAnswerLate(endings: readonly Ending[]): Statement {
  if (!isAnythingAsked(endings)) return sql`false`;
  return sql`(select count(*) from question_answered) <> (select count(*) from answer_read)`;
}

function isAnythingAsked(endings: readonly Ending[]): boolean {
  return endings.some(({ commit }) => commit.asks != null || (commit.answers?.length ?? 0) > 0);
}

function askedRows({ turn: { segment }, commit: { asks } }: Ending, index: number): object[] {
  if (asks == null) return [];
  return [
    {
      turn: index,
      id: asks.id,
      segment: segment?.number ?? 0,
      session_id: asks.sessionId,
      call_id: nameInSegment(segment, asks.callId),
      tool: asks.tool,
      risk: asks.risk,
      input: asks.input,
      arguments_hash: asks.argumentsHash,
      agent_id: asks.agentId,
      agent_version: asks.agentVersion,
      asked_by: asks.askedBy,
      rule: asks.rule,
      reason: asks.reason,
      audience: asks.audience,
      question: asks.question,
      ttl_ms: asks.ttlMs,
      state: asks.checkpoint,
    },
  ];
}

function answerRows({ commit: { answers = [] } }: Ending, index: number): object[] {
  return answers.map(({ confirmationId, decision, eventId }) => ({
    turn: index,
    id: confirmationId,
    status: decision === "approve" ? "approved" : "denied",
    event_id: eventId,
  }));
}
